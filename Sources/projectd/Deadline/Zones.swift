internal import CivilTime
internal import IPCProtocol

/// The time zones that commands name, from the machine's database.
struct Zones: Sendable {
  private let database: TimeZoneDatabase
  /// Of the daemon itself, for callers that name none.
  let own: TimeZoneRules

  init(database: TimeZoneDatabase = TimeZoneDatabase()) {
    self.database = database
    own = database.local()
  }

  /// - Throws: ``ProjectError`` where there is no such zone.
  func rules(named name: String) throws(ProjectError) -> TimeZoneRules {
    do {
      return try database.zone(describedBy: name)
    } catch {
      throw ProjectError(.unknownZone, ["zone": .string(String(name.prefix(100)))])
    }
  }

  /// The zone of a caller.
  func rules(_ name: String?) throws(ProjectError) -> TimeZoneRules {
    guard let name else { return own }
    return try rules(named: name)
  }

  /// When a deadline comes; of a date and of a time in no zone as a reader in UTC has it, so that
  /// the order of a list does not depend on who looks; a date ends with its day.
  func sortingSeconds(of deadline: CalendarTime) -> Int64 {
    switch deadline {
    case .date(let date): return Int64(date.dayNumber + 1) * 86_400 - 1
    case .floating(let time), .utc(let time): return time.seconds
    case .zoned(let time, let name):
      // A zone that this machine does not know is read as UTC rather than lost.
      let rules = (try? database.zone(describedBy: name)) ?? .utc
      return rules.instant(of: time).wholeSeconds
    }
  }
}
