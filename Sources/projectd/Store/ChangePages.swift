internal import Storage
internal import Values

/// A piece of what another replica has not seen.
struct ChangePage: Sendable {
  var changes: [Change] = []
  /// Where the next page begins; nil behind the last one.
  var next: Cursor?

  /// A place in the log: behind this change of this replica (in the store's numbers).
  struct Cursor: Hashable, Sendable {
    var replica: Int
    var clock: UInt64
    var project: Int

    var text: String { "\(replica):\(clock):\(project)" }

    init(replica: Int, clock: UInt64, project: Int) {
      (self.replica, self.clock, self.project) = (replica, clock, project)
    }

    init?(_ text: String) {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 3, let replica = Int(parts[0]), let clock = UInt64(parts[1]),
        let project = Int(parts[2])
      else { return nil }
      self.init(replica: replica, clock: clock, project: project)
    }
  }
}

extension ChangeLog {
  /// Rows of a page at most.
  static let pageRows = 5000

  /// The changes that `knowledge` does not cover, replica by replica and in the order of clocks.
  func page(
    since knowledge: Knowledge, from cursor: ChangePage.Cursor?, _ replicas: ReplicaTable
  ) throws -> ChangePage {
    var page = ChangePage()
    for number in max(1, cursor?.replica ?? 1)..<replicas.count + 1 {
      guard let id = replicas.id(of: number) else { continue }
      var start = ChangePage.Cursor(replica: number, clock: knowledge[id], project: .max)
      if let cursor, cursor.replica == number { start = cursor }
      try append(from: start, of: id, to: &page)
      if page.changes.count >= Self.pageRows { return page }
    }
    return page
  }

  private func append(
    from start: ChangePage.Cursor, of id: UUID, to page: inout ChangePage
  ) throws {
    let room = Self.pageRows - page.changes.count
    var last = start
    var count = 0
    try database.forEachRow(
      """
      SELECT change.clock, change.project, uuid, after, who FROM change
      JOIN project ON number = change.project
      WHERE replica = ? AND (change.clock, change.project) > (?, ?)
      ORDER BY change.clock, change.project LIMIT ?
      """,
      bindings: [
        .integer(start.replica), .integer(Int64(bitPattern: start.clock)),
        .integer(Int64(clamping: start.project)), .integer(room),
      ]
    ) { row in
      guard let project = UUID(bytes: row.blob(2)) else {
        throw InconsistentStore(problem: "project \(row.integer(1)) has no UUID")
      }
      let clock = UInt64(bitPattern: row.integer(0))
      var fields: [Field: String?] = [:]
      for (field, value) in try Self.fields(row.blob(3)) { fields[field] = .some(value) }
      page.changes.append(
        Change(
          stamp: Stamp(clock: clock, replica: id), project: project, fields: fields,
          who: row.optionalText(4).map { start.replica == 1 ? Author.abroad($0) : $0 }))
      (last.clock, last.project) = (clock, Int(row.integer(1)))
      count += 1
    }
    if count == room { page.next = last }
  }

  /// How many changes `knowledge` does not cover.
  func count(since knowledge: Knowledge, _ replicas: ReplicaTable) throws -> Int {
    var count = 0
    for number in 1..<replicas.count + 1 {
      guard let id = replicas.id(of: number) else { continue }
      count +=
        try database.first(
          "SELECT count(*) FROM change WHERE replica = ? AND clock > ?", .integer(number),
          .integer(Int64(bitPattern: knowledge[id]))
        ) { Int($0.integer(0)) } ?? 0
    }
    return count
  }
}
