internal import Storage
internal import Values

/// The log of changes and the steps over it.
struct ChangeLog {
  let database: Database

  /// A row of the log: what one command changed in one project.
  struct Entry {
    let clock: UInt64
    let replica: Int
    let project: Int
    let values: [Edit.Value]
    var note: Note?
    /// Whether `before` is kept, as for what can be undone.
    var keepsBefore = true
    /// The name of the user; nil where nobody asked, as of what a calendar brings.
    var who: String?
  }

  /// Appends a row; returns its place.
  func append(_ entry: Entry) throws(SQLiteError) -> Int64 {
    var after = RegisterWriter()
    var before = RegisterWriter()
    for value in entry.values {
      after.append(value.field, clock: 0, replica: 0, value: value.after)
      if value.before != nil {
        before.append(value.field, clock: 0, replica: 0, value: value.before)
      }
    }
    let note = entry.note
    try database.run(
      """
      INSERT INTO change
      (clock, replica, project, after, before, note, title, from_state, to_state, who)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(Int64(bitPattern: entry.clock)), .integer(entry.replica), .integer(entry.project),
      .blob(after.bytes), entry.keepsBefore ? .blob(before.bytes) : .null,
      .optional((note?.kind.rawValue).map(Int64.init)), .optional(note?.title),
      .optional((note?.from?.rawValue).map(Int64.init)),
      .optional((note?.to?.rawValue).map(Int64.init)), .optional(entry.who))
    return database.lastInsertedRow
  }

  /// Appends what another replica has changed; false where it is there already.
  func take(_ change: Change, project: Int, replica: Int) throws(SQLiteError) -> Bool {
    var after = RegisterWriter()
    for (field, value) in change.fields {
      after.append(field, clock: 0, replica: 0, value: value)
    }
    try database.run(
      "INSERT OR IGNORE INTO change (clock, replica, project, after, who) VALUES (?, ?, ?, ?, ?)",
      .integer(Int64(bitPattern: change.stamp.clock)), .integer(replica), .integer(project),
      .blob(after.bytes), .optional(change.who))
    return database.changeCount > 0
  }

  // MARK: Reading

  /// Who made a change; nil of one that nobody is known to have made.
  func who(clock: UInt64, replica: Int, project: Int) throws -> String? {
    try database.first(
      "SELECT who FROM change WHERE replica = ? AND clock = ? AND project = ?", .integer(replica),
      .integer(Int64(bitPattern: clock)), .integer(project)
    ) { $0.optionalText(0) } ?? nil
  }

  /// When changes of a project have set a field to a value, as far as it is known.
  func clocks(of value: String?, in field: Field, of project: Int) throws -> [UInt64] {
    try database.query("SELECT after, clock FROM change WHERE project = ?", .integer(project)) {
      row in
      let fields = try Self.fields(row.blob(0)).map { (field: $0.0, value: $0.1) }
      guard fields.contains(where: { $0.field == field && $0.value == value }) else { return nil }
      let stamp = Stamp(clock: UInt64(bitPattern: row.integer(1)), replica: UUID(high: 0, low: 0))
      var registers = Registers()
      registers.merge(fields, at: stamp)
      return registers.register(of: field)?.stamp.clock
    }.compactMap(\.self)
  }

  /// All that this replica has said of a project, and who said the last of it.
  func own(of project: Int, _ body: (UInt64, [(field: Field, value: String?)]) -> Void) throws
    -> String?
  {
    var who: String?
    try database.forEachRow(
      "SELECT clock, after, who FROM change WHERE project = ? AND replica = 1 ORDER BY seq",
      bindings: [.integer(project)]
    ) { row in
      body(
        UInt64(bitPattern: row.integer(0)),
        try Self.fields(row.blob(1)).map { (field: $0.0, value: $0.1) })
      who = row.optionalText(2) ?? who
    }
    return who
  }

  /// What is kept of a change of this replica: enough to undo it and to speak of it.
  struct Kept {
    let project: Int
    let values: [Edit.Value]
    let note: Note?

    /// The one of a series that was finished by what made this one.
    var predecessor: UUID? {
      guard note?.kind == .added else { return nil }
      return values.first { $0.field == Birth.asOf }?.after.flatMap { Birth.predecessor(in: $0) }
    }
  }

  /// The changes of a step, oldest first.
  func changes(of step: Step) throws -> [Kept] {
    try database.query(
      """
      SELECT project, after, before, note, title, from_state, to_state FROM change
      WHERE seq BETWEEN ? AND ? ORDER BY seq
      """, .integer(step.first), .integer(step.last)
    ) { row in
      Kept(
        project: Int(row.integer(0)), values: try Self.values(row.blob(1), row.blob(2)),
        note: Self.note(row, from: 3))
    }
  }

  static func values(_ after: [UInt8], _ before: [UInt8]) throws -> [Edit.Value] {
    let earlier = try fields(before)
    return try fields(after).map { field, value in
      Edit.Value(field: field, before: earlier.first { $0.0 == field }?.1, after: value)
    }
  }

  /// Fields without their writers.
  static func fields(_ blob: [UInt8]) throws -> [(Field, String?)] {
    try blob.withUnsafeBytes { bytes in
      var reader = RegisterReader(bytes)
      var fields: [(Field, String?)] = []
      while let entry = try reader.next() { fields.append((entry.field, entry.value)) }
      return fields
    }
  }

  static func note(_ row: borrowing Row, from column: Int) -> Note? {
    guard let kind = row.optionalInteger(column).flatMap({ Note.Kind(rawValue: Int($0)) }) else {
      return nil
    }
    func state(_ column: Int) -> ProjectState? {
      row.optionalInteger(column).flatMap { ProjectState(rawValue: UInt8(clamping: $0)) }
    }
    return Note(
      kind: kind, title: row.text(column + 1), from: state(column + 2), to: state(column + 3))
  }

  // MARK: Steps

  func append(_ step: Step) throws(SQLiteError) {
    try database.run(
      "INSERT INTO step (at, first, last, status) VALUES (?, ?, ?, 'done')",
      .integer(step.at.microseconds), .integer(step.first), .integer(step.last))
  }

  /// A new command ends what could be done again: those steps stay in the log and are never redone.
  func discardUndone() throws(SQLiteError) {
    try database.run("UPDATE step SET status = 'discarded' WHERE status = 'undone'")
  }

  func setStatus(_ status: Step.Status, of step: Step) throws(SQLiteError) {
    try database.run(
      "UPDATE step SET status = ? WHERE id = ?", .text(status.rawValue), .integer(step.id))
  }

  /// Steps of a status, by number: the latest first, or the earliest.
  func steps(
    _ status: Step.Status, limit: Int, latestFirst: Bool
  ) throws -> [Step] {
    try database.query(
      """
      SELECT id, at, first, last FROM step WHERE status = ?
      ORDER BY id \(latestFirst ? "DESC" : "ASC") LIMIT ?
      """, .text(status.rawValue), .integer(limit)
    ) { row in
      Step(
        id: row.integer(0), at: Timestamp(microseconds: row.integer(1)), first: row.integer(2),
        last: row.integer(3))
    }
  }
}

/// What one command did, as undo and redo see it.
struct Step: Sendable {
  enum Status: String, Sendable {
    case done, undone
    /// Undone, and then something else was done.
    case discarded
  }

  let id: Int64
  let at: Timestamp
  /// Places in the log.
  let first: Int64
  let last: Int64
}

/// What a step came to when it was taken back or done again.
struct Reversal: Sendable {
  /// What was taken back, or done again.
  let sentences: [LocalizedText]
  /// Why what was added was not taken back.
  var stays: [LocalizedText] = []
  /// Fields that somebody else has changed since, and that therefore stay as they are.
  let kept: Int
}
