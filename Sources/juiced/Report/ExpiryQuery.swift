internal import CivilTime
internal import IPCProtocol
internal import Storage
internal import Values

/// Reads what goes bad next, beside the loop.
struct ExpiryQuery {
  static let bounds = 0.0...31_536_000.0

  let database: Database
  let today: CivilDate

  /// Soonest first, up to so many days ahead; what is past comes first of all.
  func expiring(days: Int) throws -> Expiring {
    let items = try database.query(
      """
      SELECT lot.best_before, fruit.name, fruit.en, fruit.ko, lot.left, lot.entry FROM lot
      JOIN fruit ON fruit.id = lot.fruit WHERE lot.left > 0 AND lot.best_before <= ?
      ORDER BY lot.best_before, lot.entry
      """, .integer(Int64(today.dayNumber) + Int64(days))
    ) { row in
      let days = row.integer(0) - Int64(today.dayNumber)
      return Expiring.Row(
        bestBefore: CivilDate(dayNumber: row.integer(0))?.description ?? "", days: days,
        isPast: days < 0, fruit: row.text(1),
        name: LocalizedText(en: row.text(2), ko: row.optionalText(3)), left: row.integer(4),
        entry: row.integer(5), state: Self.state(days))
    }
    return Expiring(items: items)
  }

  private static func state(_ days: Int64) -> LocalizedText {
    switch days {
    case ..<0: LocalizedText(en: "past", ko: "지남")
    case 0: LocalizedText(en: "today", ko: "오늘까지")
    default: LocalizedText(en: "good", ko: "괜찮음")
    }
  }
}
