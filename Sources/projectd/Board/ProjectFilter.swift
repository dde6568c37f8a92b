/// Which projects a list shows.
struct ProjectFilter: Sendable {
  var state: ProjectState?
  /// All of these.
  var tags: [String] = []
  var group: GroupMatch?
  var due: DueRange?
  /// All of these, in the title or the description.
  var texts: [TextMatch] = []
  var isOverdue = false
  /// What is done is counted and not shown.
  var leavesOutDone = false
  /// What was put off is counted and not shown.
  var leavesOutWaiting = false
  /// Only what was put off, what is blocked, what others wait for.
  var isWaiting = false
  var isBlocked = false
  var isBlocking = false
  var priority: Int?
  var assigned: AssignedMatch?
  /// All of these: what was typed, and the filter in use.
  var conditions: [Condition] = []

  /// What a filter lets through, and what it leaves out.
  struct Found: Sendable {
    /// In the order of the board.
    var places: [Int32] = []
    /// How many it leaves out because they are done.
    var done = 0
    /// How many it leaves out because they were put off.
    var waiting = 0
  }

  func places(_ board: Board, _ reader: ReaderDay) -> Found {
    let keys = board.keys
    let hidesDone =
      leavesOutDone && state == nil && board.count(.done) > 0
      && !conditions.contains { $0.speaksOfDone }
    let hidesWaiting =
      leavesOutWaiting && !isWaiting && board.waitCount > 0
      && !conditions.contains { $0.speaksOfWaiting }
    var found = Found()
    if isEmpty, !hidesWaiting {
      guard hidesDone else { return Found(places: board.places(for: reader)) }
      return Found(
        places: board.places(for: reader).filter { keys[Int($0)].state != .done },
        done: board.count(.done))
    }
    let asked = looksInside || !conditions.isEmpty ? asked(board, reader) : nil
    found.places = board.places(for: reader).filter { place in
      let key = keys[Int(place)]
      guard asked?[Int(place)] ?? matches(key, place, board, reader) else { return false }
      if hidesDone, key.state == .done {
        found.done += 1
        return false
      }
      if hidesWaiting, key.hasTimes, board.times(place, reader.clock).isWaiting {
        found.waiting += 1
        return false
      }
      return true
    }
    return found
  }

  /// Of every place whether it is asked for.
  ///
  /// They are looked at in the order of memory: going to and fro between projects in that of their
  /// deadlines would wait for memory at every one.
  private func asked(_ board: Board, _ reader: ReaderDay) -> [Bool] {
    let (keys, projects) = (board.keys, board.projects)
    var asked = board.places(saying: texts)
    for index in keys.indices where asked[index] {
      let key = keys[index]
      let place = Int32(truncatingIfNeeded: index)
      asked[index] =
        !key.isRemoved && matches(key, place, board, reader)
        && (!looksBesidesTexts || matches(projects[index]))
        && conditions.allSatisfy { $0.matches(place, of: board, reader) }
    }
    return asked
  }

  private var isEmpty: Bool {
    state == nil && !isOverdue && !isWaiting && !isBlocked && !isBlocking && priority == nil
      && due == nil && !looksInside && conditions.isEmpty
  }

  /// Whether it asks what projects say.
  var asksForTexts: Bool {
    !texts.isEmpty
      || conditions.contains { condition in
        condition.mentions { part in
          guard case .text = part else { return false }
          return true
        }
      }
  }

  private var looksInside: Bool { looksBesidesTexts || !texts.isEmpty }

  private var looksBesidesTexts: Bool { group != nil || assigned != nil || !tags.isEmpty }

  private func matches(
    _ key: BoardKey, _ place: Int32, _ board: Board, _ reader: ReaderDay
  ) -> Bool {
    if let state, key.state != state { return false }
    if isOverdue, !key.isOverdue(reader.clock) { return false }
    if isBlocked, !key.isBlocked { return false }
    if isBlocking, !key.isBlocking { return false }
    if let priority, Int(key.priority) != priority { return false }
    if isWaiting, !board.times(place, reader.clock).isWaiting { return false }
    return due?.contains(key.due, reader) ?? true
  }

  private func matches(_ project: Project) -> Bool {
    if let group, !group.matches(project.group) { return false }
    if let assigned, !assigned.matches(project) { return false }
    return tags.allSatisfy { project.tags.contains($0) }
  }
}

/// A group and those below it: `work` is also where `work.office` is, and not where `workshop` is.
struct GroupMatch: Sendable {
  private let name: String
  private let below: String

  /// What stands between a group and one within it.
  static let separator: Character = "."

  init(_ name: String) {
    self.name = name
    below = name + String(Self.separator)
  }

  func matches(_ group: String?) -> Bool {
    guard let group else { return false }
    return group == name || group.utf8.starts(with: below.utf8)
  }
}
