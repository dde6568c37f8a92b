/// Which columns of a table a terminal has room for, and how wide they are there.
///
/// The first column is what a row is known by: it never leaves, and is cut only where it is long and
/// others would leave for it. No header is cut.
struct TableFit {
  /// What each column would take, in cells.
  let natural: [Int]
  let headers: [Int]
  /// Columns without a single value.
  let isEmpty: [Bool]
  /// Columns that must not be cut.
  let isWhole: [Bool]
  let ranks: [Int]
  let leaving: [Int]
  let lasting: Set<Int>
  /// What a text keeps on a terminal of 80 cells while others can leave; nil of those that say nothing.
  var leasts: [Int?] = []

  struct Choice {
    let columns: [Int]
    /// Of all columns, by their number.
    let widths: [Int]
    let omitted: Int
  }

  /// A text that is cut to less is of little use, in cells.
  private static let readable = 8
  /// What is left of a text that is cut where nothing else can leave, in cells.
  private static let least = 6
  private static let gap = 2

  /// The columns that stand side by side, then, beside the first, those that had no room, and so on
  /// until each that says something has been shown; none where not even two have room.
  func sheets(within width: Int) -> [Choice] {
    guard let first = columns(within: width) else { return [] }
    var sheets = [first]
    var left = natural.indices.filter { !isEmpty[$0] && !first.columns.contains($0) && $0 != 0 }
    while let one = left.first {
      let next = columns(within: width, of: [0] + left).flatMap { $0.columns.count > 1 ? $0 : nil }
      let sheet = next ?? pair(one, within: width)
      sheets.append(sheet)
      left.removeAll { sheet.columns.contains($0) }
    }
    return sheets
  }

  /// One column beside the first, which gives all that it can where there is no other way.
  private func pair(_ column: Int, within width: Int) -> Choice {
    var widths = natural
    widths[column] = max(1, min(widths[column], width - Self.gap - Self.least))
    widths[0] = max(1, min(widths[0], width - Self.gap - widths[column]))
    let told = natural.indices.count { !isEmpty[$0] && $0 != 0 && $0 != column }
    return Choice(columns: [0, column], widths: widths, omitted: told)
  }

  /// - Parameters:
  ///   - width: The cells of the terminal.
  ///   - given: Those that may be chosen, the first of all among them; nil for all.
  /// - Returns: Nil where fewer columns have room than say anything side by side: a table of one
  ///   column, where there were more, is no table.
  func columns(within width: Int, of given: [Int]? = nil) -> Choice? {
    var columns = given ?? Array(natural.indices)
    let all = columns
    let empty = columns.filter { isEmpty[$0] }.sorted { isBefore($1, $0) }
    for column in empty + leaving
    where column != 0 && !fits(columns, natural, width) {
      columns.removeAll { $0 == column }
    }
    let usual = natural.indices.map { floor($0, self.readable($0, within: width)) }
    var readable = usual
    // A long name is cut before anything leaves for it.
    if !fits(columns, usual, width), let first = usual.first, !isWhole[0] {
      readable[0] = max(headers[0], min(first, Self.name))
    }
    var least = natural.indices.map { floor($0, Self.least) }
    least[0] = readable[0]
    // One text is rather cut hard than the only one that stands beside the first column leaves.
    while !fits(columns, readable, width) {
      let others = columns.filter { $0 != 0 && !lasting.contains($0) }
      let fewest = lasting.isEmpty ? 1 : 0
      guard others.count > fewest, let last = others.max(by: { isBefore($0, $1) }) else { break }
      columns.removeAll { $0 == last }
    }
    guard fits(columns, least, width) else { return nil }
    let told = all.filter { !isEmpty[$0] }.count
    guard columns.count > 1 || told <= 1 else { return nil }
    return Choice(
      columns: columns, widths: widths(of: columns, within: width, [usual, readable, least]),
      omitted: natural.indices.filter { !isEmpty[$0] && !columns.contains($0) }.count)
  }

  /// A narrower terminal has less for a long text, in the same share.
  private func readable(_ column: Int, within width: Int) -> Int {
    guard leasts.indices.contains(column), let least = leasts[column] else { return Self.readable }
    return max(Self.readable, least * min(width, Self.usual) / Self.usual)
  }

  /// What a long name keeps, in cells; a shorter one is whole.
  private static let name = 24

  /// The cells of a terminal for which descriptions say what a text needs.
  private static let usual = 80

  /// The narrowest that a column may become.
  private func floor(_ column: Int, _ least: Int) -> Int {
    guard column != 0, !isWhole[column] else { return natural[column] }
    let own = lasting.contains(column) && least > Self.least ? natural[column] : least
    return max(headers[column], min(natural[column], own))
  }

  /// Whether one column matters more than another.
  private func isBefore(_ one: Int, _ other: Int) -> Bool {
    (ranks[one], one) < (ranks[other], other)
  }

  private func fits(_ columns: [Int], _ widths: [Int], _ width: Int) -> Bool {
    columns.reduce(0) { $0 + widths[$1] } + Self.gap * (columns.count - 1) <= width
  }

  /// Takes from the widest, cell by cell, down to the first floors and then to the next.
  private func widths(of columns: [Int], within width: Int, _ floors: [[Int]]) -> [Int] {
    var widths = natural
    var excess =
      columns.reduce(0) { $0 + widths[$1] } + Self.gap * (columns.count - 1) - width
    for floor in floors {
      while excess > 0 {
        let candidates = columns.filter { widths[$0] > floor[$0] }
        guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
        widths[widest] -= 1
        excess -= 1
      }
    }
    return widths
  }
}
