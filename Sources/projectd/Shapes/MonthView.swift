internal import CivilTime
internal import IPCProtocol
internal import Values

/// A month as a sheet of days, each with how many deadlines it has.
struct MonthView: Shape {
  struct Day: Shape {
    let date: String
    let due: Int
    let overdue: Bool

    static let shape = ShapeOf<Day>(
      named: "MonthDay",
      [Member("date", \.date), Member("due", \.due, .from(1)), Member("overdue", \.overdue)])
  }

  let month: String
  /// The days that have deadlines of what is not done.
  let days: [Day]
  let text: LocalizedText

  static let shape = ShapeOf<MonthView>([
    Member("month", \.month), Member("days", \.days), Member("text", \.text),
  ])

  init(
    of board: Board, _ month: CivilDate, _ reader: ReaderDay, in context: Condition? = nil,
    named name: String? = nil
  ) {
    let first = month.startOfMonth
    let last = month.endOfMonth
    var counts: [Int64: (count: Int, isOverdue: Bool)] = [:]
    for place in board.byDeadline {
      let key = board.keys[Int(place)]
      guard key.due.kind != .none else { break }
      let day = reader.day(of: key.due)
      if day > Int64(last.dayNumber) + 2 { break }
      guard key.state != .done, day >= Int64(first.dayNumber), day <= Int64(last.dayNumber) else {
        continue
      }
      if let context, !context.matches(place, of: board, reader) { continue }
      counts[day, default: (0, false)].count += 1
      if key.isOverdue(reader.clock) { counts[day, default: (0, false)].isOverdue = true }
    }
    self.month = String(first.description.prefix(7))
    days = counts.sorted { $0.key < $1.key }.compactMap { day, entry in
      CivilDate(dayNumber: day).map {
        Day(date: $0.description, due: entry.count, overdue: entry.isOverdue)
      }
    }
    let cells = (0..<last.day).map { offset -> String in
      let day = first.adding(days: offset) ?? first
      return Self.cell(day, counts[Int64(day.dayNumber)], isToday: day == reader.today)
    }
    let sheet = LocalizedText(
      en: Self.sheet(
        "\(DayName.months[first.month - 1]) \(first.year)",
        Weekday.allCases.map { String($0.english.prefix(3)) }, first, cells,
        "·2: two are due   !: overdue   [ ]: today"),
      ko: Self.sheet(
        "\(first.year)년 \(first.month)월", Weekday.allCases.map(\.korean), first, cells,
        "·2: 마감 두 개   !: 마감 지남   [ ]: 오늘"))
    let remark = name.map { BoardQuery.Found.remark(ofContext: $0) }
    text = remark.map { sheet.joined($0, by: "\n") } ?? sheet
  }

  /// So many columns each day has.
  private static let width = 8

  /// `[23]·2!`, so wide in every case.
  private static func cell(
    _ day: CivilDate, _ entry: (count: Int, isOverdue: Bool)?, isToday: Bool
  ) -> String {
    let number = day.day < 10 ? " \(day.day)" : "\(day.day)"
    var text = isToday ? "[\(number)]" : " \(number) "
    if let entry {
      text += "·" + (entry.count > 99 ? "99" : "\(entry.count)") + (entry.isOverdue ? "!" : "")
    }
    return text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func sheet(
    _ title: String, _ weekdays: [String], _ first: CivilDate, _ cells: [String], _ legend: String
  ) -> String {
    // A Korean letter takes two columns.
    let heads = weekdays.map { name in
      let columns = name.utf8.count == name.count ? name.count : 2 * name.count
      return " " + name + String(repeating: " ", count: max(0, width - 1 - columns))
    }
    let gap = Array(
      repeating: String(repeating: " ", count: width), count: first.weekday.rawValue - 1)
    let all = gap + cells
    let weeks = stride(from: 0, to: all.count, by: 7).map { start in
      all[start..<min(start + 7, all.count)].joined()
    }
    let lines = ["\(title)", heads.joined()] + weeks + [legend]
    return lines.map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }
}
