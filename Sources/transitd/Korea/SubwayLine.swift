internal import Values

/// A subway line by the portal's number; a number that we do not know is a line all the same.
struct SubwayLine: Hashable, Comparable {
  let id: Int

  init(_ id: Int) { self.id = id }

  static func < (one: SubwayLine, other: SubwayLine) -> Bool { one.id < other.id }

  var name: LocalizedText {
    if (1001...1009).contains(id) {
      return LocalizedText(en: "Line \(id - 1000)", ko: "\(id - 1000)호선")
    }
    return Self.names[id] ?? LocalizedText(en: "Line \(id)", ko: "노선 \(id)")
  }

  /// Several lines as one text.
  static func names(_ lines: [SubwayLine]) -> LocalizedText {
    LocalizedText(
      en: lines.map(\.name.en).joined(separator: ", "),
      ko: lines.map { $0.name.text(in: .korean) }.joined(separator: ", "))
  }

  /// A line as people say it: `2`, `2호선`, `line 2`, `경의중앙`, `GTX-A`, or its number.
  init?(named text: String) {
    let word = Self.folded(text)
    if let number = Int(word) {
      let id = (1...9).contains(number) ? 1000 + number : number
      guard (1001...1009).contains(id) || Self.names[id] != nil else { return nil }
      self.init(id)
      return
    }
    let known =
      (1001...1009).map { SubwayLine($0) } + Self.names.keys.sorted().map { SubwayLine($0) }
    let match = known.first { line in
      let names = [line.name.en, line.name.ko ?? ""].map(Self.folded)
      return names.contains(word) || names.contains(word + "선")
        || names.contains(word + "line")
    }
    guard let match else { return nil }
    self = match
  }

  private static func folded(_ text: String) -> String {
    text.lowercased().filter { !$0.isWhitespace && !"-–·".contains($0) }
  }

  private static let names: [Int: LocalizedText] = [
    1032: .init(en: "GTX-A", ko: "GTX-A"),
    1061: .init(en: "Jungang Line", ko: "중앙선"),
    1063: .init(en: "Gyeongui–Jungang Line", ko: "경의중앙선"),
    1065: .init(en: "AREX", ko: "공항철도"),
    1067: .init(en: "Gyeongchun Line", ko: "경춘선"),
    1069: .init(en: "Incheon Line 1", ko: "인천1호선"),
    1075: .init(en: "Suin–Bundang Line", ko: "수인분당선"),
    1077: .init(en: "Sinbundang Line", ko: "신분당선"),
    1081: .init(en: "Gyeonggang Line", ko: "경강선"),
    1091: .init(en: "Airport Maglev", ko: "자기부상철도"),
    1092: .init(en: "Ui–Sinseol Line", ko: "우이신설선"),
    1093: .init(en: "Seohae Line", ko: "서해선"),
    1094: .init(en: "Sillim Line", ko: "신림선"),
  ]
}
