package import IPCProtocol
internal import LinuxSystem
package import Loop
package import Storage
package import Values

/// A domain as the runtime sees it: its description, its state, its calls.
@LoopActor
package protocol DomainService: DomainState, Sendable {
  /// What it refuses.
  associatedtype Reason: RefusalReason

  nonisolated static var identity: DomainIdentity { get }
  /// All that it can do, in the order in which help shows it.
  nonisolated static var calls: [Call<Self>] { get }
  /// What its full screen shows besides what a client finds by itself.
  nonisolated static var screens: [ScreenDescription] { get }
  /// What members of its rows are called where no table of it has a head for them.
  nonisolated static var members: [String: LocalizedText] { get }
  /// What one customer may see of it without any right; nil is nothing.
  nonisolated static var publicPage: PublicPage? { get }
  nonisolated static var migrations: [Migration] { get }

  /// The limits that hold where the configuration says nothing.
  nonisolated static var limits: Limits { get }

  init(host: DomainHost) throws

  /// When ``wakeUp(at:)`` is wanted next; read after every turn that changed something.
  var nextWake: Timestamp? { get }

  /// What is due; runs as a change of its own.
  func wakeUp(at now: Timestamp) throws

  /// The wall clock was set, or the machine has slept, a moment ago; runs as a change of its own,
  /// before anything that is asked or due after it. ``nextWake`` is read again.
  func timeJumped(_ jump: TimeJump, at now: Timestamp) throws

  /// Whether the daemon must not exit although nobody is connected.
  var hasWork: Bool { get }

  /// Whether several machines may share a branch of it (`docs/beyond.md`).
  nonisolated static var sharesBranch: Bool { get }

  /// What the head office of several branches asks.
  nonisolated static var branchViews: [BranchView] { get }

  /// Whether it has keys or passwords in memory: then no core is dumped, and no other program of
  /// the user may read its memory.
  nonisolated static var holdsSecrets: Bool { get }

  /// How the domain is, as `open, 12 waiting, 3 being served`; `systemctl status` shows the English.
  var statusText: LocalizedText { get }

  /// The domain's own members of the configuration file; called before ``load()`` and on SIGHUP.
  ///
  /// - Throws: A sentence for the journal; the old configuration then stays.
  func configure(_ configuration: JSONObject) throws

  var gauges: [Gauge] { get }

  /// What `matectl doctor` tells of the domain: what it needs from outside, and how that is.
  var checks: [HealthCheck] { get }
}

extension DomainService {
  package nonisolated static var screens: [ScreenDescription] { [] }
  package nonisolated static var members: [String: LocalizedText] { [:] }
  package nonisolated static var publicPage: PublicPage? { nil }
  package nonisolated static var limits: Limits { Limits() }
  package nonisolated static var holdsSecrets: Bool { false }
  package nonisolated static var sharesBranch: Bool { false }
  package nonisolated static var branchViews: [BranchView] { [] }
  package var nextWake: Timestamp? { nil }
  package func wakeUp(at now: Timestamp) throws {}
  package func timeJumped(_ jump: TimeJump, at now: Timestamp) throws {}
  package var hasWork: Bool { false }
  package var statusText: LocalizedText { LocalizedText(en: "ready", ko: "준비됨") }
  package var gauges: [Gauge] { [] }
  package var checks: [HealthCheck] { [] }
  package func configure(_ configuration: JSONObject) throws {
    guard let unknown = configuration.keys.first else { return }
    throw ConfigurationError.unknown(unknown)
  }
}
