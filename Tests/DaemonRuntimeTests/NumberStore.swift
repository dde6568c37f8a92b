import Loop
import Storage

@testable import DaemonRuntime

/// The least that can be gathered.
struct GatheredNumber: RedoCodable, Equatable, ExpressibleByIntegerLiteral {
  let value: Int64

  init(value: Int64) { self.value = value }

  init(integerLiteral value: Int64) { self.value = value }

  init(from reader: inout RedoReader) throws(RedoDefect) { value = try reader.integer() }

  func encode(to writer: inout RedoWriter) { writer.write(value) }
}

/// A store of numbers below a limit and everything that changes go through, without a domain.
@LoopActor
final class NumberStore {
  let database: Database
  let numbers: Gathering<GatheredNumber>
  let commit: Commit
  let state = NumberState()

  /// Numbers in memory, where somebody keeps them there as well.
  @LoopActor
  final class NumberState: CopiedState {
    /// How often memory was read back.
    private(set) var loads = 0
    var read: @LoopActor () throws -> Void = {}
    var state: [Int64] = []
    var marked: [Int64]?

    func load() throws {
      loads += 1
      try read()
    }
  }

  static let migrations = [
    Migration(
      version: 1,
      sql: "CREATE TABLE t (n INTEGER PRIMARY KEY CHECK (n < 1000000), pad BLOB)")
  ]

  /// Opens what is there, as a start does.
  ///
  /// - Parameters:
  ///   - database: Open.
  ///   - name: What the log calls the numbers.
  ///   - gathers: Whether there is a redo log.
  ///   - pad: Bytes beside each number.
  ///   - redoBytes: The size of a new redo log.
  ///   - log: The log of turns; nil for the redo log beside the store.
  /// - Throws: As the start of a daemon.
  init(
    _ database: Database, name: String = "numbers", gathers: Bool = true, pad: Int = 0,
    redoBytes: Int = RedoLog.usualBytes, log: (any TurnLog)? = nil
  ) throws {
    self.database = database
    try Migrator(Self.migrations).migrate(database)
    try KeptAnswers.makeTables(in: database)
    let gatherings = Gatherings(database: database)
    numbers = Gathering(name) { numbers throws(SQLiteError) in
      for number in numbers { try Self.insert(number.value, pad, database) }
    }
    gatherings.add(numbers)
    gatherings.isUsed = gathers
    commit = Commit(database: database, gatherings: gatherings, state: state)
    if let log {
      _ = try gatherings.readApplied()
      try commit.use(log)
    } else {
      try commit.openRedoLog(bytes: redoBytes)
    }
    state.read = { _ = try database.query("SELECT n FROM t") { $0.integer(0) } }
  }

  private static func insert(_ number: Int64, _ pad: Int, _ database: Database) throws(SQLiteError)
  {
    try database.run(
      "INSERT INTO t VALUES (?, ?)", .integer(number),
      .blob([UInt8](repeating: UInt8(truncatingIfNeeded: number), count: pad)))
  }

  /// A change of the turn under way.
  func add(_ number: Int64, gathers: Bool = true, pad: Int = 0) throws {
    try commit.run(isKept: true, gathers: gathers) {
      if gathers {
        numbers.add(GatheredNumber(value: number))
      } else {
        try Self.insert(number, pad, database)
      }
    }
  }

  /// What the store's tables hold, which is less than what was acknowledged.
  var stored: [Int64] {
    get throws { try database.query("SELECT n FROM t ORDER BY n") { $0.integer(0) } }
  }

  /// What a client would see: the store and what the log has beyond it.
  func all() throws -> [Int64] { try commit.read { try stored } }
}
