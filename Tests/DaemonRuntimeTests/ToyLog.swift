import Loop
import Storage

@testable import DaemonRuntime

/// A log of turns in memory whose answers a test gives: late, never, as failures, twice, or to turns
/// that are long over.
@LoopActor
final class ToyLog: TurnLog {
  typealias Completion = @LoopActor ((any Error)?) -> Void

  struct Failure: Error {}

  /// The records that are durable, by their numbers.
  private(set) var durable: [UInt64: [UInt8]] = [:]
  private var asked: [(turn: UInt64, record: [UInt8], completion: Completion)] = []
  private(set) var last: UInt64
  private var applied: UInt64
  var capacity = 1 << 20
  /// Whether an append is answered before it returns.
  var isImmediate = false
  /// How many turns were in flight at once, at most.
  private(set) var mostInFlight = 0

  init(applied: UInt64 = 0, durable: [UInt64: [UInt8]] = [:]) {
    last = max(applied, durable.keys.max() ?? 0)
    self.applied = applied
    self.durable = durable
  }

  var roomLeft: Double { 1 }
  func hasRoom(for bytes: Int) -> Bool { bytes <= capacity }

  func append(_ record: [UInt8], turn: UInt64, completion: @escaping Completion) {
    precondition(turn == last + 1, "a turn that is not the next one")
    last = turn
    asked.append((turn, record, completion))
    // What the store has taken in meanwhile is not waited for any more.
    mostInFlight = max(mostInFlight, asked.count { $0.turn > applied })
    if isImmediate { answer() }
  }

  func records(after turn: UInt64) throws -> [[UInt8]] {
    durable.keys.sorted().filter { $0 > turn }.compactMap { durable[$0] }
  }

  func wasApplied() { applied = last }

  // MARK: What a test has it do

  /// How many answers are owed.
  var owed: Int { asked.count }

  /// Answers one append, the oldest one unless said otherwise.
  ///
  /// The record is durable where it is answered so, unless `isKept` says otherwise; the same answer may
  /// be given several times.
  func answer(_ place: Int = 0, _ failure: Failure? = nil, isKept: Bool? = nil, times: Int = 1) {
    let (turn, record, completion) = asked.remove(at: place)
    if isKept ?? (failure == nil) { durable[turn] = record }
    for _ in 0..<times { completion(failure) }
  }
}
