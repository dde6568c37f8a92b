internal import Storage
internal import Values

/// Leave-bys for whole ways on disk.
extension TransitStore {
  func wayLeaves() throws -> [WayLeave] {
    try database.query(
      """
      SELECT id, origin, target, max_transfers, walk_metres_per_second, avoid, max_walk, is_step_free,
      arrive_by, created_at, has_left FROM way_leave ORDER BY id
      """
    ) { row in
      let wish = WayWish(
        from: row.text(1), to: row.text(2), maxTransfers: Int(row.integer(3)),
        walkMetresPerSecond: row.real(4), avoid: Self.list(row.text(5)),
        maxWalkMetres: row.optionalInteger(6).map(Int.init), isStepFree: row.bool(7))
      return WayLeave(
        id: Int(row.integer(0)), wish: wish, arriveBy: Timestamp(microseconds: row.integer(8)),
        createdAt: Timestamp(microseconds: row.integer(9)), hasLeft: row.bool(10))
    }
  }

  /// One row; with the number that the next leave-by gets.
  func save(_ leave: WayLeave, next: Int) throws(SQLiteError) {
    try database.run(
      """
      INSERT OR REPLACE INTO way_leave (id, origin, target, max_transfers, walk_metres_per_second, avoid,
      max_walk, is_step_free, arrive_by, created_at, has_left)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(leave.id), .text(leave.wish.from), .text(leave.wish.to),
      .integer(leave.wish.maxTransfers), .real(leave.wish.walkMetresPerSecond),
      .text(leave.wish.avoid.joined(separator: "\n")),
      .optional(leave.wish.maxWalkMetres.map(Int64.init)), .bool(leave.wish.isStepFree),
      .integer(leave.arriveBy.microseconds), .integer(leave.createdAt.microseconds),
      .bool(leave.hasLeft))
    try set("nextLeave", String(next))
  }

  func removeWayLeave(_ id: Int) throws(SQLiteError) {
    try database.run("DELETE FROM way_leave WHERE id = ?", .integer(id))
  }
}
