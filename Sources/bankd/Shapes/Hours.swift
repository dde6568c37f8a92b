internal import CivilTime
internal import IPCProtocol
internal import Values

extension Params {
  struct SetHours: Shape {
    let days: String
    let times: String
    let pauses: String?

    static let shape = ShapeOf<SetHours>([
      Member(
        "days", \.days, .text(length: 1...100), "mon-fri, sat,sun, daily, weekdays or weekend",
        ko: "월-금, 토,일, 매일, 평일, 주말",
        completes: CompletionSource(
          method: "bank.hours", values: "/rows/*/day", where: ["kind": "day"])),
      Member(
        "times", \.times, .text(length: 1...200),
        "09:00-16:00, several with a comma between, 24h or closed",
        ko: "09:00-16:00, 여럿이면 쉼표로, 종일, 휴무"),
      Member(
        "pauses", \.pauses, .text(length: 1...200), "a break within them, as 12:00-13:00",
        ko: "그 사이의 휴게시간, 예: 12:00-13:00"),
    ])
  }

  struct ClosedDates: Shape {
    let date: String
    let until: String?

    static let shape = ShapeOf<ClosedDates>([
      Member(
        "date", \.date, dayWords, "the date, as 2026-12-24 or tomorrow",
        ko: "날짜 (예: 2026-12-24, 내일)"),
      Member("until", \.until, dayWords, "the last of several dates", ko: "여러 날이면 마지막 날짜"),
    ])
  }

  struct OpenDates: Shape {
    let date: String
    let until: String?

    static let shape = ShapeOf<OpenDates>([
      Member(
        "date", \.date, dayWords, "a closed date", ko: "휴무일",
        completes: CompletionSource(
          method: "bank.hours", values: "/rows/*/day", where: ["kind": "date"])),
      Member("until", \.until, dayWords, "the last of several dates", ko: "여러 날이면 마지막 날짜"),
    ])
  }

  struct HoursRules: Shape {
    let by: OpeningHours.Keeper?
    let outside: OpeningHours.Outside?
    let zone: String?

    static let shape = ShapeOf<HoursRules>([
      Member(
        "by", \.by, "clock opens and closes at these times, hand leaves it to people",
        ko: "clock: 시각에 맞추어 여닫음, hand: 사람이 여닫음"),
      Member(
        "outside", \.outside,
        "refuse gives no ticket outside of the hours, note says so and gives one",
        ko: "영업시간이 아닐 때 refuse: 발급 안 함, note: 안내하고 발급"),
      Member(
        "zone", \.zone, .text(length: 1...128), "the branch's time zone, as Asia/Seoul",
        ko: "은행의 시간대, 예: Asia/Seoul"),
    ])
  }

  struct Hours: Shape {
    let zone: String?

    static let shape = ShapeOf<Hours>([
      Member(
        "zone", \.zone, .text(length: 1...128), "the reader's time zone, as Asia/Seoul",
        ko: "보는 사람의 시간대, 예: Asia/Seoul", from: .timeZone)
    ])
  }
}

extension Answers {
  /// The hours of a day of the week, or a date that is closed.
  struct HoursRow: Shape, Hashable {
    enum Kind: String, WireWord {
      case day, date
    }

    let kind: Kind
    /// `mon`, or `2026-12-25`.
    let day: String
    let dayName: LocalizedText
    let times: [String]
    let timesName: LocalizedText

    static let shape = ShapeOf<HoursRow>(
      named: "HoursRow",
      [
        Member("kind", \.kind), Member("day", \.day), Member("dayName", \.dayName),
        Member("times", \.times), Member("timesName", \.timesName),
      ])
  }

  struct Hours: Shape {
    /// The days of the week from Monday on, and the closed dates that are still to come.
    let rows: [HoursRow]
    /// Whether the hours let customers come now, and when that changes.
    let open: Bool
    let until: Timestamp?
    /// Nil while nobody has set any hours.
    let zone: String?
    let by: OpeningHours.Keeper
    let outside: OpeningHours.Outside
    let state: LocalizedText

    static let shape = ShapeOf<Hours>([
      Member("rows", \.rows), Member("open", \.open), Member("until", \.until),
      Member("zone", \.zone), Member("by", \.by), Member("outside", \.outside),
      Member("state", \.state),
    ])

    /// In the eyes of a reader whose zone is known, or not.
    init(_ hours: OpeningHours, reader: TimeZoneRules? = nil, at now: Timestamp) {
      let today = hours.zone.date(at: now)
      rows =
        Weekday.allCases.map { day in
          let spans = hours.week?[day.rawValue - 1] ?? []
          return HoursRow(
            kind: .day, day: day.word, dayName: day.title, times: spans.map(\.text),
            timesName: hours.title(of: day))
        }
        + hours.closed.filter { $0 >= today }.map { date in
          HoursRow(
            kind: .date, day: "\(date)",
            dayName: LocalizedText(
              en: "\(date.weekday.english.prefix(3)) \(date)", ko: "\(date)(\(date.weekday.korean))"
            ),
            times: [], timesName: ([] as [OpeningHours.Span]).title)
        }
      let known = hours.state(at: now)
      open = known.isOpen
      until = hours.isSet ? known.until : nil
      zone = hours.zoneName
      (by, outside) = (hours.keeper, hours.outside)
      state = hours.sentence(reader: reader, at: now)
    }
  }
}
