internal import Loop
internal import Storage

/// Where the changes of a turn become durable before the store has them: a short log in front of it.
///
/// A turn is one record. Records are numbered from 1 on, without gaps; those that the store has taken
/// in are known by the number of the newest of them. One turn at most is in flight: ``Commit`` appends
/// the next when the last is durable, or when the store has taken it in.
@LoopActor
protocol TurnLog: AnyObject {
  /// The number of the newest record that was appended, durable or not.
  var last: UInt64 { get }

  /// How much of its room is left, from 0 to 1.
  var roomLeft: Double { get }

  func hasRoom(for bytes: Int) -> Bool

  /// Appends the record of a turn.
  ///
  /// - Parameters:
  ///   - record: What the turn has changed.
  ///   - turn: ``last`` and one.
  ///   - completion: Called on the loop, before this returns or later: with nil once the record is
  ///     durable. With an error it may be durable all the same, so its number is used up, and the
  ///     store has to take the turn in before another is appended.
  func append(
    _ record: [UInt8], turn: UInt64, completion: @escaping @LoopActor ((any Error)?) -> Void)

  /// The records that the store has not taken in, in order; called once, before any is appended.
  ///
  /// - Throws: Where one is missing that was acknowledged.
  func records(after turn: UInt64) throws -> [[UInt8]]

  /// The store has everything that was appended, on disk.
  func wasApplied()
}

/// The log beside a store: an append is one write that is on disk when it returns.
extension RedoLog: @LoopActor TurnLog {
  var roomLeft: Double { Double(room) / Double(capacity) }

  func append(
    _ record: [UInt8], turn: UInt64, completion: @escaping @LoopActor ((any Error)?) -> Void
  ) {
    precondition(turn == last + 1, "turn \(turn) behind \(last)")
    do throws(SQLiteError) {
      try append(record)
      completion(nil)
    } catch {
      completion(error)
    }
  }

  func records(after turn: UInt64) throws -> [[UInt8]] {
    precondition(turn == last, "the log was opened for another store")
    return try recover()
  }

  func wasApplied() { rewind() }
}

extension Commit {
  /// Opens the log beside the store, for a domain whose changes gather.
  ///
  /// Where there is no room for one, every turn is a transaction of the store.
  ///
  /// - Throws: Where acknowledged changes cannot be read; the daemon must not start then.
  func openRedoLog(bytes: Int = RedoLog.usualBytes) throws {
    guard gatherings.isUsed, let store = try gatherings.readApplied() else { return }
    let path = "\(database.path)-redo"
    let redo: RedoLog
    do {
      redo = try RedoLog(
        path: path, store: store, applied: gatherings.applied, bytes: bytes,
        mayBeCut: !database.mayHaveRecords || database.acceptsLoss)
    } catch {
      guard !RedoLog.exists(path) else { throw error }
      Journal.shared.log(
        .warning, "no redo log, so every change waits for the store: \(error)", id: .storeFailed)
      return
    }
    database.adopt(redo: path)
    redo.acceptsLoss = database.acceptsLoss
    try use(redo)
  }
}
