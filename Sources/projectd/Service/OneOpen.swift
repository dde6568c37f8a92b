internal import Values

/// Of a series one is open, whatever several machines have done with it while they were apart.
///
/// - Who has worked on the next one cannot have heard that its making was undone: it stays, and the one before
///   it is done.
/// - Who has opened one again takes the next one with it, also where that was made elsewhere and not known to him.
/// - One that somebody has finished later than another one undid that is done, and the next one is there.
/// - Who has ended a series while another machine made the next one is believed, unless somebody has worked on it.
/// - Who has only started one that is finished elsewhere, not having heard of it, does not open it again.
///
/// Each follows from what all machines know in the end, so each of them may say it and all say the same
/// (``SeriesWord``).
extension Projects {
  /// Mends the series of some projects.
  ///
  /// - Parameters:
  ///   - numbers: Of those that have been changed.
  ///   - now: When it is done.
  /// - Throws: What the store throws.
  func keepOneOpen(_ numbers: some Collection<Int>, at now: Timestamp) throws {
    for number in numbers.sorted() {
      let project = board[number]
      guard project.recurrence != nil || project.series != nil else { continue }
      if let next = self.next(of: number) { try mend(number, next, at: now) }
      if project.series != nil, let before = try self.predecessor(of: number) {
        try mend(before, number, at: now)
      }
    }
  }

  /// The next one of a series, where its making is known.
  func next(of number: Int) -> Int? { board.number(of: Board.nextID(after: board[number].id)) }

  /// The one that was finished when this one was made.
  func predecessor(of number: Int) throws -> Int? {
    for word in try log.words(of: number) {
      if let text = word.said(Birth.asOf), let id = Birth.predecessor(in: text),
        let before = board.number(of: id), next(of: before) == number
      {
        return before
      }
    }
    return nil
  }

  /// Takes those away whose one before was opened again here while nothing was known of them.
  ///
  /// An undo takes the next one with it. Where none was made here, as that one did not repeat by what was known
  /// here, another machine's stays beside it; and that it was not known only this replica can tell. It counts as of
  /// that opening, so that whoever has worked on the next one, or finishes the one before later, still has it.
  ///
  /// - Parameters:
  ///   - numbers: Of those that are new here, or are there again.
  ///   - now: When it is done.
  /// - Throws: What the store throws.
  func takeAway(unheard numbers: Set<Int>, at now: Timestamp) throws {
    for number in numbers.sorted() {
      let removed = try registers(of: number).register(of: .removed)
      guard !board[number].isRemoved || removed?.value == SeriesWord.undone,
        let before = try predecessor(of: number), !board[before].isRemoved,
        board[before].state != .done,
        let opened = try registers(of: before).register(of: .completed), opened.value == nil,
        opened.stamp.replica == own, removed?.stamp.clock ?? 0 < opened.stamp.clock
      else { continue }
      try mend(number, at: now, asOf: opened.stamp.clock) { _ in [(.removed, SeriesWord.undone)] }
    }
  }

  /// Takes one back, as of when the one before it was opened again.
  func takeBack(_ number: Int, after before: Int, at now: Timestamp) throws {
    guard let opened = try registers(of: before).register(of: .state) else { return }
    try mend(number, at: now, asOf: opened.stamp.clock) { _ in [(.removed, SeriesWord.undone)] }
  }

  /// Whether one is there against the undo that opened the one before: its coming back stands right behind that.
  private func isBack(_ there: Registers, against before: Int) throws -> Bool {
    guard let back = there.register(of: .removed), back.value == nil,
      let opened = try registers(of: before).register(of: .completed), opened.value == nil
    else { return false }
    return back.stamp.clock == opened.stamp.clock + 1
  }

  private func mend(_ before: Int, _ number: Int, at now: Timestamp) throws {
    let there = try registers(of: number)
    guard let removed = there.register(of: .removed), removed.value == SeriesWord.undone else {
      if !board[number].isRemoved {
        try finish(before, at: now, onlyUnheard: !isBack(there, against: before))
      }
      return try end(number, after: before, at: now)
    }
    guard try stays(number, after: before, removed) else { return }
    try revive(number, after: before, at: now)
    try end(number, after: before, at: now)
  }

  /// Takes one away that lies behind the end of its series, or brings it back where that is not so any more.
  private func end(_ number: Int, after before: Int, at now: Timestamp) throws {
    guard board[before].isRemoved || board[before].state == .done else { return }
    let isAway = try registers(of: number)[.removed] == SeriesWord.ended
    guard isAway || !board[number].isRemoved else { return }
    // Whoever has worked on it, or has given it that rule himself, wants it to be there.
    let isEnd = try board[number].isBehindEnd(zones) && !log.isWorked(on: number, besides: 0)
    guard isEnd != isAway else { return }
    try mend(number, at: now) { _ in [(.removed, isEnd ? SeriesWord.ended : nil)] }
  }

  /// Whether one whose making was undone is there nevertheless.
  private func stays(_ number: Int, after before: Int, _ removed: Register) throws -> Bool {
    let finished = try registers(of: before).register(of: .state)
    if let finished, finished.value == ProjectState.done.word, removed.stamp < finished.stamp,
      !board[before].isRemoved
    {
      return true
    }
    if let next = next(of: number), !board[next].isRemoved { return true }
    return try log.isWorked(on: number, besides: replicas.number(of: removed.stamp.replica))
  }

  /// Brings one back, and finishes the one before it.
  func revive(_ number: Int, after before: Int, at now: Timestamp) throws {
    try mend(number, at: now) { registers in
      registers[.removed] == SeriesWord.undone ? [(.removed, nil)] : []
    }
    if try registers(of: before)[.removed] == SeriesWord.undone,
      let earlier = try predecessor(of: before)
    {
      try revive(before, after: earlier, at: now)
    }
    try finish(before, at: now, onlyUnheard: false)
  }

  /// With `onlyUnheard` one stays open that somebody has opened who knew that it was done: he has taken away when
  /// that was.
  private func finish(_ number: Int, at now: Timestamp, onlyUnheard: Bool) throws {
    let project = board[number]
    guard !project.isRemoved, project.state != .done else { return }
    if onlyUnheard, project[.completed] == nil { return }
    let last = try project[.completed] ?? lastFinish(of: number) ?? Project.text(now)
    try mend(number, at: now) { registers in
      [(.state, ProjectState.done.word), (.completed, last)]
    }
  }

  /// When a project was done that is open again.
  private func lastFinish(of number: Int) throws -> String? {
    try log.words(of: number).compactMap { $0.said(.completed) }.compactMap { Int64($0) }.max()
      .map { "\($0)" }
  }

  private func mend(
    _ number: Int, at now: Timestamp, asOf told: UInt64? = nil,
    _ values: (Registers) -> [(Field, String?)]
  ) throws {
    let registers = try registers(of: number)
    let said = values(registers)
    guard !said.isEmpty else { return }
    var edit = Edit(
      number: number, id: board[number].id, values: [],
      note: Note(kind: .edited, title: board[number].title))
    var clock: UInt64 = 0
    for (field, value) in said {
      let register = registers.register(of: field)
      clock = max(clock, register?.stamp.clock ?? 0)
      edit.values.append(Edit.Value(field: field, before: register?.value, after: value))
    }
    let asOf = told ?? clock + 1
    observe(asOf)
    edit.values.append(
      Edit.Value(field: SeriesWord.asOf, before: nil, after: HybridClock.text(asOf)))
    _ = try write([edit], by: nil, at: now, withNotes: false)
  }
}
