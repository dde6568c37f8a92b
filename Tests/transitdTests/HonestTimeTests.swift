import Testing
import Values

@testable import transitd

@Suite("HonestTime")
struct HonestTimeTests {
  private let measured = Timestamp(microseconds: 1_788_832_635_000_000)

  private func train(_ claim: Arrival.Claim, _ state: Arrival.State = .running) -> Arrival {
    var arrival = Arrival(.subway(SubwayLine(1003)), state: state, claim: claim)
    arrival.measuredAt = measured
    return arrival
  }

  private func time(_ arrival: Arrival, after seconds: Double) -> HonestTime {
    HonestTime(arrival, at: measured.adding(seconds: seconds))
  }

  @Test("the age of a measurement is taken off its seconds")
  func corrected() {
    #expect(time(train(.seconds(513)), after: 33).seconds == 480)
    #expect(time(train(.seconds(513)), after: 33).ageSeconds == 33)
  }

  @Test("unknown stays unknown and is never 0")
  func unknown() {
    #expect(time(train(.unknown), after: 0).seconds == nil)
    #expect(time(train(.unknown), after: 500).seconds == nil)
  }

  @Test("a vehicle that is a little late is now; one that is long overdue is unknown")
  func overdue() {
    #expect(time(train(.seconds(100)), after: 130).seconds == 0)
    #expect(time(train(.seconds(100)), after: 160).seconds == 0)
    #expect(time(train(.seconds(100)), after: 161).seconds == nil)
  }

  @Test("a train that stood here four minutes ago does not stand here now")
  func oldNow() {
    #expect(time(train(.now, .arrived), after: 10).seconds == 0)
    #expect(time(train(.now, .arrived), after: 60).seconds == 0)
    #expect(time(train(.now, .arrived), after: 240).seconds == nil)
  }

  @Test("a row of 932 s is stale, one of three minutes is not")
  func stale() {
    #expect(time(train(.seconds(1200)), after: 932).isStale)
    #expect(!time(train(.seconds(1200)), after: 180).isStale)
  }

  @Test("a clock of theirs that is ahead makes no negative age")
  func ahead() {
    let early = time(train(.seconds(60)), after: -45)
    #expect(early.ageSeconds == 0)
    #expect(early.seconds == 60)
  }

  @Test("without a time of measurement there is no age, and nothing is taken off")
  func ageless() {
    var train = train(.seconds(60))
    train.measuredAt = nil
    let time = HonestTime(train, at: measured)
    #expect(time.ageSeconds == nil)
    #expect(time.seconds == 60)
    #expect(!time.isStale)
  }

  @Test("a timetable counts to its departure with the delay that is known")
  func timetable() {
    var bus = Arrival(.scheduled("7"), state: .running, claim: .unknown)
    bus.source = .timetable
    bus.scheduledAt = measured.adding(seconds: 300)
    #expect(HonestTime(bus, at: measured).seconds == 300)
    bus.delaySeconds = 120
    #expect(HonestTime(bus, at: measured).seconds == 420)
    #expect(!HonestTime(bus, at: measured).isStale)
  }
}

@Suite("ArrivalText")
struct ArrivalTextTests {
  @Test(
    "the hour of another day has that day's date in Korea",
    arguments: [
      ("2026-09-08 23:30:00", "23:30", "23:30"),
      ("2026-09-09 00:30:00", "tomorrow 00:30", "내일 00:30"),
      ("2026-09-11 05:30:00", "2026-09-11 05:30", "2026-09-11 05:30"),
    ])
  func clock(text: String, english: String, korean: String) throws {
    let now = try #require(KoreaTime.timestamp("2026-09-08 08:00:00"))
    let time = try #require(KoreaTime.timestamp(text))
    #expect(KoreaTime.zone.clock(time, at: now) == LocalizedText(en: english, ko: korean))
  }
}

@Suite("ArrivalList")
struct ArrivalListTests {
  private let now = Timestamp(microseconds: 1_788_832_635_000_000)

