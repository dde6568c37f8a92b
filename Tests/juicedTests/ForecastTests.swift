import CivilTime
import Storage
import TestSupport
import Testing
import Values

@testable import juiced

@Suite("Forecasts")
struct ForecastTests {
  private static let zone = TimeZoneDatabase().local()

  private func fruit(_ count: Int64, low: Int64) -> Fruit {
    Fruit(id: 0, name: "kiwi", title: LocalizedText(en: "kiwi"), count: count, low: low)
  }

  private func rule(cover days: Double, at moment: Timestamp = at(0)) -> ForecastRule {
    ForecastRule(cover: days * 86_400, now: moment, zone: Self.zone)
  }

  /// A bar that is open from nine to seven and uses as much in each of its ten hours.
  private func use(_ days: [Double], cups: Int64 = 100) -> ForecastRule.Use {
    var use = ForecastRule.Use(days: days)
    for hour in 9..<19 { use.hours[hour] = days.reduce(0, +) / 10 }
    use.cups = cups
    return use
  }

  @Test(
    "with too few days or cups nothing is said, and only what is low is filled up",
    arguments: [(2, 100), (0, 0), (3, 19), (28, 0)])
  func tooLittle(_ days: Int, _ cups: Int) {
    let use = use([Double](repeating: 900, count: days), cups: Int64(cups))
    for (count, low, buy) in [(10, 5, 0), (2, 5, 3)] as [(Int64, Int64, Int64)] {
      let row = rule(cover: 1).row(fruit(count, low: low), use)
      #expect(!row.isKnown)
      #expect((row.reorderFrom, row.reorderTo) == (buy, buy))
      #expect(row.perDay == nil && row.runsOutEarliest == nil && row.runsOutLatest == nil)
      #expect(row.basis.en.contains("\(days) of 3 whole days, \(cups) of 20 cups"))
    }
  }

  @Test("equal days leave no doubt: 25 at ten a day last two days and a half of opening hours")
  func equalDays() {
    // At nine in the morning: 10 today, 10 tomorrow, 5 by two o'clock of the day after.
    let row = rule(cover: 3).row(fruit(25, low: 5), use([10, 10, 10]))
    #expect(row.isKnown)
    #expect(row.perDay == 10)
    #expect(row.runsOutEarliest == at(2 * 86_400 + 4 * 3600))
    #expect(row.runsOutLatest == at(2 * 86_400 + 5 * 3600))
    // Three days need 30, and 5 must remain of the 25.
    #expect((row.reorderFrom, row.reorderTo) == (10, 10))
    // After closing time nothing is used before the morning.
    let night = rule(cover: 1, at: at(12 * 3600)).row(fruit(1, low: 0), use([10, 10, 10]))
    #expect(night.runsOutLatest == at(25 * 3600))
    #expect(rule(cover: 1).row(fruit(0, low: 0), use([1, 2, 3])).runsOutEarliest == at(0))
    #expect(rule(cover: 1).row(fruit(9, low: 0), use([0, 0, 0])).runsOutEarliest == nil)
  }

  @Test("what is bought at most lasts in nine of ten cases, and the range holds the truth")
  func coverage() {
    var random = SeededNumbers(seed: 8)
    // 80 customers, each of whom comes in one of two cases: so many bits of 80.
    func day() -> Double {
      Double(random.next().nonzeroBitCount + (random.next() >> 48).nonzeroBitCount)
    }
    let (trials, days) = (1000, 3)
    let rule = rule(cover: Double(days))
    var (lasted, ordinary) = (0, 0)
    for _ in 0..<trials {
      let row = rule.row(fruit(0, low: 0), use((0..<60).map { _ in day() }, cups: 5000))
      let need = (0..<days).map { _ in day() }.reduce(0, +)
      if need <= Double(row.reorderTo) { lasted += 1 }
      if need <= Double(row.reorderFrom) { ordinary += 1 }
    }
    #expect((0.87...0.94).contains(Double(lasted) / Double(trials)), "\(lasted)")
    #expect((0.45...0.60).contains(Double(ordinary) / Double(trials)), "\(ordinary)")
  }

  @Test("only whole days count, from the first cup on; one cup says nothing")
  func wholeDays() throws {
    let database = try Database(path: ":memory:")
    try Migrator(BarMigrations.all).migrate(database)
    var bar = try Bar.first(by: deed())
    for fruit in bar.fruits { _ = bar.stock(fruit, by: 1_000_000, .added, nil, deed()) }
    let day = 86_400.0
    func forecast(_ seconds: Double, window: Double = 28) throws -> Forecast.Row? {
      try BarStore(database: database).save(bar.takeFacts())
      return try ForecastQuery(database: database, now: at(seconds), zone: Self.zone)
        .forecast(window: window * day, cover: day).items.first { $0.fruit == "mango" }
    }
    #expect(try forecast(0)?.isKnown == false)
    // One cup, 100 seconds after the start.
    _ = try bar.order("mango", cups: 1, by: deed(0))
    let one = try forecast(100)
    #expect(one?.isKnown == false && one?.reorderTo == 0)
    _ = try bar.order("mango", cups: 19, by: deed(day))
    _ = try bar.order("mango", cups: 10, by: deed(2 * day))
    #expect(try forecast(2 * day + 60)?.isKnown == false)
    // The three days before today: 3, 57 and 30 mangos.
    #expect(try forecast(3 * day)?.perDay == 30)
    // An undone order was not used.
    let order = try bar.order("mango", cups: 100, by: deed(3 * day))
    _ = bar.undo(order, by: deed(3 * day + 1))
    #expect(try forecast(4 * day)?.perDay == 22.5)
    #expect(try forecast(4 * day, window: 3)?.basis.en == "days: 3, cups: 29")
  }
}
