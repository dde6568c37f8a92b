package import Loop
internal import Values

/// Shows notifications through `org.freedesktop.Notifications` on the user's bus.
///
/// Each is shown under a key of the caller's: a second one with the same key takes the place of the
/// first on the screen. The connection is made with the first notification and again after it was
/// lost; where there is no bus or nothing shows notifications, that is an outcome and no error.
@LoopActor
package final class DesktopNotifier {
  /// Called with the notification's key and the action's when a person chooses one.
  package typealias ActionHandler = @LoopActor (_ key: String, _ action: String) -> Void

  /// Notifications that may wait for the server's answer.
  package static let waitingLimit = 100
  /// Keys whose place on the screen is remembered; the longest known is forgotten first.
  package static let keyLimit = 1000
  /// How long a server may take.
  private static let timeoutSeconds: UInt64 = 5

  private static let name = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"

  private let application: String
  private let address: String?
  private let loop: EventLoop
  private var bus: SessionBus?
  private var waiting = 0
  private var shown: [(key: String, id: UInt32)] = []
  /// Keys whose notification the server has not answered yet, and what is to follow it there.
  private var sent: [String: Follower] = [:]
  package var onAction: ActionHandler?

  private typealias Handler = @LoopActor (NotificationOutcome) -> Void

  /// What becomes of a key once its number on the screen is known.
  private enum Follower {
    case nothing
    case notification(DesktopNotification, Handler)
    case withdrawal
  }

  /// - Parameters:
  ///   - application: The name that people see.
  ///   - address: A D-Bus address; nil for the user's own bus.
  ///   - loop: Where the connection is served.
  package init(application: String, address: String? = nil, loop: EventLoop = .shared) {
    self.application = application
    self.address = address
    self.loop = loop
  }

  /// Ends the connection; what is on the screen stays there.
  package func close() {
    bus?.close()
    bus = nil
    shown = []
  }

  // MARK: Showing

  /// Shows a notification, in the place of the last one with this key.
  package func show(
    _ notification: DesktopNotification, key: String,
    then handler: @escaping @LoopActor (NotificationOutcome) -> Void = { _ in }
  ) {
    // Without the number of the one before it would be a second one beside it.
    if let follower = sent[key] {
      if case .notification(_, let handler) = follower { handler(.tooMany) }
      sent[key] = .notification(notification, handler)
      return
    }
    guard waiting < Self.waitingLimit else { return handler(.tooMany) }
    guard let bus = connected() else { return handler(.noBus) }
    waiting += 1
    sent[key] = .nothing
    let end: @LoopActor (NotificationOutcome) -> Void = { [weak self] outcome in
      self?.waiting -= 1
      handler(outcome)
      self?.goOn(key)
    }
    // Whether text may be markup is asked each time: servers come and go.
    call(bus, "GetCapabilities", write: { _ in 0 }) { [weak self] reply in
      guard let self, let reply, reply.errorName == nil else {
        return end(Self.failure(reply))
      }
      notify(bus, notification, key, hasMarkup: reply.strings().contains("body-markup"), end)
    }
  }

  /// The server has answered; what came meanwhile follows.
  private func goOn(_ key: String) {
    switch sent.removeValue(forKey: key) {
    case .notification(let notification, let handler): show(notification, key: key, then: handler)
    case .withdrawal: withdraw(key: key)
    case .nothing, nil: break
    }
  }

  /// Takes the notification of a key from the screen, where it is there.
  package func withdraw(key: String) {
    if let follower = sent[key] {
      if case .notification(_, let handler) = follower { handler(.tooMany) }
      sent[key] = .withdrawal
      return
    }
    guard let index = shown.firstIndex(where: { $0.key == key }), let bus, bus.isOpen else {
      return
    }
    let id = shown.remove(at: index).id
    call(bus, "CloseNotification", write: { $0.append(id) }) { _ in }
  }

  private func call(
    _ bus: SessionBus, _ member: String, write: (BusMessage) -> Int32,
    then handler: @escaping @LoopActor (BusMessage?) -> Void
  ) {
    bus.call(
      Self.name, Self.path, Self.name, member, timeoutSeconds: Self.timeoutSeconds, write: write,
      then: handler)
  }

  private func notify(
    _ bus: SessionBus, _ notification: DesktopNotification, _ key: String, hasMarkup: Bool,
    _ end: @escaping @LoopActor (NotificationOutcome) -> Void
  ) {
    let replaced = shown.first { $0.key == key }?.id ?? 0
    call(
      bus, "Notify",
      write: { write(notification, to: $0, replacing: replaced, hasMarkup: hasMarkup) }
    ) { [weak self] reply in
      guard let reply, reply.errorName == nil, let id = reply.uint32() else {
        return end(Self.failure(reply))
      }
      self?.remember(key, id)
      end(.shown(id))
    }
  }

  /// The arguments of `Notify`: `susssasa{sv}i`.
  private func write(
    _ notification: DesktopNotification, to message: BusMessage, replacing replaced: UInt32,
    hasMarkup: Bool
  ) -> Int32 {
    let body =
      hasMarkup ? notification.body.escapedForMarkup : notification.body
    let codes = [
      message.append(application), message.append(replaced), message.append(notification.icon),
      message.append(notification.summary), message.append(body),
      message.container("a", "s") {
        notification.actions.flatMap { [$0.key, $0.label] }.map(message.append).min() ?? 0
      },
      message.container("a", "{sv}") {
        message.container("e", "sv") {
          min(
            message.append("urgency"),
            message.container("v", "y") { message.append(notification.urgency.rawValue) })
        }
      },
      message.append(Int32(-1)),
    ]
    return codes.min() ?? 0
  }

  private static func failure(_ reply: BusMessage?) -> NotificationOutcome {
    guard let name = reply?.errorName else { return .failed("no answer") }
    let absent = ["ServiceUnknown", "NameHasNoOwner"].map { "org.freedesktop.DBus.Error.\($0)" }
    let isAbsent = absent.contains(name) || name.hasPrefix("org.freedesktop.DBus.Error.Spawn.")
    return isAbsent ? .noServer : .failed(name)
  }

  // MARK: The connection

  private func connected() -> SessionBus? {
    if let bus, bus.isOpen { return bus }
    close()
    guard let bus = SessionBus(address: address, loop: loop) else { return nil }
    self.bus = bus
    let rule = "type='signal',interface='\(Self.name)',path='\(Self.path)',member="
    bus.listen(rule + "'NotificationClosed'") { [weak self] message in
      guard let id = message.uint32() else { return }
      self?.shown.removeAll { $0.id == id }
    }
    bus.listen(rule + "'ActionInvoked'") { [weak self] message in
      guard let self, let id = message.uint32(), let action = message.string(),
        let key = shown.first(where: { $0.id == id })?.key
      else { return }
      onAction?(key, action)
    }
    // Numbers mean nothing to the next server.
    bus.listen(
      "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
        + "member='NameOwnerChanged',arg0='\(Self.name)'"
    ) { [weak self] _ in self?.shown = [] }
    return bus
  }

  private func remember(_ key: String, _ id: UInt32) {
    shown.removeAll { $0.key == key || $0.id == id }
    shown.append((key, id))
    if shown.count > Self.keyLimit { shown.removeFirst() }
  }
}
