internal import DaemonRuntime
internal import DesktopNotifications
internal import Loop
internal import Values

/// A bus of the street has messages too.
private typealias DBusMessage = DesktopNotifications.BusMessage

/// Follows GeoClue on the system's bus, where there is one (org.freedesktop.GeoClue2).
///
/// Everything happens on the loop. Where GeoClue is not, refuses, or goes away, it is asked again
/// after a while; none of it is an error, as a machine without it is an ordinary one.
@LoopActor
final class GeoClueConnection {
  private static let name = "org.freedesktop.GeoClue2"
  private static let client = "org.freedesktop.GeoClue2.Client"
  private static let location = "org.freedesktop.GeoClue2.Location"
  private static let properties = "org.freedesktop.DBus.Properties"
  /// The most exact of GeoClue's levels.
  private static let exact: UInt32 = 8
  private static let timeoutSeconds: UInt64 = 25
  private static let retryMicroseconds: Int64 = 60_000_000

  private let loop: EventLoop
  private let deliver: @LoopActor (Fix) -> Void
  private var bus: SessionBus?
  private lazy var timer = loop.makeTimer { [weak self] in self?.connect() }

  init(loop: EventLoop = .shared, deliver: @escaping @LoopActor (Fix) -> Void) {
    self.loop = loop
    self.deliver = deliver
    connect()
  }

  /// Ends the connection; GeoClue ends a client whose connection is gone.
  func stop() {
    timer.disarm()
    bus?.close()
    bus = nil
  }

  private func connect() {
    bus?.close()
    bus = SessionBus(systemOn: loop)
    guard let bus else { return retry() }
    bus.listen(
      "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
        + "member='NameOwnerChanged',arg0='\(Self.name)',arg2=''"
    ) { [weak self] _ in self?.retry() }
    bus.call(
      Self.name, "/org/freedesktop/GeoClue2/Manager", "\(Self.name).Manager", "GetClient",
      timeoutSeconds: Self.timeoutSeconds, write: { _ in 0 }
    ) { [weak self] reply in
      guard let self, self.bus === bus else { return }
      guard let path = reply?.objectPath() else { return retry() }
      start(bus, path)
    }
  }

  private func retry() { timer.arm(afterMicroseconds: Self.retryMicroseconds) }

  /// Says who we are and what we want; then positions come as signals.
  private func start(_ bus: SessionBus, _ path: String) {
    bus.listen("type='signal',interface='\(Self.client)',member='LocationUpdated',path='\(path)'") {
      [weak self] message in
      guard let self, message.objectPath() != nil, let new = message.objectPath() else { return }
      read(bus, new)
    }
    set(bus, path, "DesktopId", "s") { $0.append("mate") }
    set(bus, path, "RequestedAccuracyLevel", "u") { $0.append(Self.exact) }
    bus.call(
      Self.name, path, Self.client, "Start", timeoutSeconds: Self.timeoutSeconds,
      write: { _ in 0 }
    ) { [weak self] reply in
      guard let self, self.bus === bus, reply == nil || reply?.errorName != nil else { return }
      retry()
    }
  }

  private func set(
    _ bus: SessionBus, _ path: String, _ property: String, _ type: String,
    _ value: (DBusMessage) -> Int32
  ) {
    bus.call(
      Self.name, path, Self.properties, "Set", timeoutSeconds: Self.timeoutSeconds,
      write: { message in
        min(
          message.append(Self.client), message.append(property),
          message.container("v", type) { value(message) })
      }, then: { _ in })
  }

  // MARK: Positions

  /// What has been read of a position; the answers come in the order of the questions.
  private final class Draft {
    var latitude: Double?
    var longitude: Double?
    var accuracy: Double?
  }

  private func read(_ bus: SessionBus, _ path: String) {
    let draft = Draft()
    get(bus, path, "Latitude") { draft.latitude = Self.number($0) }
    get(bus, path, "Longitude") { draft.longitude = Self.number($0) }
    get(bus, path, "Accuracy") { draft.accuracy = Self.number($0) }
    get(bus, path, "Timestamp") { [weak self] reply in
      let seconds = reply?.inside("v", "(tt)") { reply?.inside("r", "tt") { reply?.uint64() } }
      guard let self, let latitude = draft.latitude, let longitude = draft.longitude,
        let point = GeoPoint(latitude: latitude, longitude: longitude)
      else { return }
      let time = seconds.flatMap { Int64(exactly: $0) }.flatMap { seconds -> Timestamp? in
        let (microseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return overflow ? nil : Timestamp(microseconds: microseconds)
      }
      deliver(Fix(point: point, time: time, accuracy: draft.accuracy.flatMap { $0 < 0 ? nil : $0 }))
    }
  }

  private static func number(_ reply: DBusMessage?) -> Double? {
    reply?.inside("v", "d") { reply?.double() }
  }

  private func get(
    _ bus: SessionBus, _ path: String, _ property: String,
    then handler: @escaping @LoopActor (DBusMessage?) -> Void
  ) {
    bus.call(
      Self.name, path, Self.properties, "Get", timeoutSeconds: Self.timeoutSeconds,
      write: { min($0.append(Self.location), $0.append(property)) }
    ) { reply in handler(reply?.errorName == nil ? reply : nil) }
  }
}
