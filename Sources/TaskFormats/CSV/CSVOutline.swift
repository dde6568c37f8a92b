internal import Values

/// Sub-tasks of Todoist's table: `INDENT`, from 1 to 4, says how deep a row stands below those before
/// it.
struct CSVOutline {
  static let column = "INDENT"
  static let parent = CSVPlan.parent
  private static let deepest = 4

  /// The last row of each depth that a deeper one may stand below.
  private var open: [UUID] = []

  /// Takes the next row, and says what it is a part of.
  ///
  /// - Parameters:
  ///   - id: The row's.
  ///   - indent: What its column says; a row without one, as a comment, stands between the others.
  /// - Returns: Nil of a row that stands by itself.
  mutating func parent(of id: UUID, indent: String?) -> UUID? {
    guard let indent = indent.flatMap({ Int($0.trimmed) }), indent > 0 else { return nil }
    open = Array(open.prefix(indent - 1))
    defer { open.append(id) }
    return open.last
  }

  /// Rows in an order in which each stands behind what it is a part of, with what their column says.
  ///
  /// What lies deeper than Todoist goes stands at its deepest. Where parents close a circle, the first
  /// of its rows stands by itself.
  static func rows(of records: [TaskRecord]) -> [(record: TaskRecord, indent: String)] {
    let known = Set(records.map(\.id))
    let parents = records.map { record in
      record.extras[TaskFormat.csv.key(Self.parent)].flatMap { UUID($0) }
        .flatMap { known.contains($0) && $0 != record.id ? $0 : nil }
    }
    var parts: [UUID: [Int]] = [:]
    for (index, parent) in parents.enumerated() {
      if let parent { parts[parent, default: []].append(index) }
    }
    var rows: [(record: TaskRecord, indent: String)] = []
    var isPlaced = records.map { _ in false }
    let tops = records.indices.filter { parents[$0] == nil } + Array(records.indices)
    for top in tops {
      // Not by calls within calls: a file may be as deep as it is long.
      var waiting = [(index: top, depth: 1)]
      while let next = waiting.popLast() {
        guard !isPlaced[next.index] else { continue }
        isPlaced[next.index] = true
        let record = records[next.index]
        rows.append((record, "\(min(next.depth, deepest))"))
        waiting += (parts[record.id] ?? []).reversed().map { ($0, next.depth + 1) }
      }
    }
    return rows
  }
}
