internal import CivilTime
internal import IPCProtocol
internal import Values

/// How many were open at the end of each day, how many came and how many were done on it.
struct BurndownView: Shape {
  struct Day: Shape {
    let date: String
    /// Without the year, for where there is little room.
    let label: String
    let open: Int
    let added: Int
    let done: Int

    static let shape = ShapeOf<Day>(
      named: "BurndownDay",
      [
        Member("date", \.date), Member("label", \.label), Member("open", \.open, .from(0)),
        Member("added", \.added, .from(0)), Member("done", \.done, .from(0)),
      ])
  }

  let days: [Day]

  static let shape = ShapeOf<BurndownView>([Member("days", \.days)])

  /// What is there now: one that was removed was never there.
  init(of board: Board, _ reader: ReaderDay, days count: Int) {
    let last = Int64(reader.today.dayNumber)
    let first = last - Int64(count) + 1
    var (added, done) = ([Int](repeating: 0, count: count), [Int](repeating: 0, count: count))
    var open = 0
    for (key, project) in zip(board.keys, board.projects) where !key.isRemoved {
      let came = Self.day(key.createdAt, reader)
      if came < first { open += 1 } else if came <= last { added[Int(came - first)] += 1 }
      guard key.state == .done else { continue }
      // Nothing is done before it is there.
      let ended = max(came, Self.day(project.completedAt ?? key.changedAt, reader))
      if ended < first { open -= 1 } else if ended <= last { done[Int(ended - first)] += 1 }
    }
    days = (0..<count).map { index in
      open += added[index] - done[index]
      let date = CivilDate(dayNumber: first + Int64(index)) ?? reader.today
      let text = date.description
      return Day(
        date: text, label: String(text.suffix(5)), open: open, added: added[index],
        done: done[index])
    }
  }

  private static func day(_ time: Timestamp, _ reader: ReaderDay) -> Int64 {
    Int64(reader.zone.date(at: time).dayNumber)
  }
}
