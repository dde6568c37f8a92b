internal import DaemonRuntime
internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Loop
internal import Values

/// The page: what is answered on which path.
@LoopActor
final class WebService {
  let server: HTTPServer
  var settings: WebSettings
  var policy: AccessPolicy
  var shelf: ScreenShelf
  let writers: Writers
  /// The port of loopback that we listen on; nil where there is none.
  private(set) var port: UInt16?
  private var links: [String: DaemonLink] = [:]
  private var feeds: [String: ScreenFeed] = [:]
  private var beatTimer: LoopTimer?
  private let clock = SteadyClock()

  /// Between two signs of life, in milliseconds; who misses two of them calls it stale.
  static let beat: Int64 = 4000
  /// For who takes nothing, in milliseconds.
  static let patience: Int64 = 60_000
  /// Of pages of customers, each of which is asked for by itself.
  static let mostFeeds = 1024

  init(_ settings: WebSettings, _ policy: AccessPolicy, _ shelf: ScreenShelf) throws(SystemError) {
    (self.settings, self.policy, self.shelf) = (settings, policy, shelf)
    writers = Writers(.own) { SessionFile.now }
    server = try HTTPServer(Gate(hosts: settings.hosts, isDisplayOnly: settings.isDisplayOnly))
    server.handle = { [unowned self] exchange in handle(exchange) }
    beatTimer = EventLoop.shared.makeTimer { [unowned self] in beat() }
    beatTimer?.arm(afterMicroseconds: Self.beat * 1000)
  }

  /// New settings, without new sockets.
  func replace(_ settings: WebSettings, _ policy: AccessPolicy, _ shelf: ScreenShelf) {
    (self.settings, self.policy, self.shelf) = (settings, policy, shelf)
    server.gate = Gate(hosts: settings.hosts, isDisplayOnly: settings.isDisplayOnly)
  }

  /// Listens where the configuration says so, beside the sockets that were passed.
  func listen(_ passed: [Int32]) throws(SystemError) {
    for descriptor in passed { server.listen(on: descriptor) }
    if let port = settings.port { try listen(atPort: port) }
    for address in settings.addresses { server.listen(on: try address.listen().descriptor) }
    listenAgain()
  }

  /// Where a port was opened for a link, browsers that have used it know that one alone.
  private func listenAgain() {
    guard settings.port == nil, settings.url == nil, !settings.isDisplayOnly,
      let port = writers.port(at: MonotonicTime.milliseconds)
    else { return }
    do throws(SystemError) {
      try listen(atPort: port)
    } catch {
      Journal.shared.log(
        .warning, "browsers that know port \(port) of 127.0.0.1 cannot go on: \(error)")
    }
  }

  func listen(atPort wanted: UInt16) throws(SystemError) {
    let (descriptor, port) = try NetworkAddress.loopback(wanted).listen()
    server.listen(on: descriptor)
    self.port = port
  }

  private func beat() {
    let now = MonotonicTime.milliseconds
    for feed in Array(feeds.values) { feed.beat(at: now, patience: Self.patience) }
    beatTimer?.arm(afterMicroseconds: Self.beat * 1000)
  }

  /// Calls whose answer the daemons have not given yet; streams are not waited for.
  private(set) var callCount = 0

  /// Takes a call as one that is waited for, until it is answered.
  func begin() -> () -> Void {
    callCount += 1
    return { [unowned self] in callCount -= 1 }
  }

  var statusText: String {
    let browsers = feeds.values.reduce(0) { $0 + $1.readerCount }
    return "\(browsers) browsers follow \(feeds.count) screens"
  }

  /// Nobody is there, nobody has a cookie and would look for us in vain, and nobody could come to a port that
  /// was configured.
  var isIdle: Bool {
    server.guests.count == 0 && settings.port == nil && settings.addresses.isEmpty
      && !writers.isAnybodyTrusted(at: MonotonicTime.milliseconds)
  }

  // MARK: Paths

  private func handle(_ exchange: Exchange) {
    let head = exchange.head
    let parts = head.path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    if parts.count > 1, parts[1].contains("@") { _ = known(parts[1]) }
    if head.method == "POST" { return post(exchange) }
    switch (parts.first, parts.count) {
    case (nil, 0), ("s", 3), ("d", 3): exchange.finish(PageFiles.answer("index.html"))
    case ("t", 1...3): customerPage(Array(parts.dropFirst()), exchange)
    case ("web", 2): exchange.finish(PageFiles.answer(parts[1]))
    case ("screens", 1): exchange.finish(.json(200, list(for: writer(exchange))))
    case ("screen", 3): exchange.finish(words(parts[1], parts[2], for: writer(exchange)))
    case ("events", 3): follow(parts[1], parts[2], exchange)
    case ("events", 4) where parts[2] == ScreenPatterns.customerPage:
      followTicket(parts[1], parts[3], exchange)
    case ("favicon.ico", 1): exchange.finish(Answer(204, "image/x-icon", .bytes([])))
    case ("qr", 2): exchange.finish(code(parts[1], exchange))
    default: exchange.finish(.refused(.nothingHere))
    }
  }

