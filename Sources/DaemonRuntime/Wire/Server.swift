internal import CLinux
internal import Glibc
internal import IPCProtocol
internal import LinuxSystem

/// The listening sockets and all connections.
///
/// A turn reads every socket that is ready, handles at most a quota of requests of each, and
/// after the commit writes each connection's replies with one call.
@LoopActor
final class Server {
  let listeners: [Int32]
  private let turn: Turn
  private let dispatcher: Dispatcher
  private let limits: Limits
  private var policy: AccessPolicy
  private(set) var table = ConnectionTable()
  /// Connections with whole frames that the last turn's quota did not reach.
  private var runnable: [Connection] = []
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferBytes, alignment: 16)
  private var outputs = OutputPool()
  /// Nil where no method of the domain takes a file.
  let files: PassedFiles?

  private static let acceptsPerTurn = 256
  private static let bufferBytes = 64 << 10
  /// What is read of one frame at a time.
  private static let readAhead = 256 << 10

  init(listeners: [Int32], turn: Turn, dispatcher: Dispatcher, limits: Limits, policy: AccessPolicy)
  {
    self.listeners = listeners
    self.turn = turn
    self.dispatcher = dispatcher
    self.limits = limits
    self.policy = policy
    files =
      dispatcher.methods.values.contains { $0.takesFile } ? PassedFiles(limits: limits) : nil
    for (index, listener) in listeners.enumerated() {
      _ = mate_fcntl(listener, F_SETFL, mate_fcntl(listener, F_GETFL, 0) | O_NONBLOCK)
      watch(listener, EPOLL_CTL_ADD, EPOLLIN.rawValue, UInt64(index))
    }
    EventLoop.shared.onSockets { [unowned self] token, events in
      if token < ConnectionTable.firstToken {
        accept(from: listeners[Int(token)])
      } else if let connection = table[token] {
        handle(connection, events)
      }
    }
  }

  /// Rights are computed when a connection is made; those that are open keep theirs.
  func replace(policy: AccessPolicy) { self.policy = policy }

  var connectionCount: Int { table.count }

  var hasRunnable: Bool { !runnable.isEmpty }

  func watch(_ descriptor: Int32, _ operation: Int32, _ events: UInt32, _ token: UInt64) {
    EventLoop.shared.control(operation, descriptor, events, token)
  }

  // MARK: A turn

  /// Goes on with connections that have more requests than their quota of the last turn.
  func serveRunnable() {
    guard !runnable.isEmpty else { return }
    let connections = runnable
    runnable.removeAll(keepingCapacity: true)
    for connection in connections where connection.isOpen {
      connection.isRunnable = false
      process(connection)
    }
  }

  private func handle(_ connection: Connection, _ events: UInt32) {
    if events & EPOLLOUT.rawValue != 0 { turn.markDirty(connection) }
    if events & (EPOLLIN.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 {
      if connection.watched & EPOLLIN.rawValue != 0 {
        receive(connection)
      } else if events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 {
        close(connection)
      }
    }
  }

  // MARK: Accepting

  private func accept(from listener: Int32) {
    for _ in 0..<Self.acceptsPerTurn {
      let descriptor = mate_accept(listener)
      guard descriptor >= 0 else {
        if errno == EMFILE || errno == ENFILE {
          Journal.shared.log(
            .warning, "no file descriptor is left for a connection", id: .limitReached)
        }
        return
      }
      guard let peer = Peer(of: descriptor) else {
        Glibc.close(descriptor)
        continue
      }
      admit(descriptor, peer)
    }
  }

  private func admit(_ descriptor: Int32, _ peer: Peer) {
    let ofUser = table.count(ofUser: peer.uid)
    guard connectionCount < limits.connections, ofUser < limits.connectionsPerUser else {
      Journal.shared.log(
        .warning, "connection refused: \(connectionCount) open, \(ofUser) of user \(peer.uid)",
        id: .limitReached, fields: [("MATE_PEER_UID", String(peer.uid))])
      refuse(descriptor)
      return
    }
    let grant = policy.grant(to: peer, descriptor: descriptor)
    let connection = table.add { token in
      Connection(descriptor: descriptor, peer: peer, access: grant, token: token)
    }
    watch(descriptor, EPOLL_CTL_ADD, EPOLLIN.rawValue, connection.token)
  }

  /// One word to a client that is over a limit; whether it arrives does not matter.
  private func refuse(_ descriptor: Int32) {
    var writer = JSONWriter()
    writer.error(
      WireError(.busy, "too many connections; try again", data: ["retryAfterMs": 200]),
      traceID: TraceNumbers.text(SystemRandom.number()), id: nil)
    _ = send(descriptor, writer.bytes, writer.bytes.count, Int32(MSG_NOSIGNAL))
    Glibc.close(descriptor)
  }

  // MARK: Reading

  func receive(_ connection: Connection) {
    if connection.input.isEmpty {
      switch read(from: connection, into: buffer, behind: 0) {
      case .nothing: return
      case .closed: close(connection)
      case .bytes(let count):
        let used = take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), from: connection)
        guard connection.isOpen else { return }
        if used < count { keep(buffer[used..<count], of: connection) }
      }
      return
    }
    // Something is waiting in `input`: read behind it, as much as its frame still needs.
    let had = connection.input.count
    // As much as the frame still needs, but no more than a little at a time: who announces a large
    // frame gets memory for what has come, not for what is said to come.
    let room = min(max(16384, connection.missingBytes), Self.readAhead)
    var result = Connection.ReadResult.nothing
    connection.input.reserveCapacity(had + room)
    connection.input.append(contentsOf: repeatElement(0, count: room))
    connection.input.withUnsafeMutableBytes { bytes in
      let room = UnsafeMutableRawBufferPointer(rebasing: bytes[had...])
      result = read(from: connection, into: room, behind: had)
    }
    switch result {
    case .bytes(let count): connection.input.removeLast(room - count)
    case .nothing: connection.input.removeLast(room)
    case .closed: return close(connection)
    }
    process(connection)
  }

  private func read(
    from connection: Connection, into room: UnsafeMutableRawBufferPointer, behind before: Int
  ) -> Connection.ReadResult {
    guard let files else { return connection.read(into: room) }
    return connection.read(into: room, behind: before, taking: files)
  }

  /// Handles what waits in `input`.
  private func process(_ connection: Connection) {
    let input = connection.input
    connection.input = []
    let used = input.withUnsafeBytes { take($0, from: connection) }
    guard connection.isOpen, used < input.count else { return }
    connection.input = used == 0 ? input : Array(input[used...])
    afterKeeping(connection)
  }

  private func keep(_ rest: Slice<UnsafeMutableRawBufferPointer>, of connection: Connection) {
    connection.input = Array(rest)
    afterKeeping(connection)
  }

  /// What is kept is either half a frame, or frames for the next turn.
  private func afterKeeping(_ connection: Connection) {
    let scan = connection.input.withUnsafeBytes {
      FrameScanner.next(in: $0, from: 0, maximumPayload: limits.frameBytes)
    }
    switch scan {
    case .incomplete(let needed): connection.missingBytes = needed
    default:
      connection.missingBytes = 0
      // A client that does not take its replies is served again when it has taken them.
      if connection.unsentBytes <= limits.outputBytes { makeRunnable(connection) }
    }
  }

  private func makeRunnable(_ connection: Connection) {
    guard !connection.isRunnable else { return }
    connection.isRunnable = true
    runnable.append(connection)
  }

  /// Handles whole frames up to the quota; returns how many bytes were used.
  private func take(_ bytes: UnsafeRawBufferPointer, from connection: Connection) -> Int {
    outputs.borrow(for: &connection.output.bytes)
    var offset = 0
    defer { if !connection.arrived.isEmpty { connection.arrived.advance(by: offset) } }
    var quota = limits.requestsPerTurn
    while quota > 0, connection.isOpen, !connection.closesAfterOutput {
      if connection.unsentBytes > limits.outputBytes { return offset }
      switch FrameScanner.next(in: bytes, from: offset, maximumPayload: limits.frameBytes) {
      case .frame(let range):
        offset = range.upperBound
        if !connection.arrived.isEmpty {
          connection.arrival = connection.arrived.take(before: offset)
        }
        defer { if connection.arrival != nil { connection.arrival = nil } }
        quota -= dispatcher.handle(UnsafeRawBufferPointer(rebasing: bytes[range]), from: connection)
      case .incomplete: return offset
      case .zeroLength:
        refuseStream(WireError(.invalidRequest, "a frame has at least one byte"), connection)
      case .tooLarge(let length):
        refuseStream(
          WireError(
            .frameTooLarge, "a frame of \(length) bytes; the limit is \(limits.frameBytes)",
            data: ["limit": .integer(limits.frameBytes)]), connection)
      }
    }
    return connection.closesAfterOutput ? bytes.count : offset
  }

  /// The stream of frames cannot be followed any further: answer, then close.
  private func refuseStream(_ error: WireError, _ connection: Connection) {
    dispatcher.refuse(error, id: nil, on: connection)
    connection.closesAfterOutput = true
  }

  // MARK: Writing

  /// Writes what this turn has made; called after the commit.
  func flush() {
    turn.drainDirty { connection in if connection.isOpen { flush(connection) } }
  }

  private func flush(_ connection: Connection) {
    switch connection.writeOutput() {
    case .closed: close(connection)
    case .complete:
      outputs.giveBack(&connection.output.bytes)
      if connection.closesAfterOutput { return close(connection, gently: true) }
      rewatch(connection, EPOLLIN.rawValue)
      if !connection.input.isEmpty, connection.missingBytes == 0 { makeRunnable(connection) }
      catchUp(connection)
    case .blocked:
      connection.compactOutput()
      let reading = connection.unsentBytes > limits.outputBytes ? 0 : EPOLLIN.rawValue
      rewatch(connection, reading | EPOLLOUT.rawValue)
    }
  }

  private func catchUp(_ connection: Connection) {
    guard !connection.inFlight.isEmpty else { return }
    for request in connection.inFlight.values {
      if case .stream(let stream) = request { stream.catchUp() }
    }
  }

  private func rewatch(_ connection: Connection, _ events: UInt32) {
    guard connection.watched != events else { return }
    connection.watched = events
    watch(connection.descriptor, EPOLL_CTL_MOD, events, connection.token)
  }

  // MARK: Closing

  /// Ends a connection; `gently` where the client may still have bytes on the way: they are read
  /// and dropped, so that the kernel does not reset the connection under the last reply.
  func close(_ connection: Connection, gently: Bool = false) {
    guard connection.isOpen else { return }
    if gently {
      shutdown(connection.descriptor, Int32(SHUT_WR))
      while case .bytes = connection.read(into: buffer) {}
    }
    connection.close()
    table.remove(connection)
    dispatcher.connectionClosed(connection)
    connection.inFlight = [:]
  }
}
