internal import DaemonRuntime
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Loop
internal import Values

/// What all browsers of one screen see: asked for once, however many there are.
@LoopActor
final class ScreenFeed: EventReader.Source {
  private let source: FeedSource
  private let wall: SteadyClock
  private let link: DaemonLink
  private var readers: [ObjectIdentifier: EventReader] = [:]
  private var watcher: Int?
  private var stream: Int64?
  private var clock = ViewClock()
  private var timer: LoopTimer?
  /// Counts requests, so that an answer of before a broken connection is passed over.
  private var generation = 0

  // What is shown.
  private var result = JSONValue.null
  private var refusal = JSONValue.null
  private var news = JSONValue.null
  private var isAway = true
  private var at: Timestamp?

  /// 0 until there is something to tell.
  private(set) var version = 0
  private(set) var event: [UInt8] = []
  private var lastTold: Int64 = 0
  private var isTellingLater = false
  private var tellTimer: LoopTimer?
  /// Called when the last browser has gone.
  var onEmpty: () -> Void = {}

  /// Between two states, in milliseconds: more than anybody can see.
  private static let shortest: Int64 = 50

  init(_ source: FeedSource, _ link: DaemonLink, _ wall: SteadyClock) {
    self.source = source
    self.wall = wall
    self.link = link
    timer = EventLoop.shared.makeTimer { [unowned self] in ask() }
    tellTimer = EventLoop.shared.makeTimer { [unowned self] in
      isTellingLater = false
      tell()
    }
  }

  var readerCount: Int { readers.count }

  func join(_ reader: EventReader) {
    readers[ObjectIdentifier(reader)] = reader
    guard watcher == nil else { return }
    watcher = link.watch { [unowned self] isThere in changed(isThere) }
  }

  func leave(_ reader: EventReader) {
    readers[ObjectIdentifier(reader)] = nil
    guard readers.isEmpty else { return }
    if let stream { link.cancel(stream) }
    if let watcher { link.unwatch(watcher) }
    (stream, watcher) = (nil, nil)
    generation += 1
    timer?.disarm()
    tellTimer?.disarm()
    onEmpty()
  }

  /// Tells everybody that we are there, and ends who has taken nothing for too long.
  func beat(at now: Int64, patience: Int64) {
    for reader in Array(readers.values) {
      if now - reader.lastTaken > patience { reader.close() } else { reader.wake(alive: true) }
    }
  }

  // MARK: The daemon

  private func changed(_ isThere: Bool) {
    generation += 1
    stream = nil
    clock.forget()
    timer?.disarm()
    guard isThere else {
      isAway = true
      return tell()
    }
    switch source.follow {
    case .nothing: break
    case .whole(let method):
      follow(method, source.params) { [unowned self] event in shown(event) }
    case .hint(let method):
      follow(method, [:]) { [unowned self] event in
        if let sentence = source.news { news = sentence.shownPart(of: event) }
        hint()
      }
    }
    ask()
  }

  private func follow(
    _ method: MethodDescription, _ params: JSONObject, _ heard: @escaping (JSONValue) -> Void
  ) {
    let generation = generation
    stream = link.follow(method.name, params) { [weak self] event in
      if self?.generation == generation { heard(event) }
    } onEnd: { [weak self] in
      guard let self, self.generation == generation else { return }
      stream = nil
      // Without it, it is asked for from time to time.
      clock.isFollowed = false
      clock.answered(at: MonotonicTime.milliseconds, isFollowed: false, again: interval)
      arm()
    }
    clock.isFollowed = stream != nil
  }

  /// It may show something else now.
  func hint() {
    clock.hinted()
    ask()
  }

  private func ask() {
    // A stream of whole results tells everything.
    guard !source.method.isStream, link.isConnected else { return }
    if case .whole = source.follow, clock.isFollowed, result != .null { return }
    guard clock.mayAsk(at: MonotonicTime.milliseconds) else { return arm() }
    let generation = generation
    var request = CallRequest(method: source.method.name, params: source.params)
    request.onlyReads = true
    request.timeoutMilliseconds = 10_000
    link.call(request) { [weak self] reply in
      guard let self, self.generation == generation else { return }
      answered(reply)
    }
  }

  private func answered(_ reply: Result<JSONValue, WireError>) {
    switch reply {
    case .success(let result): shown(result)
    case .failure(let error):
      refusal = error.told(of: source.method.name, source.domain).page
      isAway = false
      tell()
    }
    clock.answered(
      at: MonotonicTime.milliseconds, isFollowed: stream != nil, again: interval)
    arm()
  }

  /// After how many milliseconds its figures are others.
  private var interval: Int64? {
    guard let refresh = source.refresh else { return nil }
    let runs = refresh.condition.map { MethodDescription.hasSomething(result, at: $0) } ?? true
    return runs ? Int64(refresh.interval * 1000) : nil
  }

  private func arm() {
    guard let next = clock.next else { return }
    timer?.arm(afterMicroseconds: max(0, next - MonotonicTime.milliseconds) * 1000)
  }

  private func shown(_ result: JSONValue) {
    self.result = result
    refusal = .null
    isAway = false
    at = wall.now
    tell()
  }

  // MARK: The browsers

  private func tell() {
    let now = MonotonicTime.milliseconds
    guard now >= lastTold + Self.shortest else {
      if !isTellingLater {
        isTellingLater = true
        tellTimer?.arm(afterMicroseconds: (lastTold + Self.shortest - now) * 1000)
      }
      return
    }
    lastTold = now
    version += 1
    write()
    for reader in Array(readers.values) { reader.wake() }
  }

  private func write() {
    var state: JSONObject = ["away": .bool(isAway), "result": result]
    state["at"] = at.map { .integer($0.microseconds / 1000) }
    if refusal != .null { state["refusal"] = refusal }
    if news != .null { state["news"] = news }
    var writer = JSONWriter()
    writer.bytes.append(contentsOf: Array("event: state\ndata: ".utf8))
    writer.value(.object(state))
    writer.bytes.append(contentsOf: [0x0A, 0x0A])
    event = writer.bytes
  }
}
