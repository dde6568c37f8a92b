internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Loop

/// One connection to another transitd, with the questions that are under way over it.
///
/// All of it is on the loop, and nothing waits there: not for the other daemon, and not for ssh.
@LoopActor
final class RelayConnection {
  private typealias Waiter = CheckedContinuation<Result<JSONValue, RelayFault>, Never>

  private let channel: FrameChannel
  /// ssh, where the other daemon is on another machine.
  private var program: SocketProgram?
  private var source: LoopSource?
  private var waiters: [Int64: Waiter] = [:]
  /// Counts what has come.
  private var heard = 0
  /// Once it has ended nothing is asked over it any more.
  private(set) var isOver = false

  /// How long ssh may take to end whose connection has ended, in milliseconds.
  private nonisolated static let sshPatience = 1000
  /// The other daemon keeps the time of a question; after so much more nobody waits, in milliseconds.
  private static let grace: Int64 = 500

  init(_ target: RelayTarget) throws(RelayFault) {
    let descriptor: Int32
    switch target {
    case .socket(let path):
      do throws(SystemError) {
        descriptor = try UnixSocket.connect(to: path)
      } catch {
        throw .unreachable(error.description)
      }
    case .ssh(let host):
      do throws(StartFailure) {
        // Nobody is there whom ssh could ask for a password.
        let program = try host.start(
          ["stdio-bridge", "transit"],
          options: ["-o", "BatchMode=yes", "-o", "ConnectTimeout=10"], keepsTerminal: false)
        descriptor = program.descriptor
        self.program = program
      } catch {
        throw .unreachable("ssh cannot be run: \(error)")
      }
    }
    channel = FrameChannel(descriptor: descriptor)
    source = EventLoop.shared.makeSource(descriptor) { [weak self] in self?.receive() }
  }

  isolated deinit { source?.end() }

  /// Asks, and goes on with others until the answer is there.
  func ask(_ request: CallRequest) async throws(RelayFault) -> JSONValue {
    let id = channel.send(request)
    source?.wantsRoom = channel.wantsRoom
    let limit = (request.timeoutMilliseconds ?? 0) + Self.grace
    let guardian = Task { [weak self, heard] in
      try await Task.sleep(for: .milliseconds(limit))
      self?.giveUp(id, heard)
    }
    defer { guardian.cancel() }
    return try await withCheckedContinuation { (waiter: Waiter) in
      if isOver {
        waiter.resume(returning: .failure(.unreachable("the connection ended")))
      } else {
        waiters[id] = waiter
      }
    }.get()
  }

  /// One question took too long; who has said nothing at all since then is not asked another one.
  private func giveUp(_ id: Int64, _ heardBefore: Int) {
    let fault = RelayFault.unreachable("no answer in time")
    if heard == heardBefore { return end(fault) }
    waiters.removeValue(forKey: id)?.resume(returning: .failure(fault))
  }

  private func receive() {
    channel.flush()
    guard let messages = channel.receive() else { return broken() }
    heard += messages.count
    for message in messages {
      switch message {
      case .result(let id, let result):
        waiters.removeValue(forKey: id)?.resume(returning: .success(result))
      case .refusal(let id, let error):
        if error.kind == .shuttingDown { return broken() }
        waiters.removeValue(forKey: id)?.resume(returning: .failure(Self.fault(error)))
      case .event: break
      case .farewell: return broken()
      }
    }
    source?.wantsRoom = channel.wantsRoom
  }

  private static func fault(_ error: WireError) -> RelayFault {
    switch error.kind.name {
    case "mate.methodNotFound": .tooOld
    case "transit.relayLoop": .loop
    default: .refused(error.message)
    }
  }

  /// The other end is gone; ssh knows why, and says so when it has ended.
  private func broken() {
    guard !isOver else { return }
    isOver = true
    source?.end()
    source = nil
    guard let program else { return end(.unreachable("the connection ended")) }
    self.program = nil
    Task { [self] in end(.unreachable(await Self.complaint(of: program))) }
  }

  private func end(_ fault: RelayFault) {
    isOver = true
    source?.end()
    source = nil
    let waiting = waiters.sorted { $0.key < $1.key }
    waiters = [:]
    for (_, waiter) in waiting { waiter.resume(returning: .failure(fault)) }
  }

  /// On a thread that ends with ssh.
  private static func complaint(of program: sending SocketProgram) async -> String {
    // Nobody else has it from here on.
    nonisolated(unsafe) let program = program
    return await withCheckedContinuation { continuation in
      let isStarted = DetachedThread.start {
        let status = program.end(waitingMilliseconds: sshPatience)
        let complaint = program.complaint()
        continuation.resume(
          returning: complaint.isEmpty ? "the connection ended (status \(status))" : complaint)
      }
      if !isStarted { continuation.resume(returning: "the connection ended") }
    }
  }
}
