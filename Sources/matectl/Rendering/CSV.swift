internal import IPCProtocol
internal import Values

/// RFC 4180: a header, commas, quotes where they are needed, lines that end in CR LF.
enum CSV {
  /// What is said of columns, and what of them has been said.
  struct Form {
    var headers = TableChoice.Headers.wire
    var hasHeader = true
    /// Members that events, or the cards of a board, may have, in the order of the header; those of
    /// the value itself where that is not known.
    var members: [String]?
  }

  static func text(
    _ value: JSONValue, _ rendering: Rendering?, _ values: ValueText, _ form: Form = Form()
  ) -> String {
    if case .table(let template)? = rendering {
      let rows = value.value(at: template.rows)?.arrayValue ?? []
      var columns: [TableColumn] = []
      // The day and the time of a value are one column: what is on the wire.
      for column in template.columns where !columns.contains(where: { $0.value == column.value }) {
        columns.append(column)
      }
      return (form.hasHeader ? line(columns.map { name($0, form.headers) }) : "")
        + rows.map { row in
          line(columns.map { raw(row.value(at: $0.value), values) })
        }.joined()
    }
    if case .board(let template)? = rendering { return board(value, template, values, form) }
    guard let object = value.objectValue else { return line([raw(value, values)]) }
    let keys = form.members ?? object.keys
    return (form.hasHeader ? line(keys) : "") + line(keys.map { raw(object[$0], values) })
  }

  private static func name(_ column: TableColumn, _ headers: TableChoice.Headers) -> String {
    switch headers {
    case .wire: TableChoice.name(of: column)
    case .en: column.header.text(in: .english)
    case .ko: column.header.text(in: .korean)
    }
  }

  /// A row for each card, with all its members, behind the name that its column has on the wire.
  private static func board(
    _ value: JSONValue, _ template: BoardTemplate, _ values: ValueText, _ form: Form
  ) -> String {
    let names = columnNames(template.columns.map(\.items))
    let cards = zip(template.columns, names).flatMap { column, name in
      (value.value(at: column.items)?.arrayValue ?? []).compactMap { card in
        card.objectValue.map { (name, $0) }
      }
    }
    var keys = form.members ?? []
    if form.members == nil {
      for (_, card) in cards {
        for key in card.keys where !keys.contains(key) { keys.append(key) }
      }
    }
    return (form.hasHeader ? line(["column"] + keys) : "")
      + cards.map { name, card in line([name] + keys.map { raw(card[$0], values) }) }.joined()
  }

  /// What tells pointers apart: `todo` and `doing` of `/todo/items` and `/doing/items`.
  static func columnNames(_ pointers: [String]) -> [String] {
    let paths = pointers.map { $0.split(separator: "/").map(String.init) }
    return paths.map { path in
      let own = path.indices.filter { index in
        paths.contains { !$0.indices.contains(index) || $0[index] != path[index] }
      }
      return (own.isEmpty ? path : own.map { path[$0] }).joined(separator: "/")
    }
  }

  /// Numbers and times as they are on the wire: a spreadsheet formats them itself.
  private static func raw(_ value: JSONValue?, _ values: ValueText) -> String {
    switch value {
    case .integer, .unsigned, .double, .bool: value.map { JSON.text($0) } ?? ""
    default: values.text(value, format: nil)
    }
  }

  private static func line(_ fields: [String]) -> String {
    fields.map { field in
      // A field that a spreadsheet would take for a formula is kept text.
      let field = field.printable()
      // A number with its sign is a number in any spreadsheet.
      let isFormula = (field.first.map { "=+@".contains($0) } ?? false) && Double(field) == nil
      let text = isFormula ? "'\(field)" : field
      guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else {
        return text
      }
      return "\""
        + text.split(separator: "\"", omittingEmptySubsequences: false)
        .joined(separator: "\"\"") + "\""
    }.joined(separator: ",") + "\r\n"
  }
}
