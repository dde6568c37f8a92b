import Foundation
import IPCProtocol
import Loop
import Storage
import TestSupport
import Testing
import Values

@testable import DaemonRuntime

/// A domain's calls over a store of its own: no socket, and a clock that the test moves.
@LoopActor
final class RehearsalBench<Service: DomainService> {
  let service: Service
  var now: Timestamp
  /// How many changes were made.
  private(set) var kept = 0
  let database: Database
  let commit: Commit
  private let turn: Turn
  let entries: [String: MethodEntry]
  /// To whom every change takes longer than a millisecond.
  private let slow: Dispatcher
  private let reads: [Request]
  private let connection: Connection

  struct Request: Sendable {
    let method: String
    let params: String

    init(_ method: String, _ params: String = "{}") {
      (self.method, self.params) = (method, params)
    }
  }

  init(_ type: Service.Type, _ path: String, reads: [Request]) throws {
    self.reads = reads
    let clock = SteadyClock()
    now = clock.now
    database = try Database(path: path)
    try Migrator(Service.migrations).migrate(database)
    try KeptAnswers.makeTables(in: database)
    let gatherings = Gatherings(database: database)
    let host = DomainHost(database: database, gatherings: gatherings, clock: clock)
    service = try Service(host: host)
    commit = Commit(database: database, gatherings: gatherings, state: service)
    host.begin(commit)
    try commit.start()
    turn = Turn(commit)
    var methods = MethodTable()
    methods.add(Service.calls, of: service)
    entries = methods.entries
    slow = Dispatcher(
      turn: turn, limits: Service.limits,
      methods: entries.mapValues { Self.slowed($0) }, clock: clock)
    connection = Connection(
      descriptor: -1, peer: Peer(pid: 1, uid: 1000, gid: 1000), access: .all,
      user: UserShare(uid: 1000), token: 0)
  }

  // MARK: Calls

  /// A change of the turn under way: its result, or why it was refused.
  func change(_ request: Request, isRehearsal: Bool, key: String? = nil) throws -> String {
    let entry = try #require(entries[request.method])
    guard let handler = Self.handler(of: entry) else {
      throw WireError(.invalidRequest, "\(request.method) is no change")
    }
    return try with(request, isRehearsal: isRehearsal) { cursor, context in
      try entry.check(cursor)
      var meta = RequestMeta()
      meta.isDryRun = isRehearsal
      meta.idempotencyKey = key
      let call = DaemonRuntime.Request(
        entry: entry, id: .integer(1), params: cursor, meta: meta, context: context, startedAt: 0,
        target: .frame(connection))
      switch try slow.perform(call, handler) {
      case .first(let result):
        kept += 1
        return String(decoding: result, as: UTF8.self)
      case .rehearsed(let result), .repeated(let result):
        return String(decoding: result, as: UTF8.self)
      }
    }
  }

