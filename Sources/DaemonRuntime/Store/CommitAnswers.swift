internal import IPCProtocol
internal import Storage
internal import Values

/// Answers to keys: looked up before a change, kept with it, forgotten when they are old.
extension Commit {
  /// What a key was answered with; nil where it is a new one.
  ///
  /// - Throws: ``SchemaViolation`` where it was used for another request.
  func answer(to keyed: KeyedRequest, now: Timestamp) throws -> [UInt8]? {
    let known: KeptAnswers.Lookup
    do {
      known = try answers.lookup(keyed, now: now)
    } catch {
      fail(error)
      throw error
    }
    switch known {
    case .unknown: return nil
    case .answered(let result): return result
    case .mismatch:
      throw SchemaViolation(
        path: "/_meta/idempotencyKey", expected: "a key not used for another request",
        got: keyed.place.key)
    }
  }

  /// Kept answers are as old as they were, whatever the wall clock shows now.
  func timeJumped(_ jump: TimeJump, at now: Timestamp) {
    guard jump.step != 0, settle() else { return }
    do {
      try change { try answers.move(by: jump.step, now: now) }
    } catch {
      Journal.shared.storeFailure("moving kept answers", error)
    }
  }

  /// Forgets some old answers; true where there may be more of them.
  func purge(now: Timestamp) -> Bool {
    var hasMore = false
    do {
      if try answers.isAhead(of: now) { try change { try answers.move(by: 0, now: now) } }
      guard try answers.hasOld(now: now) else { return false }
      try change { hasMore = try answers.purge(now: now) }
    } catch {
      Journal.shared.storeFailure("purge", error)
      return false
    }
    return hasMore
  }
}
