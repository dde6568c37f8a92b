internal import CLinux
internal import Glibc
internal import IPCProtocol
internal import LinuxSystem
internal import Loop

/// A descriptor that is held back, so that somebody can be told when no other is left.
struct ReserveDescriptor {
  private var descriptor: Int32
  /// Runs while listeners are not watched, as even the reserve could not be had.
  var pause: LoopTimer?

  init() { descriptor = Self.open() }

  private static func open() -> Int32 { mate_open("/dev/null", O_RDONLY | O_CLOEXEC, 0) }

  /// Runs `body` while one descriptor more is free.
  ///
  /// - Returns: Whether there was one to free, and one to hold back again.
  mutating func spend(_ body: () -> Void) -> Bool {
    guard descriptor >= 0 else {
      descriptor = Self.open()
      return descriptor >= 0
    }
    Glibc.close(descriptor)
    body()
    descriptor = Self.open()
    return descriptor >= 0
  }
}

/// How connections come, and how those are turned away that are too many.
extension Server {
  private static let acceptsPerTurn = 256
  /// Until it is tried again to accept, where it failed, in microseconds.
  private static let pauseMicroseconds: Int64 = 100_000

  func accept(from listener: Int32) {
    for _ in 0..<Self.acceptsPerTurn {
      let descriptor = mate_accept(listener)
      guard descriptor >= 0 else {
        switch errno {
        case EINTR, ECONNABORTED: continue
        case EAGAIN: return
        case EMFILE: return turnAway(from: listener)
        default: return pauseAccepting("\(String(cString: strerror(errno)))")
        }
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
    add(descriptor, peer)
  }

  /// One word to a client that is over a limit; whether it arrives does not matter.
  private func refuse(_ descriptor: Int32) {
    tell(
      descriptor,
      WireError(.busy, "too many connections; try again", data: ["retryAfterMs": 200]))
    Glibc.close(descriptor)
  }

  func tell(_ descriptor: Int32, _ error: WireError) {
    var writer = JSONWriter()
    writer.error(error, traceID: TraceNumbers.text(SystemRandom.number()), id: nil)
    _ = send(
      descriptor, writer.bytes, writer.bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
  }

  // MARK: No descriptor is left

  /// Takes connections in only to say why they are closed, with the descriptor that was held back.
  private func turnAway(from listener: Int32) {
    var count = 0
    for _ in 0..<Self.acceptsPerTurn {
      var isDone = true
      let hasReserve = reserve.spend {
        let descriptor = mate_accept(listener)
        guard descriptor >= 0 else { return }
        isDone = false
        count += 1
        refuse(descriptor)
      }
      guard hasReserve else { return pauseAccepting("no file descriptor is left") }
      if isDone { break }
    }
    guard count > 0 else { return }
    Journal.shared.log(
      .warning, "no file descriptor is left: \(count) connections refused, \(connectionCount) open",
      id: .limitReached)
  }

  /// Looks away from the listeners for a moment: what cannot be accepted would be told each turn.
  private func pauseAccepting(_ reason: String) {
    guard reserve.pause == nil else { return }
    Journal.shared.log(
      .warning, "no connection can be accepted: \(reason); \(connectionCount) open",
      id: .limitReached)
    for listener in listeners { watch(listener, EPOLL_CTL_DEL, 0, 0) }
    let timer = EventLoop.shared.makeTimer { [unowned self] in resumeAccepting() }
    timer.arm(afterMicroseconds: Self.pauseMicroseconds)
    reserve.pause = timer
  }

  /// Looks at the listeners again, after a while or when a connection was closed.
  func resumeAccepting() {
    guard reserve.pause != nil else { return }
    reserve.pause = nil
    _ = reserve.spend {}
    guard !dispatcher.isShuttingDown else { return }
    for (index, listener) in listeners.enumerated() {
      watch(listener, EPOLL_CTL_ADD, EPOLLIN.rawValue, UInt64(index))
    }
  }
}
