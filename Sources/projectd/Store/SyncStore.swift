internal import IPCProtocol
internal import Storage
internal import Values

/// The agreements on disk.
struct SyncStore {
  let database: Database

  func entries() throws -> [SyncEntry] {
    try database.query(
      """
      SELECT name, kind, target, tried_at, done_at, problem, knowledge, state FROM sync
      ORDER BY name
      """
    ) { row in
      guard let kind = SyncTarget.Kind(rawValue: row.text(1)),
        let known = try? JSON.parse(row.text(6)).objectValue,
        let knowledge = try? Knowledge(members: known)
      else { throw InconsistentStore(problem: "sync \(row.text(0)) cannot be read") }
      var target = try SyncTarget(kind, row.text(2))
      if let account = try? CalendarAccount(json: Array(row.text(7).utf8)) {
        target.account = account
      }
      return SyncEntry(
        name: row.text(0), target: target,
        triedAt: row.optionalInteger(3).map(Timestamp.init(microseconds:)),
        doneAt: row.optionalInteger(4).map(Timestamp.init(microseconds:)),
        problem: row.optionalText(5).map { Self.problem($0) }, knowledge: knowledge)
    }
  }

  private static func problem(_ text: String) -> SyncProblem {
    // Written by save(_:); where it is not that it is shown as it is.
    (try? SyncProblem(json: Array(text.utf8))) ?? SyncProblem(.failed, LocalizedText(en: text))
  }

  private static func text(_ value: some Shape) throws(JSONEncodingFailure) -> String {
    String(decoding: try value.json(), as: UTF8.self)
  }

  func save(_ entry: SyncEntry) throws {
    try database.run(
      """
      INSERT INTO sync (name, kind, target, tried_at, done_at, problem, knowledge, state)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET tried_at = excluded.tried_at,
      done_at = excluded.done_at, problem = excluded.problem, knowledge = excluded.knowledge
      """,
      .text(entry.name), .text(entry.target.kind.rawValue), .text(entry.target.target),
      .optional(entry.triedAt?.microseconds), .optional(entry.doneAt?.microseconds),
      .optional(try entry.problem.map(Self.text)),
      .text(JSON.text(.object(entry.knowledge.members))),
      .text(try Self.text(entry.target.account)))
  }

  func remove(_ name: String) throws(SQLiteError) {
    try database.run("DELETE FROM sync WHERE name = ?", .text(name))
    try CalendarRows(database: database, name: name).forget()
  }
}

// MARK: As they stand in its columns

extension SyncProblem: Shape {
  static let shape = ShapeOf<SyncProblem>([
    Member("kind", \.kind), Member("en", \.text.en), Member("ko", \.text.ko),
  ])
}

extension SyncProblem.Kind: WireWord {}

extension CalendarAccount: Shape {
  static let shape = ShapeOf<CalendarAccount>([
    Member("user", \.user), Member("passwordFile", \.passwordFile),
    Member("passwordCommand", \.passwordCommand), Member("collection", \.collection),
  ])
}
