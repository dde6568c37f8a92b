internal import CivilTime

/// What the zones of a calendar are called here: a name of the time zone database, or a rule as
/// POSIX has it for `$TZ`.
struct ZoneNames {
  private static let database = TimeZoneDatabase()

  /// What definitions in the calendar say of their own names.
  private var locations: [String: String] = [:]
  private var defined: [String: VTimeZoneReader] = [:]

  init() {}

  /// From the definitions in a calendar: some carry the database's name beside their own, and all
  /// say when their clocks are changed.
  init(_ calendar: ICalendarComponent) {
    for zone in calendar.components where zone.name == "VTIMEZONE" {
      guard let name = zone.property("TZID")?.value else { continue }
      if let location = zone.property("X-LIC-LOCATION")?.value, !location.isEmpty {
        locations[name] = location
      }
      defined[name] = VTimeZoneReader(zone)
    }
  }

  /// The name under which a TZID is kept; its own where nobody knows it.
  ///
  /// - Parameters:
  ///   - name: The TZID.
  ///   - time: What the clocks of that zone show.
  /// - Returns: A name of the database, or a rule.
  func name(_ name: String, at time: CivilDateTime) -> String {
    known(name, at: time) ?? mapped(name)
  }

  /// Whether nothing tells what the clocks of a TZID show; its times are read as UTC.
  func isUnknown(_ name: String) -> Bool {
    known(name, at: CivilDateTime(.first, .midnight)) == nil
  }

  /// Whether a TZID says its distance from UTC and a place that nobody knows here: the clocks there may
  /// be changed, of which a distance tells nothing.
  func isOffsetAlone(_ name: String) -> Bool {
    guard let place = FixedOffset.place(name), !place.lowercased().hasPrefix(Self.utc) else {
      return false
    }
    let time = CivilDateTime(.first, .midnight)
    return defined[name]?.rule(at: time) == nil && Self.shown(place) == nil
      && locations[name] == nil
  }

  private static let utc = "coordinated universal time"

  /// The zone of a place as Windows shows it.
  private static func shown(_ place: String) -> String? {
    guard let name = WindowsZones.place(place) else { return nil }
    return (try? database.zone(named: name)) == nil ? nil : name
  }

  /// The zone of a name that was kept.
  func rules(_ name: String) -> TimeZoneRules? {
    try? Self.database.zone(describedBy: name)
  }

  private func known(_ name: String, at time: CivilDateTime) -> String? {
    let mapped = mapped(name)
    if (try? Self.database.zone(named: mapped)) != nil { return mapped }
    let offset = FixedOffset.rule(name)
    // `KST-9` is our own for somebody whose `$TZ` is that; `GMT+9` is no such rule in a calendar,
    // where it is nine hours ahead.
    if offset == nil, rules(mapped) != nil { return mapped }
    return defined[name]?.rule(at: time) ?? FixedOffset.place(name).flatMap(Self.shown) ?? offset
  }

  /// The database's name where it is known: `/freeassociation.sourceforge.net/Asia/Seoul` ends with
  /// it, as prefixed names of RFC 5545 do, and Windows has names of its own.
  private func mapped(_ name: String) -> String {
    if let known = locations[name] ?? WindowsZones.names[name] { return known }
    if let known = Self.others[name.lowercased()] { return known }
    guard name.startsWithBytes(of: "/") else { return Self.capitalized(name) ?? name }
    let parts = name.parts(between: 0x2F).filter { !$0.isEmpty }
    let area = parts.lastIndex { Self.areas.contains($0) }
    return area.map { parts[$0...].joined(separator: "/") } ?? name
  }

  /// Those of Microsoft's services, and abbreviations that only one zone has, without changes of its clocks.
  private static let others = [
    "tzone://microsoft/utc": "UTC", "z": "UTC", "kst": "Asia/Seoul", "jst": "Asia/Tokyo",
    "hkt": "Asia/Hong_Kong", "sgt": "Asia/Singapore",
  ]

  /// `asia/seoul` and `AMERICA/NEW_YORK` as the database writes them; nil of what it does not have.
  private static func capitalized(_ name: String) -> String? {
    var isHead = true
    let text = String(
      name.lowercased().map { letter -> Character in
        defer { isHead = !letter.isLetter }
        return isHead ? Character(letter.uppercased()) : letter
      })
    guard text != name, areas.contains(text.prefix { $0 != "/" }),
      (try? database.zone(named: name)) == nil, (try? database.zone(named: text)) != nil
    else { return nil }
    return text
  }

  private static let areas: Set<Substring> = [
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe",
    "Indian", "Pacific", "Etc",
  ]
}

/// Zones that are called by their distance from UTC: `GMT+0900`, `UTC-03:30`, `(UTC+09:00) Seoul`.
enum FixedOffset {
  /// The rule for `$TZ` of a name; nil where it says no distance.
  ///
  /// A name with a place behind it has no changes of the clock here.
  static func rule(_ name: String) -> String? {
    let isBracketed = name.startsWithBytes(of: "(")
    let text = isBracketed ? name.dropping(bytes: 1) : name[...]
    guard text.startsWithBytes(of: "UTC") || text.startsWithBytes(of: "GMT") else { return nil }
    var scanner = CharacterScanner(text.dropping(bytes: 3))
    let isWest = scanner.take("-")
    guard isWest || scanner.take("+") else {
      return isBracketed && scanner.take(")") ? "UTC" : nil
    }
    guard let seconds = seconds(&scanner) else { return nil }
    guard isBracketed ? scanner.take(")") : scanner.isAtEnd else { return nil }
    return rule(offset: isWest ? -seconds : seconds)
  }

  /// `Seoul` of `(UTC+09:00) Seoul`; nil of a name that is none of these, or has nothing behind it.
  static func place(_ name: String) -> String? {
    guard name.startsWithBytes(of: "("), rule(name) != nil,
      let place = name.split(separator: ")", maxSplits: 1, omittingEmptySubsequences: false).last
    else { return nil }
    let text = String(place).trimmed
    return text.isEmpty ? nil : text
  }

  /// `9`, `09`, `0900`, `09:00`.
  private static func seconds(_ scanner: inout CharacterScanner) -> Int? {
    guard let number = scanner.number(limit: 4) else { return nil }
    let isShort = number < 100
    let minutes = scanner.take(":") ? scanner.digits(2) : isShort ? 0 : number % 100
    let hours = isShort ? number : number / 100
    guard let minutes, hours <= 14, minutes < 60 else { return nil }
    return hours * 3600 + minutes * 60
  }

  /// `<+0530>-5:30` of 19,800 seconds: POSIX counts to the west.
  static func rule(offset: Int) -> String { name(offset) + digits(offset) }

  /// `<+0530>`.
  static func name(_ offset: Int) -> String {
    let size = Int(offset.magnitude)
    let minutes = size / 60 % 60 == 0 ? "" : (size / 60 % 60).padded(2)
    return "<\(offset < 0 ? "-" : "+")\((size / 3600).padded(2))\(minutes)>"
  }

  /// `-5:30`.
  static func digits(_ offset: Int) -> String {
    let size = Int(offset.magnitude)
    var text = "\(offset > 0 ? "-" : "")\(size / 3600)"
    if size % 3600 != 0 { text += ":" + (size / 60 % 60).padded(2) }
    if size % 60 != 0 { text += ":" + (size % 60).padded(2) }
    return text
  }
}
