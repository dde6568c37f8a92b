import Foundation
import IPCProtocol
import Loop
import LoopSupport
import Storage
import TestSupport
import Testing
import Values

@testable import DaemonRuntime

@Suite("What a rehearsal costs")
struct RehearsalCostTests {
  init() { RunningLoop.start() }

  /// Counts what the runtime asks of it.
  @LoopActor
  private final class CountingState: DomainState {
    private(set) var calls: [String] = []

    nonisolated init() {}

    func load() throws { calls.append("load") }
    func mark() { calls.append("mark") }
    func revert() { calls.append("revert") }
    func unmark() { calls.append("unmark") }
  }

  private struct Refused: Error, WireErrorConvertible {
    var wireError: WireError { WireError(.invalidRequest, "refused") }
  }

  private struct Defect: Error {}

  @LoopActor
  private final class Bench {
    let state = CountingState()
    let database: Database
    private let dispatcher: Dispatcher
    private let entry: MethodEntry
    private let handler: MethodEntry.Immediate

    init(_ path: String, _ error: (any Error)?) throws {
      let database = try Database(path: path)
      self.database = database
      try database.execute("CREATE TABLE IF NOT EXISTS t (n INTEGER)")
      try KeptAnswers.makeTables(in: database)
      let commit = Commit(
        database: database, gatherings: Gatherings(database: database), state: state)
      dispatcher = Dispatcher(
        turn: Turn(commit), limits: Limits(), methods: [:], clock: SteadyClock())
      let body: MethodEntry.Immediate = { _, _, writer in
        try database.run("INSERT INTO t VALUES (1)")
        if let error { throw error }
        writer.literal("{}")
      }
      handler = body
      entry = MethodEntry(
        "t.change", .write, parameters: { _ in [] }, body: .change(body), gathers: false)
    }

    func change(isRehearsal: Bool) {
      var meta = RequestMeta()
      meta.isDryRun = isRehearsal
      let connection = Connection(
        descriptor: -1, peer: Peer(pid: 1, uid: 1000, gid: 1000), access: .all,
        user: UserShare(uid: 1000), token: 0)
      let context = RequestContext(
        method: "t.change", peer: connection.peer, access: connection.access,
        now: Timestamp(microseconds: 0),
        isDryRun: isRehearsal, startedAt: 0, givenTrace: nil, traceNumber: 0)
      let call = DaemonRuntime.Request(
        entry: entry, id: .integer(1), params: EmptyParams.cursor, meta: meta, context: context,
        startedAt: 0, target: .frame(connection))
      // A refusal is as good here as a result.
      _ = try? dispatcher.perform(call, handler)
      _ = dispatcher.turn.commitAll()
    }

    var rows: Int64 {
      get throws { try database.first("SELECT count(*) FROM t") { $0.integer(0) } ?? -1 }
    }
  }

  @LoopActor
  @Test("it never reads the state from the store, whether it is answered, refused or fails")
  func neverLoads() throws {
    let directory = try TemporaryDirectory()
    let errors: [(any Error)?] = [nil, Refused(), Defect()]
    for (index, error) in errors.enumerated() {
      let bench = try Bench(directory.file("\(index).db"), error)
      for _ in 0..<10 { bench.change(isRehearsal: true) }
      #expect(bench.state.calls == (0..<10).flatMap { _ in ["mark", "revert"] })
      #expect(try bench.rows == 0)
    }
  }

  @LoopActor
  @Test("a change that is refused is undone in memory, and one that fails midway is read back")
  func realChanges() throws {
    let directory = try TemporaryDirectory()
    let good = try Bench(directory.file("good.db"), nil)
    good.change(isRehearsal: false)
    #expect(good.state.calls == ["mark", "unmark"])
    #expect(try good.rows == 1)
    let refused = try Bench(directory.file("refused.db"), Refused())
    refused.change(isRehearsal: false)
    #expect(refused.state.calls == ["mark", "revert"])
    #expect(try refused.rows == 0)
    let bad = try Bench(directory.file("bad.db"), Defect())
    bad.change(isRehearsal: false)
    #expect(bad.state.calls == ["mark", "load"])
    #expect(try bad.rows == 0)
  }

  @LoopActor
  @Test("a turn of nothing but rehearsals and refusals writes nothing to the disk")
  func writesNothing() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("store.db")
    let bench = try Bench(path, nil)
    bench.change(isRehearsal: false)
    let size = try Self.size("\(path)-wal")
    #expect(size > 0)
    for _ in 0..<100 { bench.change(isRehearsal: true) }
    #expect(try Self.size("\(path)-wal") == size)
    bench.change(isRehearsal: false)
    #expect(try Self.size("\(path)-wal") > size)
  }

  private static func size(_ path: String) throws -> Int {
    try Data(contentsOf: URL(fileURLWithPath: path)).count
  }
}
