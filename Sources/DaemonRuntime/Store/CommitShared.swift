internal import IPCProtocol
internal import Loop
internal import Storage

/// Turns of a store that several machines share: the one that owns the branch puts each into their log.
extension Commit {
  /// From now on this machine owns the branch, and its turns go to a log that the others read.
  ///
  /// - Precondition: The store has what the log has, and nothing waits.
  func share(_ log: any TurnLog, _ ahead: AheadTurn) {
    precondition(!isAwaited && !transaction.isOpen, "something waits for another log")
    shared = log
    transaction.ahead = ahead
    ahead.isRecording = true
    refusal = nil
    answers.forget()
    database.changesNeedTransaction = true
  }

  /// Reads the state where another machine may have had the branch, as a turn: what a domain writes then,
  /// as services that went on meanwhile, is a change as any other.
  func readAsTurn() throws {
    state.setAside()
    try run(isKept: true) { try state.load() }
  }

  /// Reads the state while no other machine can have the branch.
  func readAnew() throws {
    state.setAside()
    answers.forget()
    try reloadWithDurable()
  }

  /// Puts the turn into the store, and then on its way to the log.
  ///
  /// - Precondition: Something is to be kept.
  func takeOff(to shared: any TurnLog) {
    // The turn before this one is still on its way.
    if isInFlight || nextTakeOff.waits(with: buffered) { return }
    let changes: Changeset?
    do throws(SQLiteError) {
      try writeGathered()
      changes = try transaction.commit()
    } catch {
      return fail(error)
    }
    gatherings.wasCommitted()
    answers.wasCommitted()
    guard let changes else {
      tookOff(Flight(turn: 0, outcome: .durable))
      return land()
    }
    let turn = shared.last + 1
    nextTakeOff.begins(with: buffered)
    tookOff(Flight(turn: turn))
    shared.append(changes.bytes, turn: turn) { [weak self] error in self?.answered(turn, error) }
    land()
  }

  /// Whether a turn waits for more changes before it takes off.
  var waitsForMore: Bool { shared != nil && nextTakeOff.waits(with: buffered) }

  /// The log is lost, or another machine owns the branch: nothing more is changed here, and memory and store
  /// go back to the last turn that was acknowledged.
  ///
  /// - Parameter error: What those are told whose turn was not on its way yet; the others hear that nobody
  ///   knows, and may repeat their request with its key.
  func leaveShared(_ error: WireError) {
    guard shared != nil else { return }
    // What the log has answered before is durable.
    if case .durable? = flight?.outcome { land() }
    let isUnknown = isInFlight
    let ahead = transaction.ahead
    rollback()
    shared = nil
    transaction.ahead = nil
    ahead?.isRecording = false
    failAll(with: isUnknown ? .serverLost : error)
    do {
      if isUnknown {
        takenBack += 1
        try ahead?.takeBack()
      }
      answers.forget()
      try restore()
    } catch {
      endInDoubt("a turn that was not acknowledged cannot be taken back: \(error)")
    }
  }

  /// ``takenBack``; nil where the store has nothing that could be taken back.
  var takenBackIfShared: Int? { shared == nil ? nil : takenBack }

  /// Waits for the turn in flight, which somebody may have read from the store since ``takenBack`` was
  /// read.
  ///
  /// - Throws: ``WireError`` where a turn was taken back since.
  func confirm(since before: Int) async throws(WireError) {
    if isInFlight {
      await withCheckedContinuation { continuation in
        completions.addToFlight { _ in continuation.resume() }
      }
    }
    guard takenBack == before else {
      throw refusal
        ?? WireError(.busy, "what was read was taken back; ask again", data: ["retryAfterMs": 100])
    }
  }
}

extension WireError {
  /// Of a turn that was sent to a log of several machines.
  static var serverLost: WireError {
    WireError(
      .outcomeUnknown,
      "it is not known whether this was done, as the database server was lost while it was written; "
        + "send it again with its key",
      data: ["reason": "serverLost"])
  }
}
