internal import DaemonRuntime
internal import Glibc
internal import IPCProtocol
internal import LinuxSystem
internal import Loop
internal import Values

/// The program from its first line to its last.
@main
enum Webd {
  static let name = "webd"
  static let version = "0.1.0"

  static func main() {
    EventLoop.shared.claim()
    EventLoop.keepForLoop([SIGTERM, SIGINT, SIGHUP])
    let arguments = WebArguments.parse(CommandLine.arguments)
    let status = LoopActor.assumeIsolated { run(arguments) }
    exit(status)
  }

  @LoopActor
  private static func run(_ arguments: WebArguments) -> Int32 {
    do {
      let run = try WebRun(arguments)
      return run.serve()
    } catch {
      let identity = DomainIdentity("web", version: version, "The page")
      let complaint = StartComplaint(error, of: identity)
      Journal.shared.log(
        .critical, "cannot start: \(complaint.sentence.en)", id: .stopped,
        fields: complaint.fields)
      StandardError.write(complaint.written)
      return 1
    }
  }
}

/// One run: sockets, loop, end.
@LoopActor
private final class WebRun {
  private let activation: SocketActivation
  private let service: WebService
  private let notifier = ServiceNotifier()
  private let idle: IdleExit
  private var drainTimer: LoopTimer?
  private var isStopping = false

  init(_ arguments: WebArguments) throws {
    signal(SIGPIPE, SIG_IGN)
    _ = try DescriptorLimit.raise()
    Journal.shared.open(daemon: Webd.name, domain: "web", clock: SteadyClock())
    let (configuration, settings) = try Self.read(arguments)
    Journal.shared.threshold = configuration.logPriority
    activation = try Self.activation(arguments)
    service = try WebService(settings, configuration.access, ScreenShelf())
    try service.listen(activation.listeners)
    idle = IdleExit(
      seconds: activation.kind == .standalone ? 0 : configuration.idleExitSeconds)
  }

  private static func read(
    _ arguments: WebArguments
  ) throws(ConfigurationError) -> (Configuration, WebSettings) {
    var configuration = try Configuration.load(daemon: Webd.name, limits: Limits())
    do throws(ConfigurationError) {
      // Members of the socket's own group may write; to a proxy, and to all others, it only shows.
      if configuration.access == AccessPolicy() { configuration.access = .ofPage }
      var settings = try WebSettings(configuration.domain)
      if let port = arguments.port { settings.port = port }
      return (configuration, settings)
    } catch {
      throw configuration.file.isEmpty ? error : error.inFile(configuration.file)
    }
  }

  private static func activation(_ arguments: WebArguments) throws -> SocketActivation {
    if let path = arguments.socketPath { return try SocketActivation.listening(on: path) }
    if let passed = SocketActivation.inherited(domain: "web", takesNetwork: true) { return passed }
    throw StartError(
      "no socket was passed; use `matectl web open`, `systemctl start webd.socket`, or "
        + "`webd --socket PATH`",
      "소켓을 받지 못했습니다. `matectl web open`, `systemctl start webd.socket`, `webd --socket PATH` 가운데 하나로 시작하십시오"
    )
  }

  func serve() -> Int32 {
    let loop = EventLoop.shared
    for signal in [SIGTERM, SIGINT] { loop.onSignal(signal) { [unowned self] in shutDown() } }
    loop.onSignal(SIGHUP) { [unowned self] in reload() }
    loop.feedWatchdog()
    idle.start { [unowned self] in
      service.isIdle
    } then: {
      loop.exit(0)
    }
    drainTimer = loop.makeTimer { loop.exit(0) }
    notifier.ready(service.statusText)
    Journal.shared.log(.info, "\(Webd.name) \(Webd.version) started", id: .started)
    LargeBlocks.giveBackWhenFreed()
    let status = loop.run(beforeEach: {}) { [unowned self] in endTurn() }
    if let path = activation.ownPath { unlink(path) }
    Journal.shared.tellSuppressed()
    Journal.shared.log(.info, "\(Webd.name) stopped", id: .stopped)
    return status
  }

  private func endTurn() -> Bool {
    let hasMore = service.server.run()
    // One more turn, in which the last answers are written.
    if isStopping, service.callCount == 0, !hasMore { EventLoop.shared.exit(0) }
    return hasMore
  }

  /// SIGTERM: calls that were passed on are answered, for a few seconds; who follows something comes
  /// again by itself.
  private func shutDown() {
    guard !isStopping else { return EventLoop.shared.exit(0) }
    isStopping = true
    notifier.stopping()
    service.server.stopListening()
    drainTimer?.arm(afterMicroseconds: Self.patience)
  }

  /// For calls that are under way at the end, in microseconds.
  private static let patience: Int64 = 5_000_000

  /// SIGHUP: the configuration and the descriptions again; sockets stay.
  private func reload() {
    notifier.reloading()
    do throws(ConfigurationError) {
      let (configuration, settings) = try Self.read(WebArguments())
      Journal.shared.threshold = configuration.logPriority
      service.replace(settings, configuration.access, ScreenShelf())
      Journal.shared.log(.notice, "configuration read again", id: .configurationRead)
    } catch {
      Journal.shared.log(
        .error, "configuration not taken, the old one stays: \(error)", id: .configurationRefused)
    }
    notifier.ready(service.statusText)
  }
}
