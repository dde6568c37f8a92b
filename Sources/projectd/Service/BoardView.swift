internal import CivilTime
internal import IPCProtocol

/// The three lists with their counts: what the board shows, and what a watcher is sent.
struct BoardView: JSONWritable, Sendable {
  let board: Board
  let reader: ReaderDay
  /// Cards of a list at most; the counts say how many there are.
  let limit: Int
  /// What has just happened, for those who watch.
  var changes: [LocalizedText] = []

  /// How many cards of a list are shown where nobody says.
  static let usualLimit = 50

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for state in ProjectState.allCases {
      writer.key(state.word)
      writer.beginObject()
      writer.key("count")
      writer.integer(Int64(board.count(state)))
      writer.key("overdue")
      let cards = cards(state)
      writer.integer(Int64(overdueCount(state)))
      writer.key("items")
      writer.beginArray()
      for card in cards {
        writer.separate()
        write(card, to: &writer)
      }
      writer.endArray()
      writer.endObject()
    }
    writer.key("changes")
    writer.value(.array(changes.map(\.jsonValue)))
    writer.endObject()
  }

  private func write(_ project: Project, to writer: inout JSONWriter) {
    writer.literal("{")
    writer.members(of: project, reader)
    writer.key("card")
    writer.string(card(project))
    writer.literal("}")
  }

  /// `3 11-27 보고서 제출`: the deadline stands where a narrow column does not cut it off.
  private func card(_ project: Project) -> String {
    guard let due = project.due else { return "\(project.number) \(project.title)" }
    let date = reader.date(of: due)
    let text = "\(date)"
    let day = date.year == reader.today.year ? String(text.dropFirst(5)) : text
    return "\(project.number) \(day) \(project.title)"
  }

  private func overdueCount(_ state: ProjectState) -> Int {
    guard state != .done else { return 0 }
    var count = 0
    for place in board.byDeadline {
      let project = board.projects[Int(place)]
      guard project.due != nil else { break }
      if project.state == state, project.isOverdue(reader) { count += 1 }
    }
    return count
  }

  /// What is to be done by deadline; what is done with the latest first.
  private func cards(_ state: ProjectState) -> [Project] {
    guard state == .done else {
      return board.byDeadline.lazy.map { board.projects[Int($0)] }
        .filter { $0.state == state }.prefix(limit).map { $0 }
    }
    var latest = BestOf<Int64>(limit: limit)
    for place in board.byDeadline where board.projects[Int(place)].state == .done {
      latest.offer(place, board.projects[Int(place)].changedAt.microseconds)
    }
    return latest.places.map { board.projects[Int($0)] }
  }
}

/// The few places with the largest keys of many, without sorting all of them.
struct BestOf<Key: Comparable> {
  private let limit: Int
  /// The best first; of equal ones the lower place first.
  private var best: [(place: Int32, key: Key)] = []

  init(limit: Int) { self.limit = limit }

  var places: [Int32] { best.map(\.place) }

  mutating func offer(_ place: Int32, _ key: Key) {
    if best.count == limit, let last = best.last,
      key < last.key || (key == last.key && place > last.place)
    {
      return
    }
    var (low, high) = (0, best.count)
    while low < high {
      let middle = (low + high) / 2
      let isBefore =
        best[middle].key > key || (best[middle].key == key && best[middle].place < place)
      if isBefore { low = middle + 1 } else { high = middle }
    }
    best.insert((place, key), at: low)
    if best.count > limit { best.removeLast() }
  }
}
