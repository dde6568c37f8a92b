package import IPCProtocol
package import Values

/// One thing about a daemon that is well or is not, as `mate.status` tells it and `matectl doctor` shows
/// it; `docs/protocol.md`, section 5.
package struct HealthCheck: Shape, Hashable {
  package enum State: String, WireWord {
    case fine
    /// It works, and will not for ever or not as it is meant to.
    case warning
    /// Something that people count on does not work.
    case broken
  }

  /// What is looked at, the same in every answer, as `disk` or `subway`.
  package let name: String
  package let state: State
  package let text: LocalizedText
  /// What to type; nil where nothing is to be done.
  package let next: String?

  package init(_ name: String, _ state: State, _ text: LocalizedText, next: String? = nil) {
    self.name = name
    self.state = state
    self.text = text
    self.next = next
  }

  package static let shape = ShapeOf<HealthCheck>([
    Member("name", \.name), Member("state", \.state), Member("text", \.text),
    Member("next", \.next),
  ])
}
