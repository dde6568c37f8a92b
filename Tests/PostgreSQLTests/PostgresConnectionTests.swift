import Loop
import LoopSupport
import TestSupport
import Testing

@testable import PostgreSQL

/// The client of PostgreSQL beside a real server.
@Suite(
  "PostgreSQL", .serialized,
  .enabled(if: PostgresServer.isPossible, "needs Debian's postgresql-15"))
struct PostgresConnectionTests {
  private static let server = Result { try PostgresServer() }

  init() { RunningLoop.start() }

  private func open() async throws -> PostgresConnection {
    try await PostgresConnection.open(Self.server.get().address, name: "test")
  }

  @LoopActor
  @Test("values come back as they went, alone and as columns")
  func values() async throws {
    let connection = try await open()
    let numbers: [Int64] = [.min, -1, 0, 1, 255, 256, .max]
    for number in numbers {
      let result = try await connection.ask("SELECT $1", .integer(number))
      #expect(result.integer(0, 0) == number)
      // By the server's own writing, which no mistake of ours in both directions could agree with.
      let text = try await connection.ask("SELECT $1::text", .integer(number))
      #expect(text.text(0, 0) == String(number))
    }
    let texts = ["", "a", "딸기쥬스", "'; DROP TABLE x; --", String(repeating: "x", count: 100_000)]
    let blobs: [[UInt8]] = [[], [0], Array(0...255)]
    let reals: [Double] = [0, -0.0, 1.5, .infinity, .leastNonzeroMagnitude, -1e300]
    for text in texts {
      let result = try await connection.ask("SELECT $1", .text(text))
      #expect(result.text(0, 0) == text)
    }
    for blob in blobs {
      let result = try await connection.ask("SELECT $1, length($1)", .blob(blob))
      #expect(result.blob(0, 0) == blob && result.integer(0, 1) == Int64(blob.count))
    }
    var columns = [
      PostgresColumn(.integer), PostgresColumn(.text), PostgresColumn(.blob), PostgresColumn(.real),
    ]
    for row in 0..<8 {
      if row % 4 == 3 {
        for column in columns.indices { columns[column].addNull() }
        continue
      }
      columns[0].add(numbers[row % numbers.count])
      columns[1].add(texts[row % texts.count].utf8)
      columns[2].add(blobs[row % blobs.count])
      columns[3].add(reals[row % reals.count])
    }
    let result = try await connection.ask(
      .sql("SELECT * FROM unnest($1, $2, $3, $4)", columns.map(\.array)))
    #expect(result.rowCount == 8 && result.columnCount == 4)
    for row in 0..<8 where row % 4 != 3 {
      #expect(result.integer(row, 0) == numbers[row % numbers.count])
      #expect(result.text(row, 1) == texts[row % texts.count])
      #expect(result.blob(row, 2) == blobs[row % blobs.count])
      #expect(result.real(row, 3).bitPattern == reals[row % reals.count].bitPattern)
    }
    #expect((0..<4).allSatisfy { result.isNull(3, $0) && !result.isNull(2, $0) })
    let none = try await connection.ask(
      .sql("SELECT * FROM unnest($1)", [PostgresColumn(.text).array]))
    #expect(none.rowCount == 0)
  }

