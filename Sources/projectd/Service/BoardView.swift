internal import CivilTime
internal import IPCProtocol

/// The three lists with their counts: what the board shows, and what a watcher is sent.
struct BoardView: JSONWritable, Sendable {
  let board: Board
  let reader: ReaderDay
  /// Cards of a list at most; the counts say how many there are.
  let limit: Int
  /// Where another machine is offline or waits for changes.
  var remark: LocalizedText?
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
      for place in cards {
        writer.separate()
        write(place, to: &writer)
      }
      writer.endArray()
      writer.endObject()
    }
    if let remark {
      writer.key("sync")
      writer.value(remark.jsonValue)
    }
    writer.key("changes")
    writer.value(.array(changes.map(\.jsonValue)))
    writer.endObject()
  }

  private func write(_ place: Int, to writer: inout JSONWriter) {
    writer.rowMembers(of: board.projects[place], reader)
    writer.key("card")
    writer.string(card(place))
    writer.literal("}")
  }

  /// `3 11-27 보고서 제출`: the deadline stands where a narrow column does not cut it off.
  private func card(_ place: Int) -> String {
    let project = board.projects[place]
    guard let due = project.due else { return "\(project.number) \(project.title)" }
    let date = String(reader.text(due.key).prefix(10))
    let isThisYear = date.hasPrefix("\(reader.today)".prefix(5))
    return "\(project.number) \(isThisYear ? String(date.dropFirst(5)) : date) \(project.title)"
  }

  private func overdueCount(_ state: ProjectState) -> Int {
    guard state != .done else { return 0 }
    var count = 0
    let (keys, clock) = (board.keys, reader.clock)
    for place in board.byDeadline {
      let key = keys[Int(place)]
      // A deadline three days behind the start of today is past for nobody on earth.
      guard key.due.seconds < clock.start + 3 * 86_400 else { break }
      if key.state == state, key.isOverdue(clock) { count += 1 }
    }
    return count
  }

  /// What is to be done by deadline; what is done with the latest first.
  private func cards(_ state: ProjectState) -> [Int] {
    guard state == .done else {
      return board.byDeadline.lazy.filter { board.keys[Int($0)].state == state }.prefix(limit)
        .map { Int($0) }
    }
    var latest = BestOf<Int64>(limit: limit)
    let keys = board.keys
    for place in keys.indices where !keys[place].isRemoved && keys[place].state == .done {
      latest.offer(Int32(place), keys[place].changedAt.microseconds)
    }
    return latest.places.map { Int($0) }
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
