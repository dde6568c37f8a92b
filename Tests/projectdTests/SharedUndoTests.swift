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
    try machines[0].sync("other")
    for machine in machines { #expect(try machine.contents() == before) }
    try machines[0].client.result("project.redo")
    try machines[0].sync("other")
    for machine in machines { #expect(try machine.contents() == before) }
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
