internal import IPCProtocol
internal import Loop
internal import Storage

/// What is known of a change while it is prepared.
@LoopActor
final class PreparedChange {
  /// A key, and what it was sent for; that is asked for beside the loop, as making it may read all of
  /// a long request.
  struct Key: Sendable {
    let place: KeyedRequest.Place
    let request: @Sendable () throws -> [UInt8]
  }

  let context: RequestContext
  let key: Key?
  let timeLimit: TimeLimit
  /// Set when it waits for its commit only: what it comes to is then its answer, whoever has lost
  /// patience or gone.
  var isMade = false
  /// What is answered, once it is made.
  var result: [UInt8] = []
  /// Called when it is on disk, before anybody is told of it.
  var atCommit: @LoopActor () -> Void = {}

  init(_ call: Request) throws {
    context = call.context
    key = try call.keyPlace.map { place in
      let method = call.context.method
      return Key(
        place: place,
        request: try call.context.later(call.params) {
          KeyedRequest.fingerprint(method: method, params: $0)
        })
    }
    timeLimit = call.timeLimit
  }
}

/// Changes of which the larger part is prepared beside the loop, as reading a long text: what is left
/// is one change as any other, with its key, its dry run and its place in the turn's commit.
extension KeyedWork {
  /// The whole work: preparation, change, commit.
  ///
  /// It throws the handler's refusal, or what the runtime refuses.
  ///
  /// - Throws: ``WireError`` where the key is at work.
  func prepared(
    _ preparation: @escaping MethodEntry.Preparation, _ change: PreparedChange
  ) throws(WireError) -> MethodEntry.Work {
    guard let key = change.key else {
      return { [self] in try await perform(try await preparation(), nil, change) }
    }
    try begin(key.place)
    return { [self] in
      do {
        let keyed = KeyedRequest(place: key.place, request: try key.request())
        var result = try await commit.answer(to: keyed, now: change.context.now)
        if result == nil { result = try await perform(try await preparation(), keyed, change) }
        await forget(key.place)
        return result ?? []
      } catch {
        await forget(key.place)
        throw error
      }
    }
  }

  /// Returns what was written once it is on disk, or undone again for a dry run.
  private func perform(
    _ apply: @escaping MethodEntry.Apply, _ keyed: KeyedRequest?, _ change: PreparedChange
  ) async throws -> [UInt8] {
    // Nobody waits any more: nothing is done.
    try Task.checkCancellation()
    let failure: WireError? = try await withCheckedThrowingContinuation { continuation in
      do {
        try commit.change(
          keeping: !change.context.isDryRun,
          completion: { [self] failure in
            if failure == nil {
              // Whoever has the answer may send the key again at once.
              if let keyed { forget(keyed.place) }
              change.atCommit()
            }
            continuation.resume(returning: failure)
          },
          {
            var writer = JSONWriter()
            try apply(&writer)
            try change.timeLimit.check()
            if let keyed { commit.answers.keep(writer.bytes, to: keyed, now: change.context.now) }
            change.result = writer.bytes
            change.isMade = true
          })
      } catch {
        continuation.resume(throwing: error)
      }
    }
    if let failure { throw failure }
    return change.result
  }
}
