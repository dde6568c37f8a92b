internal import Loop
internal import Storage

/// Which keys the store may have an answer to, so that it need not be asked for a new one.
///
/// Whoever sends changes gives each a key of its own, so nearly every key is new, and asking an index of
/// a million rows costs more than the change. The filter is filled when the first key comes, a piece at
/// a time; until it has all of them the store is asked.
@LoopActor
final class KnownKeys {
  private let database: Database
  private var filter = KeyFilter()
  /// Behind which row of the index the next piece begins; nil once the filter has all of it.
  private var next: (place: Int64, row: Int64)? = (Int64.min, Int64.min)
  private static let pieceRows = 2000

  init(database: Database) { self.database = database }

  /// An answer goes into the store.
  func add(_ place: Int64) { filter.add(UInt64(bitPattern: place)) }

  /// Whether the store has to be asked for a key.
  func mayKnow(_ place: Int64) throws(SQLiteError) -> Bool {
    try fill()
    return next != nil || filter.count > KeyFilter.usefulCount
      || filter.mayContain(UInt64(bitPattern: place))
  }

  /// Reads one more piece of the index, in its order.
  private func fill() throws(SQLiteError) {
    guard let (place, row) = next else { return }
    var last: (Int64, Int64)?
    var count = 0
    do {
      _ = try database.query(
        """
        SELECT place, id FROM mate_answer WHERE (place, id) > (?, ?) ORDER BY place, id LIMIT ?
        """, .integer(place), .integer(row), .integer(Int64(Self.pieceRows))
      ) { found in
        add(found.integer(0))
        last = (found.integer(0), found.integer(1))
        count += 1
      }
    } catch let error as SQLiteError {
      throw error
    } catch {
      preconditionFailure("reading two numbers throws nothing else: \(error)")
    }
    next = count < Self.pieceRows ? nil : last
  }
}
