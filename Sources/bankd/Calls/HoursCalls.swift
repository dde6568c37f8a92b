internal import CivilTime
internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// Opening hours: what they are, and who keeps them.
extension Bank {
  nonisolated static let hoursCalls: [Call<Bank>] = [
    .read(
      "bank.hours", "Show the opening hours and the closed dates", ko: "영업시간과 휴무일 보기",
      words: "hours", takes: Params.Hours.self, gives: Answers.Hours.self, shows: hoursTable
    ) { bank, params, request in
      Answers.Hours(
        bank.branch.state.hours, reader: try params.zone.map(zone), at: request.now)
    },

    .change(
      "bank.hours.set", "Give days of the week their opening hours", ko: "요일별 영업시간 정하기",
      access: .admin,
      words: CallWords(
        "hours set <days> <times>", flags: [.init("pauses", long: "break")],
        examples: [
          "matectl bank hours set mon-fri 09:00-16:00",
          "matectl bank hours set 월-금 09:00-16:00 --break 12:00-13:00",
          "matectl bank hours set sat 10:00-13:00,14:00-17:00",
          "matectl bank hours set sun closed",
        ]),
      takes: Params.SetHours.self, gives: Answers.Hours.self, shows: hoursTable
    ) { bank, params, request in
      let days = try HoursWords.days(params.days)
      let spans = try HoursWords.times(params.times, pauses: params.pauses)
      return try bank.setHours(at: request.now) { branch, here, now throws(BankError) in
        branch.setHours(of: days, to: spans, in: here, at: now)
      }
    }.idempotent,

    .change(
      "bank.hours.close", "Close the branch on a date, or on several", ko: "휴무일 정하기",
      access: .admin,
      words: CallWords(
        "hours close <date>",
        examples: [
          "matectl bank hours close 2026-12-25",
          "matectl bank hours close 2026-12-30 --until 2027-01-02",
        ]),
      takes: Params.ClosedDates.self, gives: Answers.Hours.self, shows: hoursTable
    ) { bank, params, request in
      try bank.setHours(at: request.now) { branch, here, now throws(BankError) in
        let today = branch.state.hours.zone(or: here).date(at: now)
        let dates = try dates(from: params.date, until: params.until, today: today)
        try branch.setClosed(true, dates, in: here, at: now)
      }
    }.idempotent,

    .change(
      "bank.hours.reopen", "Take back a closed date", ko: "휴무일 취소", access: .admin,
      words: CallWords("hours reopen <date>", examples: ["matectl bank hours reopen 2026-12-25"]),
      takes: Params.OpenDates.self, gives: Answers.Hours.self, shows: hoursTable
    ) { bank, params, request in
      try bank.setHours(at: request.now) { branch, here, now throws(BankError) in
        let today = branch.state.hours.zone(or: here).date(at: now)
        let dates = try dates(from: params.date, until: params.until, today: today)
        try branch.setClosed(false, dates, in: here, at: now)
      }
    }.idempotent,

    .change(
      "bank.hours.rules", "Say who opens and closes, and what holds outside of the hours",
      ko: "누가 여닫는지, 영업시간 밖에는 어떻게 하는지 정하기", access: .admin,
      words: CallWords(
        "hours rules",
        examples: [
          "matectl bank hours rules --by clock", "matectl bank hours rules --outside note",
          "matectl bank hours rules --zone Asia/Seoul",
        ]),
      takes: Params.HoursRules.self, gives: Answers.Hours.self, shows: hoursTable
    ) { bank, params, request in
      let zone = try params.zone.map(zone)
      return try bank.setHours(at: request.now) { branch, _, now throws(BankError) in
        branch.setRules(keeper: params.by, outside: params.outside, zone: zone, at: now)
      }
    }.idempotent,

    .change(
      "bank.hours.clear", "Forget the opening hours and the closed dates", ko: "영업시간과 휴무일 지우기",
      access: .admin, words: "hours clear", takes: NoParams.self, gives: Answers.Hours.self,
      shows: hoursTable
    ) { bank, _, request in
      try bank.setHours(at: request.now) { branch, _, now throws(BankError) in
        branch.clearHours(at: now)
      }
    }.idempotent.confirmed,
  ]

  /// Changes the hours, with the machine's zone, and answers with what they are then.
  private func setHours(
    at now: Timestamp,
    _ rule: (inout Branch, TimeZoneRules, Timestamp) throws(BankError) -> Void
  ) throws -> Answers.Hours {
    let here = TimeZoneDatabase().local()
    return try change(at: now) { branch throws(BankError) in
      try rule(&branch, here, now)
      return Answers.Hours(branch.state.hours, at: now)
    }
  }

  private nonisolated static func zone(_ name: String) throws(BankError) -> TimeZoneRules {
    do throws(TimeZoneFailure) {
      return try TimeZoneDatabase().zone(describedBy: name)
    } catch {
      let hint = TimeZoneDatabase().hint(for: name)
      throw BankError(.unknownZone, ["zone": .string(name), "hint": hint.jsonValue])
    }
  }

  private nonisolated static func dates(
    from first: String, until last: String?, today: CivilDate
  ) throws(BankError) -> Set<CivilDate> {
    let start = try HoursWords.date(first, today: today, looking: .future)
    var end = start
    if let last {
      end = try HoursWords.date(last, today: today, looking: .future)
      // A weekday is the one behind the first date: `friday` until `tuesday`.
      let behind = try HoursWords.date(last, today: start, looking: .future)
      if end < start, behind.weekday == end.weekday { end = behind }
    }
    guard end >= start else { throw BankError(.invalidPeriod) }
    guard end.days(since: start) < OpeningHours.maximumClosed else { throw .tooManyClosed }
    return Set((0...end.days(since: start)).compactMap { start.adding(days: $0) })
  }

  private nonisolated static let hoursTable = Rendering.table(
    rows: "/rows",
    columns: [
      TableColumn("Day", ko: "날", "/dayName"),
      TableColumn(
        "Open", ko: "영업시간", "/timesName",
        style: [StyleRule(when: "/times", is: .array([]), use: .muted)]),
    ], footer: LocalizedText(en: "{state}", ko: "{state}"))
}
