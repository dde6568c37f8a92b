import CivilTime
import Foundation
import TestSupport
import Testing
import Values

@Suite("Closed dates in words")
struct ClosedDateCallTests {
  private let daemon: DaemonHarness
  private let client: WireClient

  init() throws {
    daemon = try DaemonHarness()
    client = try daemon.connect()
  }

  /// The closed dates after a call.
  private func close(_ date: String, until last: String) throws -> [String] {
    try client.result("bank.hours.clear")
    try client.result("bank.hours.rules", ["zone": "Asia/Seoul"])
    let hours = try client.result("bank.hours.close", ["date": date, "until": last])
    let rows = try #require(hours["rows"] as? [[String: Any]])
    return rows.filter { $0["kind"] as? String == "date" }.compactMap { $0["day"] as? String }
  }

  @Test("a weekday behind until is the one behind the first date, whatever day it is today")
  func weekdays() throws {
    let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    for (first, from) in names.enumerated() {
      for (last, to) in names.enumerated() {
        let dates = try close(from, until: to).compactMap { CivilDate($0) }
        #expect(dates.count == (last - first + 7) % 7 + 1, "\(from) \(to)")
        #expect(dates.first?.weekday.rawValue == first + 1)
        #expect(dates.last?.weekday.rawValue == last + 1)
      }
    }
  }

  @Test("other words are counted from today, and what ends before it begins is refused")
  func others() throws {
    #expect(try close("내일", until: "모레").count == 2)
    #expect(try close("in 3 days", until: "1주 뒤").count == 5)
    #expect(
      try client.error("bank.hours.close", ["date": "in 3 days", "until": "tomorrow"]).name
        == "bank.invalidPeriod")
    #expect(
      try client.error("bank.hours.close", ["date": "2030-12-30", "until": "2030-12-23"]).name
        == "bank.invalidPeriod")
  }
}
