import Foundation
import TestSupport
import Testing

/// What two people did alike while they were apart is the deed of both.
@Suite("Undo of what another machine did as well")
struct SharedUndoTests {
  /// Which of two machines acts first, and so by the earlier clock.
  private func pair(first: Int, _ act: (Machine) throws -> Void) throws -> [Machine] {
    let machines = [try Machine(), try Machine()]
    try machines[0].meet(machines[1], as: "other")
    try machines[0].add("water", ["due": "2099-01-01", "repeats": "FREQ=DAILY", "zone": "UTC"])
    try machines[0].sync("other")
    try act(machines[first])
    try act(machines[1 - first])
    try machines[0].sync("other")
    return machines
  }

  @Test("a finish of both stays, and so does the next one", arguments: [0, 1])
  func finished(first: Int) throws {
    let machines = try pair(first: first) {
      try $0.client.result("project.done", ["ids": [1]])
    }
    let before = try machines[1].contents()
    #expect(before.count == 2)
    let undone = try machines[0].client.result("project.undo")
    #expect((undone["kept"] as? Int ?? 0) > 0)
    // Nothing of it was taken back, so nothing is said to be, nor to be done again.
    #expect(!text(undone).contains("Undone") && !text(undone).contains("Moved"))
    try machines[0].sync("other")
    for machine in machines { #expect(try machine.contents() == before) }
    let redone = try machines[0].client.result("project.redo")
    #expect(!text(redone).contains("again:") && !text(redone).contains("Moved"))
    try machines[0].sync("other")
    for machine in machines { #expect(try machine.contents() == before) }
  }

  private func text(_ answer: [String: Any]) -> String {
    (answer["text"] as? [String: Any])?["en"] as? String ?? ""
  }

  @Test("of a deed that stands in part what was taken back is said, and of one that stands nothing")
  func said() throws {
    let machines = [try Machine(), try Machine()]
    try machines[0].meet(machines[1], as: "other")
    try machines[0].add("water")
    try machines[0].sync("other")
    try machines[0].client.result(
      "project.edit", ["id": 1, "title": "water them", "group": "home"])
    try machines[0].client.result("project.edit", ["id": 1, "tags": ["x"]])
    try machines[0].sync("other")
    try machines[1].client.result("project.edit", ["id": 1, "title": "rain"])
    try machines[1].client.result("project.edit", ["id": 1, "untag": ["x"]])
    try machines[0].sync("other")
    let nothing = text(try machines[0].client.result("project.undo"))
    #expect(
      nothing == "Nothing was taken back.\n(1 changed elsewhere since, and left as they are)")
    let part = text(try machines[0].client.result("project.undo"))
    #expect(
      part == "Undone:\nEdited 'water': group → home.\n"
        + "(1 changed elsewhere since, and left as they are)")
    let again = text(try machines[0].client.result("project.redo"))
    #expect(
      again == "Done again:\nEdited 'water': group → home.\n"
        + "(1 changed elsewhere since, and left as they are)")
    let none = text(try machines[0].client.result("project.redo"))
    #expect(none == "Nothing was done again.\n(1 changed elsewhere since, and left as they are)")
  }

  @Test("an addition on which somebody has worked with a calendar since stays as well")
  func calendar() throws {
    guard CalendarServer.isPossible else {
      print("SKIPPED: radicale is not installed")
      return
    }
    let server = try CalendarServer()
    try server.makeCalendar("tasks", "VTODO")
    let board = try CalendarBoard(server)
    try board.client.result("project.add", ["title": "water"])
    _ = try board.sync()
    let phone = try CalendarBoard(server)
    _ = try phone.sync()
    try phone.client.result("project.edit", ["id": 1, "title": "water them"])
    _ = try phone.sync()
    _ = try board.sync()
    let undone = text(try board.client.result("project.undo"))
    #expect(undone.hasPrefix("'water them' stays: somebody with a calendar has "))
    _ = try board.sync()
    _ = try phone.sync()
    for board in [board, phone] {
      let list = try board.client.result("project.list")["projects"] as? [[String: Any]] ?? []
      #expect(list.map { $0["title"] as? String } == ["water them"])
    }
  }

  @Test("an import of both stays", arguments: [0, 1])
  func imported(first: Int) throws {
    let text = #"""
      [{"uuid":"6f1c1a5e-0f0b-4f6b-9f0e-0a4f4c1b2d01","status":"pending","description":"one",
      "entry":"20261101T000000Z"},
      {"uuid":"6f1c1a5e-0f0b-4f6b-9f0e-0a4f4c1b2d02","status":"pending","description":"two",
      "entry":"20261101T000000Z"}]
      """#
    let machines = try pair(first: first) {
      try $0.client.result(
        "project.import", ["text": text, "format": "taskwarrior", "zone": "UTC"])
    }
    #expect(try machines[1].contents().count == 3)
    let undone = try machines[0].client.result("project.undo")
    #expect(undone["kept"] as? Int == 2)
    try machines[0].sync("other")
    for machine in machines { #expect(try machine.contents().count == 3) }
  }

  @Test("an addition on which another machine has worked since stays, and it is said who did")
  func workedSince() throws {
    let machines = [try Machine(), try Machine()]
    try machines[0].meet(machines[1], as: "other")
    try machines[0].add("water")
    try machines[0].sync("other")
    try machines[1].client.result("project.edit", ["id": 1, "title": "water them"])
    try machines[0].sync("other")
    let undone = try machines[0].client.result("project.undo")
    #expect(undone["kept"] as? Int == 1)
    let sentences = try #require(undone["sentences"] as? [[String: Any]])
    let said = try #require(sentences.last?["en"] as? String)
    #expect(said.hasPrefix("'water them' stays: ") && said.contains("@"))
    // Nothing was taken back, so nothing is said to be.
    #expect(sentences.count == 1 && (undone["text"] as? [String: Any])?["en"] as? String == said)
    try machines[0].sync("other")
    for machine in machines { #expect("\(try machine.contents())".contains("water them")) }
  }

  @Test("to take back a word of what was removed elsewhere does not bring it back")
  func removed() throws {
    let machines = [try Machine(), try Machine()]
    try machines[0].meet(machines[1], as: "other")
    try machines[0].add("water")
    try machines[0].client.result("project.edit", ["id": 1, "title": "water them"])
    try machines[0].sync("other")
    try machines[1].client.result("project.remove", ["ids": [1]])
    try machines[0].sync("other")
    let undone = try machines[0].client.result("project.undo")
    #expect(undone["kept"] as? Int == 1)
    try machines[0].sync("other")
    for machine in machines { #expect(try machine.contents().isEmpty) }
  }

  @Test("work on one machine after a removal on another stays, and the project is there on both")
  func worked() throws {
    let machines = [try Machine(), try Machine()]
    try machines[0].meet(machines[1], as: "other")
    try machines[0].add("water")
    try machines[0].sync("other")
    try machines[0].client.result("project.remove", ["ids": [1]])
    try machines[1].client.result("project.edit", ["id": 1, "title": "water them"])
    try machines[0].sync("other")
    let there = try machines[1].contents()
    #expect(there.count == 1)
    #expect("\(there)".contains("water them"))
    #expect(try machines[0].contents() == there)
  }
}
