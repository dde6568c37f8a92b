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
    let names = MemberNames(domain)
    for column in view.rendering.columns() {
      guard let value = row.value(at: column.value) else { continue }
      let isNew = told.insert(column.value).inserted
      let head = column.header.text(in: values.language)
      // A bar draws what stands beside it.
      guard isNew || !head.isEmpty else { continue }
      let format = column.shownFormat == "bar" ? nil : column.shownFormat
      let word = names.value(of: column.value, value)?.text(in: values.language)
      pairs.append((head, word ?? values.text(value, format: format)))
    }
    told.formUnion(view.rendering.labels)
    for (key, value) in row.objectValue?.members ?? [] where !told.contains("/\(key)") {
      // What a column shows a part of, and a word for programs beside what it is called.
      guard !told.contains(where: { $0.hasPrefix("/\(key)/") }), !Self.isCode(key, of: row) else {
        continue
      }
      let format = key.isDurationName ? ValueFormat.duration.rawValue : nil
      let word = names.value(of: "/\(key)", value)?.text(in: values.language)
      let text = word ?? Self.moment(value, values) ?? values.text(value, format: format)
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

extension MemberNames {
  fileprivate func value(of pointer: String, _ value: JSONValue) -> LocalizedText? {
    value.stringValue.flatMap { self.value($0, of: String(pointer.dropFirst())) }
  }
}

extension Rendering {
  /// What a picture writes beside its bars, which the rows say in their columns.
  fileprivate var labels: [String] {
    guard case .table(let table) = self else { return [] }
    return ([table] + table.instead).compactMap { $0.chart?.at }
  }
}
