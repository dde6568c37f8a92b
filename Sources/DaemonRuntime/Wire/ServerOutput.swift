internal import CLinux
internal import Glibc
internal import IPCProtocol
internal import Loop
internal import Storage

/// How replies leave, and who must go when too many of them do not.
extension Server {
  /// Writes what this turn has made; called after the commit.
  func flush() {
    turn.drainDirty { connection in
      // Who waits for the log is looked at again when it has answered.
      if connection.isOpen, !connection.awaitsCommit { flush(connection) }
    }
    if dispatcher.ledger.isOver { relieve() }
    bytesRead = 0
    turn.ends()
  }

  private func flush(_ connection: Connection) {
    let before = connection.unsentBytes
    switch connection.writeOutput() {
    case .closed:
      // Flushed once more, to nobody: what is left to do is seen there.
      return lose(connection)
    case .complete:
      outputs.giveBack(&connection.output.bytes)
      if connection.closesAfterOutput {
        if connection.discarding == nil { return close(connection, gently: true) }
      } else if connection.hasFrame, !connection.isHeldUp {
        makeRunnable(connection)
      }
      catchUp(connection)
      endIfFinished(connection)
    case .blocked:
      connection.compactOutput()
      if connection.unsentBytes < before { connection.movedAt = dispatcher.latestMoment }
    }
    guard connection.isOpen else { return }
    dispatcher.ledger.count(connection, at: dispatcher.latestMoment)
    rewatch(connection)
  }

  private func catchUp(_ connection: Connection) {
    guard !connection.inFlight.isEmpty else { return }
    for request in connection.inFlight.values {
      if case .stream(let stream) = request { stream.catchUp() }
    }
  }

  /// Asks epoll for what the connection waits for, and for nothing else.
  func rewatch(_ connection: Connection) {
    guard !connection.isDetached else { return }
    let unsent = connection.unsentBytes
    var events: UInt32 = 0
    if unsent > 0 { events |= EPOLLOUT.rawValue }
    if unsent <= limits.outputBytes, !connection.hasEnded, !connection.isHeldUp {
      events |= EPOLLIN.rawValue
    }
    guard connection.watched != events else { return }
    connection.watched = events
    watch(connection.descriptor, EPOLL_CTL_MOD, events, connection.token)
  }

  /// Closes a connection whose input has ended, once everything that came in it is answered.
  private func endIfFinished(_ connection: Connection) {
    guard connection.hasEnded, connection.input == nil, connection.longFrame == nil,
      connection.batch == nil
    else { return }
    dispatcher.endStreams(ofEnded: connection)
    guard connection.inFlight.isEmpty, connection.unsentBytes == 0, connection.copiedBytes == 0
    else { return }
    close(connection)
  }

  // MARK: Too much is held

  /// Sends those away who hold most for longest, with a word where one can reach them.
  private func relieve() {
    let now = MonotonicClock.nanoseconds()
    for connection in dispatcher.ledger.excess(of: connections, at: now) {
      Journal.shared.log(
        .warning,
        "connection closed: \(connection.bytesCounted) bytes are held for it, "
          + "\(connection.user.bytes) for user \(connection.user.uid), "
          + "\(dispatcher.ledger.bytes) in all", id: .limitReached,
        fields: [("MATE_PEER_UID", String(connection.user.uid))])
      if connection.unsentBytes == 0, !connection.isGone {
        tell(
          connection.descriptor,
          WireError(
            .busy, "too many bytes are held for unfinished requests and replies; try again",
            data: ["retryAfterMs": 500]))
      }
      close(connection, gently: true)
    }
  }
}
