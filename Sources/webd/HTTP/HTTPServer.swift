internal import CLinux
internal import CMicroHTTPD
internal import DaemonRuntime
internal import Glibc
internal import LinuxSystem
internal import Loop

/// Requests over sockets that we accept ourselves; libmicrohttpd reads and writes them.
///
/// Its epoll is one descriptor of the loop's, so that everything happens on one thread. It accepts
/// nothing, as only we know whose a connection is and how many there may be.
@LoopActor
final class HTTPServer {
  /// Of a connection's header, its answer's header and what is on its way, in bytes: most of what a
  /// browser that follows something costs.
  private static let poolBytes = 5120
  /// Of what the kernel holds for a connection that takes nothing.
  private static let kernelBytes: Int32 = 64 << 10
  /// Without a byte of an answer taken, in seconds.
  private static let stillness: UInt32 = 30
  /// Taken in one turn: as many as have come, but not for ever, as others wait as well.
  ///
  /// So many that had to leave may still be there.
  private static let mostAtOnce = 64

  private nonisolated(unsafe) var daemon: OpaquePointer?
  private var listeners: [Int32] = []
  var guests = GuestList()
  /// What is to be done for a request; it finishes the exchange, now or later.
  var handle: (Exchange) -> Void = { _ in }
  /// Looked at before a body is read; a refusal is the answer.
  var gate: Gate
  private var runTimer: LoopTimer?
  private var patrolTimer: LoopTimer?
  private var isPatrolling = false
  /// How many answers were done.
  private var answered = 0
  private(set) var needsRun = true

  /// - Throws: ``SystemError`` where the system has no room for it.
  init(_ gate: Gate) throws(SystemError) {
    self.gate = gate
    let callbacks = mate_http_callbacks(
      answer: HTTPCallbacks.answer, completed: HTTPCallbacks.completed,
      connection: HTTPCallbacks.connection)
    daemon = mate_http_start(
      callbacks, Unmanaged.passUnretained(self).toOpaque(),
      UInt32(GuestList.most + Self.mostAtOnce), Self.poolBytes, Self.stillness)
    guard daemon != nil else { throw SystemError("epoll_create", "libmicrohttpd") }
    runTimer = EventLoop.shared.makeTimer { [unowned self] in needsRun = true }
    patrolTimer = EventLoop.shared.makeTimer { [unowned self] in patrol() }
    Tokens.register(mate_http_epoll(daemon), EPOLLIN.rawValue) { [unowned self] _ in
      needsRun = true
    }
  }

  // MARK: Listening

  func listen(on descriptor: Int32) {
    listeners.append(descriptor)
    _ = mate_fcntl(descriptor, F_SETFL, O_NONBLOCK)
    Tokens.register(descriptor, EPOLLIN.rawValue) { [unowned self] _ in accept(descriptor) }
  }

  func stopListening() {
    for descriptor in listeners {
      Tokens.remove(descriptor)
      close(descriptor)
    }
    listeners = []
  }

  private func accept(_ listener: Int32) {
    for _ in 0..<Self.mostAtOnce {
      let descriptor = mate_accept(listener)
      guard descriptor >= 0 else { return }
      var address = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let isKnown = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          getpeername(descriptor, $0, &length) == 0
        }
      }
      guard isKnown else {
        close(descriptor)
        continue
      }
      admit(descriptor, address, length)
    }
  }

  private func admit(
    _ descriptor: Int32, _ address: sockaddr_storage, _ length: socklen_t
  ) {
    let isLocal = address.ss_family == sa_family_t(AF_UNIX)
    let from = isLocal ? [] : Self.bytes(of: address)
    if !guests.hasRoom(for: from), let guest = guests.longestResting(insteadOf: from) {
      // A browser keeps what it may use again, and opens another where that is gone.
      dismiss(guest.descriptor)
      guests.remove(guest.descriptor)
    }
    guard guests.hasRoom(for: from) else {
      let words =
        "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\n"
        + "Connection: close\r\n\r\n"
      _ = send(descriptor, words, words.utf8.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      close(descriptor)
      return
    }
    var room = Self.kernelBytes
    setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<Int32>.size))
    let guest = Guest(
      descriptor: descriptor, door: isLocal ? .local : .network,
      peer: isLocal ? Peer(of: descriptor) : nil, address: from, at: MonotonicTime.milliseconds)
    guests.add(guest)
    let isTaken = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        MHD_add_connection(daemon, descriptor, $0, length) == mate_http_yes
      }
    }
    // What is not taken is closed there.
    if !isTaken { guests.remove(descriptor) }
    needsRun = true
    beginPatrol()
  }

  /// The address without the port; of IPv6 the network, as anybody has a network of addresses.
  private static func bytes(of address: sockaddr_storage) -> [UInt8] {
    withUnsafeBytes(of: address) { bytes in
      guard address.ss_family == sa_family_t(AF_INET6) else { return Array(bytes[4..<8]) }
      // An address of IPv4 within IPv6 (RFC 4291, section 2.5.5.2) is that of one machine.
      let isV4 = bytes[8..<18].allSatisfy { $0 == 0 } && bytes[18] == 0xFF && bytes[19] == 0xFF
      return Array(isV4 ? bytes[20..<24] : bytes[8..<16])
    }
  }

  // MARK: Running

  /// Lets libmicrohttpd do what there is to do; true where more is left that no event announces.
  func run() -> Bool {
    guard needsRun else { return false }
    needsRun = false
    MHD_run(daemon)
    var milliseconds: UInt64 = 0
    guard MHD_get_timeout(daemon, &milliseconds) == mate_http_yes else {
      runTimer?.disarm()
      return needsRun
    }
    if milliseconds == 0 {
      needsRun = true
      return true
    }
    runTimer?.arm(afterMicroseconds: Int64(milliseconds) * 1000)
    return needsRun
  }

  func resume(_ connection: OpaquePointer) {
    MHD_resume_connection(connection)
    needsRun = true
  }

  // MARK: Patience

  private func beginPatrol() {
    guard !isPatrolling else { return }
    isPatrolling = true
    patrolTimer?.arm(afterMicroseconds: 1_000_000)
  }

  /// Who takes too long to say what he wants is no guest any more.
  private func patrol() {
    isPatrolling = false
    for descriptor in guests.late(at: MonotonicTime.milliseconds) { dismiss(descriptor) }
    if guests.isAnybodyAwaited { beginPatrol() }
  }

  /// libmicrohttpd closes it in its next turn.
  private func dismiss(_ descriptor: Int32) {
    shutdown(descriptor, Int32(SHUT_RDWR))
    needsRun = true
  }

  // MARK: What libmicrohttpd tells

  func closed(_ descriptor: Int32) { guests.remove(descriptor) }

  /// The first that is heard of a request: its head is whole.
  func begin(_ head: RequestHead, _ descriptor: Int32, _ connection: OpaquePointer) -> Exchange? {
    guard let guest = guests[descriptor] else { return nil }
    guest.rest = nil
    var head = head
    head.door = guest.door
    return Exchange(head, guest, connection, self)
  }

  /// The request is whole.
  func received(_ exchange: Exchange) {
    exchange.guest.waitingSince = nil
    if exchange.isTooLong {
      exchange.finish(.refused(.tooLong))
    } else {
      handle(exchange)
    }
  }

  func completed(_ exchange: Exchange) {
    exchange.end()
    exchange.guest.waitingSince = MonotonicTime.milliseconds
    answered += 1
    exchange.guest.rest = (answered, mate_http_arrived(exchange.guest.descriptor))
    beginPatrol()
  }
}
