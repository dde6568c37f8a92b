internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import Loop

/// The listening sockets and all connections.
///
/// A turn reads every socket that is ready, handles at most a quota of requests of each, and
/// after the commit writes each connection's replies with one call.
///
/// A turn is short: what has just come goes first, and what is left of earlier turns, large frames,
/// and requests of those whose last ones took long stand in a queue, of which a turn serves as many
/// as there is time for. So nobody waits for the work that others have piled up.
@LoopActor
final class Server {
  let listeners: [Int32]
  let turn: Turn
  let dispatcher: Dispatcher
  let limits: Limits
  private var policy: AccessPolicy
  private(set) var table = ConnectionTable()
  /// Connections that wait for their turn; two lists, so that a turn allocates nothing.
  private var runnable: [Connection] = []
  private var spareRunnable: [Connection] = []
  /// Bytes of unfinished frames that were read in this turn.
  var bytesRead = 0
  /// What is read into at first; no connection keeps it.
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferBytes, alignment: 16)
  var outputs = OutputPool()
  var reserve = ReserveDescriptor()
  /// Nil where no method of the domain takes a file.
  let files: PassedFiles?

  private static let bufferBytes = 64 << 10

  init(listeners: [Int32], turn: Turn, dispatcher: Dispatcher, limits: Limits, policy: AccessPolicy)
  {
    self.listeners = listeners
    self.turn = turn
    self.dispatcher = dispatcher
    self.limits = limits
    self.policy = policy
    files =
      dispatcher.methods.values.contains { $0.takesFile }
      ? PassedFiles(limit: limits.passedFiles, perUser: limits.passedFilesPerUser) : nil
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

  /// Puts other rights in force: for who connects, and from the next request on for who has.
  ///
  /// Streams that would not be admitted any more end; what is worked on already is answered.
  func replace(policy: AccessPolicy) {
    self.policy = policy
    for connection in connections {
      connection.access = policy.grant(to: connection.peer, descriptor: connection.descriptor)
      dispatcher.endForbiddenStreams(of: connection)
    }
  }

  var connectionCount: Int { table.count }

  var hasRunnable: Bool { !runnable.isEmpty || turn.hasDeferred }

  func watch(_ descriptor: Int32, _ operation: Int32, _ events: UInt32, _ token: UInt64) {
    EventLoop.shared.control(operation, descriptor, events, token)
  }

  // MARK: A turn

  /// Goes on with what the last turn left: batches, and connections with more requests than their
  /// quota.
  func serveRunnable() {
    guard hasRunnable else { return }
    turn.begins(at: dispatcher.lookAtClock())
    turn.runDeferred()
    guard !runnable.isEmpty else { return }
    swap(&runnable, &spareRunnable)
    var served = 0
    for connection in spareRunnable {
      serve(connection)
      served += 1
      if turn.isSpent(at: MonotonicClock.nanoseconds()) { break }
    }
    // Who has waited longest stays in front.
    runnable.insert(contentsOf: spareRunnable[served...], at: 0)
    spareRunnable.removeAll(keepingCapacity: true)
  }

  private func serve(_ connection: Connection) {
    connection.isRunnable = false
    guard connection.isOpen else { return }
    if let long = connection.longFrame {
      if long.isParsed { process(long, from: connection) }
    } else if connection.hasFrame {
      process(connection)
    } else {
      receive(connection, isQueued: true)
    }
  }

  func makeRunnable(_ connection: Connection) {
    guard !connection.isRunnable else { return }
    connection.isRunnable = true
    runnable.append(connection)
  }

  private func handle(_ connection: Connection, _ events: UInt32) {
    if events & EPOLLOUT.rawValue != 0 { turn.markDirty(connection) }
    if events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 {
      detach(connection)
    } else if events & EPOLLIN.rawValue != 0 {
      receive(connection)
    }
  }

  /// Nobody reads replies any more: what was sent before is still done, then it is closed.
  func lose(_ connection: Connection) {
    guard connection.isOpen, !connection.isGone else { return }
    if connection.closesAfterOutput { return close(connection) }
    connection.loseReader()
    dispatcher.connectionClosed(connection, isClosed: false)
    turn.markDirty(connection)
  }

  /// Nobody is at the other end any more, and the kernel has all that will ever come: it is taken
  /// turn by turn, as the end of a socket would be told again and again until it is read.
  private func detach(_ connection: Connection) {
    lose(connection)
    guard connection.isOpen, !connection.isDetached else { return }
    watch(connection.descriptor, EPOLL_CTL_DEL, 0, 0)
    connection.isDetached = true
    if !connection.isHeldUp { makeRunnable(connection) }
  }

  // MARK: Connections

  /// Makes a connection of a descriptor that was accepted.
  func add(_ descriptor: Int32, _ peer: Peer) {
    let grant = policy.grant(to: peer, descriptor: descriptor)
    let connection = table.add(of: peer.uid) { token, user in
      Connection(descriptor: descriptor, peer: peer, access: grant, user: user, token: token)
    }
    watch(descriptor, EPOLL_CTL_ADD, EPOLLIN.rawValue, connection.token)
  }

  /// Ends a connection; `gently` where the client may still have bytes on the way: they are read
  /// and dropped, so that the kernel does not reset the connection under the last reply.
  func close(_ connection: Connection, gently: Bool = false) {
    guard connection.isOpen else { return }
    if gently {
      shutdown(connection.descriptor, Int32(SHUT_WR))
      var left = Self.droppedAtEnd
      while left > 0, case .bytes(let count) = connection.read(into: buffer) { left -= count }
    }
    connection.close()
    dispatcher.connectionClosed(connection)
    dispatcher.ledger.count(connection, at: dispatcher.latestMoment)
    table.remove(connection)
    connection.inFlight = [:]
    resumeAccepting()
  }

  /// Bytes that are read of one who goes on writing while it is closed.
  private static let droppedAtEnd = 1 << 20
}
