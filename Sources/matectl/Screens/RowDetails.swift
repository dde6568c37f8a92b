internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// All that a daemon said of one row: what has a header under it, and the rest under its own name.
struct RowDetails {
  let page: TextPage

  init(_ view: ScreenView, _ row: JSONValue, _ values: ValueText) {
    var pairs: [(name: String, text: String)] = []
    var told: Set<String> = []
    if case .table(let template) = view.rendering {
      for column in template.columns {
        guard let value = row.value(at: column.value), told.insert(column.value).inserted else {
          continue
        }
        let header = column.header.text(in: values.language).printable(inOneLine: true)
        let format = column.shownFormat == "bar" ? nil : column.shownFormat
        pairs.append((header, values.text(value, format: format)))
      }
    }
    for (key, value) in row.objectValue?.members ?? [] where !told.contains("/\(key)") {
      let format = key.isDurationName ? ValueFormat.duration.rawValue : nil
      pairs.append((key.printable(inOneLine: true), values.text(value, format: format)))
    }
    if row.objectValue == nil { pairs.append(("", values.text(row, format: nil))) }
    let width = pairs.map { $0.name.terminalCells }.max() ?? 0
    let lines = pairs.filter { !$0.text.isEmpty }.flatMap { pair in
      pair.text.split(separator: "\n").enumerated().map { index, line in
        let name = index == 0 ? pair.name : ""
        return ScreenState.StripLine("\(name.padded(toCells: width))  \(line)")
      }
    }
    page = TextPage(title: view.title.text(in: values.language), lines: lines)
  }
}
