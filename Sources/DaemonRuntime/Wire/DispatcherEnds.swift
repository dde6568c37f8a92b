internal import IPCProtocol

/// How requests end that are not answered at once.
extension Dispatcher {
  func cancel(_ params: JSONCursor?, of connection: Connection) {
    guard let id = params?.member("id").flatMap({ RequestID($0) }),
      let request = connection.inFlight[id]
    else { return }
    let error = WireError(.cancelled, "the request was cancelled")
    switch request {
    case .held: break
    case .task(let task): task.stop(error)
    case .stream(let stream): stream.fail(now: error)
    }
  }

  /// The daemon stops: streams end with a word, tasks go on to their answer.
  func endStreams(
    of connections: [Connection],
    with error: WireError = WireError(.shuttingDown, "the daemon is stopping; ask again")
  ) {
    for connection in connections {
      for request in connection.inFlight.values {
        if case .stream(let stream) = request { stream.fail(now: error) }
      }
    }
  }

  /// The client has said all it had to say: its streams have no end of their own.
  func endStreams(ofEnded connection: Connection) {
    let error = WireError(.cancelled, "the connection's input has ended")
    for request in connection.inFlight.values {
      if case .stream(let stream) = request { stream.fail(now: error) }
    }
  }

  /// Ends what a connection follows and has no right to any more.
  func endForbiddenStreams(of connection: Connection) {
    for request in connection.inFlight.values {
      guard case .stream(let stream) = request, let entry = methods[stream.context.method] else {
        continue
      }
      if let refusal = refusal(of: entry, on: connection) { stream.fail(now: refusal) }
    }
  }

  /// Why a connection may not call a method; nil where it may.
  func refusal(of entry: MethodEntry, on connection: Connection) -> WireError? {
    let needs = entry.access
    guard !connection.access.allows(needs) else { return nil }
    return WireError(
      .permissionDenied, "\(entry.name) needs the right to \(needs.rawValue)",
      data: ["needs": .string(needs.rawValue)])
  }

  /// Nobody waits for answers any more: what is in flight ends, what was acknowledged stays.
  ///
  /// Held reads end where the connection is closed; where it is only gone they are carried out, as
  /// is everything that it has sent. A change that is prepared beside the loop is done in any case.
  func connectionClosed(_ connection: Connection, isClosed: Bool = true) {
    let error = WireError(.cancelled, "the connection was closed")
    for (id, request) in connection.inFlight {
      switch request {
      case .held: if isClosed { turn.requestEnded(id, of: connection) }
      case .task(let task) where task.isChange:
        if isClosed { turn.requestEnded(id, of: connection) }
      case .task(let task): task.stop(error)
      case .stream(let stream): stream.abandon()
      }
    }
  }
}
