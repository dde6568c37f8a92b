internal import Storage
internal import Values

/// One line of the history.
struct HistoryEntry: Sendable {
  let step: Int64
  let at: Timestamp
  let sentence: LocalizedText
  /// The user; nil of what was done before that was kept.
  let by: String?
}

extension ChangeLog {
  /// What was done and not taken back, the newest first; of one project alone by its number.
  func history(
    of project: Int?, limit: Int, sentence: (Deed) -> LocalizedText
  ) throws -> [HistoryEntry] {
    try database.query(
      """
      SELECT step.id, step.at, note, title, from_state, to_state, after, before, who
      FROM step JOIN change ON seq BETWEEN first AND last
      WHERE status = 'done' AND note IS NOT NULL AND (?2 IS NULL OR project = ?2)
      ORDER BY step.id DESC, seq DESC LIMIT ?1
      """, .integer(limit), .optional(project.map(Int64.init))
    ) { row in
      guard let note = ChangeLog.note(row, from: 2) else {
        throw InconsistentStore(problem: "step \(row.integer(0)) has a note that nobody knows")
      }
      // What was added or moved says all in its note, and may be long.
      let values = note.kind == .edited ? try ChangeLog.values(row.blob(6), row.blob(7)) : []
      return HistoryEntry(
        step: row.integer(0), at: Timestamp(microseconds: row.integer(1)),
        sentence: sentence(Deed(note: note, values: values)), by: row.optionalText(8))
    }
  }
}
