import IPCProtocol
import TestSupport
import Testing
import Values

@testable import transitd

@Suite("Estimates and hours")
struct EstimateTests {
  private let now = Timestamp(microseconds: 1_788_832_635_000_000)

  private func train(_ away: Int, at time: Timestamp, number: String = "7") -> Arrival {
    var arrival = Arrival(.subway(SubwayLine(1003)), state: .running, claim: .unknown)
    arrival.vehicle = number
    arrival.stopsAway = away
    arrival.measuredAt = time
    return arrival
  }

  @Test("a train without seconds is estimated by its stations, within a range, and marked as that")
  func range() throws {
    let paced = try #require(PaceBook().paced([train(5, at: now)]).first)
    let time = HonestTime(paced, at: now)
    #expect(time.seconds == nil)
    let range = try #require(time.estimate)
    // Five stations at a minute and a half to two and three quarter minutes; less one begun.
    #expect(range == 390...825)
    #expect(HonestTime(paced, at: now.adding(seconds: 90)).estimate == 300...735)
    #expect(HonestTime(paced, at: now.adding(seconds: 825)).estimate == nil)
    let answer = ArrivalAnswer(paced, at: now)
    #expect(answer.when.en == "5 stops away, about 6–14m")
    #expect(answer.when.ko == "5정거장 전, 약 6~14분")
    #expect(answer.seconds == nil && answer.estimateFrom == 390 && answer.estimateUntil == 825)
  }

  @Test("a leave-by aims for the earliest that can be, and says that it is an estimate")
  func leave() throws {
    let paced = PaceBook().paced([train(5, at: now)])
    let choice = try #require(LeaveChoice.best(among: paced, walk: 300, at: now))
    #expect(choice.isEstimate)
    #expect(choice.leaveAt.seconds(since: now) == 90)
    #expect(LeaveChoice.best(among: paced, walk: 391, at: now) == nil)
    var tracker = LeaveTracker()
    let advice = tracker.advance(paced, walk: 240, at: now)
    let events = advice.map { LeaveEvent($0, leave: 1, name: "연신내", at: now) }
    #expect(events.map(\.estimate) == [true])
    #expect(events.first?.text.en.hasSuffix("(estimate)") == true)
    #expect(events.first?.text.ko?.hasSuffix("(추정)") == true)
    // A train whose seconds are known is better than a guess, where it comes first.
    var known = train(2, at: now, number: "8")
    known.claim = .seconds(350)
    let best = LeaveChoice.best(among: paced + [known], walk: 300, at: now)
    #expect(best?.isEstimate == false)
  }

  @Test("what a station takes is learned from trains that are heard of twice")
  func learned() throws {
    var book = PaceBook()
    var far = 40
    var time = now
    for _ in 0..<30 {
      let old = train(far, at: time)
      far -= 1
      time = time.adding(seconds: 240)
      book.learn(from: [old], [train(far, at: time)])
    }
    let pace = book.pace(of: SubwayLine(1003))
    #expect((pace.low...pace.high).contains(240))
    #expect(pace.low > 150)
    #expect(book.pace(of: SubwayLine(1002)) == StopPace())
    // A train that goes back, or that jumps over ten stations in a minute, teaches nothing.
    let before = book.pace(of: SubwayLine(1003))
    book.learn(from: [train(3, at: now)], [train(5, at: now.adding(seconds: 120))])
    book.learn(from: [train(13, at: now)], [train(3, at: now.adding(seconds: 60))])
    #expect(book.pace(of: SubwayLine(1003)) == before)
  }

  private func bus(_ first: String, _ last: String) -> Arrival {
    var arrival = Arrival(.bus(BusRoute(name: "N26")), state: .ended, claim: .unknown)
    arrival.firstBus = BusHour(first)
    arrival.lastBus = BusHour(last)
    return arrival
  }

  @Test(
    "a route that has ended says when it begins again, and nothing where it should be running",
    arguments: [
      ("2340  ", "0350", "12:00", "from 23:40", "23:40부터"),
      ("0400 ", "2340", "23:50", "from tomorrow 04:00", "내일 04:00부터"),
      ("0400 ", "2340", "03:00", "from 04:00", "04:00부터"),
      ("0801", "1703", "11:10", "no more today", "운행 종료"),
      ("2340", "0350", "01:00", "no more today", "운행 종료"),
      ("2026090800", "2026090800", "11:10", "no more today", "운행 종료"),
      ("20260908014400", "20260909014400", "11:10", "from tomorrow 01:44", "내일 01:44부터"),
    ])
  func ended(first: String, last: String, clock: String, en: String, ko: String) throws {
    let now = try #require(Timestamp(rfc3339: "2026-09-08T\(clock):00+09:00"))
    let answer = ArrivalAnswer(bus(first, last), at: now)
    #expect(answer.when.en == en)
    #expect(answer.when.ko == ko)
  }

  @Test("the age of a bus is that of its last report, and its crowding may have no digit")
  func report() throws {
    let made = try #require(Timestamp(rfc3339: "2026-09-08T11:10:16+09:00"))
    func bus(_ fields: [String: String]) throws -> Arrival {
      let all = ["rtNm": "571", "arrmsg1": "3분후[2번째 전]", "mkTm": "2026-09-08 11:10:16.0"]
      var row = UpstreamNode(name: "itemList")
      row.children = all.merging(fields) { $1 }.map { UpstreamNode(name: $0.key, text: $0.value) }
      return try #require(BusMapping.route(row, receivedAt: made)?.arrivals.first)
    }
    let old = try bus(["repTm1": "2026-09-08 11:06:00.0", "congestion": "5", "term": "12"])
    #expect(HonestTime(old, at: made).ageSeconds == 256)
    #expect(HonestTime(old, at: made).isStale)
    #expect(old.crowding == .full)
    #expect(try bus(["congestion": "5", "congestion1": "3"]).crowding == .light)
    for mistake in ["2026-09-08 11:20:00.0", "2025-09-08 11:06:00.0", "soon"] {
      #expect(HonestTime(try bus(["repTm1": mistake]), at: made).ageSeconds == 0)
    }
    let timed = try bus(["firstTm": "0410", "lastTm": "2340  ", "term": "12", "routeType": "3"])
    let answer = ArrivalAnswer(timed, at: made)
    #expect(answer.hours?.en == "04:10–23:40, every 12m")
    #expect(answer.hours?.ko == "04:10–23:40, 12분 간격")
    #expect(answer.routeKindName?.ko == "간선")
  }
}
