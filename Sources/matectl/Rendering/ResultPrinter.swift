internal import IPCProtocol
internal import LinuxSystem

/// Results and events on standard output, in the form that was asked for.
struct ResultPrinter {
  let output: Invocation.Output?
  let style: Style
  let values: ValueText
  /// Cells and lines of the terminal; nil in a pipe.
  let screen: (columns: Int, rows: Int)?
  /// What a status bar shows, where the method says so.
  var bar: BarTemplate?
  /// What gives way first where a table does not fit.
  var priorities = Table.Priorities()

  /// What is printed, and how much of it is meant to the byte.
  enum Printed {
    /// For people; what would steer a terminal has been, or will be, taken out.
    case screen(String)
    /// JSON as it came.
    case json(String)
    /// For another program, byte by byte.
    case exact(String)

    var text: String {
      switch self {
      case .screen(let text), .json(let text), .exact(let text): text
      }
    }
  }

  /// A result, with its last newline; empty where there is nothing to say.
  func printed(_ bytes: [UInt8], _ rendering: Rendering?) -> Printed {
    let came = String(decoding: bytes, as: UTF8.self) + "\n"
    if output == .json || output == .jsonl { return .json(came) }
    // Not JSON for us: shown as it came rather than not at all.
    guard let value = try? JSON.parse(bytes) else { return .screen(came) }
    if case .raw(let pointer)? = rendering, let text = value.value(at: pointer)?.stringValue {
      // A terminal is not a file: there, what would steer it is shown instead of obeyed.
      return screen == nil ? .exact(text) : .screen(text)
    }
    switch output {
    case .csv: return .exact(CSV.text(value, rendering, values))
    case .plain: return .screen(plain(value, rendering))
    case .waybar, .i3blocks:
      let line = StatusBarLine(bar, value, values) { uncolored.human(value, rendering) }
      return output == .waybar ? .json(line.waybar) : .screen(line.i3blocks)
    default:
      let text = human(value, rendering)
      return .screen(text.isEmpty ? "" : text + "\n")
    }
  }

  private var uncolored: ResultPrinter {
    ResultPrinter(output: nil, style: Style(isColored: false), values: values, screen: nil)
  }

  /// The form for people.
  func human(_ value: JSONValue, _ rendering: Rendering?) -> String {
    switch rendering {
    case .message(let template)?:
      let text = template.text(for: value, values) ?? ""
      return value["dryRun"] == true ? "\(dryRunMark)\(text)" : text
    case .table(let template)?:
      var table = Table(template, value, values)
      table.order(template, by: priorities)
      let footer = footer(template, value)
      if table.rows.isEmpty {
        let empty = template.empty?.text(in: values.language).printable()
        return (empty ?? (values.language == .korean ? "없음" : "none")) + footer
      }
      return table.rendered(style: style, width: screen?.columns) + footer
    case .board(let template)?:
      return Board(template, value, values).rendered(
        style: style, width: screen?.columns, height: nil)
    case .raw, nil: return generic(value)
    }
  }

  /// The line below a table, with the end of the line before it; empty where it says nothing.
  private func footer(_ template: TableTemplate, _ value: JSONValue) -> String {
    let text = template.footer.map {
      Template($0.text(in: values.language)).filled(with: value, values)
    }
    guard let text, text.contains(where: { !$0.isWhitespace }) else { return "" }
    return "\n" + style.apply(.warning, text.printable(inOneLine: true))
  }

  private var dryRunMark: String { values.language == .korean ? "(시험) " : "(dry run) " }

  /// A method without a rendering: members as `name  value`, an array of objects as a table.
  private func generic(_ value: JSONValue) -> String {
    switch value {
    case .object(let object) where object.isEmpty: return ""
    case .object(let object):
      let keys = object.keys.map { $0.printable(inOneLine: true) }
      let width = keys.map(\.terminalCells).max() ?? 0
      return zip(keys, object.members).map { key, member in
        let format = member.key.isDurationName ? "duration" : nil
        return "\(key.padded(toCells: width))  \(values.text(member.value, format: format))"
      }.joined(separator: "\n")
    case .array(let elements):
      return elements.map { values.text($0, format: nil) }.joined(separator: "\n")
    default: return values.text(value, format: nil)
    }
  }

  /// Tab-separated, for `cut` and `awk`.
  private func plain(_ value: JSONValue, _ rendering: Rendering?) -> String {
    guard case .table(let template)? = rendering else {
      let text = uncolored.human(value, rendering)
      return text.isEmpty ? "" : text + "\n"
    }
    return (value.value(at: template.rows)?.arrayValue ?? []).map { row in
      template.columns.map {
        values.text(row.value(at: $0.value), format: $0.shownFormat).printable(inOneLine: true)
      }.joined(separator: "\t") + "\n"
    }.joined()
  }
}

/// RFC 4180: a header, commas, quotes where they are needed, lines that end in CR LF.
enum CSV {
  static func text(_ value: JSONValue, _ rendering: Rendering?, _ values: ValueText) -> String {
    if case .table(let template)? = rendering {
      let rows = value.value(at: template.rows)?.arrayValue ?? []
      let header = template.columns.map { $0.header.text(in: values.language) }
      return line(header)
        + rows.map { row in
          line(template.columns.map { raw(row.value(at: $0.value), values) })
        }.joined()
    }
    if case .board(let template)? = rendering { return board(value, template, values) }
    guard let object = value.objectValue else { return line([raw(value, values)]) }
    return line(object.keys) + line(object.members.map { raw($0.value, values) })
  }

  /// A row for each card, with all its members, behind the name that its column has on the wire.
  private static func board(
    _ value: JSONValue, _ template: BoardTemplate, _ values: ValueText
  ) -> String {
    let names = columnNames(template.columns.map(\.items))
    let cards = zip(template.columns, names).flatMap { column, name in
      (value.value(at: column.items)?.arrayValue ?? []).compactMap { card in
        card.objectValue.map { (name, $0) }
      }
    }
    var keys: [String] = []
    for (_, card) in cards {
      for key in card.keys where !keys.contains(key) { keys.append(key) }
    }
    return line(["column"] + keys)
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
      let isFormula = field.first.map { "=+@".contains($0) } ?? false
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
