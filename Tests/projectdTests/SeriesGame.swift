import CivilTime
import Loop
import TestSupport
import Values

@testable import projectd

/// A series of dates on two or three boards, which people finish, start, edit and undo, and which meet over
/// a folder or one another, in any order: boards over stores of their own, without daemons.
@LoopActor
final class SeriesGame {
  let replicas: [ReplicaBench]
  private var numbers: SeededNumbers
  /// Milliseconds; every act has a moment of its own.
  private(set) var time: Int64 = 1_795_251_600_000
  private var files: [UUID: (changes: [Change], clock: UInt64)] = [:]
  /// Of each board, the tags of its steps that it can take back; nil of a step without one.
  private var steps: [[String?]]
  /// Tags that somebody has put on one of the dates and nobody has taken back.
  private(set) var tags: [String: UUID] = [:]
  /// Words that somebody has said and taken back.
  private(set) var undone: Set<String> = []
  /// What was done, to be read where it went wrong.
  private(set) var story: [String] = []

  init(
    seed: UInt64, machines: Int? = nil, due: String = "2099-01-01", rule: String = "FREQ=DAILY"
  ) throws {
    numbers = SeededNumbers(seed: seed)
    let count = machines ?? Int.random(in: 2...3, using: &numbers)
    replicas = try (1...count).map { try ReplicaBench(UInt64($0)) }
    steps = Array(repeating: [], count: count)
    let first = replicas[0].projects
    let new = NewProject(
      title: "water", due: CalendarTime(due), recurrence: try RecurrenceRule(rule))
    try replicas[0].transaction {
      let edit = try first.board.add(new, id: UUID(high: 9, low: 1), at: now)
      try first.perform([edit], by: 0, at: now)
    }
    try settle()
  }

  var now: Timestamp { Timestamp(microseconds: time * 1000) }

  func pick(_ range: Range<Int>) -> Int { Int.random(in: range, using: &numbers) }

  // MARK: People

  private func act(_ index: Int, _ body: (Projects) throws -> Void) throws {
    time += 1 + Int64.random(in: 0..<20, using: &numbers)
    try replicas[index].transaction { try body(replicas[index].projects) }
  }

  /// The numbers of the dates that are open on a board, the earliest first.
  func open(_ index: Int) -> [Int] {
    let board = replicas[index].projects.board
    return board.byDeadline.map { board.projects[Int($0)] }.filter { $0.state != .done }
      .map(\.number)
  }

  func isOpen(_ number: Int, _ index: Int) -> Bool {
    let project = replicas[index].projects.board[number]
    return !project.isRemoved && project.state != .done
  }

  func move(_ number: Int, to state: ProjectState, _ index: Int) throws {
    note(index, state.word, number)
    try act(index) { projects in
      let edits = try projects.board.move(
        [ProjectReference(number: number)], to: state, at: now, zones: projects.zones)
      let all = try projects.keepingOneOpen(projects.carrying(edits), named: [number])
      try projects.perform(all, by: 0, at: now)
    }
    steps[index].append(nil)
  }

  /// Opens the last one again that is done, where that is not refused.
  func reopen(_ index: Int) throws {
    let board = replicas[index].projects.board
    let done = board.byDeadline.map { board.projects[Int($0)] }.filter { $0.state == .done }
    guard let last = done.last else { return }
    if case .blocked = try replicas[index].projects.reopening(last.number) {
      return story.append("\(index) may not open \(last.number)")
    }
    try move(last.number, to: pick(0..<2) == 0 ? .todo : .doing, index)
  }

  func tag(_ number: Int, _ tag: String, _ index: Int) throws {
    note(index, "+\(tag)", number)
    try act(index) { projects in
      let edit = try projects.board.edit(
        ProjectReference(number: number), ProjectChanges(addedTags: [tag]))
      try projects.perform([edit], by: 0, at: now)
      tags[tag] = edit.id
    }
    steps[index].append(tag)
  }

  func title(_ number: Int, _ title: String, _ index: Int) throws {
    note(index, title, number)
    try act(index) { projects in
      let changes = ProjectChanges(title: title)
      try projects.perform(
        [try projects.board.edit(ProjectReference(number: number), changes)], by: 0, at: now)
    }
    steps[index].append(title)
  }

