internal import Glibc
internal import IPCProtocol

/// What a template asks of every row of a long table, in a form that is quick to ask.
struct LongTablePlan {
  /// A column, and how wide it has become.
  struct Column {
    /// Of the row's wanted members.
    let member: Int
    /// Whether text and numbers are shown as they are.
    let isPlain: Bool
    let isNumeric: Bool
    /// Of ``LongTablePlan/rules``.
    let firstRule: Int
    let endRule: Int
    /// Of the widest cell, in columns of the screen.
    private(set) var width = 0
    /// Of the longest text.
    private(set) var bytes = 0

    var hasRules: Bool { firstRule < endRule }

    @inline(__always)
    mutating func take(width cellWidth: Int, bytes cellBytes: Int) {
      if cellWidth > width { width = cellWidth }
      if cellBytes > bytes { bytes = cellBytes }
    }
  }

  /// A mark behind the text where a member has a certain value.
  private struct Rule {
    let member: Int
    /// The value as JSON has it.
    let text: [UInt8]
    /// A number of `marks`, from 1 on, or 0 for none.
    let mark: Int
  }

  let rows: String
  let names: [String]
  let columns: [Column]
  let formats: [String?]
  let marks: [UInt8]
  private let rules: [Rule]

  /// - Returns: Nil where a column is not a member of the row itself.
  init?(_ template: TableTemplate) {
    guard let rows = Self.member(template.rows), !template.columns.isEmpty else { return nil }
    var names: [String] = []
    var marks: [UInt8] = []
    var columns: [Column] = []
    var rules: [Rule] = []
    for column in template.columns {
      // An amount is read with the currency of the whole result.
      guard let name = Self.member(column.value), column.shownFormat != ValueFormat.money.rawValue
      else { return nil }
      let firstRule = rules.count
      for rule in column.style {
        guard let name = Self.member(rule.when), Self.isPlain(rule.is) else { return nil }
        let mark = rule.use.mark.utf8.first.map { Self.number(of: $0, in: &marks) } ?? 0
        let member = Self.index(of: name, in: &names)
        rules.append(Rule(member: member, text: Array(JSON.text(rule.is).utf8), mark: mark))
      }
      columns.append(
        Column(
          member: Self.index(of: name, in: &names), isPlain: column.isPlain,
          isNumeric: column.isNumeric, firstRule: firstRule, endRule: rules.count))
    }
    guard marks.count <= TextCell.marks else { return nil }
    self.rows = rows
    self.names = names
    self.columns = columns
    self.marks = marks
    self.rules = rules
    formats = template.columns.map(\.shownFormat)
  }

  /// The name of a pointer that is a member and nothing deeper.
  private static func member(_ pointer: String) -> String? {
    guard pointer.hasPrefix("/") else { return nil }
    let name = pointer.dropFirst()
    return name.isEmpty || name.utf8.contains { "/~".utf8.contains($0) } ? nil : String(name)
  }

  /// The place of a name in a list that has each once.
  private static func index(of name: String, in names: inout [String]) -> Int {
    if let known = names.firstIndex(of: name) { return known }
    names.append(name)
    return names.count - 1
  }

  /// Whether a value has one text in JSON.
  private static func isPlain(_ value: JSONValue) -> Bool {
    switch value {
    case .bool, .null: true
    case .string(let text):
      text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    default: false
    }
  }

  private static func number(of mark: UInt8, in marks: inout [UInt8]) -> Int {
    if let known = marks.firstIndex(of: mark) { return known + 1 }
    marks.append(mark)
    return marks.count
  }

  /// The mark of the first rule of a column that holds.
  @inline(__always)
  func mark(
    _ column: Column, _ row: UnsafeMutableBufferPointer<RowValue>,
    _ bytes: UnsafeRawBufferPointer
  ) -> Int {
    for index in column.firstRule..<column.endRule {
      let value = row[rules[index].member]
      if value.kind != .missing, holds(rules[index], value.raw, bytes) { return rules[index].mark }
    }
    return 0
  }

  private func holds(_ rule: Rule, _ raw: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> Bool {
    guard raw.count == rule.text.count, let start = bytes.baseAddress else { return false }
    return memcmp(start + raw.lowerBound, rule.text, raw.count) == 0
  }
}
