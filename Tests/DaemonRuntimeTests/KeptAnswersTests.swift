import Loop
import Storage
import LoopSupport
import Testing
import Values

@testable import DaemonRuntime

@Suite("KeptAnswers")
struct KeptAnswersTests {
  init() { RunningLoop.start() }

  @LoopActor
  private struct Log {
    let log: KeptAnswers
    let database: Database

    init() throws {
      database = try Database(path: ":memory:")
      try KeptAnswers.makeTables(in: database)
      log = KeptAnswers(database: database)
    }

    func keep(_ key: String, uid: UInt32 = 1, _ result: [UInt8], at: Int64 = 0) {
      let keyed = KeyedRequest(place: .init(uid: uid, key: key), request: [1])
      log.keep(result, to: keyed, now: Timestamp(microseconds: at))
    }

    /// The answers go into the store.
    func commit() throws {
      try log.gathering.flush()
      log.gathering.wasCommitted()
      log.wasCommitted()
    }

    /// The answer to a key; nil where it is unknown, empty where another request had it.
    func answer(_ key: String, uid: UInt32 = 1, request: [UInt8] = [1], at: Int64 = 0) throws
      -> [UInt8]?
    {
      let now = Timestamp(microseconds: at)
      let keyed = KeyedRequest(place: .init(uid: uid, key: key), request: request)
      switch try log.lookup(keyed, now: now) {
      case .unknown: return nil
      case .mismatch: return []
      case .answered(let result): return result
      }
    }

    var count: Int64 {
      get throws { try database.first("SELECT count(*) FROM mate_answers") { $0.integer(0) } ?? 0 }
    }
  }

  @LoopActor
  @Test(
    "an answer is its user's and its request's, and no one else's, on its way and in the store",
    arguments: [false, true])
  func answers(isStored: Bool) throws {
    let log = try Log()
    log.keep("k", [7])
    log.keep("k", uid: 2, [8])
    log.keep("", [9])
    if isStored { try log.commit() }
    #expect(try log.answer("k") == [7])
    #expect(try log.answer("k", uid: 2) == [8])
    #expect(try log.answer("k", uid: 3) == nil)
    #expect(try log.answer("") == [9])
    #expect(try log.answer("K") == nil)
    #expect(try log.answer("k", request: [2]) == [])
  }

  @LoopActor
  @Test("after 24 hours a key is new again", arguments: [false, true])
  func retention(isStored: Bool) throws {
    let log = try Log()
    let day = KeptAnswers.retention
    log.keep("k", [1])
    if isStored { try log.commit() }
    #expect(try log.answer("k", at: day - 1) == [1])
    #expect(try log.answer("k", at: day) == nil)
    log.keep("k", [2], at: day)
    #expect(try log.answer("k", at: day + 1) == [2])
  }

  @LoopActor
  @Test(
    "an answer is kept for its day however the clock is set while the daemon runs",
    arguments: [1, -1, 3600, -3600, 315_576_000, -315_576_000] as [Int64])
  func steps(_ seconds: Int64) throws {
    let log = try Log()
    let (step, hour) = (seconds * 1_000_000, Int64(3_600_000_000))
    let start = Int64(1_795_251_600_000_000)
    log.keep("k", [7], at: start)
    try log.commit()
    // An hour later the clock is set.
    var now = start + hour + step
    try log.log.move(by: step, now: Timestamp(microseconds: now))
    now += 22 * hour
    #expect(try log.answer("k", at: now) == [7])
    #expect(try !log.log.hasOld(now: Timestamp(microseconds: now)))
    now += 1 * hour
    #expect(try log.answer("k", at: now) == nil)
    #expect(try log.log.hasOld(now: Timestamp(microseconds: now)))
  }

  @LoopActor
  @Test("answers of a clock that was years ahead are kept for one more day, not for years")
  func future() throws {
    let log = try Log()
    let now = Timestamp(microseconds: 1_795_251_600_000_000)
    log.keep("k", [7], at: now.microseconds + 315_576_000_000_000)
    try log.commit()
    #expect(try log.log.isAhead(of: now))
    try log.log.move(by: 0, now: now)
    #expect(try !log.log.isAhead(of: now))
    #expect(try log.answer("k", at: now.microseconds) == [7])
    #expect(try log.answer("k", at: now.microseconds + KeptAnswers.retention) == nil)
  }

  @LoopActor
  @Test("a daemon that starts with a clock behind its answers brings them to its own time")
  func purgeOfAnswersAhead() throws {
    let log = try Log()
    log.keep("k", [7], at: 10 * KeptAnswers.retention)
    try log.commit()
    let commit = Commit(
      database: log.database, gatherings: Gatherings(database: log.database),
      state: NumberStore.NumberState())
    #expect(!commit.purge(now: Timestamp(microseconds: 5)))
    commit.turnEnds()
    let day = KeptAnswers.retention
    #expect(try log.answer("k", at: day + 4) == [7])
    #expect(try log.answer("k", at: day + 5) == nil)
  }

  @LoopActor
  @Test("what is old is removed piece by piece, and nothing else")
  func purge() throws {
    let log = try Log()
    // A purge takes as many batches as are long enough together; each of these is half of that.
    let long = [UInt8](repeating: 1, count: Int(KeptAnswers.purgeBytes) / 2)
    for number in 0..<5 { log.keep("old\(number)", long) }
    // Later than a batch is long.
    log.keep("new", [2], at: AnswerBatch.longestSpan + 1)
    try log.commit()
    let day = KeptAnswers.retention
    #expect(try log.count == 6)
    #expect(try !log.log.hasOld(now: Timestamp(microseconds: day - 1)))
    let later = Timestamp(microseconds: day)
    for left in [4, 2, 1] as [Int64] {
      #expect(try log.log.hasOld(now: later))
      #expect(try log.log.purge(now: later) == (left > 1))
      #expect(try log.count == left)
    }
    #expect(try !log.log.hasOld(now: later))
    #expect(try log.answer("new", at: AnswerBatch.longestSpan + 2) == [2])
  }
}

extension KeptAnswersTests {
  @Test("an answer comes out of the redo log as it went in")
  func coding() throws {
    let answer = KeptAnswer(
      at: 1_780_000_000_000_000, key: KeyedRequest.Place(uid: .max, key: "열쇠"),
      request: [1, 2], result: Array("{}".utf8))
    var writer = RedoWriter()
    answer.encode(to: &writer)
    var reader = RedoReader(writer.bytes)
    #expect(try KeptAnswer(from: &reader) == answer)
    #expect(reader.isAtEnd)
  }
}