  @LoopActor
  @Test("statements are answered in their order, and one that is refused ends nothing")
  func order() async throws {
    let connection = try await open()
    var said: [String] = []
    for number in 0..<50 {
      let sql = number % 7 == 3 ? "SELECT 1 / 0" : "SELECT $1"
      connection.send(.sql(sql, number % 7 == 3 ? [] : [.integer(Int64(number))])) { outcome in
        switch outcome {
        case .success(let result): said.append("\(result.integer(0, 0))")
        case .failure(let error): said.append(error.isRefusal("22012") ? "refused" : "\(error)")
        }
      }
    }
    let last = try await connection.ask("SELECT 'last'")
    #expect(last.text(0, 0) == "last")
    #expect(said == (0..<50).map { $0 % 7 == 3 ? "refused" : "\($0)" })
    try await connection.ask(
      .script("CREATE TEMP TABLE t (n bigint PRIMARY KEY); INSERT INTO t VALUES (1), (2)"))
    try await connection.ask(
      .prepare("add", sql: "INSERT INTO t SELECT * FROM unnest($1::bigint[])"))
    var more = PostgresColumn(.integer)
    for number in 3...1000 { more.add(Int64(number)) }
    #expect(try await connection.ask(.prepared("add", [more.array])).changedCount == 998)
    await #expect(throws: PostgresError.self) {
      try await connection.ask(.prepared("add", [more.array]))
    }
    #expect(try await connection.ask("SELECT count(*) FROM t").integer(0, 0) == 1000)
  }

  @LoopActor
  @Test("what is longer than the socket takes at once goes, and comes back")
  func long() async throws {
    let connection = try await open()
    let blob = [UInt8](repeating: 7, count: 20 << 20)
    let result = try await connection.ask("SELECT $1, md5($1)", .blob(blob))
    #expect(result.bytes(0, 0).count == blob.count && result.bytes(0, 0).allSatisfy { $0 == 7 })
  }

  @LoopActor
  @Test("who loses the connection is told, with everything that was under way")
  func lost() async throws {
    let connection = try await open()
    let process = try await connection.ask("SELECT pg_backend_pid()").integer(0, 0)
    var told: [PostgresError.Kind] = []
    connection.send(.sql("SELECT pg_sleep(60)", [])) {
      if case .failure(let error) = $0 { told.append(error.kind) }
    }
    connection.send(.sql("SELECT 1", [])) {
      if case .failure(let error) = $0 { told.append(error.kind) }
    }
    let server = try Self.server.get()
    let loss: PostgresError = try await withCheckedThrowingContinuation { continuation in
      connection.onLoss = { continuation.resume(returning: $0) }
      do { try server.sql("SELECT pg_terminate_backend(\(process))") } catch {
        continuation.resume(throwing: error)
      }
    }
    #expect(loss.kind == .lost && loss.message.contains("terminating connection"))
    #expect(told == [.lost, .lost] && connection.loss == loss)
    await #expect(throws: loss) { try await connection.ask("SELECT 1") }
  }

  @LoopActor
  @Test("the server ends a session that says nothing, and that is heard")
  func silence() async throws {
    let connection = try await open()
    try await connection.ask(.script("SET idle_session_timeout = '30ms'"))
    let loss: PostgresError = await withCheckedContinuation { continuation in
      connection.onLoss = { continuation.resume(returning: $0) }
    }
    #expect(loss.kind == .lost)
  }

  @LoopActor
  @Test("a warning is no success")
  func warned() async throws {
    let connection = try await open()
    await #expect(throws: PostgresError(.warned, "only on one disk")) {
      try await connection.ask("DO $$ BEGIN RAISE WARNING 'only on one disk'; END $$")
    }
    // A notice is none.
    try await connection.ask(.script("DROP TABLE IF EXISTS nothing_of_that_name"))
  }

  @LoopActor
  @Test(
    "an address that leads nowhere is told in one line",
    arguments: [
      ("host=/nowhere dbname=mate", "No such file"),
      ("host=127.0.0.1 port=1 dbname=mate", "refused"),
    ])
  func nowhere(address: String, words: String) async throws {
    do {
      _ = try await PostgresConnection.open(address, name: "test")
      Issue.record("there is a server at \(address)")
    } catch {
      #expect(error.kind == .unreachable && error.message.contains(words))
      #expect(!error.message.contains("\n"))
    }
    let server = try Self.server.get()
    let refusals: [(String, String, PostgresError.Kind)] = [
      ("dbname=nothing", "does not exist", .refused(sqlState: "3D000")),
      ("user=nobody_knows", "does not exist", .refused(sqlState: "28000")),
      ("target_session_attrs=standby", "not in hot standby", .unreachable),
    ]
    for (more, words, kind) in refusals {
      do {
        _ = try await PostgresConnection.open("\(server.address) \(more)", name: "test")
        Issue.record("\(more) was accepted")
      } catch {
        #expect(error.kind == kind && error.message.contains(words), "\(error)")
      }
    }
  }

  @LoopActor
  @Test(
    "nothing is repeated of what may be a password in a wrong address",
    arguments: [
      "color=red", "postgresql://[::1", "host=db password=se cret", "host=db password='secret",
      "postgresql://me:se@cret@db/x", "postgresql://me:se/cret@db/x", "postgresql://me:1/cret@db/x",
      "postgresql://me:se%zz@db/x", "postgresql://me:12/se@cret@db/x",
      "host=db port=secret", "host=se@cret", "postgres://me:p@s/s@db/secret",
    ])
  func secret(address: String) async throws {
    do {
      _ = try await PostgresConnection.open(address, name: "test")
      Issue.record("there is a server at \(address)")
    } catch {
      #expect(error.kind == .address && error.message == "the address cannot be read")
    }
  }

  @LoopActor
  @Test(
    "an address that can be one is one",
    arguments: [
      "host=/nowhere", "host=@nowhere", "host=/nowhere,/other port=1,2",
      "postgresql:///x?host=/nowhere", "postgresql://me:se%40cret%2F@127.0.0.1:1/x",
      "host=127.0.0.1 port=1 password='a b@c/d'", "host=127.0.0.1 port=1 dbname=a@b",
    ])
  func plausible(address: String) async throws {
    do {
      _ = try await PostgresConnection.open(address, name: "test")
      Issue.record("there is a server at \(address)")
    } catch {
      #expect(error.kind == .unreachable, "\(error)")
    }
  }

  @Test(
    "of several servers the trouble is told that somebody has to mend",
    arguments: [
      ("a: refused", "", PostgresError.Kind.unreachable),
      ("a: FATAL:  x\nb: refused", "a: FATAL:  28P01\nb: refused", .refused(sqlState: "28P01")),
      ("a: 치명적오류:  x", "a: 치명적오류:  3D000", .refused(sqlState: "3D000")),
      (
        "a: FATAL:  x\nb: FATAL:  y", "a: FATAL:  57P03\nb: FATAL:  42501",
        .refused(sqlState: "42501")
      ),
      ("a: FATAL:  x\nb: session is read-only", "a: FATAL:  57P03", .notPrimary),
      ("a: FATAL:  x", "a: FATAL:  57P03", .refused(sqlState: "57P03")),
      ("a: refused\nb: server is in hot standby mode", "", .notPrimary),
      ("a: SSL error: certificate verify failed\nb: refused", "", .certificate),
      ("a: fe_sendauth: no password supplied", "", .refused(sqlState: "28P01")),
      // Where the second try met something else, its words have no reason.
      ("a: FATAL:  x", "a: refused", .unreachable),
    ])
  func complaints(message: String, states: String, kind: PostgresError.Kind) {
    #expect(ConnectionComplaint.kind(message, states: states) == kind)
  }

  @Test(
    "words of the library stand inside of a sentence: no full stop, no line at their end",
    arguments: [
      ("no such host.\n", "no such host"), ("a.\n\tb was lost. \n\n", "a; b was lost"),
      ("the request.. \n", "the request"), ("", ""), (".\n", ""),
      ("server at \"1.2.3.4\", port 5", "server at \"1.2.3.4\", port 5"),
    ])
  func words(message: String, told: String) {
    #expect(PostgresError(.lost, message).message == told)
  }
}
