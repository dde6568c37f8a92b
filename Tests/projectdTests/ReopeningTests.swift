import Foundation
import Loop
import LoopSupport
import TestSupport
import Testing

@testable import projectd

@Suite("Who opens one of a series again", .serialized)
struct ReopeningTests {
  private let daemon: DaemonHarness
  private let client: WireClient

  init() throws {
    RunningLoop.start()
    daemon = try DaemonHarness("projectd", domain: "project")
    client = try daemon.connect()
    try client.result(
      "project.add",
      ["title": "water", "due": "2099-01-01", "repeats": "FREQ=DAILY", "zone": "UTC"])
    try client.result("project.done", ["ids": [1]])
  }

  private func rows() throws -> [String] {
    let list = try client.result("project.list", ["all": true, "sort": "number", "zone": "UTC"])
    return (list["projects"] as? [[String: Any]] ?? []).map { row in
      "\(row["id"] ?? 0) \(row["state"] ?? "")"
    }
  }

  private func text(_ method: String, _ params: [String: Any]) throws -> (en: String, ko: String) {
    let text = try client.result(method, params)["text"] as? [String: Any]
    return (text?["en"] as? String ?? "", text?["ko"] as? String ?? "")
  }

  @Test(
    "takes the next one back, says so, and undo and redo have both", arguments: ["todo", "doing"])
  func takesBack(to state: String) throws {
    let text = try text("project.move", ["ids": [1], "to": state, "zone": "UTC"])
    #expect(text.en.contains("\nTaken back: the next one, 'water' (number 2), "), "\(text.en)")
    #expect(text.ko.contains("\n다음 차례 되돌림: 'water' (번호 2), "), "\(text.ko)")
    #expect(try rows() == ["1 \(state)"])
    try client.result("project.undo")
    #expect(try rows() == ["1 done", "2 todo"])
    try client.result("project.redo")
    #expect(try rows() == ["1 \(state)"])
    try client.result("project.done", ["ids": [1]])
    #expect(try rows() == ["1 done", "2 todo"])
  }

  @Test("is refused where somebody has worked on the next one, and told what to do")
  func refused() throws {
    let works: [(String, [String: Any])] = [
      ("project.start", ["ids": [2]]), ("project.edit", ["id": 2, "tags": ["x"]]),
      ("project.note", ["id": 2, "words": ["ten", "litres"]]), ("project.done", ["ids": [2]]),
    ]
    for (method, params) in works {
      try client.result(method, params)
      let before = try rows()
      let error = try client.error("project.move", ["ids": [1], "to": "todo"])
      #expect(error.name == "project.anotherOpen", "\(method): \(error)")
      let open = method == "project.done" ? 3 : 2
      #expect(error.message.contains("of which \(open) is open"), "\(error)")
      #expect(try rows() == before)
      try client.result("project.undo")
    }
  }
  private func take(_ text: String) throws -> [String: Any] {
    try client.result("project.import", ["text": text, "format": "json", "zone": "UTC"])
  }

  @Test("with a file that was written before, takes the next one back as well")
  func files() throws {
    try client.result("project.undo")
    let before = try client.result("project.export", ["format": "json"])["text"] as? String ?? ""
    try client.result("project.redo")
    for _ in 0..<2 {
      _ = try take(before)
      #expect(try rows() == ["1 todo"])
    }
    try client.result("project.undo")
    #expect(try rows() == ["1 done", "2 todo"])
    // A file that has the next one, or work on that, leaves the one before it done.
    let both = try client.result("project.export", ["format": "json"])["text"] as? String ?? ""
    try client.result("project.edit", ["id": 2, "tags": ["x"]])
    let opened = both.replacingOccurrences(of: "\"done\"", with: "\"todo\"")
    for text in [before, opened] {
      let answer = try take(text)
      let notes = (answer["notes"] as? [[String: Any]])?.compactMap { $0["problem"] }
      let said = (notes?.first as? [String: Any])?["en"] as? String
      #expect(said == "1 stays done: it is one of a series, of which 2 is open")
      #expect(try rows() == ["1 done", "2 todo"])
    }
  }
}
