import CivilTime
import Loop
import LoopSupport
import TestSupport
import Testing
import Values

@testable import projectd

@Suite(
  "Of a series that was ended or moved on one machine while another went on with it", .serialized)
struct SeriesEndTests {
  init() { RunningLoop.start() }

  private enum End: String, CaseIterable {
    case shortened = "FREQ=DAILY;COUNT=2"
    case until = "FREQ=DAILY;UNTIL=20990102"
    case none

    var changes: ProjectChanges {
      get throws { ProjectChanges(recurrence: .some(try rule)) }
    }
    private var rule: RecurrenceRule? {
      get throws { self == .none ? nil : try RecurrenceRule(rawValue) }
    }
  }

  @LoopActor
  private func check(_ game: SeriesGame, _ rows: [String], _ what: String) throws {
    #expect(try game.settle(), "\(what) \(game.story)")
    let contents = try game.replicas[0].contents()
    for (index, replica) in game.replicas.enumerated() {
      #expect(game.deadlines(index) == rows, "\(what) \(game.story)")
      #expect(try replica.contents() == contents, "\(what) \(game.story)")
    }
  }

  @LoopActor
  @Test("the one behind the end is not there, whoever finishes and whenever that was said")
  func ended() throws {
    for end in End.allCases {
      for (isSaidFirst, isFinishedTwice, machines) in [
        (true, false, 2), (false, false, 2), (true, true, 2), (false, true, 3), (true, false, 3),
      ] {
        let game = try SeriesGame(seed: 1, machines: machines, rule: "FREQ=DAILY;COUNT=5")
        try game.move(1, to: .done, 0)
        try game.settle()
        if isSaidFirst { try game.edit(2, end.changes, 0) }
        try game.move(2, to: .done, 1)
        if !isSaidFirst { try game.edit(2, end.changes, 0) }
        if isFinishedTwice { try game.move(2, to: .done, 0) }
        try check(game, ["2099-01-01 done", "2099-01-02 done"], "\(end) \(isSaidFirst)")
      }
    }
  }

  @LoopActor
  @Test("one behind the end on which somebody has worked stays, and is not asked for twice")
  func worked() throws {
    for end in End.allCases {
      let game = try SeriesGame(seed: 1, machines: 3, rule: "FREQ=DAILY;COUNT=5")
      try game.move(1, to: .done, 0)
      try game.settle()
      try game.edit(2, end.changes, 0)
      try game.move(2, to: .done, 1)
      try game.hear(2, from: 1)
      try game.tag(3, "kept", 2)
      try game.hear(0, from: 1)
      #expect(game.open(0).isEmpty)
      try check(
        game, ["2099-01-01 done", "2099-01-02 done", "2099-01-03 todo"], "\(end)")
      try game.move(3, to: .done, 2)
      try game.settle()
      #expect(game.open(0).isEmpty, "\(game.story)")
    }
  }

  @LoopActor
  @Test("who has set another time last has it in the next ones, whoever finishes last")
  func moved() throws {
    let times = ["2099-01-01T09:00:00", "2099-01-01T09:00:00[Asia/Seoul]", "2099-01-01T09:00:00Z"]
    for time in times {
      let due = try #require(CalendarTime(time))
      for finishers in [[0, 1], [1, 0]] {
        for chain in 1...2 {
          let game = try SeriesGame(seed: 1, machines: 2)
          try game.edit(1, ProjectChanges(due: .some(due)), 0)
          for index in finishers {
            for number in 1...chain { try game.move(number, to: .done, index) }
          }
          try game.settle()
          let next = try #require(game.open(0).first)
          try game.move(next, to: .done, 0)
          let days = (1...(chain + 2)).map { time.replacing("01-01", with: "01-0\($0)") }
          let told = days.compactMap { CalendarTime($0)?.description }
          try game.settle()
          let last = [told[chain] + " done", told[chain + 1] + " todo"]
          #expect(game.deadlines(1).suffix(2) == last[...], "\(game.story)")
          #expect(game.deadlines(0) == game.deadlines(1), "\(game.story)")
        }
      }
    }
  }

  @Test("a date ends with its day on the clock of the series, beside times of another day")
  func order() throws {
    let zones = Zones()
    let date = try #require(CalendarTime("2099-01-01"))
    for zone in ["Asia/Seoul", "America/New_York", "UTC"] {
      for hour in 0..<24 {
        let clock = "\(hour < 10 ? "0" : "")\(hour):30:00[\(zone)]"
        let same = try #require(CalendarTime("2099-01-01T\(clock)"))
        let next = try #require(CalendarTime("2099-01-02T\(clock)"))
        let order = SeriesOrder([date, same, next], zones: zones)
        #expect(order.passes(same) < order.passes(date), "\(same)")
        #expect(order.passes(date) < order.passes(next), "\(next)")
        let distance = SeriesDistance(from: "\(date)", to: "\(next)", zones: zones)
        #expect(distance.moved(time: "2098-12-31") == "2099-01-01", "\(next)")
        let back = SeriesDistance(from: "\(next)", to: "\(date)", zones: zones)
        #expect(back.moved(time: "2099-01-01") == "2098-12-31", "\(next)")
      }
    }
  }
}