  private func train(
    _ number: String?, _ state: Arrival.State = .running, _ claim: Arrival.Claim = .unknown,
    age: Double = 0, away: Int? = nil, line: Int = 1001
  ) -> Arrival {
    var arrival = Arrival(.subway(SubwayLine(line)), state: state, claim: claim)
    arrival.vehicle = number
    arrival.measuredAt = now.adding(seconds: -age)
    arrival.stopsAway = away
    return arrival
  }

  @Test("one train is listed once, by its newest row")
  func once() {
    // 0150 of 2021: "전역 도착" at 18:04:55 and "전역 출발" with 150 s at 18:07:01.
    let list = ArrivalList.deduplicated([
      train("0150", .running, .unknown, age: 126), train("0150", .running, .seconds(150)),
    ])
    #expect(list.map(\.claim) == [.seconds(150)])
  }

  @Test("of two rows of one moment the further one is the truth")
  func sameMoment() {
    let list = ArrivalList.deduplicated([
      train("3250", .arrived, .now), train("3250", .running, .seconds(129)),
    ])
    #expect(list.map(\.state) == [.arrived])
  }

  @Test("trains of two lines, and those without a number, are all kept")
  func others() {
    let list = ArrivalList.deduplicated([
      train("1", line: 1001), train("1", line: 1004), train(nil), train(nil),
    ])
    #expect(list.count == 4)
  }

  @Test("known times come first, then the nearest of the unknown, then those that are gone")
  func order() {
    let list = ArrivalList.sorted(
      [
        train("a", .departed, .unknown), train("b", .running, .unknown, away: 14),
        train("c", .running, .seconds(513)), train("d", .running, .unknown, away: 4),
        train("e", .arrived, .now), train("f", .waiting, .unknown),
      ], at: now)
    #expect(list.map(\.vehicle) == ["e", "c", "d", "b", "f", "a"])
  }

  @Test("a train that stood here more than a minute ago is past all that come, however it is asked")
  func past() {
    let coming = [
      train("b", .running, .unknown, away: 14), train("c", .running, .seconds(513)),
      train("f", .waiting, .unknown),
    ]
    for state in [Arrival.State.arrived, .approaching] {
      for age in [61.0, 120, 179, 181, 932] {
        var gone = train("e", state, .now)
        gone.measuredAt = now.adding(seconds: -age)
        let list = ArrivalList.sorted([gone] + coming, at: now)
        #expect(list.map(\.vehicle) == ["c", "b", "f", "e"])
        #expect(!gone.isComing(at: now))
        let answer = ArrivalAnswer(gone, at: now)
        #expect(answer.when.en == "was here \(Int(age) / 60)m ago")
        #expect(answer.when.ko == "\(Int(age) / 60)분 전 도착")
      }
    }
  }

  @Test("a filter takes a line and a direction, and on the circle its other name")
  func filter() {
    var inner = train("1", line: 1002)
    inner.direction = .inner
    #expect(ArrivalList.Filter(direction: .inner).takes(inner))
    #expect(ArrivalList.Filter(direction: .up).takes(inner))
    #expect(!ArrivalList.Filter(direction: .outer).takes(inner))
    #expect(!ArrivalList.Filter(line: SubwayLine(1001)).takes(inner))
    inner.direction = nil
    #expect(ArrivalList.Filter(direction: .outer).takes(inner))
  }

  @Test("a bus is asked for by its name or by its number")
  func routes() {
    let bus = Arrival(.bus(BusRoute(name: "790파주")), state: .running, claim: .unknown)
    #expect(ArrivalList.Filter(routes: ["790"]).takes(bus))
    #expect(ArrivalList.Filter(routes: ["705", "790파주"]).takes(bus))
    #expect(!ArrivalList.Filter(routes: ["79"]).takes(bus))
    #expect(ArrivalList.Filter().takes(bus))
  }
}
