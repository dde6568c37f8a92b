internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// What rows are called where something is done with them.
extension ScreenApp {
  /// Cells that a name has at most.
  private static let longestName = 60

  /// What the rows are called that something is done with; empty where there are none.
  var wantedName: String {
    let items = state.tab.wantedItems
    guard items.count <= 1 else {
      return text("\(items.count) marked rows", "표시한 줄 \(items.count)개")
    }
    return items.first.map(name) ?? ""
  }

  /// A card as it is seen, or of a row the words in it, behind the number or the day that it has first.
  private func name(of item: ViewContent.Item) -> String {
    let columns = state.tab.view.rendering.columns()
    let seen = item.cells.first { $0.width > 0 }?.text ?? ""
    let cells = columns.compactMap { column -> (column: TableColumn, text: String)? in
      guard let value = item.row.value(at: column.value), value != .null else { return nil }
      let text = values.text(value, format: column.shownFormat).printable(inOneLine: true)
      return text.isEmpty ? nil : (column, text)
    }
    guard let first = cells.first else { return seen.fitted(toCells: Self.longestName) }
    let words = cells.filter { $0.column.format == nil && Self.isWord($0.text) }
    let isName = { (column: TableColumn) in ["/name", "/title"].contains(column.value) }
    // Who has no name is not called by what they do.
    let other = columns.contains(where: isName) ? nil : words.first
    let word = words.first { isName($0.column) } ?? other
    let number = "\(first.column.header.text(in: session.language)) \(first.text)"
    let isWord = words.contains { $0.column == first.column }
    let name = [isWord ? nil : number, word?.text].compactMap { $0 }.joined(separator: ": ")
    return name.printable(inOneLine: true).fitted(toCells: Self.longestName)
  }

  /// Neither a number nor a day or a time.
  private static func isWord(_ text: String) -> Bool {
    text.first?.isNumber != true || text.contains { $0.isLetter }
  }
}

extension Deed {
  /// What it is done with: the row, else what was typed that it cannot do without.
  var object: String { about.isEmpty ? method.object(in: params) : about }
}
