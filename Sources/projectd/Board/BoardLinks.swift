internal import Values

/// Which projects must be done before which, and which are parts of which, from both ends.
///
/// A command closes no circle (``Board/checkCircles(_:)``), but two machines that are apart may close
/// one together. Then of the links within it those count that lead from the larger UUID to the
/// smaller: no circle is left of them, and every machine comes to the same, in whatever order the
/// changes arrived. Nothing is taken away: once somebody opens the circle, what is left counts again.
struct BoardLinks: Sendable {
  /// Links of one kind: the UUIDs that a project names, and the circles among them.
  struct Kind: Sendable {
    private(set) var targets: [UUID: [UUID]] = [:]
    private(set) var sources: [UUID: Set<UUID>] = [:]
    /// Of the members of each circle its number.
    private var circles: [UUID: Int] = [:]

    var isEmpty: Bool { targets.isEmpty }

    /// - Returns: Whether anything is otherwise than before.
    mutating func set(_ id: UUID, to new: [UUID]) -> Bool {
      let old = targets[id] ?? []
      guard old != new else { return false }
      for target in old {
        sources[target]?.remove(id)
        if sources[target]?.isEmpty == true { sources[target] = nil }
      }
      for target in new { sources[target, default: []].insert(id) }
      targets[id] = new.isEmpty ? nil : new
      return true
    }

    mutating func findCircles() { circles = Circles.members(of: targets) }

    /// Whether a link is one that counts.
    func counts(from source: UUID, to target: UUID) -> Bool {
      guard let circle = circles[source], circle == circles[target] else { return true }
      return source > target
    }

    func counted(from source: UUID) -> [UUID] {
      (targets[source] ?? []).filter { counts(from: source, to: $0) }
    }

    func counted(to target: UUID) -> [UUID] {
      (sources[target] ?? []).filter { counts(from: $0, to: target) }
    }

    /// Whether `target` is reached from `source`, over any links.
    func reaches(_ target: UUID, from source: UUID) -> Bool {
      var seen: Set<UUID> = [source]
      var left = [source]
      while let id = left.popLast() {
        if id == target { return true }
        for next in targets[id] ?? [] where seen.insert(next).inserted { left.append(next) }
      }
      return false
    }

    /// A project with all that it is linked with.
    func neighbours(of id: UUID) -> [UUID] { [id] + (targets[id] ?? []) + (sources[id] ?? []) }
  }

  private(set) var depends = Kind()
  private(set) var parents = Kind()

  var isEmpty: Bool { depends.isEmpty && parents.isEmpty }

  /// Takes in what a project names; one that was removed names nothing.
  ///
  /// - Returns: Whether the links are otherwise than before.
  mutating func take(_ project: Project) -> Bool {
    let plan = project.hasPlan && !project.isRemoved ? project.plan : ProjectPlan()
    let isOther = depends.set(project.id, to: plan.depends.sorted())
    return parents.set(project.id, to: plan.parent.map { [$0] } ?? []) || isOther
  }

  mutating func findCircles() {
    depends.findCircles()
    parents.findCircles()
  }
}

/// The strongly connected components of a graph with more than one member, or with a link to itself.
///
/// Source: Tarjan, "Depth-First Search and Linear Graph Algorithms" (1972), with a stack of its own, as
/// a chain may be as long as the board.
private struct Circles {
  private let targets: [UUID: [UUID]]
  private var index: [UUID: Int] = [:]
  private var low: [UUID: Int] = [:]
  private var stack: [UUID] = []
  private var onStack: Set<UUID> = []
  private var found: [UUID: Int] = [:]
  private var count = 0

  static func members(of targets: [UUID: [UUID]]) -> [UUID: Int] {
    var search = Circles(targets: targets)
    for id in targets.keys where search.index[id] == nil { search.visit(id) }
    return search.found
  }

  private init(targets: [UUID: [UUID]]) { self.targets = targets }

  private mutating func visit(_ root: UUID) {
    var path: [(id: UUID, next: Int)] = []
    enter(root)
    path.append((root, 0))
    while let (id, next) = path.last {
      let links = targets[id] ?? []
      if next < links.count {
        path[path.count - 1].next += 1
        let target = links[next]
        if index[target] == nil {
          enter(target)
          path.append((target, 0))
        } else if onStack.contains(target) {
          low[id] = min(low[id] ?? 0, index[target] ?? 0)
        }
      } else {
        path.removeLast()
        if let above = path.last?.id { low[above] = min(low[above] ?? 0, low[id] ?? 0) }
        if low[id] == index[id] { close(id) }
      }
    }
  }

  private mutating func enter(_ id: UUID) {
    index[id] = index.count
    low[id] = index[id]
    stack.append(id)
    onStack.insert(id)
  }

  private mutating func close(_ root: UUID) {
    var members: [UUID] = []
    repeat {
      let id = stack.removeLast()
      onStack.remove(id)
      members.append(id)
    } while members.last != root
    guard members.count > 1 || targets[root]?.contains(root) == true else { return }
    count += 1
    for id in members { found[id] = count }
  }
}