  /// Asks for a change of which the client wants to know within a millisecond, and which takes longer.
  ///
  /// - Returns: Whether it ran out of time; false where it was refused before.
  func runsOutOfTime(_ request: Request) throws -> Bool {
    let separator = request.params == "{}" ? "" : ","
    let params = #"\#(request.params.dropLast())\#(separator)"_meta":{"timeoutMs":1}}"#
    let text = #"{"jsonrpc":"2.0","id":1,"method":"\#(request.method)","params":\#(params)}"#
    _ = Array(text.utf8).withUnsafeBytes { slow.handle($0, from: connection) }
    let reply = String(decoding: connection.output.bytes.dropFirst(4), as: UTF8.self)
    connection.output.bytes = []
    #expect(reply.contains(#""error""#), "\(text) took effect: \(reply)")
    return reply.contains(#""code":-32003"#)
  }

  /// What carries a change out, all of it at once; nil for what is none.
  private static func handler(of entry: MethodEntry) -> MethodEntry.Immediate? {
    switch entry.body {
    case .change(let handler): handler
    case .preparedChange(let prepare):
      { params, context, writer in
        let preparation = try prepare(params, context)
        let isDone = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var result: Result<MethodEntry.Apply, any Error>?
        Task.detached {
          do { result = .success(try await preparation()) } catch { result = .failure(error) }
          isDone.signal()
        }
        isDone.wait()
        try result?.get()(&writer)
      }
    case .read, .longRead, .task, .stream: nil
    }
  }

  private static func slowed(_ entry: MethodEntry) -> MethodEntry {
    guard let handler = handler(of: entry) else { return entry }
    let body = MethodEntry.Body.change { params, context, writer in
      try handler(params, context, &writer)
      let beginning = MonotonicClock.nanoseconds()
      while MonotonicClock.nanoseconds() - beginning < 1_100_000 {}
    }
    return MethodEntry(entry, body: body)
  }

  /// What is due at this moment, as the daemon's timer has it done.
  func wakeUp() throws {
    guard let due = service.nextWake, due <= now else { return }
    try commit.change { try service.wakeUp(at: now) }
  }

  func endTurn() {
    _ = turn.commitAll()
  }

  /// The answers of all reads, each under its request.
  func answers() throws -> [String: String] {
    var answers: [String: String] = [:]
    for request in reads {
      answers["\(request.method) \(request.params)"] = try read(request)
    }
    return answers
  }

  private func read(_ request: Request) throws -> String {
    let entry = try #require(entries[request.method], "\(request.method)")
    return try with(request, isRehearsal: false) { cursor, context in
      var writer = JSONWriter()
      switch entry.body {
      case .read(let handler): try handler(cursor, context, &writer)
      case .longRead(let handler): try handler(cursor, context).write(to: &writer)
      default: throw WireError(.invalidRequest, "\(request.method) is no read")
      }
      return String(decoding: writer.bytes, as: UTF8.self)
    }
  }

  private func with(
    _ request: Request, isRehearsal: Bool, _ body: (JSONCursor, RequestContext) throws -> String
  ) throws -> String {
    let context = RequestContext(
      method: request.method, peer: connection.peer, access: connection.access, now: now,
      isDryRun: isRehearsal, startedAt: 0,
      givenTrace: "t", traceNumber: 0)
    let document = JSONDocument()
    return try Array(request.params.utf8).withUnsafeBytes { bytes in
      try document.parse(bytes)
      do {
        return try body(document.root, context)
      } catch let error as any WireErrorConvertible {
        return "\(error.wireError.kind.name) \(error.wireError.message)"
      } catch let error as SchemaViolation {
        Issue.record("\(request.method) \(request.params): \(error.wireError.message)")
        return ""
      }
    }
  }

  /// Reads the state from the store, as the next start would.
  func reload() throws {
    #expect(commit.settle())
    try service.load()
  }
}

/// Rehearses, changes, runs out of time and reads at random, and holds what is in memory to what was there before and
/// to what the store has.
///
/// `repeatsAnswers` says whether a change that is rehearsed first must answer as it did then; `request`
/// makes a change at random, whose number counts up from 0.
@LoopActor
func rehearseAtRandom<Service: DomainService>(
  _ type: Service.Type, seed: UInt64, steps: Int, repeatsAnswers: Bool = true,
  reads: [RehearsalBench<Service>.Request],
  _ request: (inout SeededNumbers, Int) -> RehearsalBench<Service>.Request
) throws {
  let directory = try TemporaryDirectory()
  let bench = try RehearsalBench(type, directory.file("store.db"), reads: reads)
  var random = SeededNumbers(seed: seed)
  var late = 0
  for step in 0..<steps {
    if random.chance(30) {
      bench.now = bench.now.adding(seconds: Double(random.below(2000)) / 1000)
      try bench.wakeUp()
    }
    let before = try bench.answers()
    for _ in 0...random.below(3) {
      let tried = request(&random, step)
      let said = try bench.change(tried, isRehearsal: true)
      let answers = try bench.answers()
      guard answers == before else {
        let wrong = answers.filter { before[$0.key] != $0.value }.keys.sorted()
        Issue.record("seed \(seed), step \(step): \(tried) has left \(wrong); it said \(said)")
        return
      }
    }
    if random.chance(30), try bench.runsOutOfTime(request(&random, step)) {
      late += 1
      #expect(try bench.answers() == before, "seed \(seed), step \(step): late, and done")
    }
    let wanted = request(&random, step)
    let said = try bench.change(wanted, isRehearsal: true)
    let done = try bench.change(wanted, isRehearsal: false, key: "\(step)")
    let after = try bench.answers()
    #expect(try bench.change(wanted, isRehearsal: false, key: "\(step)") == done, "\(wanted)")
    #expect(try bench.answers() == after, "seed \(seed), step \(step): done twice with one key")
    if repeatsAnswers, said.hasSuffix("\"dryRun\":true}") {
      #expect(said.replacing(",\"dryRun\":true}", with: "}") == done, "seed \(seed), step \(step)")
    }
    // Several changes are one turn at times.
    if random.chance(60) { bench.endTurn() }
    guard step % 10 == 9 else { continue }
    bench.endTurn()
    let inMemory = try bench.answers()
    try bench.reload()
    let stored = try bench.answers()
    let wrong = stored.filter { inMemory[$0.key] != $0.value }.keys.sorted()
    #expect(wrong.isEmpty, "seed \(seed), step \(step): the store has other answers")
  }
  bench.endTurn()
  #expect(bench.kept > steps / 5, "seed \(seed): nearly everything was refused")
  #expect(late > steps / 50, "seed \(seed): nearly nothing ran out of time")
}
