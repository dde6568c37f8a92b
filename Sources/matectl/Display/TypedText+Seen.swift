internal import LinuxSystem
internal import Values

/// What is seen of a text that is being typed: a part of it in one line, or rows one below the other.
extension TypedText {
  /// How a sign is seen: a line break has a sign of its own where lines are no rows.
  static func seen(_ sign: Character) -> String {
    sign.isNewline ? "↵" : String(sign).printable(inOneLine: true)
  }

  /// How many cells some signs take.
  func cells(_ range: Range<Int>) -> Int {
    signs[range].reduce(0) { $0 + Self.seen($1).terminalCells }
  }

  /// Which of some signs has a cell, counted from the first one's; behind them all their end.
  func place(atCell cell: Int, of range: Range<Int>) -> Int {
    var left = cell
    for place in range {
      left -= Self.seen(signs[place]).terminalCells
      if left < 0 { return place }
    }
    return range.upperBound
  }

  /// The signs that are seen in a line of so many cells, scrolled no further than the cursor needs.
  ///
  /// Behind the last sign the cursor has a cell of its own. What is cut off on a side has a mark there
  /// (``LineWindow``).
  mutating func seen(in width: Int) -> Range<Int> {
    let window = LineWindow(
      signs.map { Self.seen($0).terminalCells }, cursor: cursor, width: width, first: scroll)
    scroll = window.signs.lowerBound
    return window.signs
  }

  // MARK: Rows

  /// The rows of the text, of so many cells at most: broken behind a space where there is one.
  ///
  /// A line break is in none of them; a row that was broken for its width ends where the next begins.
  func rows(in width: Int) -> [Range<Int>] {
    var rows: [Range<Int>] = []
    var (start, cells, behindSpace) = (0, 0, 0)
    var place = 0
    while place < signs.count {
      let sign = signs[place]
      if sign.isNewline {
        rows.append(start..<place)
        (start, cells, behindSpace) = (place + 1, 0, place + 1)
      } else {
        cells += Self.seen(sign).terminalCells
        if cells > width, place > start {
          let end = behindSpace > start ? behindSpace : place
          rows.append(start..<end)
          (start, cells, behindSpace) = (end, 0, end)
          // The word is the next row's.
          place = end
          continue
        }
        if sign == " " { behindSpace = place + 1 }
      }
      place += 1
    }
    return rows + [start..<signs.count]
  }

  /// The row in which the cursor stands.
  func row(in rows: [Range<Int>]) -> Int { rows.lastIndex { $0.lowerBound <= cursor } ?? 0 }

  /// Goes to another row, as far to the right as it was; false where there is none.
  mutating func moveRow(by step: Int, in width: Int) -> Bool {
    let rows = rows(in: width)
    let now = row(in: rows)
    guard mayHaveLines, rows.indices.contains(now + step) else { return false }
    let wanted = aim ?? cells(rows[now].lowerBound..<cursor)
    move(toCell: wanted, of: now + step, in: rows)
    aim = wanted
    return true
  }

  /// Goes to a cell of a row.
  mutating func move(toCell cell: Int, of row: Int, in rows: [Range<Int>]) {
    let range = rows[row]
    let isBroken = rows.indices.contains(row + 1) && rows[row + 1].lowerBound == range.upperBound
    let place = place(atCell: cell, of: range)
    // The end of a row that was broken is the beginning of the next.
    move(to: isBroken && !range.isEmpty ? min(place, range.upperBound - 1) : place)
  }
}

/// Which signs of a line are seen where it has no room for all.
struct LineWindow: Equatable {
  let signs: Range<Int>

  /// In less than that nothing says that there is more.
  private static let leastForMarks = 4

  /// How many cells the mark of what is not seen takes, where so many signs are not.
  static func markCells(_ hidden: Int, in width: Int) -> Int {
    hidden > 0 && width >= leastForMarks ? 1 : 0
  }

  /// - Parameters:
  ///   - cells: How many each sign takes.
  ///   - cursor: The sign that must be seen, or behind the last one.
  ///   - width: The cells of the line.
  ///   - first: The sign that was the first one the last time.
  init(_ cells: [Int], cursor: Int, width: Int, first: Int) {
    func end(_ first: Int) -> Int {
      var room = width - Self.markCells(first, in: width)
      var place = first
      // All of the rest, with the cursor behind it, or as much as there is room for beside the mark.
      var rest = room - 1
      while place < cells.count, rest >= cells[place] {
        rest -= cells[place]
        place += 1
      }
      if place == cells.count, rest >= 0 { return place }
      room -= Self.markCells(1, in: width)
      place = first
      while place < cells.count, room >= cells[place] {
        room -= cells[place]
        place += 1
      }
      return min(place, cells.count - 1)
    }
    func isSeen(_ first: Int) -> Bool {
      let end = end(first)
      return cursor < end || cursor == cells.count && end == cursor
    }
    // No further before the cursor than the line is wide; and where it goes back, with a part of that.
    func start(_ room: Int) -> Int {
      var (place, left) = (cursor, room)
      while place > 0, left >= cells[place - 1] {
        place -= 1
        left -= cells[place]
      }
      return place
    }
    var first = max(min(first, cells.count), start(width))
    if first > 0, cursor <= first { first = start(width / 4) }
    while first < cursor, !isSeen(first) { first += 1 }
    // No cell is left empty at the end.
    while first > 0, end(first - 1) == cells.count { first -= 1 }
    signs = first..<max(first, end(first))
  }
}