  /// Any other edit.
  func edit(_ number: Int, _ changes: ProjectChanges, _ index: Int) throws {
    note(index, "edit \(changes)", number)
    try act(index) { projects in
      try projects.perform(
        [try projects.board.edit(ProjectReference(number: number), changes)], by: 0, at: now)
    }
    steps[index].append(nil)
  }

  /// The deadlines of a board with their states, the earliest first.
  func deadlines(_ index: Int) -> [String] {
    let board = replicas[index].projects.board
    return board.byDeadline.map { board.projects[Int($0)] }.map {
      "\($0[.deadline] ?? "") \($0.state.word)"
    }
  }

  /// - Returns: Whether all of a step went back; nil where there is none.
  @discardableResult
  func undo(_ index: Int) throws -> Bool? {
    guard let tag = steps[index].popLast() else { return nil }
    var kept = 0
    try act(index) { projects in
      let reader = try projects.reader("UTC", at: now)
      kept = try projects.undo(1, by: 0, reader).map(\.kept).reduce(0, +)
    }
    story.append("\(index) undo, kept \(kept)")
    if kept == 0, let tag {
      tags[tag] = nil
      undone.insert(tag)
    }
    return kept == 0
  }

  /// Takes back, or does again, whatever the last step was, also one that is no part of the game.
  func reverse(_ index: Int, isUndo: Bool = true) throws {
    story.append("\(index) \(isUndo ? "undo" : "redo")")
    try act(index) { projects in
      let reader = try projects.reader("UTC", at: now)
      _ = try isUndo ? projects.undo(1, by: 0, reader) : projects.redo(1, by: 0, reader)
    }
  }

  func remove(_ number: Int, _ index: Int) throws {
    note(index, "remove", number)
    try act(index) { projects in
      try projects.perform(
        try projects.board.remove([ProjectReference(number: number)]), by: 0, at: now)
    }
    steps[index].append(nil)
  }

  // MARK: Meeting

  /// One hears all that another one knows.
  func hear(_ index: Int, from other: Int) throws {
    story.append("\(index) hears \(other)")
    let giver = replicas[other]
    let known = try replicas[index].projects.knowledge
    try replicas[index].merge(
      try giver.changes(since: known), knowledge: try giver.projects.knowledge, at: now)
  }

  /// One leaves what it has done itself.
  func leave(_ index: Int) throws {
    story.append("\(index) leaves")
    let projects = replicas[index].projects
    let changes = try projects.ownPage(from: nil).changes
    files[projects.own] = (changes, try projects.knowledge[projects.own])
  }

  /// One reads what all others have left.
  func read(_ index: Int) throws {
    story.append("\(index) reads")
    let projects = replicas[index].projects
    for (id, file) in files.sorted(by: { $0.key < $1.key }) where id != projects.own {
      let known = try projects.knowledge[id]
      guard file.clock > known else { continue }
      let new = file.changes.filter { $0.stamp.clock > known }
      try replicas[index].merge(new, knowledge: Knowledge([id: file.clock]), at: now)
    }
  }

  /// Everybody hears everybody until nobody has anything to say any more.
  ///
  /// - Returns: Whether that came soon.
  @discardableResult
  func settle() throws -> Bool {
    for _ in 0..<8 {
      let before = try replicas.map { try $0.projects.knowledge }
      time += 1
      for index in replicas.indices {
        for other in replicas.indices where other != index { try hear(index, from: other) }
      }
      if try replicas.map({ try $0.projects.knowledge }) == before { return true }
    }
    return false
  }

  private func note(_ index: Int, _ what: String, _ number: Int) {
    let due = replicas[index].projects.board[number][.deadline] ?? ""
    story.append("\(index) \(what) \(due.suffix(2)) @\(time)")
  }

  /// What is there on a board: dates with their states.
  func rows(_ index: Int) -> [String] {
    let board = replicas[index].projects.board
    return board.byDeadline.map { board.projects[Int($0)] }.map {
      "\($0[.deadline]?.suffix(2) ?? "") \($0.state.word)"
    }
  }
}
