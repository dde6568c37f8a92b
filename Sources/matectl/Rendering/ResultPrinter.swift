internal import IPCProtocol
internal import LinuxSystem
internal import Values

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
