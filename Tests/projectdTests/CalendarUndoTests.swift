import Foundation
import TestSupport
import Testing

@Suite("Undo on boards that meet over a server", .serialized)
struct CalendarUndoTests {
  private func boards(hasFolder: Bool) throws -> ServedBoards? {
    guard CalendarServer.isPossible else {
      print("SKIPPED: radicale is not installed")
      return nil
    }
    return try ServedBoards(hasFolder: hasFolder)
  }

  private func undo(_ board: CalendarBoard) throws -> String {
    let answer = try board.client.result("project.undo")
    return (answer["text"] as? [String: Any])?["en"] as? String ?? ""
  }

  @Test(
    "what a phone has finished as well stays done, and so does the next one, and it is said",
    arguments: [-3600.0, 3600], [true, false])
  func phone(seconds: Double, isFirst: Bool) throws {
    guard let boards = try boards(hasFolder: false) else { return }
    try boards.addSeries()
    let phone = CalendarPhone(server: boards.server)
    let moment = CalendarPhone.moment(seconds)
    if isFirst { try phone.finish(try boards.id(1, 1), at: moment) }
    try boards.act(1, "done", ["ids": [1]])
    if !isFirst { try phone.finish(try boards.id(1, 1), at: moment) }
    try boards.sync(1)
    let text = try undo(boards.all[1])
    #expect(text.hasPrefix("'water' stays done, and the next one stays: somebody with a calendar "))
    #expect(try boards.settle())
    for index in 0..<2 {
      #expect(try boards.rows(index) == ["water done 2099-01-01", "water todo 2099-01-02"])
    }
  }

  private let deeds: [(method: String, params: [String: Any])] = [
    ("done", ["ids": [1]]), ("start", ["ids": [1]]),
    ("edit", ["id": 1, "title": "water them", "tags": ["x"], "group": "home"]),
    ("edit", ["id": 1, "due": "2099-01-03", "body": "ten litres"]),
    ("edit", ["id": 1, "priority": "1", "untag": ["old"]]),
    ("add", ["title": "another", "tags": ["y"]]), ("remove", ["ids": [1]]),
  ]

  @Test(
    "one's own word that comes back by a server is one's own, and an undo takes it back",
    arguments: 0..<7, [0, 1])
  func own(deed: Int, who: Int) throws {
    guard let boards = try boards(hasFolder: true) else { return }
    try boards.addSeries()
    try boards.act(0, "edit", ["id": 1, "tags": ["old"]])
    #expect(try boards.settle())
    let before = try boards.rows(who)
    let (method, params) = deeds[deed]
    try boards.act(who, method, params)
    // The server knows it first, and the other one hears it from there before it reads the folder.
    _ = try boards.all[who].client.result("project.sync.run", ["name": "cloud"])
    for _ in 0..<2 {
      try boards.sync(1 - who)
      try boards.sync(who)
    }
    let text = try undo(boards.all[who])
    #expect(text.hasPrefix("Undone:") && !text.contains("elsewhere") && !text.contains("stays"))
    #expect(try boards.settle())
    for index in 0..<2 { #expect(try boards.rows(index) == before, "\(text)") }
  }

  @Test("work on the next one that the server takes away with an undo keeps it, and one is open")
  func worked() throws {
    guard let boards = try boards(hasFolder: false) else { return }
    try boards.addSeries()
    try boards.act(0, "done", ["ids": [1]])
    #expect(try boards.settle())
    _ = try undo(boards.all[0])
    try boards.act(1, "edit", ["id": 2, "tags": ["x"]])
    try boards.sync(0)
    #expect(try boards.settle())
    for index in 0..<2 {
      #expect(try boards.rows(index) == ["water done 2099-01-01", "water todo 2099-01-02 #x"])
    }
  }

  @Test("who starts one that is finished elsewhere does not open it again", arguments: [0, 1])
  func started(first: Int) throws {
    guard let boards = try boards(hasFolder: false) else { return }
    try boards.addSeries()
    try boards.act(0, "done", ["ids": [1]])
    try boards.act(1, "start", ["ids": [1]])
    try boards.sync(first)
    try boards.sync(1 - first)
    #expect(try boards.settle())
    for index in 0..<2 {
      #expect(try boards.rows(index) == ["water done 2099-01-01", "water todo 2099-01-02"])
    }
  }

  @Test(
    "an edit reaches the open one where a phone has finished the one before as well",
    arguments: [[0, 1], [1, 0]], [true, false])
  func edited(order: [Int], isPhoneFirst: Bool) throws {
    guard let boards = try boards(hasFolder: false) else { return }
    try boards.addSeries()
    let phone = CalendarPhone(server: boards.server)
    try boards.act(0, "done", ["ids": [1]])
    if isPhoneFirst { try phone.finish(try boards.id(0, 1), at: CalendarPhone.moment(-60)) }
    try boards.act(1, "edit", ["id": 1, "tags": ["x"]])
    if !isPhoneFirst { try phone.finish(try boards.id(0, 1), at: CalendarPhone.moment(60)) }
    for index in order { try boards.sync(index) }
    #expect(try boards.settle())
    for index in 0..<2 {
      #expect(try boards.rows(index) == ["water done 2099-01-01 #x", "water todo 2099-01-02 #x"])
    }
  }
}
