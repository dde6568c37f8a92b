internal import CivilTime
internal import IPCProtocol
internal import Values

/// The three lists with their counts: what the board shows, and what a watcher is sent.
struct BoardView: Shape {
  let todo: Column
  let doing: Column
  let done: Column
  /// Where another machine is offline or waits for changes.
  let sync: LocalizedText?
  /// What has just happened, for those who watch.
  let changes: [LocalizedText]
  /// Who did that: a user here, `name@host` of another machine.
  let by: String?
  /// The same in one line: the last of it, and who did it.
  let news: LocalizedText?

  static let shape = ShapeOf<BoardView>([
    Member("todo", \.todo), Member("doing", \.doing), Member("done", \.done),
    Member("sync", \.sync), Member("changes", \.changes),
    Member("by", \.by), Member("news", \.news),
  ])

  /// The board as a reader sees it, with at most `limit` cards of a list; the counts say how many
  /// there are.
  init(
    of board: Board, _ reader: ReaderDay, limit: Int, remark: LocalizedText? = nil,
    changes: [LocalizedText] = [], by who: String? = nil
  ) {
    todo = Column(.todo, of: board, reader, limit: limit)
    doing = Column(.doing, of: board, reader, limit: limit)
    done = Column(.done, of: board, reader, limit: limit)
    sync = remark
    self.changes = changes
    by = changes.isEmpty ? nil : who
    news = changes.last.map { last in
      // Behind it stands what the board says of other machines.
      let end = remark == nil ? "" : " "
      let more = changes.count > 1 ? " (+\(changes.count - 1))" : ""
      let head = who.map { "\($0): " } ?? ""
      return LocalizedText(
        en: head + last.en + more + end, ko: head + (last.ko ?? last.en) + more + end)
    }
  }
}

extension BoardView {
  struct Column: Shape {
    let count: Int
    let overdue: Int
    let items: [Card]

    static let shape = ShapeOf<Column>(
      named: "Column",
      [
        Member("count", \.count, .from(0)), Member("overdue", \.overdue, .from(0)),
        Member("items", \.items),
      ])

    init(_ state: ProjectState, of board: Board, _ reader: ReaderDay, limit: Int) {
      count = board.count(state)
      overdue = board.overdueCount(state, reader.clock)
      items = board.cards(state, reader, limit: limit).map {
        Card(board.projects[$0], isBlocked: board.keys[$0].isBlocked, reader)
      }
    }
  }

  struct Card: Shape {
    let row: ProjectRow
    /// `3 tomorrow Report`: the deadline stands where a narrow column does not cut it off.
    let card: LocalizedText

    static let shape = ShapeOf<Card>(ProjectRow.members(at: \.row) + [Member("card", \.card)])

    init(_ project: Project, isBlocked: Bool, _ reader: ReaderDay) {
      row = ProjectRow(project, reader, isBlocked: isBlocked)
      let due = project.due.flatMap { CivilDate(dayNumber: reader.day(of: $0.key)) }
      guard let name = due.map({ DayName.short($0, today: reader.today) }) else {
        card = LocalizedText(en: "\(project.number) \(project.title)")
        return
      }
      card = LocalizedText(
        en: "\(project.number) \(name.en) \(project.title)",
        ko: "\(project.number) \(name.ko ?? name.en) \(project.title)")
    }
  }
}

extension Board {
  fileprivate func overdueCount(_ state: ProjectState, _ clock: DayClock) -> Int {
    guard state != .done else { return 0 }
    var count = 0
    let keys = keys
    for place in byDeadline {
      let key = keys[Int(place)]
      // A deadline three days behind the start of today is past for nobody on earth.
      guard key.due.seconds < clock.start + 3 * 86_400 else { break }
      if key.state == state, key.isOverdue(clock) { count += 1 }
    }
    return count
  }

  /// What is to be done by deadline; what is done with the latest first.
  fileprivate func cards(_ state: ProjectState, _ reader: ReaderDay, limit: Int) -> [Int] {
    let keys = keys
    guard state == .done else {
      return places(for: reader).lazy.filter { keys[Int($0)].state == state }.prefix(limit).map {
        Int($0)
      }
    }
    var latest = BestOf<Int64>(limit: limit)
    for place in keys.indices where !keys[place].isRemoved && keys[place].state == .done {
      latest.offer(Int32(place), keys[place].changedAt.microseconds)
    }
    return latest.places.map { Int($0) }
  }
}
