internal import CivilTime
internal import IPCProtocol
internal import Values

/// What comes, day by day or week by week: what is overdue first, then deadlines and what can be begun.
struct AgendaView: Shape {
  enum Step: String, CaseIterable, Sendable {
    case day, week
  }

  struct Row: Shape {
    let row: ProjectRow
    let date: String
    /// The day or the week, with the first row of it.
    let heading: LocalizedText?
    /// `15:00`, or what the day is for it.
    let when: LocalizedText?

    static let shape = ShapeOf<Row>(
      named: "AgendaRow",
      ProjectRow.members(at: \.row) + [
        Member("date", \.date), Member("heading", \.heading), Member("when", \.when),
      ])
  }

  let rows: [Row]
  /// What it is kept to; nil without a context.
  let remark: LocalizedText?
  /// Where there are no rows, why.
  let nothing: LocalizedText?

  static let shape = ShapeOf<AgendaView>([
    Member("rows", \.rows), Member("remark", \.remark), Member("nothing", \.nothing),
  ])

  private struct Entry {
    let day: Int64
    let place: Int32
    let begins: Bool
  }

  init(
    of board: Board, _ reader: ReaderDay, days: Int, by step: Step, in context: Condition? = nil,
    named name: String? = nil
  ) {
    remark = name.map { BoardQuery.Found.remark(ofContext: $0) }
    let today = Int64(reader.today.dayNumber)
    var entries: [Entry] = []
    var places = board.places(for: reader)
    if let context { places = places.filter { context.matches($0, of: board, reader) } }
    for place in places {
      let key = board.keys[Int(place)]
      guard key.due.kind != .none else { break }
      guard key.state != .done else { continue }
      let day = reader.day(of: key.due)
      // A key and a day are a zone apart at most.
      if day > today + Int64(days) + 2 { break }
      if day < today + Int64(days) { entries.append(Entry(day: day, place: place, begins: false)) }
    }
    for place in places where board.keys[Int(place)].hasTimes {
      let project = board.projects[Int(place)]
      guard project.state != .done, let scheduled = project.plan.scheduled else { continue }
      let day = reader.day(of: scheduled.key)
      if day >= today, day < today + Int64(days) {
        entries.append(Entry(day: day, place: place, begins: true))
      }
    }
    var last: LocalizedText?
    rows = entries.enumerated().sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }
      .map { _, entry in
        let day = CivilDate(dayNumber: entry.day) ?? reader.today
        let heading = Self.heading(day, reader, step)
        defer { last = heading }
        let project = board.projects[Int(entry.place)]
        return Row(
          row: ProjectRow(
            project, reader, isBlocked: board.keys[Int(entry.place)].isBlocked),
          date: day.description, heading: heading == last ? nil : heading,
          when: Self.when(project, day, reader, begins: entry.begins, by: step))
      }
    nothing =
      rows.isEmpty ? NothingFound.due(on: board, days: days, among: places, context: name) : nil
  }

  private static func heading(_ day: CivilDate, _ reader: ReaderDay, _ step: Step) -> LocalizedText
  {
    if day < reader.today { return LocalizedText(en: "Overdue", ko: "마감 지남") }
    let name = DayName.full(day, today: reader.today)
    if step == .week {
      let monday = day.adding(days: -(day.weekday.rawValue - 1)) ?? day
      let first = DayName.full(monday, today: reader.today)
      return LocalizedText(en: "Week of \(first.en)", ko: "\(first.ko ?? first.en) 주")
    }
    switch day.days(since: reader.today) {
    case 0: return LocalizedText(en: "Today, \(name.en)", ko: "오늘, \(name.ko ?? name.en)")
    case 1: return LocalizedText(en: "Tomorrow, \(name.en)", ko: "내일, \(name.ko ?? name.en)")
    default: return name
    }
  }

  private static func when(
    _ project: Project, _ day: CivilDate, _ reader: ReaderDay, begins: Bool, by step: Step
  ) -> LocalizedText? {
    if begins { return LocalizedText(en: "can be begun", ko: "시작할 수 있음") }
    let name = DayName.full(day, today: reader.today)
    let showsDay = step == .week || day < reader.today
    guard let key = project.due?.key, key.kind != .date else { return showsDay ? name : nil }
    let time = reader.timeText(key)
    return showsDay
      ? LocalizedText(en: "\(name.en) \(time)", ko: "\(name.ko ?? name.en) \(time)")
      : LocalizedText(en: time)
  }
}

extension AgendaView.Step: WireWord {}
