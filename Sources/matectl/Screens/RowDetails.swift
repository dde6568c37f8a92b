internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// All that a daemon said of one row, in the reader's words: those of the heads above it, then what
/// its domain calls the rest.
struct RowDetails {
  let page: TextPage

  init(_ view: ScreenView, _ row: JSONValue, _ values: ValueText, in domain: DomainDescription) {
    var pairs: [(name: String, text: String)] = []
    var told: Set<String> = []
    for column in view.rendering.columns() {
      guard let value = row.value(at: column.value) else { continue }
      told.insert(column.value)
      let format = column.shownFormat == "bar" ? nil : column.shownFormat
      pairs.append((column.header.text(in: values.language), values.text(value, format: format)))
    }
    let names = MemberNames(domain)
    for (key, value) in row.objectValue?.members ?? [] where !told.contains("/\(key)") {
      // What a column shows a part of, and a word for programs beside what it is called.
      guard !told.contains(where: { $0.hasPrefix("/\(key)/") }), !Self.isCode(key, of: row) else {
        continue
      }
      let format = key.isDurationName ? ValueFormat.duration.rawValue : nil
      let text = Self.moment(value, values) ?? values.text(value, format: format)
      let name = names.name(of: key).text(in: values.language)
      // Under one word the first says it for people: `Fruit`, and then the word that commands take.
      if !pairs.contains(where: { $0.name == name }) { pairs.append((name, text)) }
    }
    if row.objectValue == nil { pairs.append(("", values.text(row, format: nil))) }
    pairs = pairs.map { ($0.name.printable(inOneLine: true), $0.text) }
    let width = pairs.map { $0.name.terminalCells }.max() ?? 0
    let lines = pairs.filter { !$0.text.isEmpty }.flatMap { pair in
      pair.text.split(separator: "\n").enumerated().map { index, line in
        let name = index == 0 ? pair.name : ""
        return ScreenState.StripLine("\(name.padded(toCells: width))  \(line)")
      }
    }
    page = TextPage(title: view.title.text(in: values.language), lines: lines)
  }

  /// Whether a member is a word for programs, `service` beside `serviceName`, `services` beside
  /// `serviceNames`.
  static func isCode(_ key: String, of row: JSONValue) -> Bool {
    let many = key.hasSuffix("s") ? "\(key.dropLast())Names" : "\(key)Names"
    return ["\(key)Name", many].contains { row[$0] != nil && row[$0] != .null }
  }

  /// A moment in the reader's time zone; nil for what is none.
  private static func moment(_ value: JSONValue, _ values: ValueText) -> String? {
    value.stringValue.flatMap { Timestamp(rfc3339: $0) }.map(values.localDateTime)
  }
}
