import Foundation
import TestSupport
import Testing

@Suite("One of a series that somebody with a calendar opens again", .serialized)
struct ServedReopeningTests {
  private func boards() throws -> ServedBoards? {
    guard CalendarServer.isPossible else {
      print("SKIPPED: radicale is not installed")
      return nil
    }
    let boards = try ServedBoards(hasFolder: false)
    try boards.addSeries()
    try boards.act(0, "done", ["ids": [1]])
    #expect(try boards.settle())
    return boards
  }

  private func open(_ boards: ServedBoards, seconds: Double) throws {
    let moment = CalendarPhone.moment(seconds)
    try CalendarPhone(server: boards.server).change(
      try boards.id(0, 1), at: moment,
      ["STATUS:NEEDS-ACTION", "PERCENT-COMPLETE:0", "COMPLETED:\(moment)"])
  }

  private func problem(_ board: CalendarBoard) throws -> [String: Any]? {
    let results = try board.client.result("project.sync.run")["results"] as? [[String: Any]]
    return results?.first?["problem"] as? [String: Any]
  }

  @Test(
    "takes the next one with it, whatever its clock shows and whoever hears of it first",
    arguments: [5.0, 3600], [0, 1])
  func takesBack(seconds: Double, first: Int) throws {
    guard let boards = try boards() else { return }
    try open(boards, seconds: seconds)
    #expect(try problem(boards.all[first]) == nil)
    #expect(try boards.settle())
    for index in 0..<2 { #expect(try boards.rows(index) == ["water todo 2099-01-01"]) }
    // And it goes on.
    try boards.act(1 - first, "done", ["ids": [1]])
    #expect(try boards.settle())
    for index in 0..<2 {
      #expect(try boards.rows(index) == ["water done 2099-01-01", "water todo 2099-01-02"])
    }
  }

  @Test(
    "stays done where somebody has worked on the next one, on the server too, and it is told",
    arguments: [0, 1])
  func stays(worker: Int) throws {
    guard let boards = try boards() else { return }
    try boards.act(worker, "start", ["ids": [2]])
    if worker == 1 { #expect(try boards.settle()) }
    try open(boards, seconds: 0)
    let told = try problem(boards.all[0])
    #expect(
      told?["en"] as? String == "1 stays done: it is one of a series, of which 2 is open")
    #expect((told?["ko"] as? String)?.hasPrefix("1번은 끝난 채로 둡니다.") == true)
    #expect(try boards.settle())
    for index in 0..<2 {
      #expect(try boards.rows(index) == ["water done 2099-01-01", "water doing 2099-01-02"])
    }
    let object = try boards.server.request("GET", "/kim/tasks/\(try boards.id(0, 1)).ics").body
    #expect(object.contains("STATUS:COMPLETED"))
  }

  @Test("a date with words of its own is kept on the server, is told, and one is open")
  func exception() throws {
    guard let boards = try boards() else { return }
    let path = "/kim/tasks/\(try boards.id(0, 2)).ics"
    let text = try boards.server.request("GET", path).body
    let own = """
      BEGIN:VTODO\r
      UID:\(try boards.id(0, 2))\r
      RECURRENCE-ID;VALUE=DATE:20990102\r
      DTSTAMP:\(CalendarPhone.moment(5))\r
      DUE;VALUE=DATE:20990102\r
      STATUS:COMPLETED\r
      SUMMARY:water this one\r
      END:VTODO\r

      """
    let both = text.replacingOccurrences(of: "END:VCALENDAR", with: own + "END:VCALENDAR")
    #expect(try boards.server.request("PUT", path, both).status < 300)
    let told = try problem(boards.all[0])
    let said = told?["en"] as? String ?? ""
    #expect(said.contains("words of their own (20990102)"), "\(said)")
    try boards.act(0, "edit", ["id": 2, "tags": ["x"]])
    #expect(try boards.settle())
    for index in 0..<2 {
      #expect(try boards.rows(index) == ["water done 2099-01-01", "water todo 2099-01-02 #x"])
    }
    let kept = try boards.server.request("GET", path).body
    #expect(kept.contains("SUMMARY:water this one") && kept.contains("CATEGORIES:x"))
  }

  @Test("a date that a phone finishes twice is done once, and one is open")
  func twice() throws {
    guard let boards = try boards() else { return }
    let phone = CalendarPhone(server: boards.server)
    for seconds in [5.0, 60] {
      try phone.finish(try boards.id(0, 1), at: CalendarPhone.moment(seconds))
      #expect(try boards.settle())
      for index in 0..<2 {
        #expect(try boards.rows(index) == ["water done 2099-01-01", "water todo 2099-01-02"])
      }
    }
  }
}
