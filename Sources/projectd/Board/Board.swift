internal import IPCProtocol
internal import Values

/// All projects in memory, in the order of their numbers, with the indexes that lists need.
struct Board: Sendable {
  /// Number `n` stands at `n - 1`; removed ones keep their place, so that no number comes twice.
  private(set) var projects: ContiguousArray<Project> = []
  /// Beside each project what lists ask of it.
  private(set) var keys: ContiguousArray<BoardKey> = []
  private(set) var rows = RowStore()
  /// For searches; nil until the first one.
  private var text: SearchText?
  private var pool = TextPool()
  private var numbers: [UUID: Int32] = [:]
  /// Places by the seconds of their deadlines and then by number, to look near a point in time; lists
  /// have the order of ``places(for:)``.
  private(set) var byDeadline: [Int32] = []
  /// As those see it who asked last; nil until somebody does.
  private(set) var order: DeadlineOrder?
  /// How many there are in each list.
  private var counts = [0, 0, 0]
  private(set) var links = BoardLinks()
  /// How many there are that wait, or did.
  private(set) var waitCount = 0
  /// Places of projects that somebody wants to be reminded of.
  private(set) var reminded: Set<Int32> = []
  /// What each part of the urgency counts.
  var weights = Urgency.Weights.taskwarrior
  private var marked: Mark?

  /// What a rehearsal finds.
  private struct Mark {
    /// How many projects there are; those behind are new.
    let count: Int
    /// What was replaced since, in that order.
    var before: [Project] = []
    /// Places whose links make them otherwise.
    var relinked: Set<Int> = []
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
    for place in projects.indices { pool.share(&projects[place]) }
    numbers.reserveCapacity(loaded.count)
    keys.reserveCapacity(loaded.count)
    counts = [0, 0, 0]
    for project in loaded {
      numbers[project.id] = Int32(project.number)
      keys.append(BoardKey(project))
      if !project.isRemoved { counts[Int(project.state.rawValue)] += 1 }
      if project.hasPlan { _ = links.take(project) }
    }
    waitCount = loaded.count { !$0.isRemoved && $0.hasPlan && $0.plan.wait != nil }
    reminded = []
    for project in loaded where project.isReminded { reminded.insert(Int32(project.number - 1)) }
    sortAll()
    relinkAll()
    rows = RowStore()
    text = nil
  }

  /// Puts changed and new projects in their places; new ones in the order of their numbers.
  mutating func apply(_ changed: [Project]) {
    let mends = changed.count <= Self.mendingLimit
    if changed.count > DeadlineOrder.mendingLimit { order = nil }
    let linked = linkedPlaces(changed)
    for var project in changed {
      pool.share(&project)
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
      if marked == nil {
        putRow(project.number - 1)
        putText(project.number - 1)
      }
    }
    if !mends { sortAll() }
    relink(changed, linked)
  }

  private mutating func putRow(_ place: Int) {
    rows.put(projects[place], isBlocked: keys[place].isBlocked, at: place)
  }

  private mutating func putText(_ place: Int) { text?.put(projects[place]) }

  // MARK: Rehearsals

  /// Notes what the board is, for ``revert()``.
  mutating func mark() { marked = Mark(count: projects.count) }

  /// What was done since ``mark()`` stays.
  mutating func unmark() {
    guard let mark = marked else { return }
    marked = nil
    for place in Array(mark.count..<projects.count) + mark.before.map({ $0.number - 1 }) {
      putRow(place)
      putText(place)
    }
    for place in mark.relinked where place < mark.count { putRow(place) }
  }

  /// Makes the board what it was at ``mark()``, in as many steps as were done since.
  ///
  /// A copy instead would be made of 100,000 projects for one that is only tried.
  mutating func revert() {
    guard let mark = marked else { return }
    marked = nil
    let linked = places(links.depends.targets.flatMap { [$0.key] + $0.value })
    let count = mark.before.count + projects.count - mark.count
    let mends = count <= Self.mendingLimit
    if count > DeadlineOrder.mendingLimit { order = nil }
    for project in mark.before.reversed() {
      let place = project.number - 1
      leave(place, mends: mends)
      projects[place] = project
      keys[place] = BoardKey(project)
      enter(place, mends: mends)
      _ = links.take(project)
    }
    while projects.count > mark.count {
      leave(projects.count - 1, mends: mends)
      keys.removeLast()
      let gone = projects.removeLast()
      numbers[gone.id] = nil
      if gone.hasPlan { _ = links.take(Project(number: gone.number, id: gone.id)) }
    }
    if !mends { sortAll() }
    relinkAll(besides: linked)
  }

  /// Has the rows of all projects ready as a reader sees them, unless they are.
  mutating func makeRows(for reader: ReaderDay) {
    turnRows(to: reader)
    guard !rows.isReady(for: reader) else { return }
    // The old ones go first: there is no need of room for both.
    rows = RowStore()
    rows = RowStore(projects, keys, places: places(for: reader), reader: reader)
  }

