/// Which of many rows stand in a few lines, and how many there are above and below.
struct ScrollWindow: Equatable {
  /// The first row that is shown.
  let first: Int
  /// How many rows are shown.
  let count: Int
  /// How many rows are above, where a line says so.
  let above: Int
  /// How many rows are below, where a line says so.
  let below: Int

  /// With fewer lines every line shows a row.
  private static let roomForNotes = 3

  /// - Parameters:
  ///   - total: How many rows there are.
  ///   - chosen: The row that must be seen; nil where none has to be.
  ///   - height: How many lines there are.
  ///   - before: The first row that was shown the last time: what can stay stays.
  ///   - leftOut: How many there are behind the last row that nobody can scroll to.
  init(of total: Int, chosen: Int?, height: Int, before: Int, leftOut: Int = 0) {
    let hasNotes = height >= Self.roomForNotes
    // What is left out is told at the end as well, in a line of its own.
    let end = hasNotes && leftOut > 0 ? 1 : 0
    let isLong = total + end > height
    func room(_ first: Int) -> Int {
      guard hasNotes, isLong else { return max(0, height - end) }
      let left = height - (first > 0 ? 1 : 0)
      return first + left < total + end ? left - 1 : left - end
    }
    var first = isLong ? max(0, min(before, total - 1)) : 0
    // No line is left empty at the end.
    while first > 0, first + room(first) > total { first -= 1 }
    if let chosen {
      if chosen < first { first = chosen }
      // The note that there is one row above would stand where that row does.
      if first == 1, hasNotes { first = 0 }
      while height > 0, chosen >= first + room(first), first < chosen { first += 1 }
      if first == 1, hasNotes, isLong { first = 2 }
    }
    let count = min(room(first), max(0, total - first))
    self.first = first
    self.count = count
    above = hasNotes ? first : 0
    below = hasNotes ? total - first - count + leftOut : 0
  }
}
