internal import CivilTime
internal import IPCProtocol
internal import Values

/// What a line says of a task's dates, each of which may count from another: `wait:due-3d due:fri`.
struct SaidDates {
  private var said: [OwnDates.Base: CalendarTime?] = [:]
  /// With the dates of the task as they are then, for what else counts from them.
  private(set) var words: DeadlineWords

  /// Reads all of them, in whatever order they stand; `own` are those that the task has already, from
  /// which a date that counts from itself is moved.
  ///
  /// - Throws: ``ProjectError`` of what is none, or where each counts from the other.
  init(
    _ line: QuickWords, _ words: DeadlineWords, own: OwnDates,
    due: String?, wait: String?, scheduled: String?
  ) throws(ProjectError) {
    self.words = words
    self.words.own = own
    var open: [(base: OwnDates.Base, key: QuickWords.Key, option: String?, value: String)] = []
    for (base, key, option) in [
      (OwnDates.Base.due, QuickWords.Key.due, due), (.wait, .wait, wait),
      (.scheduled, .scheduled, scheduled),
    ] {
      if let value = try line.one(key, or: option) { open.append((base, key, option, value)) }
    }
    while let first = open.first {
      let place = open.firstIndex(where: { date in
        let base = OwnDates.Count(date.value)?.base
        return base == date.base || !open.contains { $0.base == base }
      })
      guard let place else { throw Self.circle(first.value) }
      let date = open.remove(at: place)
      guard let time = try line.deadline(date.key, or: date.option, self.words) else { continue }
      said.updateValue(time, forKey: date.base)
      self.words.own?[date.base] = time
    }
  }

  /// Nil where it is not said; nil within where it is none.
  subscript(base: OwnDates.Base) -> CalendarTime?? { said[base] }

  private static func circle(_ value: String) -> ProjectError {
    let problem = LocalizedText(
      en: "what it counts from counts from it; write a day for one of them",
      ko: "서로를 기준으로 세고 있습니다. 하나는 날을 쓰십시오")
    return ProjectError(
      .invalidDeadline,
      ["due": .string(value), "rest": .string(""), "problem": problem.jsonValue])
  }
}
