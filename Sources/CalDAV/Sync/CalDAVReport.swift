package import Values

/// What a synchronisation has done.
package struct CalDAVReport: Hashable, Sendable {
  /// Something about one object that did not stop the others.
  package struct Problem: Hashable, Sendable {
    /// The path on the server, or the id of the task.
    package let subject: String
    package let text: LocalizedText
  }

  /// Tasks that came or changed here.
  package internal(set) var received = 0
  /// Tasks that were stored on the server.
  package internal(set) var sent = 0
  package internal(set) var removedHere = 0
  package internal(set) var removedThere = 0
  /// Tasks that both sides had changed, put together.
  package internal(set) var merged = 0
  package internal(set) var problems: [Problem] = []

  package init() {}

  mutating func note(_ subject: String, _ text: LocalizedText) {
    problems.append(Problem(subject: subject, text: text))
  }
}
