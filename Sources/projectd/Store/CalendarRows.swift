internal import CalDAV
internal import Storage
internal import Values

/// What was last seen of a server, row by row.
struct CalendarRows {
  let database: Database
  let name: String

  func entries() throws -> [CalDAVEntry] {
    try database.query(
      """
      SELECT address, etag, text, task, revision, is_unlisted, sent FROM calendar_entry
      WHERE sync = ?
      """, .text(name)
    ) { row in
      CalDAVEntry(
        address: try DAVAddress(row.text(0)), etag: row.text(1), text: row.text(2),
        task: row.optionalText(3).flatMap { UUID($0) },
        revision: UInt64(bitPattern: row.integer(4)), isUnlisted: row.bool(5),
        sent: row.optionalText(6))
    }
  }

  /// What the server had of a task when it was last seen.
  func text(of task: UUID) throws -> String? {
    try database.first(
      "SELECT text FROM calendar_entry WHERE sync = ? AND task = ?", .text(name),
      .text(task.description)
    ) { $0.text(0) }
  }

  func token() throws -> String? {
    try database.first("SELECT token FROM calendar WHERE sync = ?", .text(name)) {
      $0.optionalText(0)
    } ?? nil
  }

  func save(_ entry: CalDAVEntry) throws(SQLiteError) {
    try database.run(
      """
      INSERT OR REPLACE INTO calendar_entry
      (sync, address, etag, text, task, revision, is_unlisted, sent)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .text(name), .text(entry.address.url), .text(entry.etag), .text(entry.text),
      .optional(entry.task?.description), .integer(Int64(bitPattern: entry.revision)),
      .bool(entry.isUnlisted), .optional(entry.sent))
  }

  func remove(_ address: DAVAddress) throws(SQLiteError) {
    try database.run(
      "DELETE FROM calendar_entry WHERE sync = ? AND address = ?", .text(name), .text(address.url))
  }

  func save(token: String?) throws(SQLiteError) {
    try database.run(
      "INSERT OR REPLACE INTO calendar (sync, token) VALUES (?, ?)", .text(name), .optional(token))
  }

  /// Forgets the server; the next run compares everything.
  func forget() throws(SQLiteError) {
    try database.run("DELETE FROM calendar WHERE sync = ?", .text(name))
    try database.run("DELETE FROM calendar_entry WHERE sync = ?", .text(name))
  }
}
