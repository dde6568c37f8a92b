internal import CivilTime
internal import Storage
internal import Values

/// What is left of deliveries that keep until a day.
///
/// What goes bad first is taken first, and what has no day last. Orders know nothing of it: the write
/// that takes their fruit takes it from the lots as well, once for all orders that it holds, which comes
/// to the same as one after the other.
struct LotStore {
  let database: Database

  private struct Lot {
    let entry: Int64
    let left: Int64
    let free: Int64
  }

  /// A delivery; its booking is the newest in the ledger.
  func add(_ entry: StockEntry, until day: CivilDate) throws(SQLiteError) {
    try database.run(
      """
      INSERT INTO lot (entry, fruit, best_before, count, left)
      SELECT max(id), ?, ?, ?, ? FROM stock_entry
      """,
      .integer(entry.fruit), .integer(Int64(day.dayNumber)), .integer(entry.change),
      .integer(entry.change))
  }

  /// Takes pieces of a fruit from what goes bad first; what no lot has is of no day.
  func take(_ pieces: Int64, of fruit: Int) throws(SQLiteError) {
    var rest = pieces
    let lots = try database.query(
      "SELECT entry, left, 0 FROM lot WHERE fruit = ? AND left > 0 ORDER BY best_before, entry",
      .integer(fruit), row: Self.lot)
    for lot in lots where rest > 0 {
      let part = min(rest, lot.left)
      try move(lot.entry, by: -part)
      rest -= part
    }
  }

  /// Takes from one lot first: what came with it goes with it.
  func take(_ pieces: Int64, of fruit: Int, firstFrom entry: Int64) throws(SQLiteError) {
    let lots = try database.query(
      "SELECT entry, left, 0 FROM lot WHERE entry = ?", .integer(entry), row: Self.lot)
    let part = min(pieces, lots.first?.left ?? 0)
    try move(entry, by: -part)
    try take(pieces - part, of: fruit)
  }

  /// Puts back what was taken by mistake: where it was taken from last, if that keeps on `day` at least;
  /// a delivery whose booking was undone never came, and gets nothing.
  func giveBack(_ pieces: Int64, of fruit: Int, keeping day: Int64) throws(SQLiteError) {
    var rest = pieces
    let lots = try database.query(
      """
      SELECT entry, left, count - left FROM lot WHERE fruit = ? AND left < count AND best_before >= ?
      AND count > 0 AND NOT EXISTS (SELECT 1 FROM stock_entry WHERE reverses = lot.entry)
      ORDER BY best_before DESC, entry DESC
      """, .integer(fruit), .integer(day), row: Self.lot)
    for lot in lots where rest > 0 {
      let part = min(rest, lot.free)
      try move(lot.entry, by: part)
      rest -= part
    }
  }

  private static func lot(_ row: borrowing Row) -> Lot {
    Lot(entry: row.integer(0), left: row.integer(1), free: row.integer(2))
  }

  private func move(_ entry: Int64, by pieces: Int64) throws(SQLiteError) {
    guard pieces != 0 else { return }
    try database.run(
      "UPDATE lot SET left = left + ? WHERE entry = ?", .integer(pieces), .integer(entry))
  }

  /// Pieces of a fruit that are past their day.
  func past(_ fruit: Int, on today: CivilDate) throws -> Int64 {
    try database.first(
      "SELECT coalesce(sum(left), 0) FROM lot WHERE fruit = ? AND left > 0 AND best_before < ?",
      .integer(fruit), .integer(Int64(today.dayNumber))
    ) { $0.integer(0) } ?? 0
  }
}
