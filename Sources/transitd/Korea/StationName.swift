/// Names of stations as the portal knows them.
enum StationName {
  /// Stations that were renamed; the portal still asks for the old name.
  private static let old = ["능길": "신길온천"]

  /// "시청역" is 시청: the portal answers only to the name without 역.
  static func withoutSuffix(_ name: String) -> String {
    name.hasSuffix("역") && name.count > 1 ? String(name.dropLast()) : name
  }

  /// What else a station is called: 이수 of 총신대입구(이수).
  static func inBrackets(_ name: String) -> [Substring] {
    guard let open = name.firstIndex(of: "("), name.hasSuffix(")") else { return [] }
    return name[name.index(after: open)...].dropLast().split(separator: ",")
  }

  /// The name that the tables and the portal have.
  static func current(_ name: String) -> String { old[withoutSuffix(name)] ?? name }
}

extension StringProtocol {
  /// Without white space at either end.
  var trimmed: String {
    var rest = Substring(self)
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }
}
