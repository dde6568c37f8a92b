import Testing
import Values

@testable import transitd

@Suite("Departures")
struct DeparturesTests {
  private let fixture: FeedFixture
  private let feed: FeedFile

  init() throws {
    fixture = try FeedFixture()
    feed = try fixture.feed(fixture.archive())
  }

  @Test("the next departures come in order; where a trip ends nobody gets in")
  func order() throws {
    // Monday the 7th.
    #expect(
      try feed.read("A", at: "2026-09-07T07:00", limit: 3)
        == ["08:00 city_1", "09:00 city_2", "tomorrow 00:10 city_n"])
    #expect(try feed.read("C", at: "2026-09-07T07:00").isEmpty)
  }

  @Test("a stop without times has those between its neighbours'; one without pick-up has none")
  func interpolated() throws {
    // Half of the way from 08:00 at A to 08:20 at C; city_2 lets nobody in at B.
    #expect(try feed.read("B", at: "2026-09-07T07:00", limit: 1) == ["08:10 city_1"])
    #expect(try feed.read("B", at: "2026-09-07T08:11", limit: 1) == ["2026-09-09 08:10 city_1"])
  }

  @Test("a trip of 24:10 leaves on the next date and belongs to the day before")
  func afterMidnight() throws {
    // Friday the 11th runs on into Saturday the 12th; on Saturday the loop runs.
    #expect(
      try feed.read("A", at: "2026-09-12T00:05", limit: 2) == ["00:10 city_n", "08:00 city_f"])
    // Monday the 14th at 00:05: Sunday had no service.
    #expect(try feed.read("A", at: "2026-09-14T00:05", limit: 1) == ["08:00 city_1"])
  }

  @Test("removed days have no service, added ones have theirs, and both is removed")
  func exceptions() throws {
    #expect(
      try feed.read("A", at: "2026-09-08T00:30", limit: 2)
        == ["10:00 city_h", "tomorrow 08:00 city_1"])
    #expect(
      try feed.read("A", at: "2026-09-09T09:30", limit: 1) == ["tomorrow 00:10 city_n"])
  }

  @Test("frequencies run from their start to before their end, shifted by the way to the stop")
  func frequencies() throws {
    #expect(
      try feed.read("A", at: "2026-09-12T08:01")
        == [
          "08:20 city_f", "08:40 city_f", "2026-09-14 08:00 city_1", "2026-09-14 09:00 city_2",
          "2026-09-15 00:10 city_n", "2026-09-15 08:00 city_1", "2026-09-15 09:00 city_2",
          "2026-09-16 00:10 city_n", "2026-09-16 08:00 city_1", "2026-09-16 09:00 city_2",
        ])
    let found = try DepartureSearch(feed: feed).next(
      at: feed.stops("B").map(\.number), from: feed.moment("2026-09-12T08:06"), limit: 1)
    #expect(found.first?.headwaySeconds == 1200)
    #expect(
      try found.map { try feed.read($0, from: feed.moment("2026-09-12T08:06")) } == ["08:25 city_f"]
    )
  }

  @Test(
    "a time is said as people say it, in the feed's zone",
    arguments: [
      ("07:30", "2026-09-07T07:30"), ("tomorrow 07:30", "2026-09-08T07:30"),
      ("내일 07:30", "2026-09-08T07:30"), ("모레 7:05", "2026-09-09T07:05"),
      ("Today 23:59", "2026-09-07T23:59"), ("어제 00:00", "2026-09-06T00:00"),
      ("지금", "2026-09-07T12:00"), ("now", "2026-09-07T12:00"),
      // The 7th is a Monday.
      ("friday 07:30", "2026-09-11T07:30"), ("금요일 7시 반", "2026-09-11T07:30"),
      ("day after tomorrow 7:05", "2026-09-09T07:05"), ("in 3 days 23:59", "2026-09-10T23:59"),
      ("3일 뒤 07:30", "2026-09-10T07:30"), ("2026-09-20 8:00", "2026-09-20T08:00"),
      ("7:30pm", "2026-09-07T19:30"), ("7 am tomorrow", "2026-09-08T07:00"),
      ("12am", "2026-09-07T00:00"), ("12:15 PM", "2026-09-07T12:15"), ("noon", "2026-09-07T12:00"),
      ("오후 3시", "2026-09-07T15:00"), ("내일 오전 12시 5분", "2026-09-08T00:05"),
      ("내일 아침 7시 30분", "2026-09-08T07:30"), ("저녁 7:30 모레", "2026-09-09T19:30"),
      ("오늘 밤 11시 10분", "2026-09-07T23:10"), ("15시", "2026-09-07T15:00"),
      ("in 20m", "2026-09-07T12:20"), ("30분 뒤", "2026-09-07T12:30"),
      ("+1h30m", "2026-09-07T13:30"), ("2시간 후", "2026-09-07T14:00"),
      ("in 2 days", "2026-09-09T12:00"),
      ("2026-09-07T07:30+09:00", "2026-09-07T07:30"), ("2026-09-07T07:30Z", "2026-09-07T16:30"),
      ("2026-09-07T07:30:00+09:00", "2026-09-07T07:30"),
    ])
  func words(text: String, time: String) throws {
    let now = try feed.moment("2026-09-07T12:00")
    #expect(feed.localTime(text, now: now) == (try feed.moment(time)))
    for wrong in [
      "someday 07:30", "내일", "내일 25:00", "tomorrow 07:30 later", "7", "in 7", "15pm", "오전 13시",
      "밤 12시",
      "0am", "tomorrow noonish", "friday", "7:60", "시", "분 뒤", "in 400 days", "",
      "tomorrow tomorrow",
      "2026-09-31 08:00", "2026-09-07T07:30+99:00",
    ] {
      #expect(feed.localTime(wrong, now: now) == nil)
    }
  }

  @Test("nothing within a week is nothing, and an expired feed says when it ended")
  func expired() throws {
    #expect(try feed.read("A", at: "2026-11-01T00:00").isEmpty)
    #expect(feed.facts.lastDay.map(DayText.text) == "2026-09-30")
    #expect(feed.facts.firstDay.map(DayText.text) == "2026-09-01")
  }

  @Test("a headsign of a stop outranks the trip's")
  func headsigns() throws {
    let found = try DepartureSearch(feed: feed).next(
      at: feed.stops("A").map(\.number), from: feed.moment("2026-09-07T07:00"), limit: 2)
    let answers = try found.map {
      try Answers.Departure($0, of: feed, nil, at: feed.moment("2026-09-07T07:00"))
    }
    #expect(answers.map(\.headsign) == ["Centre", "via B"])
    #expect(answers.map(\.route) == ["7", "7"])
  }

  @Test("days of 23 hours count from noon minus twelve hours")
  func daylight() throws {
    // In New York the clocks go from 02:00 to 03:00 on 2026-03-08; 08:00 is 08:00 all the same.
    let feed = try fixture.feed(
      fixture.archive([
        "agency.txt": "agency_name,agency_timezone\nCity,America/New_York\n",
        "calendar.txt": FeedFixture.calendar.replacing("20260901", with: "20260301")
          .replacing("WK,1,1,1,1,1,0,0", with: "WK,1,1,1,1,1,1,1"),
      ]))
    let found = try DepartureSearch(feed: feed).next(
      at: feed.stops("A").map(\.number), from: feed.moment("2026-03-08T00:30"), limit: 1)
    #expect(found.first?.scheduledAt == Timestamp(rfc3339: "2026-03-08T12:00:00Z"))
  }
}

