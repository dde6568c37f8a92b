internal import CivilTime
internal import Storage
internal import Values

/// Opening hours on disk.
extension BranchStore {
  func save(_ hours: OpeningHours) throws(SQLiteError) {
    try database.run(
      """
      INSERT OR REPLACE INTO hours (id, week, closed, zone, keeper, outside)
      VALUES (1, ?, ?, ?, ?, ?)
      """,
      .optional(
        hours.week.map { week in
          week.map { $0.map(\.text).joined(separator: ",") }.joined(separator: ";")
        }),
      .text(hours.closed.map(\.description).joined(separator: ",")), .optional(hours.zoneName),
      .text(hours.keeper.rawValue), .text(hours.outside.rawValue))
  }

  /// A zone that is not on this machine any more is taken for the machine's own.
  func loadHours() throws -> OpeningHours {
    let zones = TimeZoneDatabase()
    let stored = try database.first("SELECT week, closed, zone, keeper, outside FROM hours") {
      row in
      guard let keeper = OpeningHours.Keeper(rawValue: row.text(3)),
        let outside = OpeningHours.Outside(rawValue: row.text(4))
      else { throw InconsistentStore(problem: "its opening hours cannot be read") }
      var hours = OpeningHours()
      (hours.keeper, hours.outside) = (keeper, outside)
      hours.zoneName = row.optionalText(2)
      hours.closed = row.text(1).split(separator: ",").compactMap { CivilDate($0) }
      hours.week = row.optionalText(0).map(Self.week)
      return hours
    }
    var hours = stored ?? OpeningHours()
    if let name = hours.zoneName {
      hours.zone = (try? zones.zone(describedBy: name)) ?? zones.local()
    }
    return hours
  }

  private static func week(_ text: String) -> [[OpeningHours.Span]] {
    let days = text.split(separator: ";", omittingEmptySubsequences: false)
    return (0..<7).map { day in
      guard days.indices.contains(day) else { return [] }
      return days[day].split(separator: ",").compactMap { HoursWords.span($0) }
    }
  }
}
