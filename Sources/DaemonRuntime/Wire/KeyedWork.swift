internal import IPCProtocol
internal import Loop
internal import Values

extension Request {
  /// Nil for a request without a key, and for a dry run, of which nothing is kept.
  var keyPlace: KeyedRequest.Place? {
    guard let key = meta.idempotencyKey, !context.isDryRun else { return nil }
    return KeyedRequest.Place(uid: context.peer.uid, key: key)
  }

  var keyed: KeyedRequest? {
    keyPlace.map { KeyedRequest(place: $0, method: context.method, params: params) }
  }
}

/// Keys of work beside the loop.
///
/// Its changes are commits of their own, so its answer is kept when it is done. Work that a kill has
/// cut off is done again for the same key.
@LoopActor
final class KeyedWork {
  let commit: Commit
  /// Keys of work that has not returned.
  private var atWork: Set<KeyedRequest.Place> = []

  init(_ commit: Commit) { self.commit = commit }

  /// The same work, which leaves its answer to its key; also where nobody waits for it any more.
  ///
  /// - Throws: ``WireError`` where the key is at work.
  func remembering(
    _ work: @escaping MethodEntry.Work, of keyed: KeyedRequest, now: Timestamp
  ) throws(WireError) -> MethodEntry.Work {
    try begin(keyed.place)
    return { [self] in
      do {
        let result = try await work()
        await keep(result, to: keyed, now: now)
        return result
      } catch {
        await forget(keyed.place)
        throw error
      }
    }
  }

  /// - Throws: ``WireError`` where the key is at work.
  func begin(_ key: KeyedRequest.Place) throws(WireError) {
    guard atWork.insert(key).inserted else {
      throw WireError(
        .busy, "a request with this key is still worked on; send it again later",
        data: ["retryAfterMs": 500])
    }
  }

  func forget(_ key: KeyedRequest.Place) { atWork.remove(key) }

  /// Returns when the answer is on disk, or cannot be: the work is done all the same, and its result
  /// is true.
  private func keep(_ result: [UInt8], to keyed: KeyedRequest, now: Timestamp) async {
    await withCheckedContinuation { continuation in
      do {
        try commit.change(completion: { _ in continuation.resume() }) {
          commit.answers.keep(result, to: keyed, now: now)
        }
      } catch {
        continuation.resume()
      }
    }
    forget(keyed.place)
  }
}
