import Testing
import Values

@testable import transitd

@Suite("LeaveTracker")
struct LeaveTrackerTests {
  private let start = Timestamp(microseconds: 1_788_832_635_000_000)

  /// A train that comes so many seconds after the start, as measured at a later moment.
  private func train(
    _ number: String, in seconds: Int, isLast: Bool = false, measured: Int = 0
  ) -> Arrival {
    var arrival = Arrival(
      .subway(SubwayLine(1003)), state: .running, claim: .seconds(seconds - measured))
    arrival.vehicle = number
    arrival.measuredAt = at(Double(measured))
    arrival.isLast = isLast
    return arrival
  }

  private func at(_ seconds: Double) -> Timestamp { start.adding(seconds: seconds) }

  /// The words of advice with the train and the seconds until leaving.
  private func words(_ advice: [LeaveTracker.Advice], at now: Timestamp) -> [String] {
    advice.map { advice in
      func text(_ word: String, _ choice: LeaveChoice) -> String {
        "\(word) \(choice.identity) \(Int(choice.leaveAt.seconds(since: now)))"
      }
      return switch advice {
      case .planned(let choice): text("planned", choice)
      case .soon(let choice): text("soon", choice)
      case .leaveNow(let choice): text("now", choice)
      case .missed(let choice): "missed \(choice.identity)"
      case .lastAhead(let choice): text("lastAhead", choice)
      case .last(let choice): text("last", choice)
      case .lastGone: "lastGone"
      case .unknown: "unknown"
      }
    }
  }

  private func advance(
    _ tracker: inout LeaveTracker, _ arrivals: [Arrival], last: [Arrival] = [],
    at seconds: Double, walk: Double = 420
  ) -> [String] {
    words(tracker.advance(arrivals, last: last, walk: walk, at: at(seconds)), at: at(seconds))
  }

  @Test("the soonest train that can be reached is aimed for; each word is told once")
  func road() {
    var tracker = LeaveTracker()
    // Seven minutes on foot: 3250 in 400 s is too early, 3252 in 600 s can be met.
    let trains = [train("3250", in: 400), train("3252", in: 600), train("3254", in: 1200)]
    #expect(advance(&tracker, trains, at: 0) == ["planned 3252 180"])
    #expect(advance(&tracker, trains, at: 10) == [])
    #expect(advance(&tracker, trains, at: 60) == ["soon 3252 120"])
    #expect(advance(&tracker, trains, at: 100) == [])
    #expect(advance(&tracker, trains, at: 165) == ["now 3252 15"])
    #expect(advance(&tracker, trains, at: 175) == [])
    // Whoever did not go is told of the next one; whoever went needs no word of "missed".
    let later = [train("3252", in: 600, measured: 170), train("3254", in: 1200, measured: 170)]
    #expect(advance(&tracker, later, at: 181) == ["planned 3254 599"])
  }

  @Test("a plan that moves is told again, one that wavers is not")
  func moves() {
    var tracker = LeaveTracker()
    #expect(advance(&tracker, [train("1", in: 900)], at: 0) == ["planned 1 480"])
    #expect(advance(&tracker, [train("1", in: 940)], at: 0) == [])
    #expect(advance(&tracker, [train("1", in: 960)], at: 0) == ["planned 1 540"])
  }

  @Test("a train that comes earlier than thought is told as missed")
  func missed() {
    var tracker = LeaveTracker()
    #expect(
      advance(&tracker, [train("1", in: 700), train("2", in: 1400)], at: 0) == ["planned 1 280"])
    let late = [train("1", in: 500, measured: 270), train("2", in: 1400, measured: 270)]
    // At 281 s the plan's moment has passed without the words that it is near.
    #expect(advance(&tracker, late, at: 281) == ["missed 1", "planned 2 699"])
  }

  @Test("before the last train there is a warning, and after it a word")
  func last() {
    var tracker = LeaveTracker()
    let trains = [train("9", in: 1000, isLast: true)]
    #expect(advance(&tracker, trains, at: 0) == ["planned 9 580", "last 9 580"])
    #expect(advance(&tracker, trains, at: 5) == [])
    let later = [train("9", in: 1000, isLast: true, measured: 570)]
    #expect(advance(&tracker, later, at: 585) == ["lastGone", "unknown"])
    #expect(advance(&tracker, later, at: 590) == [])
  }

  @Test("half an hour before it is time to leave for the last one there is a warning, once")
  func lastAhead() {
    var tracker = LeaveTracker()
    let last = [train("9", in: 2400, isLast: true)]
    func trains(_ measured: Int) -> [Arrival] { [train("7", in: 1300, measured: measured)] }
    // 2400 s less 420 s on foot are 1980 s, and less 1800 s they are 180 s.
    #expect(advance(&tracker, trains(0), last: last, at: 0) == ["planned 7 880"])
    #expect(advance(&tracker, trains(100), last: last, at: 179) == [])
    #expect(advance(&tracker, trains(100), last: last, at: 180) == ["lastAhead 9 1800"])
    #expect(advance(&tracker, trains(100), last: last, at: 181) == [])
    // When it is the one to aim for, that is said as well.
    #expect(
      advance(&tracker, [train("9", in: 2400, isLast: true, measured: 890)], at: 900)
        == ["missed 7", "planned 9 1080", "last 9 1080"])
  }

  @Test("a last one that nobody saw coming is gone when it is, unless something late still comes")
  func lastGone() {
    var planned = train("", in: 0)
    planned.vehicle = nil
    planned.source = .timetable
    planned.scheduledAt = at(600)
    planned.isLast = true
    var tomorrow = planned
    tomorrow.scheduledAt = at(20_000)
    tomorrow.isLast = false
    let number = start.adding(seconds: 600).microseconds
    let next = start.adding(seconds: 20_000).microseconds
    var tracker = LeaveTracker()
    #expect(
      advance(&tracker, [tomorrow], last: [planned], at: 0)
        == ["planned \(next) 19580", "lastAhead \(number) 180"])
    #expect(advance(&tracker, [tomorrow], last: [], at: 180) == ["lastGone"])
    #expect(advance(&tracker, [tomorrow], last: [], at: 181) == [])
    var other = LeaveTracker()
    let late = [train("8", in: 900)]
    #expect(
      advance(&other, late, last: [planned], at: 0) == ["planned 8 480", "lastAhead \(number) 180"])
    #expect(advance(&other, late, last: [], at: 180) == [])
  }

  @Test("an unknown time is no plan, and neither is a stale or a departed one")
  func unknown() {
    var tracker = LeaveTracker()
    var silent = train("1", in: 900)
    silent.claim = .unknown
    var gone = train("2", in: 900)
    gone.state = .departed
    #expect(advance(&tracker, [silent, gone], at: 0) == ["unknown"])
    #expect(advance(&tracker, [train("3", in: 2000)], at: 200) == [])
  }

  @Test("the nearer the moment, the more depends on the next report")
  func need() {
    var tracker = LeaveTracker()
    #expect(tracker.need(at: start) == .watched)
    _ = tracker.advance([train("1", in: 3000)], walk: 420, at: start)
    #expect(tracker.need(at: start) == .distant)
    #expect(tracker.need(at: at(2000)) == .watched)
    #expect(tracker.need(at: at(2280)) == .urgent)
  }
}