  /// Has the texts of all projects ready for a search.
  mutating func makeText() {
    guard text?.isWorn ?? true else { return }
    // The old one goes first: there is no need of room for both.
    text = nil
    text = SearchText(projects)
  }

  /// Of each place whether all of some texts stand in its title or description.
  func places(saying matches: [TextMatch]) -> [Bool] {
    if matches.isEmpty { return [Bool](repeating: true, count: keys.count) }
    if let text { return text.places(saying: matches, in: projects) }
    return projects.map { project in matches.allSatisfy { project.says($0) } }
  }

  /// Whether a text stands in the title or description of a project.
  func says(_ match: TextMatch, at place: Int) -> Bool {
    text?.says(match, at: place, in: projects) ?? projects[place].says(match)
  }

  /// Writes the rows anew whose deadlines have passed since they were made, on the same day.
  mutating func turnRows(to reader: ReaderDay) {
    guard let clock = rows.turn(to: reader) else { return }
    for place in passing(between: clock, and: reader.clock) {
      putRow(place)
    }
  }

  private mutating func leave(_ place: Int, mends: Bool) {
    guard !keys[place].isRemoved else { return }
    counts[Int(keys[place].state.rawValue)] -= 1
    if projects[place].hasPlan, projects[place].plan.wait != nil { waitCount -= 1 }
    reminded.remove(Int32(place))
    order?.remove(place, keys)
    guard mends else { return }
    let position = position(of: place)
    if byDeadline.indices.contains(position), byDeadline[position] == Int32(place) {
      byDeadline.remove(at: position)
    }
  }

  private mutating func enter(_ place: Int, mends: Bool) {
    guard !keys[place].isRemoved else { return }
    counts[Int(keys[place].state.rawValue)] += 1
    if projects[place].hasPlan, projects[place].plan.wait != nil { waitCount += 1 }
    if projects[place].isReminded { reminded.insert(Int32(place)) }
    order?.insert(place, keys)
    if mends { byDeadline.insert(Int32(place), at: position(of: place)) }
  }

  // MARK: Order

  /// Keeps the order of a reader, until one in another zone asks.
  mutating func makeOrder(for reader: ReaderDay) {
    if order?.zone != reader.zone {
      order = DeadlineOrder(reader.zone, keys, sorted: byDeadline)
    }
  }

  private mutating func sortAll() {
    order = nil
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

  // MARK: Links

  /// The places that a change may block or free, before it is made.
  private func linkedPlaces(_ changed: [Project]) -> Set<Int> {
    guard !links.isEmpty else { return [] }
    return places(changed.flatMap { links.depends.neighbours(of: $0.id) })
  }

  private func places(_ ids: [UUID]) -> Set<Int> {
    Set(ids.compactMap { numbers[$0].map { Int($0) - 1 } })
  }

  /// Says anew of changed projects, and of those they are linked with, what blocks what.
  private mutating func relink(_ changed: [Project], _ before: Set<Int>) {
    var isOther = false
    for project in changed where project.hasPlan || !links.isEmpty {
      if links.take(project) { isOther = true }
    }
    guard !links.isEmpty || !before.isEmpty else { return }
    var touched = before
    if isOther {
      // A circle may have been closed or opened somewhere else.
      links.findCircles()
      touched.formUnion(places(links.depends.targets.flatMap { [$0.key] + $0.value }))
    }
    touched.formUnion(places(changed.flatMap { links.depends.neighbours(of: $0.id) }))
    for place in touched where place < projects.count && weighLinks(place) {
      if marked == nil { putRow(place) } else { marked?.relinked.insert(place) }
    }
  }

  private mutating func relinkAll(besides linked: Set<Int> = []) {
    guard !links.isEmpty || !linked.isEmpty else { return }
    links.findCircles()
    let now = places(links.depends.targets.flatMap { [$0.key] + $0.value })
    for place in now.union(linked) where place < projects.count { _ = weighLinks(place) }
  }

  /// - Returns: Whether it is otherwise than before.
  private mutating func weighLinks(_ place: Int) -> Bool {
    let project = projects[place]
    let old = (keys[place].isBlocked, keys[place].isBlocking)
    let isOpen = isOpen(project.id)
    keys[place].isBlocked =
      isOpen && links.depends.counted(from: project.id).contains { self.isOpen($0) }
    keys[place].isBlocking =
      isOpen && links.depends.counted(to: project.id).contains { self.isOpen($0) }
    return old != (keys[place].isBlocked, keys[place].isBlocking)
  }

  /// Whether it is there and not done.
  func isOpen(_ id: UUID) -> Bool {
    guard let number = numbers[id] else { return false }
    let key = keys[Int(number) - 1]
    return !key.isRemoved && key.state != .done
  }
}
