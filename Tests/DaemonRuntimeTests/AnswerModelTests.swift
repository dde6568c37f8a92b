import Loop
import LoopSupport
import Storage
import TestSupport
import Testing
import Values

@testable import DaemonRuntime

/// Kept answers beside a dictionary: whatever is given, written, undone, recovered, purged or read again
/// in whatever order, a key has the answer that was kept with it for its day, and then none.
@Suite("Kept answers beside a model")
struct AnswerModelTests {
  init() { RunningLoop.start() }

  @LoopActor
  private final class World {
    private let database: Database
    private var answers: KeptAnswers
    private var numbers: SeededNumbers
    private var model: [KeyedRequest.Place: (result: [UInt8], at: Int64)] = [:]
    private var keys: [KeyedRequest.Place] = []
    private var now: Int64 = 1_780_000_000_000_000
    /// Few, so that there are many runs.
    private static let runLength = 20

    init(seed: UInt64) throws {
      database = try Database(path: ":memory:")
      try KeptAnswers.makeTables(in: database)
      answers = KeptAnswers(database: database, runLength: Self.runLength)
      numbers = SeededNumbers(seed: seed)
    }

    private func number(below limit: UInt64) -> Int { Int(numbers.next() % limit) }

    private func keyed(_ key: KeyedRequest.Place) -> KeyedRequest {
      KeyedRequest(place: key, request: Array(key.key.utf8))
    }

    func step() throws {
      now += Int64(number(below: 1000))
      switch number(below: 100) {
      case 0..<55: keep(number(below: 4) == 0 ? again() : new())
      case 55..<75: try ask(number(below: 3) == 0 ? new() : again())
      case 75..<80: undo()
      case 80..<88: try write(undoing: false)
      case 88..<92: try write(undoing: true)
      case 92..<95: try startAgain()
      case 95..<97: now += KeptAnswers.retention / Int64(number(below: 20) + 1)
      default: try purge()
      }
    }

    private func new() -> KeyedRequest.Place {
      KeyedRequest.Place(uid: UInt32(number(below: 3)), key: "key \(keys.count) \(numbers.next())")
    }

    private func again() -> KeyedRequest.Place {
      keys.isEmpty ? new() : keys[number(below: UInt64(keys.count))]
    }

    private func keep(_ key: KeyedRequest.Place) {
      if let known = model[key], now - known.at <= KeptAnswers.retention + AnswerBatch.longestSpan {
        return
      }
      let size = number(below: 30) == 0 ? 70_000 : number(below: 40)
      let result = [UInt8](repeating: UInt8(number(below: 256)), count: size)
      answers.keep(result, to: keyed(key), now: Timestamp(microseconds: now))
      if model.updateValue((result, now), forKey: key) == nil { keys.append(key) }
    }

    /// A change that is taken back.
    private func undo() {
      answers.gathering.changeBegins()
      answers.keep([1], to: keyed(new()), now: Timestamp(microseconds: now))
      answers.gathering.undoChange()
    }

    private func write(undoing: Bool) throws {
      try database.begin()
      for _ in 0...number(below: 2) where answers.gathering.isUnwritten {
        try answers.gathering.flush()
      }
      if undoing {
        try database.rollback()
        answers.gathering.wasRolledBack()
        answers.wasRolledBack()
      } else {
        try database.commit()
        answers.gathering.wasCommitted()
        answers.wasCommitted()
      }
    }

    /// A kill: what is not in the store comes back from the log.
    private func startAgain() throws {
      // A log is written turn by turn; what it has of them all comes back.
      var writer = RedoWriter()
      let onTheirWay = answers.gathering.elements
      writer.write(onTheirWay.count)
      for answer in onTheirWay { answer.encode(to: &writer) }
      answers = KeptAnswers(database: database, runLength: Self.runLength)
      var reader = RedoReader(writer.bytes)
      try answers.gathering.recover(from: &reader)
      answers.gatheringChanged()
    }

    private func purge() throws {
      try database.begin()
      _ = try answers.purge(now: Timestamp(microseconds: now))
      if number(below: 3) == 0 { try database.rollback() } else { try database.commit() }
      answers.wasRolledBack()
    }

    private func ask(_ key: KeyedRequest.Place) throws {
      let found = try answers.lookup(keyed(key), now: Timestamp(microseconds: now))
      guard let known = model[key] else {
        guard case .unknown = found else { return record("a new key is known", key) }
        return
      }
      let age = now - known.at
      switch found {
      case .answered(let result) where result == known.result:
        if age > KeptAnswers.retention + AnswerBatch.longestSpan { record("too old", key) }
      case .unknown: if age < KeptAnswers.retention { record("forgotten", key) }
      default: record("another answer", key)
      }
    }

    private func record(_ what: String, _ key: KeyedRequest.Place) {
      Issue.record("\(what): \(key) at \(now), kept at \(model[key]?.at ?? 0)")
    }

    func askAll() throws { for key in keys { try ask(key) } }
  }

  @LoopActor
  @Test("a key has its first answer for a day", arguments: 1...30)
  func model(seed: UInt64) throws {
    let world = try World(seed: seed)
    for _ in 0..<800 { try world.step() }
    try world.askAll()
  }
}
