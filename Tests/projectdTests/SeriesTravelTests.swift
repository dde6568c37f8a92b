import Foundation
import TestSupport
import Testing

/// A series of three dates, finished on one board after the other.
@Suite("A series on several boards", .serialized)
struct SeriesTravelTests {
  private func rows(_ client: WireClient) throws -> [String] {
    let list = try client.result(
      "project.list", ["all": true, "sort": "due", "zone": "Asia/Seoul"])
    return (list["projects"] as? [[String: Any]] ?? []).map { row in
      ["state", "due", "title"].compactMap { row[$0] as? String }.joined(separator: " ")
    }
  }

  private func open(_ client: WireClient) throws -> [Int] {
    let list = try client.result("project.list", ["state": "todo"])
    return (list["projects"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? Int }
  }

  @Test(
    "an occurrence that goes through a file is still one of its series",
    arguments: ["ics", "json", "csv", "taskwarrior", "todotxt"])
  func files(format: String) throws {
    let daemons = try (0..<2).map { _ in try DaemonHarness("projectd", domain: "project") }
    let clients = try daemons.map { try $0.connect() }
    // COUNT is no word of todo.txt's short form and goes as an RRULE.
    try clients[0].result(
      "project.add",
      [
        "title": "thrice", "due": "2099-01-01", "repeats": "FREQ=DAILY;COUNT=3",
        "zone": "Asia/Seoul",
      ])
    for turn in 0..<3 {
      let (here, there) = (clients[turn % 2], clients[(turn + 1) % 2])
      let ids = try open(here)
      #expect(ids.count == 1, "turn \(turn)")
      try here.result("project.move", ["ids": ids, "to": "done"])
      // The other one, which may have finished it as well, is told by a file.
      let text = try here.result("project.export", ["format": format, "zone": "Asia/Seoul"])["text"]
      try there.result(
        "project.import", ["text": text ?? "", "format": format, "zone": "Asia/Seoul"])
      #expect(try rows(here) == rows(there), "turn \(turn)")
    }
    #expect(
      try rows(clients[1]) == [
        "done 2099-01-01 thrice", "done 2099-01-02 thrice", "done 2099-01-03 thrice",
      ])
  }

  @Test("the next one keeps what a file brought: priority, place, reminders")
  func carried() throws {
    let daemon = try DaemonHarness("projectd", domain: "project")
    let client = try daemon.connect()
    let calendar = """
      BEGIN:VCALENDAR
      BEGIN:VTODO
      UID:7e57da7a-0000-4000-8000-000000000001
      SUMMARY:water
      DTSTART:20990101T000000Z
      DUE:20990101T000000Z
      RRULE:FREQ=DAILY
      PRIORITY:1
      LOCATION:balcony
      BEGIN:VALARM
      ACTION:DISPLAY
      DESCRIPTION:water
      TRIGGER;RELATED=END:-PT15M
      END:VALARM
      END:VTODO
      END:VCALENDAR
      """
    try client.result("project.import", ["text": calendar, "format": "ics"])
    try client.result("project.move", ["ids": [1], "to": "done"])
    let text = try client.result("project.export", ["format": "ics", "state": "todo"])["text"]
    let next = try #require(text as? String)
    for line in ["DUE:20990102T000000Z", "PRIORITY:1", "LOCATION:balcony", "-PT15M"] {
      #expect(next.contains(line), "\(line)")
    }
    // The first one's start is not the second's.
    #expect(!next.contains("20990101T000000Z\r\nDUE"))
    // Taking it back takes the next one with it.
    try client.result("project.undo")
    #expect(try open(client) == [1])
  }
}
