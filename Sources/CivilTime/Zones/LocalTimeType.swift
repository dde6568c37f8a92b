package import Values

/// What clocks show for some time: the distance to UTC and its name.
package struct LocalTimeType: Hashable, Sendable {
  /// Seconds east of Greenwich: Seoul 32,400.
  package let offset: Int
  package let isDaylight: Bool
  /// As `KST`.
  package let abbreviation: String

  package init(offset: Int, isDaylight: Bool = false, abbreviation: String) {
    self.offset = offset
    self.isDaylight = isDaylight
    self.abbreviation = abbreviation
  }
}

/// A change of the clock.
package struct ClockChange: Hashable, Sendable {
  /// Seconds since 1970, from which `type` holds.
  package let seconds: Int64
  package let type: LocalTimeType
}

/// A time on the clocks of a zone, looked for in the line of time.
package enum LocalTimeResolution: Hashable, Sendable {
  case unique(Timestamp)
  /// Clocks jump over it, at `change`, from one offset to a larger one (in seconds).
  case gap(change: Timestamp, before: Int, after: Int)
  /// Clocks show it twice or more often: the first and the last instant.
  case overlap(first: Timestamp, last: Timestamp)
}
