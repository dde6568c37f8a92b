internal import Loop
internal import PostgreSQL
internal import Storage

/// The store and the server's tables after the same turn, however much is changed meanwhile.
///
/// The owner has its mirror wait at the turn of the store; a standby follows to the turn that the tables have.
/// Either waits no longer than until both sides have begun to read, each in a snapshot of its own.
@LoopActor
struct BranchComparison {
  let member: BranchMember
  let path: String

  /// For a turn at which both are (nanoseconds).
  var patience: UInt64 = 10_000_000_000

  struct Outcome {
    let turn: UInt64
    let own: [StoreDigest.Table]
    /// But for those that are gone or changed.
    let server: [StoreDigest.Table]
  }

  /// - Returns: Nil where they were never at the same turn.
  /// - Throws: ``PostgresError``, ``SQLiteError`` or ``BranchTrouble``.
  func run() async throws -> Outcome? {
    let end = MonotonicClock.nanoseconds() + patience
    while MonotonicClock.nanoseconds() < end {
      let found =
        if let mirror = member.mirror {
          try await read(with: mirror, until: end)
        } else {
          try await readAsStandby(until: end)
        }
      if let found { return found }
      try await Task.sleep(nanoseconds: 20_000_000)
    }
    return nil
  }

  private func read(with mirror: BranchMirror, until end: UInt64) async throws -> Outcome? {
    let moment = try StoreMoment(path)
    mirror.hold(at: moment.turn)
    defer { mirror.release(moment.turn) }
    // A mirror that another one has replaced brings nothing more.
    while mirror.mirrored < moment.turn {
      guard member.mirror === mirror, MonotonicClock.nanoseconds() < end else { return nil }
      try await Task.sleep(nanoseconds: 5_000_000)
    }
    return try await BranchLeaving(member: member).withCopies { copies in
      let owner = try await copies.beginReading()
      mirror.release(moment.turn)
      return owner.mirrored == moment.turn ? try await outcome(moment, copies) : nil
    }
  }

  private func readAsStandby(until end: UInt64) async throws -> Outcome? {
    member.followsUpTo = member.turn
    defer { member.followsUpTo = nil }
    return try await BranchLeaving(member: member).withCopies { copies in
      while let owner = try await copies.tables.owner(), owner.mirrored < member.turn {
        guard MonotonicClock.nanoseconds() < end else { return nil }
        try await Task.sleep(nanoseconds: 10_000_000)
      }
      let owner = try await copies.beginReading()
      member.followsUpTo = owner.mirrored
      // Within what the server waits for the next word of a transaction.
      for _ in 0..<200 where member.turn < owner.mirrored {
        try await Task.sleep(nanoseconds: 5_000_000)
      }
      let moment = try StoreMoment(path)
      member.followsUpTo = nil
      return moment.turn == owner.mirrored ? try await outcome(moment, copies) : nil
    }
  }

  /// Of both sides, whose moments are after the same turn.
  private func outcome(_ moment: StoreMoment, _ copies: BranchCopies) async throws -> Outcome {
    let server = try await copies.serverDigest()
    return Outcome(turn: moment.turn, own: try await moment.digest(), server: server)
  }
}

/// A store as it is at one moment, whatever is changed in it afterwards.
///
/// Unchecked, as its reader knows no actor: it is made on the loop, nobody else has it, and whoever made the moment
/// awaits the one ``digest()`` that reads it beside the loop.
final class StoreMoment: @unchecked Sendable {
  private let reader: Database
  /// The newest turn in it; 0 on one machine.
  let turn: UInt64

  @LoopActor
  init(_ path: String) throws(SQLiteError) {
    reader = try Database(path: path, mode: .reader)
    try reader.execute("BEGIN")
    // Reads, which is when the moment is.
    turn = try AheadTurn.turn(of: reader)
    if turn == 0 { _ = try reader.first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) } }
  }

  @concurrent
  func digest() async throws(SQLiteError) -> [StoreDigest.Table] { try StoreDigest(reader).tables }
}
