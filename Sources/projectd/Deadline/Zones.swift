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
      let name = String(name.prefix(100))
      throw ProjectError(
        .unknownZone, ["zone": .string(name), "hint": database.hint(for: name).jsonValue])
    }
  }

  /// The zone of a caller.
  func rules(_ name: String?) throws(ProjectError) -> TimeZoneRules {
    guard let name else { return own }
    return try rules(named: name)
  }

  /// The instant of a time on the clocks of a zone, in seconds since 1970; a zone that this machine
  /// does not know is read as UTC rather than lost.
  func seconds(of time: CivilDateTime, in name: String) -> Int64 {
    let rules = (try? database.zone(describedBy: name)) ?? .utc
    return rules.instant(of: time).wholeSeconds
  }
}