@Suite("Departures of recorded feeds", .enabled(if: RecordedData.isThere, RecordedData.absence))
struct RecordedFeedTests {
  private func feed(_ name: String) throws -> (FeedFile, FeedFixture) {
    let fixture = try FeedFixture()
    let folder = try #require(RecordedData.folder)
    return (try fixture.feed("\(folder)/gtfs/\(name).zip"), fixture)
  }

  @Test("the specification's sample: frequencies, a removed day, weekends")
  func sample() throws {
    let (feed, _) = try feed("sample-feed-1")
    #expect(
      Set(try feed.read("STAGECOACH", at: "2007-06-05T07:50", limit: 6))
        == ["08:00 CITY1", "08:00 STBA", "08:10 CITY1", "08:20 CITY1", "08:30 CITY1", "08:30 STBA"])
    #expect(
      Set(try feed.read("STAGECOACH", at: "2007-06-04T07:50", limit: 2))
        == ["tomorrow 06:00 CITY1", "tomorrow 06:00 STBA"])
    #expect(try feed.read("BEATTY_AIRPORT", at: "2007-06-05T07:50", limit: 1) == ["08:00 AB1"])
    #expect(feed.facts.lastDay.map(DayText.text) == "2010-12-31")
  }

  @Test("good-feed lets nobody in at the shuttle's first stop")
  func good() throws {
    let (feed, _) = try feed("good-feed")
    #expect(
      try feed.read("STAGECOACH", at: "2007-06-05T05:00", limit: 3)
        == ["06:00 CITY1", "06:30 CITY1", "07:00 CITY1"])
  }

  @Test("mixed line ends, a form feed and empty lines change nothing")
  func lineEnds() throws {
    let (feed, _) = try feed("bad-eol")
    #expect(feed.facts.stops == 9)
    #expect(feed.facts.trips == 11)
    #expect(try feed.read("BEATTY_AIRPORT", at: "2007-06-05T07:50", limit: 1) == ["08:00 AB1"])
  }

  @Test(
    "frequencies are told as about so often, or as exact",
    arguments: [("bullrunner", 600), ("bullrunner-frequencies-exact1", nil)] as [(String, Int?)])
  func bullrunner(name: String, headway: Int?) throws {
    let (feed, _) = try feed(name)
    #expect(
      try feed.read("222", at: "2016-02-01T07:05", limit: 4)
        == ["07:10 1", "07:20 1", "07:30 1", "07:40 1"])
    let found = try DepartureSearch(feed: feed).next(
      at: feed.stops("222").map(\.number), from: feed.moment("2016-02-01T07:05"), limit: 1)
    #expect(found.first?.headwaySeconds == headway)
  }

  @Test("642 exceptions keep the Saturday service of every day to its Saturdays")
  func caltrain() throws {
    let (feed, _) = try feed("caltrain-2017-07-24")
    #expect(
      try feed.read("70012", at: "2017-07-23T22:00", limit: 2)
        == [
          "tomorrow 04:55 6512081-CT-17JUL-Combo-Weekday-01",
          "tomorrow 05:25 6512082-CT-17JUL-Combo-Weekday-01",
        ])
    #expect(
      try feed.read("70012", at: "2017-07-24T07:00", limit: 2)
        == ["07:05 6512046-CT-17JUL-Combo-Weekday-01", "07:15 6512042-CT-17JUL-Combo-Weekday-01"])
  }

  @Test("Hebrew names are names")
  func israel() throws {
    let (feed, _) = try feed("israel-route-2126")
    #expect(try feed.stops("39529").map(\.name) == ["הרימון/השיקמה"])
    #expect(
      try feed.read("הרימון/השיקמה", at: "2018-03-01T05:00", limit: 2)
        == ["05:10 3528905_010318", "2018-03-04 05:10 435227_040318"])
  }
}