  /// A domain by its label; one of several may have been made since, and nothing tells of that.
  func known(_ label: String) -> DomainDescription? {
    if let domain = shelf.domain(label) { return domain }
    shelf = shelf.current()
    return shelf.domain(label)
  }

  /// The user whose cookie came, where that user may still write.
  func writer(_ exchange: Exchange) -> UInt32? {
    guard !settings.isDisplayOnly else { return nil }
    let cookie = exchange.head.cookie(named: Writers.cookieName)
    return writers.user(of: cookie, at: MonotonicTime.milliseconds)
  }

  private func mayShow(_ screen: ShownScreen, to writer: UInt32?) -> Bool {
    writer != nil || settings.screens.shows(screen)
  }

  func mayShowCustomerPage(of domain: String, to writer: UInt32?) -> Bool {
    writer != nil || settings.screens.showsCustomerPage(of: domain)
  }

  /// The screens that may be seen.
  private func list(for writer: UInt32?) -> [UInt8] {
    var screens: [JSONValue] = []
    var tickets: [JSONValue] = []
    shelf = shelf.current()
    for domain in shelf.domains {
      for screen in shelf.screens(of: domain.label) where mayShow(screen, to: writer) {
        screens.append([
          "domain": .string(domain.label), "name": .string(screen.name),
          "title": screen.view.title.jsonValue, "summary": domain.summary.jsonValue,
        ])
      }
      guard let page = domain.publicPage,
        let method = domain.methods.first(where: {
          $0.name == page.method
        }), mayShowCustomerPage(of: domain.label, to: writer)
      else { continue }
      tickets.append([
        "domain": .string(domain.label), "title": page.title.jsonValue,
        "render": method.render?.jsonValue ?? .null,
        "errors": .object(CustomerWords.refusals(of: domain)),
      ])
    }
    var object: JSONObject = ["screens": .array(screens), "tickets": .array(tickets)]
    object["writer"] = writer.map { .string(LinuxAccounts.name(ofUser: $0)) }
    object["empty"] = PageSentences.empty.jsonValue
    object["told"] = PageSentences.noAnswer.jsonValue
    object["now"] = .integer(clock.now.microseconds / 1000)
    return Array(JSON.text(.object(object)).utf8)
  }

  private func words(_ domain: String, _ name: String, for writer: UInt32?) -> Answer {
    guard let screen = shelf.screen(domain, name), mayShow(screen, to: writer) else {
      return .refused(.noScreen)
    }
    let words = ScreenWords(
      screen, canWrite: writer != nil,
      hasCustomerPage: screen.domain.publicPage != nil
        && screen.view.screen?.announcement != nil
        && mayShowCustomerPage(of: domain, to: writer))
    return .json(200, Array(JSON.text(words.json).utf8))
  }

  // MARK: Events

  private func follow(_ domain: String, _ name: String, _ exchange: Exchange) {
    guard let screen = shelf.screen(domain, name), mayShow(screen, to: writer(exchange)) else {
      return exchange.finish(.refused(.noScreen))
    }
    follow(
      "\(domain)/\(name)", FeedSource(screen.view, of: screen.domain), of: screen.domain, exchange)
  }

  func follow(
    _ key: String, _ source: FeedSource, of domain: DomainDescription, _ exchange: Exchange
  ) {
    guard exchange.head.method == "GET", let link = link(to: domain),
      feeds[key] != nil || feeds.count < Self.mostFeeds
    else { return exchange.finish(.refused(.tooMany)) }
    let feed = feeds[key] ?? ScreenFeed(source, link, clock)
    if feeds[key] == nil {
      feeds[key] = feed
      feed.onEmpty = { [unowned self] in feeds[key] = nil }
    }
    let reader = EventReader(feed, server, at: MonotonicTime.milliseconds)
    feed.join(reader)
    exchange.finish(Answer(200, "text/event-stream", .events(reader)))
  }

  func link(to domain: DomainDescription) -> DaemonLink? {
    if let link = links[domain.label] { return link }
    // Where its folder is somebody else's the domain is not there.
    guard let link = try? DaemonLink(domain) else { return nil }
    links[domain.label] = link
    return link
  }

  /// A change was made: what shows the domain is asked for at once, where no stream tells of it.
  func changed(_ domain: DomainDescription) {
    for (key, feed) in feeds where key.hasPrefix("\(domain.label)/") { feed.hint() }
  }

  // MARK: The code on the board

  private func code(_ file: String, _ exchange: Exchange) -> Answer {
    guard file.hasSuffix(".svg") else {
      return .refused(.nothingHere)
    }
    let label = String(file.dropLast(4))
    guard let domain = shelf.domain(label), domain.publicPage != nil,
      mayShowCustomerPage(of: label, to: writer(exchange)),
      let svg = QRCode.svg("\(origin(exchange))/t/\(domain.instance == nil ? "" : label)")
    else { return .refused(.nothingHere) }
    return Answer(200, "image/svg+xml", .bytes(Array(svg.utf8)))
  }

  /// Where the page is found by somebody else.
  private func origin(_ exchange: Exchange) -> String {
    settings.url ?? "http://\(exchange.head.host ?? "localhost")"
  }
}
