/// What a column's format and a style say about its cells, whoever makes the table.
extension TableColumn {
  /// Whether texts, and whole numbers, are shown as they are where no person sees them.
  package var isPlain: Bool {
    switch shownFormat {
    case nil, "text", "integer", "day": true
    default: false
    }
  }

  /// Whether its cells stand on the right.
  package var isNumeric: Bool {
    guard let format = shownFormat else { return false }
    switch ValueFormat(rawValue: format) {
    case .integer, .number, .duration, .bytes, .percent, .money: return true
    case .text, .date, .time, .relative, .bar, .day: return false
    case nil: return ValueFormat.fixedDigits(format) != nil
    }
  }
}

extension StyleRule.Style {
  /// A sign for those who see no colour, behind the text: only where something is wrong.
  package var mark: String {
    switch self {
    case .danger: "!"
    case .warning: "~"
    case .success, .accent, .muted, .strong: ""
    }
  }
}
