internal import CivilTime
internal import Values

/// What comes after a project that is done and that repeats.
extension Board {
  /// The project that takes the place of a done one; nil where it does not repeat, the series has
  /// ended, or the next one is there already.
  ///
  /// Its id follows from the one that is done, so that two machines that finish the same project while they
  /// are apart make the same next one, whatever its deadline and its rule were on each.
  func next(
    after project: Project, number: Int, zones: Zones, at now: Timestamp
  ) -> Edit? {
    guard let text = project.recurrence, let rule = try? RecurrenceRule(text),
      let due = project.due?.time
    else { return nil }
    let series = project.series ?? project.id
    if project.plan.repeatsFromCompletion {
      return next(afterDone: project, rule, series: series, number: number, zones: zones, at: now)
    }
    let start = project.seriesStart ?? due
    let zone = due.zoneIdentifier.flatMap { try? zones.rules(named: $0) } ?? .utc
    let occurrences = RecurrenceSeries(rule, from: start, zone: zone)
    guard let next = Self.next(of: occurrences, after: due.date, zones: zones, at: now) else {
      return nil
    }
    return successor(
      of: project, number: number, due: next, series: series, start: start, at: now)
  }

  static func nextID(after project: UUID) -> UUID { UUID(namespace: project, name: "next") }

  /// The same where the rule counts from the day on which a project is done.
  private func next(
    afterDone project: Project, _ rule: RecurrenceRule, series: UUID, number: Int, zones: Zones,
    at now: Timestamp
  ) -> Edit? {
    guard let due = project.due?.time else { return nil }
    let zone = due.zoneIdentifier.flatMap { try? zones.rules(named: $0) }
    let today = (zone ?? zones.own).date(at: now)
    let start = due.moved(to: today)
    let occurrences = RecurrenceSeries(rule, from: start, zone: zone ?? .utc)
    guard let next = occurrences.next(after: today) else { return nil }
    return successor(
      of: project, number: number, due: next, series: series, start: next, at: now)
  }

  /// Nil where it is there already; one that was taken back, as by an undo, comes again.
  private func successor(
    of project: Project, number: Int, due next: CalendarTime, series: UUID,
    start: CalendarTime, at now: Timestamp
  ) -> Edit? {
    // One of a calendar that has that date as an exception of its own is there already.
    let exception = UUID(occurrenceOf: series, on: next.date)
    let id =
      self.number(of: exception) == nil ? Self.nextID(after: project.id) : exception
    if let known = self.number(of: id) {
      return self[known].isRemoved
        ? revived(self[known], after: project, due: next, start: start) : nil
    }
    var edit = Edit(
      number: number, id: id, values: [],
      note: Note(kind: .added, title: project.title, to: .todo),
      predecessor: project.number)
    edit.set(.title, from: nil, to: project.title)
    edit.set(.state, from: nil, to: ProjectState.todo.word)
    edit.set(.created, from: nil, to: Project.text(now))
    edit.set(.deadline, from: nil, to: next.description)
    edit.set(.body, from: nil, to: project.body)
    edit.set(.group, from: nil, to: project.group)
    edit.set(.recurrence, from: nil, to: project.recurrence)
    edit.set(.series, from: nil, to: series.description)
    edit.set(.seriesStart, from: nil, to: start.description)
    for tag in project.tags { edit.set(.tag(tag), from: nil, to: "") }
    return edit
  }

  private func revived(
    _ project: Project, after done: Project, due next: CalendarTime, start: CalendarTime
  ) -> Edit {
    var edit = Edit(
      number: project.number, id: project.id, values: [],
      note: Note(kind: .added, title: project.title, to: .todo), predecessor: done.number)
    edit.set(.removed, from: "1", to: nil)
    edit.set(.state, from: project.state.word, to: ProjectState.todo.word)
    edit.set(.completed, from: project[.completed], to: nil)
    edit.set(.deadline, from: project[.deadline], to: next.description)
    edit.set(.seriesStart, from: project[.seriesStart], to: start.description)
    return edit
  }

  /// The first occurrence behind a date that is not past yet: who finishes late is not asked for
  /// what was missed meanwhile.
  private static func next(
    of series: RecurrenceSeries, after date: CivilDate, zones: Zones, at now: Timestamp
  ) -> CalendarTime? {
    let zone = series.start.zoneIdentifier.flatMap { try? zones.rules(named: $0) } ?? zones.own
    let here = zone.local(at: now)
    func isPast(_ time: CalendarTime) -> Bool {
      switch time {
      case .date(let date): date < here.date
      case .floating(let time): time <= here
      case .utc, .zoned: Due(time, zones: zones).key.seconds <= now.wholeSeconds
      }
    }
    guard let first = series.next(after: date), isPast(first) else {
      return series.next(after: date)
    }
    let yesterday = here.date.adding(days: -1) ?? here.date
    guard let ahead = series.next(after: yesterday) else { return nil }
    return isPast(ahead) ? series.next(after: ahead.date) : ahead
  }
}

extension Project {
  /// Whether one that was made as the next of a series is none by the rule that it has now.
  func isBehindEnd(_ zones: Zones) -> Bool {
    guard series != nil, let due = due?.time else { return false }
    guard let text = recurrence else { return true }
    guard !plan.repeatsFromCompletion, let start = seriesStart,
      let rule = try? RecurrenceRule(text), let eve = due.date.adding(days: -1)
    else { return false }
    let zone = start.zoneIdentifier.flatMap { try? zones.rules(named: $0) } ?? .utc
    return RecurrenceSeries(rule, from: start, zone: zone).next(after: eve) == nil
  }
}
