internal import Loop
internal import PostgreSQL

/// The log of a branch that several machines share: rows of a PostgreSQL server, behind a fence.
///
/// It answers late, so one turn is in flight while the next one is gathered. Several at once would be
/// slower: a backend carries out one transaction after the other, each with its own wait for two disks.
@LoopActor
final class PostgresLog: TurnLog {
  private let tables: BranchTables
  private let epoch: Int64
  private(set) var last: UInt64
  /// Of the turn in flight: when it was sent (CLOCK_MONOTONIC, nanoseconds), and how long.
  private var sent: (at: UInt64, bytes: Int)?
  private var pulse: LoopTimer?
  private var end: BranchTrouble?
  /// Called with each turn that the server has.
  var onAppended: @LoopActor (UInt64) -> Void = { _ in }
  /// Called once when nothing can be appended any more; at once where that is so already.
  var onEnd: @LoopActor (BranchTrouble) -> Void = { _ in } {
    didSet { if let end { onEnd(end) } }
  }
  var hasEnded: Bool { end != nil }

  /// How long one waits for the other.
  struct Patience {
    /// Seconds without a sign of life from us until the server ends the session.
    var silence = 2
    /// Nanoseconds that the server may take for a turn; for each megabyte of it a second more.
    var turn: UInt64 = 3_000_000_000
    /// Nanoseconds between two looks whether the tables for the head office are still there.
    var look: UInt64 = 30_000_000_000
  }

  private let patience: Patience
  /// Microseconds between signs of life.
  private static let pulseTime: Int64 = 500_000
  /// A value of the server has at most a gigabyte, and two copies of it are made on the way.
  private static let longestRecord = 256 << 20

  init(_ tables: BranchTables, epoch: Int64, turn: UInt64, patience: Patience = Patience()) {
    self.tables = tables
    self.patience = patience
    self.epoch = epoch
    last = turn
    tables.connection.onLoss = { [weak self] error in self?.finish(.server(error)) }
    pulse = EventLoop.shared.makeTimer { [unowned self] in giveSign() }
    pulse?.arm(afterMicroseconds: Self.pulseTime)
  }

  var isInFlight: Bool { sent != nil }

  var roomLeft: Double { 1 }

  func hasRoom(for bytes: Int) -> Bool { end == nil && bytes <= Self.longestRecord }

  func append(
    _ record: [UInt8], turn: UInt64, completion: @escaping @LoopActor ((any Error)?) -> Void
  ) {
    precondition(turn == last + 1, "turn \(turn) behind \(last)")
    last = turn
    if let end { return completion(end) }
    sent = (MonotonicClock.nanoseconds(), record.count)
    tables.append(record, turn: turn, epoch: epoch) { [self] outcome in
      sent = nil
      switch outcome {
      case .success(let result) where result.changedCount == 1:
        completion(nil)
        onAppended(turn)
      case .success: fail(.fenced, completion)
      case .failure(let error): fail(.server(error), completion)
      }
    }
  }

  private func fail(_ trouble: BranchTrouble, _ completion: @LoopActor ((any Error)?) -> Void) {
    completion(trouble)
    finish(trouble)
  }

  /// Gives the branch up: the server ends the session, and with it the lock.
  func finish(_ trouble: BranchTrouble) {
    guard end == nil else { return }
    end = trouble
    pulse?.disarm()
    tables.connection.close()
    onEnd(trouble)
  }

  /// The store has what the server has before an owner appends.
  func records(after turn: UInt64) throws -> [[UInt8]] { [] }

  func wasApplied() {}

  // MARK: Signs of life

  private func giveSign() {
    guard end == nil else { return }
    pulse?.arm(afterMicroseconds: Self.pulseTime)
    guard let sent else {
      guard !tables.connection.isBusy else { return }
      return tables.isOwner(epoch: epoch) { [weak self] outcome in
        if case .success(false) = outcome { self?.finish(.fenced) }
      }
    }
    let patience = patience.turn + UInt64(sent.bytes) * 1000
    guard MonotonicClock.nanoseconds() > sent.at + patience else { return }
    finish(.silent(seconds: Int(patience / 1_000_000_000)))
  }
}
