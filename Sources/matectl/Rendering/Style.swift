internal import IPCProtocol

/// How styles look; without colour nothing is lost but the colour.
struct Style {
  let isColored: Bool

  func apply(_ style: StyleRule.Style?, _ text: String) -> String {
    guard isColored, let style, !text.isEmpty else { return text }
    return "\u{1B}[\(Self.codes[style] ?? "0")m\(text)\(Self.end)"
  }

  private static let end = "\u{1B}[0m"

  /// Everything that is put around a text.
  static let sequences = codes.values.map { "\u{1B}[\($0)m" } + [end]

  /// The number of a style in a sequence of its own.
  static func code(of style: StyleRule.Style) -> String { codes[style] ?? "0" }

  private static let codes: [StyleRule.Style: String] = [
    .danger: "1;31", .warning: "33", .success: "32", .accent: "35", .muted: "2", .strong: "1",
  ]
}

/// What says how a value looks; made once, it is asked row after row.
struct StyleRules {
  private let rules: [(place: JSONPointer?, rule: StyleRule)]

  init(_ rules: [StyleRule]) { self.rules = rules.map { (JSONPointer($0.when), $0) } }

  /// By the first rule that holds.
  func style(of value: JSONValue) -> StyleRule.Style? {
    rules.first { $0.place?.value(in: value) == $0.rule.is }?.rule.use
  }
}
