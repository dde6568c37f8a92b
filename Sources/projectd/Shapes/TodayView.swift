internal import CivilTime
internal import IPCProtocol
internal import Values

/// Today at a glance: what is due today, what is overdue, and the most urgent of the rest.
struct TodayView: Shape {
  let projects: [NextView.Urgent]
  /// How many are open, whether they are shown or not.
  let open: Int
  /// Of today, and not past yet: what is past is overdue, as lists have it.
  let dueToday: Int
  let overdue: Int
  /// What is not shown, and what it is kept to; nil where all is shown.
  let remark: LocalizedText?
  /// Where no project is shown, why.
  let nothing: LocalizedText?

  static let shape = ShapeOf<TodayView>([
    Member("projects", \.projects), Member("open", \.open, .from(0)),
    Member("dueToday", \.dueToday, .from(0)), Member("overdue", \.overdue, .from(0)),
    Member("remark", \.remark), Member("nothing", \.nothing),
  ])

  /// Of those that are due so many are shown, whatever the limit of the rest.
  private static let mostDue = 50

  /// Of what is not due yet so many are shown as `limit` says.
  init(
    of board: Board, _ reader: ReaderDay, limit: Int, in context: Condition? = nil,
    named name: String? = nil
  ) {
    let today = Int64(reader.today.dayNumber)
    func counts(_ place: Int32) -> Bool {
      let key = board.keys[Int(place)]
      guard !key.isRemoved, key.state != .done else { return false }
      if key.hasTimes, board.times(place, reader.clock).isWaiting { return false }
      return context?.matches(place, of: board, reader) ?? true
    }
    // What is dated stands in front.
    let near = board.places(for: reader).prefix { place in
      let due = board.keys[Int(place)].due
      return due.kind != .none && due.seconds < ReaderDay.end(of: today)
    }
    let due = near.filter { reader.isDue(board.keys[Int($0)].due, until: today) && counts($0) }
      .map { (place: $0, day: reader.day(of: board.keys[Int($0)].due)) }
    let first = (due.filter { $0.day == today } + due.filter { $0.day < today })
      .prefix(Self.mostDue).map {
        NextView.Urgent($0.place, of: board, reader)
      }
    let rest = NextView(of: board, reader, limit: limit, in: context, dueAfter: today)
    projects = first + rest.projects
    overdue = due.count { board.keys[Int($0.place)].isOverdue(reader.clock) }
    dueToday = due.count - overdue
    open = due.count + rest.count
    var remarks: [LocalizedText] = []
    if open > projects.count { remarks.append(Self.remark(open, dueToday, overdue)) }
    if let name { remarks.append(BoardQuery.Found.remark(ofContext: name)) }
    remark = remarks.dropFirst().reduce(remarks.first) { all, one in
      all?.joined(one, by: ". ")
    }
    nothing = projects.isEmpty ? NothingFound.toDo(on: board, context: name) : nil
  }

  private static func remark(_ open: Int, _ now: Int, _ late: Int) -> LocalizedText {
    let counts = [(now, "due today", "오늘 마감"), (late, "overdue", "마감 지남")].filter { $0.0 > 0 }
    let en = counts.map { ", \($0.0) \($0.1)" }.joined()
    let ko = counts.map { ", \($0.2) \($0.0)개" }.joined()
    return LocalizedText(
      en: "\(open) open in all\(en): `matectl project list`",
      ko: "남은 일은 모두 \(open)개입니다\(ko): `matectl project list`")
  }
}

extension LocalizedText {
  func joined(_ other: LocalizedText, by sign: String) -> LocalizedText {
    LocalizedText(
      en: en + sign + other.en, ko: text(in: .korean) + sign + other.text(in: .korean))
  }
}
