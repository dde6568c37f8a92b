internal import DaemonRuntime

/// Which screens may be seen by everybody who reaches the page.
struct ScreenPatterns: Sendable {
  /// The name of a domain and of a screen, where nil is any.
  private var patterns: [(domain: String?, screen: String?)] = []

  /// Of the page of one customer, beside the names of screens.
  static let customerPage = "t"

  init() {}

  /// - Parameter texts: `*`, `bank/*`, `bank/line`, `bank/t`.
  /// - Throws: ``ConfigurationError`` for what is none of these.
  init(_ texts: [String]) throws(ConfigurationError) {
    for (index, text) in texts.enumerated() {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      switch parts.count {
      case 1 where text == "*": patterns.append((nil, nil))
      case 2 where !parts[0].isEmpty && !parts[1].isEmpty && parts[0] != "*":
        patterns.append((parts[0], parts[1] == "*" ? nil : parts[1]))
      default:
        throw ConfigurationError(
          path: "/screens/\(index)", expected: "a screen, as bank/line, bank/* or *",
          "화면 이름(예: bank/line, bank/*, *)")
      }
    }
  }

  func shows(_ domain: String, _ screen: String) -> Bool {
    patterns.contains { pattern in
      (pattern.domain ?? domain) == domain && (pattern.screen ?? screen) == screen
    }
  }
}
