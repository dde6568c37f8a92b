internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// A result as a screen shows it: rows and cards that know what they were made from.
struct ViewContent {
  /// A row of a table, or a card of a board.
  struct Item {
    let cells: [Table.Cell]
    /// What the daemon sent.
    let row: JSONValue
    /// What stands dim below it where there is room; empty where there is nothing.
    var detail = ""

    /// Whether a person who looks for this text finds it here.
    func contains(_ text: String) -> Bool {
      cells.contains { $0.text.lowercased().contains(text) }
    }
  }

  struct Column {
    /// Empty where it is the only one, as that of a table.
    let title: String
    /// JSON Pointer of the array that the items come from.
    let source: String
    var items: [Item]
    /// How many there are besides, which the daemon did not send.
    var leftOut = 0

    /// The lines of its items, and of what counts those that are not there.
    func height(withDetails isDetailed: Bool) -> Int {
      items.count + (isDetailed ? items.count { !$0.detail.isEmpty } : 0) + (leftOut > 0 ? 1 : 0)
    }
  }

  enum Form {
    /// With how its columns share a width.
    case table(Table, TableFit)
    case board(Board)
  }

  let form: Form
  /// What stands below the rows of a table that says so, where it has room; nil where there is nothing
  /// to draw.
  private(set) var chart: Chart?
  private(set) var columns: [Column]
  /// Below the rows; empty where there is nothing to say.
  let footer: String
  /// What is said where there are no rows.
  let empty: String

  /// Nil for what is neither table nor board.
  init?(_ rendering: Rendering, _ value: JSONValue, _ values: ValueText) {
    switch rendering {
    case .table(let given):
      let template = given.chosen(for: value).withoutMissingParts(of: value)
      let table = Table(template, value, values)
      let rows = value.value(at: template.rows)?.arrayValue ?? []
      form = .table(table, table.fit())
      columns = [
        Column(
          title: "", source: template.rows,
          items: zip(table.rows, rows).enumerated().map { index, item in
            Item(cells: item.0, row: item.1, detail: table.detail(of: index))
          }, leftOut: template.leftOut(of: value))
      ]
      chart = template.chart.map { Chart($0, rows: template.rows, of: value, values.of(value)) }
      if chart?.isEmpty == true { chart = nil }
      footer = Self.footer(template.footer, value, values)
      empty = template.nothing(in: value, values).printable(inOneLine: true)
    case .board(let template):
      let board = Board(template, value, values)
      form = .board(board)
      columns = zip(template.columns, board.columns).map { described, column in
        let cards = value.value(at: described.items)?.arrayValue ?? []
        return Column(
          title: column.title, source: described.items,
          items: zip(column.cards, cards).map { cell, card in
            Item(cells: [cell], row: card, detail: described.detail(of: card, values))
          }, leftOut: column.leftOut)
      }
      footer = board.footer
      empty = values.language.none
    case .message, .raw: return nil
    }
  }

  private static func footer(
    _ template: LocalizedText?, _ value: JSONValue, _ values: ValueText
  ) -> String {
    template.map {
      Template($0.text(in: values.language)).filled(with: value, values).printable(inOneLine: true)
    } ?? ""
  }

  /// The same with the items alone in which a person finds a text.
  func filtered(by text: String) -> ViewContent {
    guard !text.isEmpty else { return self }
    var content = self
    // It would show rows that are not looked for.
    content.chart = nil
    let wanted = text.lowercased()
    for index in columns.indices {
      content.columns[index].items.removeAll { !$0.contains(wanted) }
      // Nobody looked there, so nobody knows how many of them are meant.
      content.columns[index].leftOut = 0
    }
    return content
  }

  /// How many items there are here, and how many besides.
  var counts: (here: Int, leftOut: Int) {
    columns.reduce(into: (0, 0)) { sum, column in
      sum.0 += column.items.count
      sum.1 += column.leftOut
    }
  }

  /// Whether all items with their details stand in so many lines.
  func hasRoomForDetails(in rows: Int) -> Bool { height(withDetails: true) <= rows }

  /// The lines of the longest column.
  func height(withDetails isDetailed: Bool) -> Int {
    columns.map { $0.height(withDetails: isDetailed) }.max() ?? 0
  }

  var isEmpty: Bool { columns.allSatisfy(\.items.isEmpty) }
}
