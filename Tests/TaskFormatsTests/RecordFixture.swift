import CivilTime
import TaskFormats
import Testing
import Values

/// The user of the tests lives in Seoul.
enum Seoul {
  static let database = TimeZoneDatabase()

  static func context() throws -> FormatContext {
    FormatContext(zone: try database.zone(named: "Asia/Seoul")) { name in
      // A name that the machine does not know is none.
      try? database.zone(named: name)
    }
  }
}

extension TaskFormat {
  func read(_ text: String) throws -> TaskReading { read(Array(text.utf8), try Seoul.context()) }

  func text(_ records: [TaskRecord]) throws -> String {
    String(decoding: write(records, try Seoul.context()), as: UTF8.self)
  }

  /// The one record of a text without problems.
  func record(_ text: String) throws -> TaskRecord {
    let reading = try read(text)
    #expect(reading.bad.isEmpty, "\(reading.bad)")
    try #require(reading.records.count == 1)
    return reading.records[0]
  }

  /// A record to the byte: Swift takes texts as equal whose accents are put together differently.
  static func exact(_ record: TaskRecord) throws -> [UInt8] {
    TaskFormat.json.write([record], try Seoul.context())
  }

  func problems(_ text: String) throws -> [LineProblem] { try read(text).bad }
}

/// Records with everything that a text can be hostile with.
struct RecordMaker {
  /// A calendar with one task of these content lines.
  static func calendar(_ lines: [String]) -> String {
    (["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTODO"] + lines + ["END:VTODO", "END:VCALENDAR"])
      .joined(separator: "\r\n") + "\r\n"
  }

  private var numbers = SystemRandomNumberGenerator()
  private let words: [String]

  /// Some programs spoil words of their own: those are left out.
  init(avoiding isAvoided: (String) -> Bool = { _ in false }) {
    words = Self.words.filter { !isAvoided($0) }
  }

  private static let words = [
    "보고서", "제출", "a", "x", "(A)", "2026-11-21", "2026-13-99", "+project", "@home", "due:soon",
    "\"quoted\"", "back\\slash", "\\", "\\+x", "\\\\@y", "50%", "%20", "%zz", "a,b", "a;b", "a:b",
    "http://example.com/x?y=z", "12:30", "BEGIN:VTODO", "END:VCALENDAR", "=1+1", "é", "👩‍👩‍👧‍👦", "[x]",
    "{", "null", "~", "--", "'", "`", "\u{0301}", "e\u{0301}", "\u{200B}", "\u{FEFF}", "^n",
    "&open;",
  ]

  mutating func chance(_ percent: Int = 50) -> Bool {
    Int.random(in: 0..<100, using: &numbers) < percent
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }

  mutating func word() -> String { words.randomElement(using: &numbers) ?? "a" }

  mutating func title() -> String {
    let gap = chance(20) ? "  " : " "
    return (0..<number(1...8)).map { _ in word() }.joined(separator: gap)
  }

  mutating func body() -> String {
    let lines = (0..<number(1...5)).map { _ in chance(20) ? "" : " " + title() }
    return "begin\n" + lines.joined(separator: "\n") + (chance() ? "\n" : "")
  }

  /// From 1982 on: Taskwarrior takes nothing before 1980.
  mutating func instant(wholeSeconds: Bool) -> Timestamp {
    let seconds = Int64(number(400_000_000...4_000_000_000)) * 1_000_000
    return Timestamp(microseconds: wholeSeconds ? seconds : seconds + Int64(number(0...999_999)))
  }

  mutating func time() throws -> CalendarTime {
    let date = try #require(CivilDate(dayNumber: number(4_000...40_000)))
    let time = try #require(TimeOfDay(secondOfDay: number(0...86_399)))
    let local = CivilDateTime(date, time)
    switch number(0...4) {
    case 0: return .date(date)
    case 1: return .floating(local)
    case 2: return .utc(local)
    case 3: return .zoned(local, zone: "America/New_York")
    default: return .zoned(CivilDateTime(date, .midnight), zone: "Asia/Seoul")
    }
  }

  mutating func rule() throws -> RecurrenceRule {
    let texts = [
      "FREQ=DAILY", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE", "FREQ=MONTHLY;BYDAY=-1FR;COUNT=5",
      "FREQ=YEARLY;UNTIL=20301231T000000Z;BYMONTH=3", "FREQ=MONTHLY;INTERVAL=3",
    ]
    return try RecurrenceRule(texts.randomElement(using: &numbers) ?? texts[0])
  }

  /// A record with whole seconds for formats whose times have no fractions.
  mutating func record(wholeSeconds: Bool) throws -> TaskRecord {
    var record = TaskRecord(
      id: UUID(random: .random(in: 0...UInt64.max), .random(in: 0...UInt64.max)), title: title())
    record.state = TaskState.allCases.randomElement(using: &numbers) ?? .todo
    if chance() { record.due = try time() }
    if chance() { record.body = body() }
    record.tags = TaskRecord.normalTags((0..<number(0...3)).map { _ in word() })
    if chance() { record.group = chance() ? "Home Garden" : word() }
    if chance(80) { record.created = instant(wholeSeconds: wholeSeconds) }
    if chance(80) { record.changed = instant(wholeSeconds: wholeSeconds) }
    if record.state == .done, chance() { record.completed = instant(wholeSeconds: wholeSeconds) }
    if record.due != nil, chance(30) { record.recurrence = try rule() }
    if chance(30) {
      record.reminders = [
        .beforeDue(seconds: number(0...1_000_000)), .at(instant(wholeSeconds: true)),
      ]
    }
    return record
  }
}
