import DiskFaults
import Foundation
import IPCProtocol
import Storage
import TestSupport
import Testing

@testable import DaemonRuntime

/// A daemon's store and everything that changes go through, with numbers for a domain, and beside it
/// what its clients were told.
@LoopActor
final class StoreModel {
  enum Answer: Hashable { case done, refused, unknown }

  private(set) var answers: [Int64: Answer] = [:]
  private var folder: String
  private let root: String
  private var lives = 0
  private var world: World?
  private var next: Int64 = 1
  private var random: SeededNumbers

  init(seed: UInt64) throws {
    // Memory where there is some for files: these tests sync thousands of times.
    let place = FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
    root = "\(place)/mate-faults-\(UUID().uuidString)"
    folder = "\(root)/0"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    random = SeededNumbers(seed: seed)
  }

  isolated deinit {
    world = nil
    // What cannot be removed stays; the next boot clears it away.
    try? FileManager.default.removeItem(atPath: root)
  }

  /// A state that is nothing but what the store holds.
  @LoopActor
  private final class ReadState: DomainState {
    private let database: Database

    init(database: Database) { self.database = database }

    func load() throws { _ = try database.query("SELECT n FROM t") { $0.integer(0) } }
    func mark() {}
    func revert() {}
  }

  /// One life of the process: what it has in memory, and its ways to the disk.
  @LoopActor
  final class World {
    let database: Database
    let turn = Turn()
    let gathered: GatheredChanges
    let numbers: Gathering<GatheredNumber>
    let runner: ChangeRunner

    init(_ path: String) throws {
      let database = try Database(path: path, pageBytes: 1024)
      self.database = database
      try Migrator([Migration(version: 1, sql: "CREATE TABLE t (n INTEGER PRIMARY KEY, pad BLOB)")])
        .migrate(database)
      try database.execute(IdempotencyLog.schema)
      // Eight turns fill it.
      gathered = GatheredChanges(database: database, redoBytes: 8 * RedoLog.blockBytes)
      numbers = Gathering("numbers") { numbers throws(SQLiteError) in
        for number in numbers { try Self.insert(number.value, database) }
      }
      gathered.add(numbers)
      gathered.isUsed = true
      runner = ChangeRunner(
        turn: turn, database: database, gathered: gathered, state: ReadState(database: database))
      try runner.start()
    }

    static func insert(_ number: Int64, _ database: Database) throws(SQLiteError) {
      try database.run(
        "INSERT INTO t VALUES (?, ?)", .integer(number),
        .blob([UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 700)))
    }

    /// What a client would see: the store and what the log has beyond it.
    func all() throws -> [Int64] {
      try runner.read {
        try database.query("SELECT n FROM t ORDER BY n") { $0.integer(0) }
      }
    }
  }

  var isLost: Bool { world?.runner.isLost ?? false }
  var isInDoubt: Bool { world?.gathered.isInDoubt ?? false }

  /// Starts a process on what the last one has left.
  func start() throws { world = try World("\(folder)/numbers.db") }

  /// Ends the process without a word: the next one has the files as they are now.
  func kill() throws {
    let old = folder
    lives += 1
    folder = "\(root)/\(lives)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let names = try FileManager.default.contentsOfDirectory(atPath: old)
    for name in names where !name.hasSuffix("-shm") {
      try FileManager.default.copyItem(atPath: "\(old)/\(name)", toPath: "\(folder)/\(name)")
    }
    world = nil
    try FileManager.default.removeItem(atPath: old)
  }

  /// What a turn, or the time between two, may do; chosen at random.
  func step() {
    guard let world, !world.runner.isLost else { return }
    switch random.next() % 10 {
    case 0: _ = world.runner.settle(reporting: false)
    case 1:
      // The disk may have failed; the log stays then.
      _ = try? world.database.checkpoint()
    case 2: _ = try? world.all()
    case let kind: turn(world, mixed: kind > 6)
    }
  }

  /// A turn of one to four changes.
  private func turn(_ world: World, mixed: Bool) {
    for _ in 0...random.next() % 4 {
      let number = next
      next += 1
      let gathers = !mixed || random.next() % 2 == 0
      do {
        try world.runner.run(isKept: true, gathers: gathers) {
          if gathers {
            world.numbers.add(GatheredNumber(value: number))
          } else {
            try World.insert(number, world.database)
          }
        }
      } catch {
        answers[number] = .refused
        continue
      }
      let reply = Turn.PendingChange.Reply.completion { [unowned self] in note($0, of: number) }
      world.turn.add(.init(entry: nil, context: nil, reply: reply, startedAt: 0))
    }
    world.runner.commit()
  }

  private func note(_ error: WireError?, of number: Int64) {
    switch error?.kind {
    case nil: answers[number] = .done
    case WireError.Kind.storageFailed?: answers[number] = .refused
    default: answers[number] = .unknown
    }
  }

  /// What is there: everything that was acknowledged, and nothing that was refused.
  func judge(_ label: String) throws {
    let stored = Set(try #require(world).all())
    for (number, answer) in answers {
      switch answer {
      case .done: #expect(stored.contains(number), "\(label): \(number) was acknowledged")
      case .refused: #expect(!stored.contains(number), "\(label): \(number) was refused")
      case .unknown: break
      }
    }
    #expect(stored.isSubset(of: answers.keys), "\(label): nobody asked for these")
    // What is there now stays; what is not does not come back.
    for number in answers.keys { answers[number] = stored.contains(number) ? .done : .refused }
  }
}
