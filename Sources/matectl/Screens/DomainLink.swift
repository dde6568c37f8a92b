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
    /// Something that was asked for by a person, who may wait for it, or for one, by its number.
    case wish(Int, isWaitedFor: Bool)
  }

  /// What came.
  enum News {
    /// The connection is there, perhaps again: nothing is followed any more.
    case connected
    case result(Purpose, JSONValue)
    case refusal(Purpose, WireError)
    case event(Purpose, JSONValue)
    /// How far something is.
    case progress(Purpose, ProgressNotice)
    /// Nobody will answer any more; true where the daemon had it, so that it may have been done.
    case abandoned(Purpose, wasSent: Bool)
    /// It is tried again at ``DomainLink/nextTry``; true where nobody was there to connect to, or whoever was could
    /// not start.
    case lost(String, isAway: Bool)
  }

  /// Speaks the language of now.
  var session: Session
  private let domain: DomainDescription
  private let connector: any DaemonConnector
  private var channel: FrameChannel?
  private var asked: [Int64: Asked] = [:]
  /// What is sent once the daemon is there: changes without an answer, each with its key, so that it
  /// has effect once, and reads that a person waits for.
  private var unsent: [Asked] = []
  /// How far requests are, as it was told since the last time.
  private var notices: [(id: Int64, notice: ProgressNotice)] = []
  private var tries = 0
  /// When the connection is made again, in milliseconds of CLOCK_MONOTONIC; nil where it is there.
  private(set) var nextTry: Int64? = 0

  /// A request without an answer.
  private struct Asked {
    let purpose: Purpose
    let request: CallRequest
    /// How often it was sent.
    var sent = 0
    /// Whether nobody wants it any more, which the daemon was told.
    var isWithdrawn = false

    /// Whether it is sent again where the connection broke: a change has its key, and a read that was
    /// cut off twice may be what cuts it off.
    var isRepeated: Bool {
      !isWithdrawn && (request.idempotencyKey != nil || purpose.isWaitedFor && sent < 2)
    }
  }

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
      let channel = FrameChannel(descriptor: descriptor)
      channel.onProgress = { [weak self] id, notice in self?.notices.append((id, notice)) }
      self.channel = channel
      self.nextTry = nil
      let again = unsent
      unsent = []
      for one in again { send(one, over: channel) }
      return [.connected]
    } catch {
      return [lost(ErrorText(session: session, domain: domain).sentence(error), isAway: true)]
    }
  }

  /// Asks; where there is no connection, what a person waits for is sent once there is one.
  func ask(_ request: CallRequest, for purpose: Purpose) {
    var request = request
    request.traceID = session.invocation.traceID
    // A stream has all the time there is.
    if case .follow = purpose {
    } else {
      request.timeoutMilliseconds = session.invocation.timeoutMilliseconds
    }
    let one = Asked(purpose: purpose, request: request)
    if let channel { send(one, over: channel) } else if one.isRepeated { unsent.append(one) }
  }

  private func send(_ one: Asked, over channel: FrameChannel) {
    var one = one
    one.sent += 1
    asked[channel.send(one.request)] = one
  }

  /// Asks the daemon to end what a person no longer waits for: its answer still comes, and says
  /// whether it was done.
  ///
  /// - Returns: What became of it where no answer will come; nil where one will.
  func withdraw(_ number: Int) -> News? {
    for (id, one) in asked where one.purpose.isWish(number) {
      asked[id]?.isWithdrawn = true
      channel?.cancel(id)
      return nil
    }
    guard let index = unsent.firstIndex(where: { $0.purpose.isWish(number) }) else { return nil }
    let one = unsent.remove(at: index)
    return .abandoned(one.purpose, wasSent: one.sent > 0)
  }

  /// Hears no answer to this any more.
  func forget(_ number: Int) { asked = asked.filter { !$0.value.purpose.isWish(number) } }

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
    guard let messages = channel.receive() else { return breakOff() }
    var news: [News] = notices.compactMap { id, notice in
      asked[id].map { .progress($0.purpose, notice) }
    }
    notices = []
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
          return news + breakOff()
        }
        news.append(.refusal(one.purpose, error))
      case .farewell: return news + breakOff()
      }
    }
    if !messages.isEmpty { tries = 0 }
    return news
  }

  private func breakOff() -> [News] {
    channel = nil
    notices = []
    let open = asked.sorted { $0.key < $1.key }.map(\.value)
    asked = [:]
    unsent += open.filter(\.isRepeated)
    let ended = open.filter { !$0.isRepeated }.map { News.abandoned($0.purpose, wasSent: true) }
    return ended + [farewell()]
  }

  /// Why the daemon is away.
  private func farewell() -> News {
    let errors = ErrorText(session: session, domain: domain)
    if case .start(let why)? = errors.startComplaint(), tries > 0 {
      return lost(why, isAway: true)
    }
    return lost(
      session.text(
        "\(domain.exec) went away; connecting again",
        "\(domain.exec) 연결이 끊어져 다시 연결하고 있습니다"))
  }

  private func lost(_ why: String, isAway: Bool = false) -> News {
    nextTry = MonotonicTime.milliseconds + Self.pauses[min(tries, Self.pauses.count - 1)]
    tries += 1
    return .lost(why, isAway: isAway)
  }
}

extension DomainLink.Purpose {
  func isWish(_ number: Int) -> Bool { if case .wish(number, _) = self { true } else { false } }

  /// Whether a person waits for the answer.
  var isWaitedFor: Bool { if case .wish(_, isWaitedFor: true) = self { true } else { false } }
}
