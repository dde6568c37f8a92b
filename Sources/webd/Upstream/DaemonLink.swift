internal import CLinux
internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Loop

/// The one connection to a daemon: what all browsers ask and follow goes over it, and it is made again
/// where it breaks.
@LoopActor
final class DaemonLink {
  typealias Reply = (Result<JSONValue, WireError>) -> Void

  private enum Purpose {
    case call(CallRequest, Reply)
    case stream(onEvent: (JSONValue) -> Void, onEnd: () -> Void)
  }

  private let endpoint: Endpoint
  private let starter: DaemonStarter
  private var channel: FrameChannel?
  private var asked: [Int64: Purpose] = [:]
  /// Changes whose answer did not come before the connection broke: sent again with their keys.
  private var unsent: [(CallRequest, Reply)] = []
  private var tries = 0
  private var retry: LoopTimer?
  private var isWaiting = false
  private(set) var isConnected = false
  /// Called when the connection is there, and when it is gone.
  private var onChange: [Int: (Bool) -> Void] = [:]
  private var lastWatcher = 0

  /// Pauses between two tries, in milliseconds; the last one again and again.
  private static let pauses: [Int64] = [20, 250, 500, 1000, 2000]
  /// Calls that wait for an answer or for the connection.
  static let mostCalls = 256

  init(_ domain: DomainDescription) throws(SystemError) {
    endpoint = try Endpoint(
      domain: domain.domain, socket: domain.socket, instance: domain.instance, unit: domain.unit)
    starter = DaemonStarter(endpoint: endpoint, program: domain.exec)
    retry = EventLoop.shared.makeTimer { [unowned self] in
      isWaiting = false
      connect()
    }
  }

  private var callCount: Int {
    unsent.count + asked.values.count { if case .call = $0 { true } else { false } }
  }

  // MARK: Watching

  /// - Returns: What ``unwatch(_:)`` takes.
  func watch(_ change: @escaping (Bool) -> Void) -> Int {
    lastWatcher += 1
    onChange[lastWatcher] = change
    if channel == nil { connect() } else { change(true) }
    return lastWatcher
  }

  func unwatch(_ watcher: Int) {
    onChange[watcher] = nil
    if onChange.isEmpty, asked.isEmpty, unsent.isEmpty { drop() }
  }

  // MARK: Asking

  /// Asks once; a change is sent again over the next connection, a read is refused where there is none.
  func call(_ request: CallRequest, then reply: @escaping Reply) {
    guard callCount < Self.mostCalls else {
      return reply(
        .failure(
          WireError(
            .busy, "too much is asked at once", ko: "한꺼번에 너무 많은 것을 요청했습니다",
            data: ["retryAfterMs": 1000])))
    }
    connect()
    guard let channel else {
      unsent.append((request, reply))
      return
    }
    asked[channel.send(request)] = .call(request, reply)
    settle()
  }

  /// Follows a stream, as long as this connection lasts.
  ///
  /// - Returns: What ``cancel(_:)`` takes; nil where there is no connection.
  func follow(
    _ method: String, _ params: JSONObject, onEvent: @escaping (JSONValue) -> Void,
    onEnd: @escaping () -> Void
  ) -> Int64? {
    guard let channel else { return nil }
    let id = channel.send(CallRequest(method: method, params: params))
    asked[id] = .stream(onEvent: onEvent, onEnd: onEnd)
    settle()
    return id
  }

  func cancel(_ stream: Int64) {
    guard asked.removeValue(forKey: stream) != nil else { return }
    channel?.cancel(stream)
    settle()
  }

  // MARK: The connection

  private func connect() {
    guard channel == nil, !isWaiting else { return }
    do throws(StartFailure) {
      let descriptor = try starter.connect(starting: true)
      let channel = FrameChannel(descriptor: descriptor)
      self.channel = channel
      isConnected = true
      Tokens.register(descriptor, EPOLLIN.rawValue) { [unowned self] _ in receive() }
      let again = unsent
      unsent = []
      for (request, reply) in again { asked[channel.send(request)] = .call(request, reply) }
      settle()
      for change in Array(onChange.values) { change(true) }
    } catch {
      wait()
      for change in Array(onChange.values) { change(false) }
    }
  }

  private func wait() {
    isWaiting = true
    let pause = Self.pauses[min(tries, Self.pauses.count - 1)]
    tries += 1
    retry?.arm(afterMicroseconds: pause * 1000)
  }

  /// Sends what is left, and waits for room where there is none.
  private func settle() {
    guard let channel else { return }
    let events = EPOLLIN.rawValue | (channel.wantsRoom ? EPOLLOUT.rawValue : 0)
    Tokens.change(channel.descriptor, events)
  }

  private func receive() {
    guard let channel else { return }
    channel.flush()
    guard let messages = channel.receive() else { return breakOff() }
    if !messages.isEmpty { tries = 0 }
    for message in messages {
      switch message {
      case .event(let id, let event):
        if case .stream(let onEvent, _)? = asked[id] { onEvent(event) }
      case .result(let id, let result): end(id, .success(result))
      case .refusal(let id, let error):
        // A daemon that ends has done nothing of it, and the next one will.
        if error.kind == .shuttingDown { return breakOff() }
        end(id, .failure(error))
      case .farewell: return breakOff()
      }
      // Who is told may end the connection.
      guard self.channel === channel else { return }
    }
    settle()
  }

  private func end(_ id: Int64, _ result: Result<JSONValue, WireError>) {
    switch asked.removeValue(forKey: id) {
    case .call(_, let reply)?: reply(result)
    case .stream(_, let onEnd)?: onEnd()
    case nil: break
    }
  }

  private func breakOff() {
    for (_, purpose) in asked.sorted(by: { $0.key < $1.key }) {
      if case .call(let request, let reply) = purpose { unsent.append((request, reply)) }
    }
    drop()
    for change in Array(onChange.values) { change(false) }
    if !onChange.isEmpty || !unsent.isEmpty { wait() }
  }

  private func drop() {
    if let channel { Tokens.remove(channel.descriptor) }
    channel = nil
    isConnected = false
    asked = [:]
  }
}
