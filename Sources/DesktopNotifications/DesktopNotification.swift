/// What a person is shown: the Desktop Notifications Specification 1.2, section "Basic Design".
package struct DesktopNotification: Hashable, Sendable {
  /// How much it may disturb; critical ones stay until they are closed.
  package enum Urgency: UInt8, Sendable {
    case low, normal, critical
  }

  /// A button; the key comes back when it is pressed, `default` when the whole is clicked.
  package struct Action: Hashable, Sendable {
    package let key: String
    package let label: String

    package init(key: String, label: String) {
      self.key = key
      self.label = label
    }
  }

  /// One line of plain text.
  package var summary: String
  /// Plain text with line breaks; what would be markup is shown as it stands.
  package var body: String
  package var urgency: Urgency
  package var actions: [Action]
  /// A name of an icon theme, as `appointment-soon`; empty for none.
  package var icon: String

  package init(
    summary: String, body: String = "", urgency: Urgency = .normal, actions: [Action] = [],
    icon: String = ""
  ) {
    self.summary = summary
    self.body = body
    self.urgency = urgency
    self.actions = actions
    self.icon = icon
  }
}

/// What became of a notification.
package enum NotificationOutcome: Hashable, Sendable {
  /// The server took it, under a number of its own.
  case shown(UInt32)
  /// This user has no session bus: a server, a console, a service of the system.
  case noBus
  /// Nothing on the bus shows notifications.
  case noServer
  /// The server refused or did not answer: the name of the D-Bus error.
  case failed(String)
  /// Too many wait for an answer (``DesktopNotifier/waitingLimit``), or a newer one with the same key
  /// came before this one could be sent.
  case tooMany
}
