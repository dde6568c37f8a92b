internal import CivilTime
internal import TaskFormats
internal import Values

/// What the next one of a series takes over from the one that is done.
extension Projects {
  /// Fields that speak of one occurrence alone.
  private static let ofOne: Set<String> = [
    "ics:UID", "ics:RECURRENCE-ID", "ics:DTSTART", "ics:DURATION", "ics:SEQUENCE", "ics:STATUS",
    "ics:PERCENT-COMPLETE", "ics:EXDATE", "ics:RDATE", "ics:X-APPLE-SORT-ORDER", "todotxt:line",
    "taskwarrior:start", "taskwarrior:end", "taskwarrior:mask", "taskwarrior:imask",
    "taskwarrior:parent", "taskwarrior:status", "taskwarrior:wait", "taskwarrior:scheduled",
    "taskwarrior:until", "taskwarrior:id", "taskwarrior:urgency", "taskwarrior:annotations",
  ]

  /// What the one of a number hands on to one of another deadline, as of when it was set there.
  struct Inheritance {
    let field: Field
    let value: String?
    let stamp: Stamp
    /// Whether it moves with the deadline.
    var isOfTime: Bool { field == .wait || field == .scheduled }
    /// The field there, which is another one where that has a time in it.
    let source: Field
  }

  /// - Parameters:
  ///   - registers: All of the one that hands on.
  ///   - deadline: Of the one after it, as it stands in the store.
  /// - Returns: All that is not of one of them alone, moved to that deadline.
  func inheritance(of registers: Registers, to deadline: String?) -> [Inheritance] {
    let distance = SeriesDistance(from: registers[.deadline], to: deadline, zones: zones)
    return registers.entries.filter { !Self.isOfOne($0.field) }.map { entry in
      let value =
        switch entry.field {
        case .wait, .scheduled:
          entry.register.value.flatMap { distance.moved(time: $0) }
        default: entry.register.value
        }
      return Inheritance(
        field: distance.moved(entry.field), value: value, stamp: entry.register.stamp,
        source: entry.field)
    }
  }

  /// Reminders, priority, place and whatever imports brought are in the store only, and so is since
  /// when all of it stands there (``Birth/asOf``), and what was taken away and when.
  func carrying(_ edits: [Edit]) throws -> [Edit] {
    try edits.map { edit in
      guard let number = edit.predecessor else { return edit }
      var edit = edit
      var clocks: [Field: UInt64] = [:]
      // What stays as it is is no part of an edit.
      let due = edit[.deadline] ?? (edit.isRevival ? board[edit.number][.deadline] : nil)
      for inherited in inheritance(of: try registers(of: number), to: due) {
        // One that comes again may have another date, and its plan with it.
        if edit.isRevival, inherited.field == .wait || inherited.field == .scheduled {
          edit.set(inherited.field, from: board[edit.number][inherited.field], to: inherited.value)
          continue
        }
        clocks[inherited.field] = inherited.stamp.clock
        // Also that it is empty: another machine may make it with what stood there before.
        edit.values.removeAll { $0.field == inherited.field }
        edit.values.append(Edit.Value(field: inherited.field, before: nil, after: inherited.value))
      }
      if !edit.isRevival, let clock = try timeClock(of: number) {
        clocks[.deadline] = clock
        clocks[.seriesStart] = clock
      }
      edit.set(Birth.asOf, from: nil, to: Birth.text(of: clocks, after: board[number].id))
      return edit
    }
  }

  /// When somebody set the time from which the next one's deadline follows.
  ///
  /// It is that of the first one, and later the start of the series, which has it from there. The next one
  /// stands as of then, or who finishes later and has not heard of the new time would bring the old one back.
  ///
  /// - Returns: Nil where nobody has changed it.
  private func timeClock(of number: Int) throws -> UInt64? {
    let registers = try registers(of: number)
    let isFirst = registers[.seriesStart] == nil || board[number].plan.repeatsFromCompletion
    guard let clock = registers.register(of: isFirst ? .deadline : .seriesStart)?.stamp.clock,
      Birth.isReal(clock), clock != registers.register(of: .created)?.stamp.clock
    else { return nil }
    return clock
  }

  /// One of a series that a server has and that is new here.
  ///
  /// What stands alike in the one before it counts as of then, and what does not as of when it was
  /// changed there, which the object says. What was said here of the one before, and is not on the
  /// server yet, who made this one cannot have heard of: it stands.
  func inheriting(
    _ edit: Edit, changed: Timestamp, served: (UUID) throws -> TaskRecord?
  ) throws -> Edit {
    guard let number = predecessor(of: edit) else { return edit }
    let seen = try served(board[number].id)?.fields(.ics, context)
    let told = HybridClock.clock(of: changed)
    var edit = edit
    var clocks: [Field: UInt64] = [:]
    for value in edit.values where !Self.isOfOne(value.field) { clocks[value.field] = told }
    let known = try registers(of: number)
    for inherited in inheritance(of: known, to: edit[.deadline]) {
      let there = edit[inherited.field]
      if there == inherited.value {
        clocks[inherited.field] = inherited.stamp.clock
      } else if let seen, inherited.stamp.replica == own,
        seen[inherited.source] != known[inherited.source],
        there == seen[inherited.source] || inherited.isOfTime
      {
        clocks[inherited.field] = inherited.stamp.clock
        edit.values.removeAll { $0.field == inherited.field }
        edit.values.append(Edit.Value(field: inherited.field, before: nil, after: inherited.value))
        continue
      } else if there == nil, ImportRules.isTheFiles(inherited.field) {
        clocks[inherited.field] = told
      } else {
        continue
      }
      if there == nil {
        edit.values.append(Edit.Value(field: inherited.field, before: nil, after: nil))
      }
    }
    edit.set(Birth.asOf, from: nil, to: Birth.text(of: clocks, after: board[number].id))
    return edit
  }

  /// The last one before it of its series.
  func predecessor(of edit: Edit) -> Int? {
    guard let series = edit[.series].flatMap({ UUID($0) }),
      let due = edit[.deadline].flatMap({ CalendarTime($0) })
    else { return nil }
    let others = board.projects.filter { $0.series == series || $0.id == series }
    let order = SeriesOrder([due] + others.compactMap { $0.due?.time }, zones: zones)
    let end = order.passes(due)
    var last: (number: Int, seconds: Int64)?
    for project in others {
      guard let seconds = project.due.map({ order.passes($0.time) }), seconds < end
      else { continue }
      if last.map({ $0.seconds < seconds }) ?? true { last = (project.number, seconds) }
    }
    return last?.number
  }

  static func isOfOne(_ field: Field) -> Bool {
    if case .extra(let name) = field { return ofOne.contains(name) }
    return Birth.isOwn(field)
  }
}
