internal import IPCProtocol
internal import Storage

/// A request that comes with a key: whose the key is, and what it was sent for.
struct KeyedRequest: Sendable {
  /// A key belongs to the user who sent it.
  struct Place: Hashable, Sendable {
    let uid: UInt32
    let key: String

    init(uid: UInt32, key: String) {
      self.uid = uid
      self.key = key
    }

    @LoopActor
    init?(_ call: Request) {
      guard let key = call.meta.idempotencyKey, !call.context.isDryRun else { return nil }
      self.init(uid: call.context.peer.uid, key: key)
    }
  }

  let place: Place
  /// See ``IdempotencyLog/fingerprint(method:params:)``.
  let request: [UInt8]

  /// Nil for a request without a key, and for a dry run, of which nothing is kept.
  @LoopActor
  init?(_ call: Request) {
    guard let place = Place(call) else { return nil }
    self.place = place
    request = IdempotencyLog.fingerprint(method: call.context.method, params: call.params)
  }

  init(place: Place, request: [UInt8]) {
    self.place = place
    self.request = request
  }
}

extension IdempotencyLog {
  /// Keeps the answer to a key that is not known.
  func keep(_ result: [UInt8], to keyed: KeyedRequest, now: Timestamp) {
    keep(
      uid: keyed.place.uid, key: keyed.place.key, request: keyed.request, result: result, now: now)
  }
}

/// Keys of work beside the loop: its changes are commits of their own, so its answer is kept when it
/// is done. Work that a kill has cut off is done again for the same key.
extension ChangeRunner {
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
    guard keysAtWork.insert(key).inserted else {
      throw WireError(
        .busy, "a request with this key is still worked on; send it again later",
        data: ["retryAfterMs": 500])
    }
  }

  func forget(_ key: KeyedRequest.Place) { keysAtWork.remove(key) }

  /// Returns when the answer is on disk, or cannot be: the work is done all the same, and its result
  /// is true.
  private func keep(_ result: [UInt8], to keyed: KeyedRequest, now: Timestamp) async {
    await withCheckedContinuation { continuation in
      do {
        try performOwn(completion: { _ in continuation.resume() }) {
          log.keep(result, to: keyed, now: now)
        }
      } catch {
        continuation.resume()
      }
    }
    forget(keyed.place)
  }
}
