internal import IPCProtocol
internal import Values

/// All projects in memory, in the order of their numbers, with the indexes that lists need.
struct Board: Sendable {
  /// Number `n` stands at `n - 1`; removed ones keep their place, so that no number comes twice.
  private(set) var projects: ContiguousArray<Project> = []
  /// Beside each project what lists ask of it.
  private(set) var keys: ContiguousArray<BoardKey> = []
  private(set) var rows = RowStore()
  private var numbers: [UUID: Int32] = [:]
  /// Places of projects that are there, by deadline and then by number.
  private(set) var byDeadline: [Int32] = []
  /// How many there are in each list.
  private var counts = [0, 0, 0]
  private var marked: Mark?

  /// What a rehearsal finds.
  private struct Mark {
    /// How many projects there are; those behind are new.
    let count: Int
    /// What was replaced since, in that order.
    var before: [Project] = []
  }

  /// Above so many changes at once the order is made anew instead of being mended.
  private static let mendingLimit = 256
  /// What the board holds, with all that was ever removed.
  static let limit = 1_000_000

  var liveCount: Int { byDeadline.count }
  var nextNumber: Int { projects.count + 1 }

  func count(_ state: ProjectState) -> Int { counts[Int(state.rawValue)] }

  subscript(number: Int) -> Project { projects[number - 1] }

  func number(of id: UUID) -> Int? { numbers[id].map { Int($0) } }

  // MARK: Changing

  /// Fills an empty board, in the order of the numbers.
  mutating func load(_ loaded: ContiguousArray<Project>) {
    projects = loaded
    numbers.reserveCapacity(loaded.count)
    keys.reserveCapacity(loaded.count)
    counts = [0, 0, 0]
    for project in loaded {
      numbers[project.id] = Int32(project.number)
      keys.append(BoardKey(project))
      if !project.isRemoved { counts[Int(project.state.rawValue)] += 1 }
    }
    sortAll()
    rows = RowStore()
  }

  /// Puts changed and new projects in their places; new ones in the order of their numbers.
  mutating func apply(_ changed: [Project]) {
    let mends = changed.count <= Self.mendingLimit
    for project in changed {
      if project.number > projects.count {
        precondition(project.number == nextNumber, "numbers have no gaps")
        projects.append(project)
        keys.append(BoardKey(project))
        numbers[project.id] = Int32(project.number)
      } else {
        let place = project.number - 1
        marked?.before.append(projects[place])
        leave(place, mends: mends)
        projects[place] = project
        keys[place] = BoardKey(project)
      }
      enter(project.number - 1, mends: mends)
      // Nobody reads a list in the middle of a change: the rows stay as they are until it stays.
      if marked == nil { rows.put(project, at: project.number - 1) }
    }
    if !mends { sortAll() }
  }

  // MARK: Rehearsals

  /// Notes what the board is, for ``revert()``.
  mutating func mark() { marked = Mark(count: projects.count) }

  /// What was done since ``mark()`` stays.
  mutating func unmark() {
    guard let mark = marked else { return }
    marked = nil
    for place in mark.count..<projects.count { rows.put(projects[place], at: place) }
    for project in mark.before {
      rows.put(projects[project.number - 1], at: project.number - 1)
    }
  }

  /// Makes the board what it was at ``mark()``, in as many steps as were done since.
  ///
  /// A copy instead would be made of 100,000 projects for one that is only tried.
  mutating func revert() {
    guard let mark = marked else { return }
    marked = nil
    let mends = mark.before.count + projects.count - mark.count <= Self.mendingLimit
    for project in mark.before.reversed() {
      let place = project.number - 1
      leave(place, mends: mends)
      projects[place] = project
      keys[place] = BoardKey(project)
      enter(place, mends: mends)
    }
    while projects.count > mark.count {
      leave(projects.count - 1, mends: mends)
      keys.removeLast()
      numbers[projects.removeLast().id] = nil
    }
    if !mends { sortAll() }
  }

  /// Has the rows of all projects ready as a reader sees them, unless they are.
  mutating func makeRows(for reader: ReaderDay) {
    turnRows(to: reader)
    guard !rows.isReady(for: reader) else { return }
    // The old ones go first: there is no need of room for both.
    rows = RowStore()
    rows = RowStore(projects, places: byDeadline, reader: reader)
  }

  /// Writes the rows anew whose deadlines have passed since they were made, on the same day.
  mutating func turnRows(to reader: ReaderDay) {
    guard let clock = rows.turn(to: reader) else { return }
    for place in passing(between: clock, and: reader.clock) {
      rows.put(projects[place], at: place)
    }
  }

  private mutating func leave(_ place: Int, mends: Bool) {
    guard !keys[place].isRemoved else { return }
    counts[Int(keys[place].state.rawValue)] -= 1
    guard mends else { return }
    let position = position(of: place)
    if byDeadline.indices.contains(position), byDeadline[position] == Int32(place) {
      byDeadline.remove(at: position)
    }
  }

  private mutating func enter(_ place: Int, mends: Bool) {
    guard !keys[place].isRemoved else { return }
    counts[Int(keys[place].state.rawValue)] += 1
    if mends { byDeadline.insert(Int32(place), at: position(of: place)) }
  }

  // MARK: Order

  private mutating func sortAll() {
    let keyed = keys.indices.compactMap { place -> (Int64, Int32)? in
      keys[place].isRemoved ? nil : (keys[place].due.seconds, Int32(place))
    }
    byDeadline = keyed.sorted { $0 < $1 }.map(\.1)
  }

  /// The first position whose project does not come before this one.
  private func position(of place: Int) -> Int {
    let wanted = (keys[place].due.seconds, place)
    return byDeadline.firstIndex(bisecting: { (keys[Int($0)].due.seconds, Int($0)) >= wanted })
  }

  // MARK: Finding

  /// The project that a word of a person means.
  ///
  /// - Throws: ``ProjectError`` where there is none, where it was removed, or where several start
  ///   with the same digits.
  func find(_ reference: ProjectReference) throws(ProjectError) -> Project {
    let unknown = ProjectError(.unknownProject, ["id": .string(reference.text)])
    switch reference.kind {
    case .number(let number):
      guard (1...projects.count + 1).contains(number), number <= projects.count,
        !self[number].isRemoved
      else { throw unknown }
      return self[number]
    case .id(let id):
      guard let number = number(of: id), !self[number].isRemoved else { throw unknown }
      return self[number]
    case .start(let digits, let mask):
      let found = projects.lazy.filter { project in
        !project.isRemoved && project.id.high & mask.high == digits.high
          && project.id.low & mask.low == digits.low
      }.prefix(2)
      guard let first = found.first else { throw unknown }
      guard found.count == 1 else {
        throw ProjectError(.ambiguousID, ["id": .string(reference.text)])
      }
      return first
    }
  }

  /// Several projects, each once, in the order they were named.
  func find(_ references: [ProjectReference]) throws(ProjectError) -> [Project] {
    var seen: Set<Int> = []
    var found: [Project] = []
    for reference in references {
      let project = try find(reference)
      if seen.insert(project.number).inserted { found.append(project) }
    }
    return found
  }
}
