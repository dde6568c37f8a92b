package import Values

/// When somebody wants to be told of a task.
package enum Reminder: Hashable, Sendable {
  /// So many seconds before it is due, or after it where negative; before midnight of a date.
  case beforeDue(seconds: Int)
  case at(Timestamp)
}

extension Reminder: Comparable {
  private var order: (Int, Int64) {
    switch self {
    case .beforeDue(let seconds): (0, -Int64(seconds))
    case .at(let instant): (1, instant.microseconds)
    }
  }

  package static func < (one: Reminder, other: Reminder) -> Bool { one.order < other.order }
}

extension Reminder: LosslessStringConvertible {
  /// Reads `-PT15M` (before it is due) or an RFC 3339 timestamp.
  package init?(_ description: String) {
    if let seconds = DurationText.seconds(description) {
      self = .beforeDue(seconds: -seconds)
    } else if let instant = Timestamp(rfc3339: description) {
      self = .at(instant)
    } else {
      return nil
    }
  }

  package var description: String {
    switch self {
    case .beforeDue(let seconds): DurationText.text(seconds: -seconds)
    case .at(let instant): instant.description
    }
  }
}
