internal import IPCProtocol
internal import Storage

/// The end of a turn, and what becomes of one in flight.
extension Commit {
  /// Puts the turn's changes on their way to disk; where that fails every one of them is answered so,
  /// and memory is what the store holds, or the daemon ends.
  ///
  /// While the log has not answered, only what the log has answered before is shown.
  func turnEnds() {
    land()
    guard transaction.isOpen || buffered > 0 else { return endIfQuiet() }
    // Nothing but refusals and rehearsals: all of it is undone already, and none of it has to wait
    // for the disk.
    if buffered == 0, !gatherings.isHalfWritten {
      rollback()
      return endIfQuiet()
    }
    if let shared { return takeOff(to: shared) }
    if !transaction.isOpen {
      // The turn before this one is still on its way.
      if isInFlight { return }
      if takeOff() { return land() }
    }
    applyOrFail()
  }

  private func endIfQuiet() { if !isAwaited { publications.changesEnded() } }

  /// Puts what this turn has gathered into the log.
  ///
  /// - Returns: False where it has to go into the store, in this turn: where there is no log or no
  ///   room in it.
  private func takeOff() -> Bool {
    guard gatherings.isUnsent else {
      tookOff(Flight(turn: 0, outcome: .durable))
      return true
    }
    guard let log else { return false }
    // What keeps the store from being changed is found again, and told, when the turn goes there.
    do { try database.beforeChange() } catch { return false }
    let record = gatherings.record()
    guard log.hasRoom(for: record.count) else { return false }
    let turn = log.last + 1
    tookOff(Flight(turn: turn))
    log.append(record, turn: turn) { [weak self] error in self?.answered(turn, error) }
    return true
  }

  func tookOff(_ flight: Flight) {
    self.flight = flight
    buffered = 0
    replies?.tookOff()
    completions.tookOff()
    publications.tookOff()
  }

  /// An answer of the log; one that comes late, or twice, is none.
  func answered(_ turn: UInt64, _ error: (any Error)?) {
    guard flight?.turn == turn, flight?.outcome == nil else { return }
    flight?.outcome = error.map { .failed($0) } ?? .durable
  }

  /// What the log has answered takes effect.
  func land() {
    switch flight?.outcome {
    case nil: return
    case .durable:
      if flight?.turn != 0 { hasLogFailed = false }
      gatherings.becameDurable()
      landed()
      if shared != nil { nextTakeOff.landed(gathered: buffered) }
    case .failed where shared != nil: leaveShared(.serverLost)
    case .failed(let error):
      if !hasLogFailed { Journal.shared.storeFailure("the redo log", error) }
      hasLogFailed = true
      isInDoubt = true
      applyOrFail()
    }
    endIfQuiet()
  }

  private func landed() {
    flight = nil
    replies?.landed()
    completions.landed()
    publications.landed()
  }

  /// Puts everything that waits into the store, which makes it durable as well.
  private func applyOrFail() {
    do throws(SQLiteError) {
      try apply()
    } catch {
      fail(error)
    }
  }

  /// Puts everything on disk that was written, gathered, or kept by the log.
  func apply() throws(SQLiteError) {
    do {
      try writeGathered()
      guard transaction.isOpen else { return }
      try transaction.commit()
    } catch {
      rollback()
      throw error
    }
    isInDoubt = false
    gatherings.wasCommitted()
    answers.wasCommitted()
    log?.wasApplied()
    if isInFlight { landed() }
    if buffered > 0 {
      tookOff(Flight(turn: 0, outcome: .durable))
      landed()
    }
    endIfQuiet()
  }

  /// Undoes what the store's open transaction has.
  func rollback() {
    gatherings.wasRolledBack()
    answers.wasRolledBack()
    transaction.rollback()
  }

  /// All turns that were not durable are undone: who waits for them is told so.
  func failAll(with error: WireError) {
    flight = nil
    buffered = 0
    gatherings.drop()
    answers.gatheringChanged()
    replies?.failed(error)
    completions.failed(error)
    publications.failed(error)
    publications.changesEnded()
  }
}
