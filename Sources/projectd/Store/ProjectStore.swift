internal import Storage
internal import Values

/// The log and what it has come to, on disk.
///
/// It opens no transaction; whoever calls it groups changes.
struct ProjectStore {
  let database: Database

  /// A replica in the store's numbering, and the clock of its last change that is known.
  struct KnownReplica {
    let number: Int
    let id: UUID
    var seen: UInt64
  }

  // MARK: Replicas

  func replicas() throws -> [KnownReplica] {
    try database.query("SELECT number, uuid, seen FROM replica ORDER BY number") { row in
      guard let id = UUID(bytes: row.blob(1)) else {
        throw InconsistentStore(problem: "replica \(row.integer(0)) has no UUID")
      }
      return KnownReplica(
        number: Int(row.integer(0)), id: id, seen: UInt64(bitPattern: row.integer(2)))
    }
  }

  func insert(_ replica: KnownReplica) throws(SQLiteError) {
    try database.run(
      "INSERT INTO replica (number, uuid, seen) VALUES (?, ?, ?)", .integer(replica.number),
      .blob(replica.id.bytes), .integer(Int64(bitPattern: replica.seen)))
  }

  func setSeen(_ clock: UInt64, ofReplica number: Int) throws(SQLiteError) {
    try database.run(
      "UPDATE replica SET seen = ? WHERE number = ?", .integer(Int64(bitPattern: clock)),
      .integer(number))
  }

  // MARK: Projects

  /// Every project that ever was, in the order of the numbers.
  func loadProjects(zones: Zones) throws -> ContiguousArray<Project> {
    var projects: ContiguousArray<Project> = []
    try database.forEachRow("SELECT number, uuid, registers FROM project ORDER BY number") { row in
      guard Int(row.integer(0)) == projects.count + 1, let id = UUID(bytes: row.blob(1)) else {
        throw InconsistentStore(problem: "project \(row.integer(0)) is not in its place")
      }
      var project = Project(number: projects.count + 1, id: id)
      do {
        try Self.apply(row.blob(2), to: &project, zones: zones)
      } catch let damage as InconsistentStore {
        throw InconsistentStore(problem: "project \(project.number): \(damage.problem)")
      }
      projects.append(project)
    }
    return projects
  }

  private static func apply(
    _ registers: [UInt8], to project: inout Project, zones: Zones
  ) throws {
    try registers.withUnsafeBytes { bytes in
      var reader = RegisterReader(bytes)
      var clocks = Project.Clocks()
      while let entry = try reader.next() {
        project.apply(
          entry.field, clock: entry.clock, value: entry.value, zones: zones, clocks: &clocks)
      }
    }
  }

  /// The registers of a project; nil where there is no such project.
  func registers(of number: Int, _ replicas: ReplicaTable) throws -> Registers? {
    try database.first("SELECT registers FROM project WHERE number = ?", .integer(number)) { row in
      try Self.decoded(row.blob(0), replicas)
    }
  }

  /// How many projects there ever were.
  func projectCount() throws -> Int {
    let last = try database.first("SELECT MAX(number) FROM project") { $0.optionalInteger(0) }
    return Int((last ?? nil) ?? 0)
  }

  /// Calls `body` with every project that ever was, in the order of the numbers.
  func forEachProject(
    _ replicas: ReplicaTable, _ body: (Int, UUID, Registers) throws -> Void
  ) throws {
    try database.forEachRow("SELECT number, uuid, registers FROM project ORDER BY number") { row in
      guard let id = UUID(bytes: row.blob(1)) else {
        throw InconsistentStore(problem: "project \(row.integer(0)) has no UUID")
      }
      try body(Int(row.integer(0)), id, Self.decoded(row.blob(2), replicas))
    }
  }

  static func decoded(_ blob: [UInt8], _ replicas: ReplicaTable) throws -> Registers {
    var registers = Registers()
    try blob.withUnsafeBytes { bytes in
      var reader = RegisterReader(bytes)
      while let entry = try reader.next() {
        guard let id = replicas.id(of: entry.replica) else {
          throw InconsistentStore(problem: "there is no replica \(entry.replica)")
        }
        registers.append(
          entry.field,
          Register(stamp: Stamp(clock: entry.clock, replica: id), value: entry.value))
      }
    }
    return registers
  }

  func save(
    _ registers: Registers, of number: Int, id: UUID, isNew: Bool, _ replicas: ReplicaTable
  ) throws(SQLiteError) {
    var writer = RegisterWriter()
    for (field, register) in registers.entries {
      writer.append(
        field, clock: register.stamp.clock, replica: replicas.number(of: register.stamp.replica),
        value: register.value)
    }
    if isNew {
      try database.run(
        "INSERT INTO project (number, uuid, registers) VALUES (?, ?, ?)", .integer(number),
        .blob(id.bytes), .blob(writer.bytes))
    } else {
      try database.run(
        "UPDATE project SET registers = ? WHERE number = ?", .blob(writer.bytes),
        .integer(number))
    }
  }
}

/// Replicas by their numbers in the store, and back.
struct ReplicaTable: Sendable {
  private var ids: [UUID] = []
  private var numbers: [UUID: Int] = [:]

  init(_ replicas: [ProjectStore.KnownReplica] = []) {
    for replica in replicas { add(replica.id) }
  }

  mutating func add(_ id: UUID) {
    ids.append(id)
    numbers[id] = ids.count
  }

  var count: Int { ids.count }

  func id(of number: Int) -> UUID? {
    ids.indices.contains(number - 1) ? ids[number - 1] : nil
  }

  /// - Precondition: The replica was added.
  func number(of id: UUID) -> Int {
    guard let number = numbers[id] else { preconditionFailure("a replica without a number") }
    return number
  }

  func knows(_ id: UUID) -> Bool { numbers[id] != nil }
}
