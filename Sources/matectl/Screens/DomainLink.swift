internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// What a screen has with one daemon: one connection, made again where it breaks, and what was asked
/// over it.
final class DomainLink {
  /// Why something was asked, for who gets the answer.
  enum Purpose {
    /// What a tab shows, by its place.
    case view(Int)
    /// The stream that a tab follows, by its place.
    case follow(Int)
    /// Something that a person asked for, by its number.
    case wish(Int)
  }

  /// What came.
  enum News {
    /// The connection is there, perhaps again: nothing is followed any more.
    case connected
    case result(Purpose, JSONValue)
    case refusal(Purpose, WireError)
    case event(Purpose, JSONValue)
    /// It is tried again at ``DomainLink/nextTry``.
    case lost(String)
  }

  /// Speaks the language of now.
  var session: Session
  private let domain: DomainDescription
  private let connector: any DaemonConnector
  private var channel: FrameChannel?
  private var asked: [Int64: (purpose: Purpose, request: CallRequest)] = [:]
  /// Changes without an answer: each is sent again with its key, so that it has effect once.
  private var unsent: [(purpose: Purpose, request: CallRequest)] = []
  private var tries = 0
  /// When the connection is made again, in milliseconds of CLOCK_MONOTONIC; nil where it is there.
  private(set) var nextTry: Int64? = 0

  /// Pauses between two tries, in milliseconds; the last one again and again.
  private static let pauses: [Int64] = [20, 250, 500, 1000, 2000, 4000]

  init(session: Session, domain: DomainDescription) throws(ExitStatus) {
    self.session = session
    self.domain = domain
    connector = try session.connector(domain)
  }

  /// What to poll for input; nil where there is no connection.
  var descriptor: Int32? { channel?.descriptor }
  var wantsRoom: Bool { channel?.wantsRoom ?? false }
  func flush() { channel?.flush() }

  /// Connects where it is time to.
  func connect() -> [News] {
    guard channel == nil, let nextTry, nextTry <= MonotonicTime.milliseconds else { return [] }
    do throws(StartFailure) {
      let descriptor = try connector.connect(starting: session.invocation.mayStart)
      channel = FrameChannel(descriptor: descriptor)
      self.nextTry = nil
      let again = unsent
      unsent = []
      for one in again { ask(one.request, for: one.purpose) }
      return [.connected]
    } catch {
      return [lost(ErrorText(session: session, domain: domain).sentence(error))]
    }
  }

  /// Asks; where there is no connection, a change is sent once there is one, and a read is not.
  func ask(_ request: CallRequest, for purpose: Purpose) {
    var request = request
    request.traceID = session.invocation.traceID
    // A stream has all the time there is.
    if case .follow = purpose {
    } else {
      request.timeoutMilliseconds = session.invocation.timeoutMilliseconds
    }
    guard let channel else {
      if request.idempotencyKey != nil { unsent.append((purpose, request)) }
      return
    }
    asked[channel.send(request)] = (purpose, request)
  }

  /// Ends a stream that nobody follows any more.
  func cancel(where isUnwanted: (Purpose) -> Bool) {
    for (id, one) in asked where isUnwanted(one.purpose) {
      asked[id] = nil
      channel?.cancel(id)
    }
  }

  /// What has come since the last time.
  func receive() -> [News] {
    guard let channel else { return [] }
    guard let messages = channel.receive() else { return [breakOff()] }
    var news: [News] = []
    for message in messages {
      switch message {
      case .event(let id, let event):
        if let one = asked[id] { news.append(.event(one.purpose, event)) }
      case .result(let id, let result):
        if let one = asked.removeValue(forKey: id) { news.append(.result(one.purpose, result)) }
      case .refusal(let id, let error):
        guard let one = asked.removeValue(forKey: id) else { continue }
        // A daemon that ends has done nothing of it, and the next one will.
        if error.kind == .shuttingDown {
          asked[id] = one
          return news + [breakOff()]
        }
        news.append(.refusal(one.purpose, error))
      case .farewell: return news + [breakOff()]
      }
    }
    if !messages.isEmpty { tries = 0 }
    return news
  }

  private func breakOff() -> News {
    channel = nil
    unsent += asked.sorted { $0.key < $1.key }.map(\.value)
      .filter { $0.request.idempotencyKey != nil }
    asked = [:]
    let errors = ErrorText(session: session, domain: domain)
    if case .start(let why)? = errors.startComplaint(), tries > 0 { return lost(why) }
    return lost(
      session.text(
        "\(domain.exec) went away; connecting again",
        "\(domain.exec) 연결이 끊어져 다시 연결하고 있습니다"))
  }

  private func lost(_ why: String) -> News {
    nextTry = MonotonicTime.milliseconds + Self.pauses[min(tries, Self.pauses.count - 1)]
    tries += 1
    return .lost(why)
  }
}
