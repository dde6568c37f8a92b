internal import CivilTime
internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// The board over time: what comes, a month, and how it went.
extension ProjectService {
  nonisolated static let overviewCalls: [Call<ProjectService>] = [
    .read(
      "project.agenda", "Show what comes, by day or by week", ko: "날마다, 주마다 할 일 보기",
      words: CallWords(
        "agenda", flags: [.init("days", short: "n")],
        examples: ["matectl project agenda", "matectl project agenda --days 28 --by week"]),
      takes: Params.Agenda.self, gives: AgendaView.self,
      shows: .table(
        rows: "/rows",
        columns: [
          TableColumn("Day", ko: "날", "/heading"),
          TableColumn(
            "When", ko: "때", "/when",
            style: [StyleRule(when: "/overdue", is: true, use: .danger)]),
          TableColumn("No.", ko: "번호", "/id", format: "integer"),
          TableColumn("Title", ko: "제목", "/title", rank: 1, least: 24),
          TableColumn("Group", ko: "그룹", "/group"),
        ],
        empty: LocalizedText(en: "{nothing}", ko: "{nothing}"),
        footer: LocalizedText(en: "{remark}", ko: "{remark}"))
    ) { service, params, request in
      let projects = service.projects
      let reader = try projects.reader(params.zone, at: request.now)
      return AgendaView(
        of: projects.board(for: reader), reader, days: params.days, by: params.by,
        in: try projects.contextCondition(reader, of: request.peer.uid),
        named: try projects.contexts.used()?.name)
    },

    .read(
      "project.calendar", "Show a month with its deadlines", ko: "한 달 달력에서 마감 보기",
      words: CallWords(
        "calendar <month>",
        examples: ["matectl project calendar", "matectl project calendar 2026-12"]),
      takes: Params.Month.self, gives: MonthView.self, shows: .message("{text}", ko: "{text}")
    ) { service, params, request in
      let projects = service.projects
      let reader = try projects.reader(params.zone, at: request.now)
      return MonthView(
        of: projects.board, try projects.month(params.month, reader), reader,
        in: try projects.contextCondition(reader, of: request.peer.uid),
        named: try projects.contexts.used()?.name)
    },

    .read(
      "project.burndown", "Show how many were open day by day; -o chart draws it",
      ko: "날마다 남은 일의 수 (-o chart: 그림)",
      words: CallWords(
        "burndown", flags: [.init("days", short: "n")],
        examples: ["matectl project burndown -o chart", "matectl project burndown --days 90"]),
      takes: Params.Burndown.self, gives: BurndownView.self,
      shows: .table(
        rows: "/days", key: "/date",
        columns: [
          TableColumn("Day", ko: "날", "/date", format: "day"),
          TableColumn("Open", ko: "남음", "/open", format: "integer"),
          TableColumn("", ko: "", "/open", format: "bar", rank: 5),
          TableColumn("Added", ko: "추가", "/added", format: "integer"),
          TableColumn("Done", ko: "끝냄", "/done", format: "integer"),
        ],
        chart: ChartTemplate(
          LocalizedText(en: "Open", ko: "남은 일"), at: "/label", value: "/open", format: "integer"))
    ) { service, params, request in
      let reader = try service.projects.reader(params.zone, at: request.now)
      return BurndownView(of: service.projects.board, reader, days: params.days)
    },
  ]
}

extension Projects {
  /// A day in the month that is meant: `2026-12`, or any date in it.
  fileprivate func month(_ text: String?, _ reader: ReaderDay) throws -> CivilDate {
    guard let text else { return reader.today }
    if let date = CivilDate(text + "-01") { return date }
    let words = words(reader)
    // What of a deadline is wrong is no help where a month is asked.
    let date = (try? words.deadline(text))?.date ?? words.month(text)
    guard let date else {
      throw ProjectError(.invalidMonth, ["month": .string(String(text.prefix(100)))])
    }
    return date
  }
}

extension Params {
  struct Agenda: Shape {
    let days: Int
    let by: AgendaView.Step
    let zone: String?

    static let shape = ShapeOf<Agenda>([
      Member(
        "days", \.days, .within(1...366), default: 7, "so many days from today", ko: "오늘부터 며칠"),
      Member("by", \.by, default: .day, "a heading for each", ko: "제목의 단위"),
      Params.zone(\.zone),
    ])
  }

  struct Month: Shape {
    let month: String?
    let zone: String?

    static let shape = ShapeOf<Month>([
      Member(
        "month", \.month, dueText, "2026-12, next month, dec 25; this one if left out",
        ko: "달 (2026-12, 다음 달); 없으면 이번 달"),
      Params.zone(\.zone),
    ])
  }

  struct Burndown: Shape {
    let days: Int
    let zone: String?

    static let shape = ShapeOf<Burndown>([
      Member(
        "days", \.days, .within(1...366), default: 14, "so many days until today", ko: "오늘까지 며칠"),
      Params.zone(\.zone),
    ])
  }
}
