internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// Results and events on standard output, in the form that was asked for.
struct ResultPrinter {
  var output: Invocation.Output?
  let style: Style
  let values: ValueText
  /// Cells and lines of the terminal; nil in a pipe.
  let screen: (columns: Int, rows: Int)?
  /// What a status bar shows, where the method says so.
  var bar: BarTemplate?
  /// What gives way first where a table does not fit.
  var priorities = Table.Priorities()
  var choice = TableChoice()
  /// What of CSV has been said before, in a stream.
  var csv = CSV.Form()
  /// Rows of a table or a board at most; those that are left out are counted.
  var rowLimit: Int?

  /// Where it is read, when that is no shell.
  var place: Place?

  enum Place {
    /// A page where → shows all of each row.
    case page
    /// That, after →.
    case records
    /// One of several below each other.
    case glance
  }

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
    if output == .json { return .json(came) }
    // Not JSON for us: shown as it came rather than not at all.
    guard let parsed = try? JSON.parse(bytes) else { return .screen(came) }
    let (value, rendering) = choice.applied(to: parsed, rendering)
    if output == .jsonl {
      guard case .table(let template)? = rendering,
        let rows = value.value(at: template.rows)?.arrayValue
      else { return .json(came) }
      return .json(rows.map { JSON.text($0) + "\n" }.joined())
    }
    if case .raw(let pointer)? = rendering, let text = value.value(at: pointer)?.stringValue {
      // A terminal is not a file: there, what would steer it is shown instead of obeyed.
      return screen == nil ? .exact(text) : .screen(text)
    }
    switch output {
    case .csv:
      var form = csv
      form.headers = choice.headers
      form.hasHeader = form.hasHeader && choice.hasHeader
      return .exact(CSV.text(value, rendering, values, form))
    case .plain: return .screen(plain(value, rendering))
    case .waybar, .i3blocks:
      var bare = uncolored
      // A status bar shows the first row, not what its columns are called.
      bare.choice.hasHeader = false
      let line = StatusBarLine(bar, value, values) { bare.human(value, rendering) }
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
    case .table(let given)?:
      let template = choice.columns.isEmpty ? given.withoutMissingParts(of: value) : given
      var table = Table(template, value, values)
      table.order(template, by: priorities)
      // A rehearsal says so on a line of its own: no row of it has been done.
      let mark =
        value["dryRun"] == true ? "\n\(dryRunMark.dropLast())" : ""
      let footer = footer(template, value) + mark
      if output == .chart, let chart = template.chart {
        let drawn = Chart(chart, rows: template.rows, of: value, values.of(value))
        let width = screen?.columns ?? Chart.usualWidth
        if !drawn.isEmpty { return drawn.drawn(style: style, width: width) + footer }
      }
      if table.rows.isEmpty {
        let empty = template.nothing(in: value, values).printable()
        return folded(empty) + footer
      }
      let shown = table.limited(to: rowLimit ?? .max)
      let text = laidOut(shown.table)
      return text.text + notes(rows: shown.left + template.leftOut(of: value), text) + footer
    case .board(let template)?:
      return Board(template, value, values).rendered(
        style: style, width: screen?.columns,
        height: output == .wide ? nil : rowLimit.map { $0 + 4 } ?? screen?.rows)
    case .raw, nil: return generic(value)
    }
  }

  private func laidOut(_ table: Table) -> Table.Rendered {
    if place == .records, let width = screen?.columns {
      return table.records(style: style, width: width)
    }
    return table.laidOut(
      style: style, width: output == .wide ? nil : screen?.columns, height: screen?.rows,
      hasHeader: choice.hasHeader)
  }

  /// Whether a table has no room for all of its columns, or for all of a value.
  func leavesOut(_ value: JSONValue, _ rendering: Rendering?) -> Bool {
    guard output == nil, case .table(let given)? = choice.applied(to: value, rendering).1 else {
      return false
    }
    let template = choice.columns.isEmpty ? given.withoutMissingParts(of: value) : given
    var table = Table(template, value, values)
    table.order(template, by: priorities)
    guard !table.rows.isEmpty else { return false }
    let text = laidOut(table)
    return text.omitted > 0 || text.isCut
  }

  /// What stands below a table whose rows were written by themselves; its result has none.
  func below(_ bytes: [UInt8], _ rendering: Rendering?) -> String {
    guard case .table(let template)? = rendering, let value = try? JSON.parse(bytes) else {
      return ""
    }
    let mark = value["dryRun"] == true ? "\n\(dryRunMark.dropLast())" : ""
    let text = (footer(template, value) + mark).dropFirst()
    return text.isEmpty ? "" : text + "\n"
  }

  /// The line below a table, with the end of the line before it; empty where it says nothing.
  private func footer(_ template: TableTemplate, _ value: JSONValue) -> String {
    let text = template.footer.map {
      Template($0.text(in: values.language)).filled(with: value, values)
    }
    guard let text, text.contains(where: { !$0.isWhitespace }) else { return "" }
    let lines = folded(text.printable(inOneLine: true)).split(separator: "\n")
    return lines.map { "\n" + style.apply(.warning, String($0)) }.joined()
  }

  /// Lines that a terminal does not break.
  private func folded(_ text: String) -> String {
    guard let width = screen?.columns, output != .wide else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { String($0).wrapped(toCells: width) }.joined(separator: "\n")
  }

  /// What was left out of a table, on lines below it, and how to see it.
  private func notes(rows: Int, _ text: Table.Rendered) -> String {
    let isKorean = values.language == .korean
    let columns = text.omitted
    var notes: [String] = []
    if rows > 0 { notes.append(isKorean ? "\(rows)개 더" : "and \(rows) more") }
    if columns > 0 {
      let what =
        isKorean ? "열 \(columns)개 더" : columns == 1 ? "1 column more" : "\(columns) columns more"
      notes.append(what + (place == nil ? ": -o wide" : place == .page ? ": →" : ""))
    } else if text.isCut, place == .page {
      notes.append(isKorean ? "→ 줄마다 모두 보기" : "→ all of each row")
    }
    return notes.flatMap { $0.wrapped(toCells: screen?.columns ?? 80) }
      .map { "\n" + style.apply(.muted, $0) }.joined()
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
