internal import LinuxSystem
internal import Values

/// Which of several of a domain this process is: `MATE_INSTANCE`, which the unit or the client sets.
enum OwnInstance {
  /// Nil for the one without a name, and where the variable holds none.
  static let name = given.flatMap { InstanceName($0) }

  /// The variable where it is no name: with it a daemon would take another's store for its own.
  static var mistake: String? { name == nil ? given : nil }

  private static var given: String? { Environment["MATE_INSTANCE"] }

  /// `bank`, or `bank@gangnam` for one of several; so for programs, too.
  static func label(_ word: String) -> String { DomainLabel.name(word, at: name) }
}
