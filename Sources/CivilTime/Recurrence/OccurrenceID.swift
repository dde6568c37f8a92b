package import Values

extension UUID {
  /// Version 5 (RFC 9562, section 5.5): always the same for a namespace and a name.
  package init(namespace: UUID, name: String) {
    let digest = SHA1.digest(namespace.bytes + Array(name.utf8))
    let half = { (bytes: ArraySlice<UInt8>) in bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
    self = UUID(high: half(digest[..<8]), low: half(digest[8..<16])).marked(version: 5)
  }

  /// The id of one occurrence of a series, the same on every machine that computes it.
  ///
  /// The name is the date on which the rule put the occurrence, as `2026-11-21`, whatever it is
  /// moved to later; rules come at most once a day, so the time is not part of it. Two devices
  /// that both make tomorrow's occurrence while offline have made one record.
  ///
  /// - Parameters:
  ///   - series: The id of the task that carries the rule.
  ///   - date: A date of its ``RecurrenceSeries``, in the zone of the series.
  package init(occurrenceOf series: UUID, on date: CivilDate) {
    self.init(namespace: series, name: date.description)
  }
}
