/// Why no connection came about, from what libpq has to say.
///
/// A server says it in its own language, and tells the reason by its five letters only where it is asked to;
/// libpq's own words are English here, as no program of ours sets a locale.
enum ConnectionComplaint {
  /// Whether a server has spoken: libpq separates its words from `FATAL`, in any language, by two spaces.
  static func isServers(_ message: String) -> Bool { message.contains(":  ") }

  /// What kind of trouble it is, with several servers the one that somebody has to mend.
  ///
  /// - Parameters:
  ///   - message: In words, of all servers that were tried.
  ///   - states: The same with the reasons alone; empty where no server has spoken.
  /// - Returns: Also where nothing is known, ``PostgresError/Kind/unreachable``.
  static func kind(_ message: String, states: String) -> PostgresError.Kind {
    let reasons = Self.reasons(states)
    // A server that starts or ends is one that cannot be reached yet.
    if let reason = reasons.first(where: { !$0.hasPrefix("57P") }) {
      return .refused(sqlState: reason)
    }
    if said(message, "no password supplied") { return .refused(sqlState: "28P01") }
    if said(message, "certificate", "SSL") { return .certificate }
    if said(message, "session is read-only", "server is in hot standby mode") { return .notPrimary }
    if let reason = reasons.first { return .refused(sqlState: reason) }
    return .unreachable
  }

  private static func said(_ message: String, _ words: String...) -> Bool {
    words.contains { message.contains($0) }
  }

  /// Reasons stand at the ends of lines, as `FATAL:  28P01`.
  private static func reasons(_ states: String) -> [String] {
    states.split(whereSeparator: \.isNewline).compactMap { line in
      guard isServers(String(line)) else { return nil }
      let last = line.split(separator: " ").last.map(String.init) ?? ""
      let isReason =
        last.utf8.count == 5
        && last.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) }
      return isReason ? last : nil
    }
  }
}
