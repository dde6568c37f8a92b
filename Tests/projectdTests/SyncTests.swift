import Foundation
import TestSupport
import Testing

@Suite("Boards of several machines", .serialized)
struct SyncTests {
  @Test("changes made apart meet: fields, tags, removals, and nothing twice")
  func meet() throws {
    let (one, other) = (try Machine(), try Machine())
    try one.meet(other, as: "other")
    try one.add("점심먹기", ["tags": ["food"], "due": "2026-11-27"])
    try one.add("to be removed")
    let first = try one.sync("other")
    #expect(first.sent == 2)
    #expect(first.received == 0)
    // Apart.
    try one.client.result("project.move", ["ids": [1], "to": "doing"])
    try one.client.result("project.edit", ["id": 1, "tags": ["noon"]])
    let lunch = try other.number(of: "점심먹기")
    try other.client.result(
      "project.edit", ["id": lunch, "title": "점심 먹기", "tags": ["home"], "untag": ["food"]])
    try other.client.result(
      "project.remove", ["id": other.number(of: "to be removed")])
    try other.add("new over there", ["body": "text", "group": "g"])
    // Together.
    let second = try one.sync("other")
    #expect(second.received == 3)
    #expect(second.sent == 2)
    let contents = try one.contents()
    #expect(try other.contents() == contents)
    #expect(contents.count == 2)
    let merged = try #require(contents.values.first { $0["title"] as? String == "점심 먹기" })
    #expect(merged["state"] as? String == "doing")
    #expect(merged["tags"] as? [String] == ["home", "noon"])
    let third = try one.sync("other")
    #expect(third.received == 0)
    #expect(third.sent == 0)
  }

  @Test("three machines in a row and in random order end in equal boards")
  func three() throws {
    let machines = try (0..<3).map { _ in try Machine() }
    for (one, other) in [(0, 1), (1, 2), (2, 0)] {
      try machines[one].meet(machines[other], as: "m\(other)")
    }
    var numbers = SeededNumbers(seed: 3)
    for round in 0..<40 {
      let machine = machines[Int.random(in: 0..<3, using: &numbers)]
      let total = try machine.client.result("project.list", ["all": true])["total"] as? Int ?? 0
      switch total == 0 ? 0 : Int.random(in: 0..<5, using: &numbers) {
      case 0: try machine.add("p\(round)", ["tags": ["t\(round % 3)"]])
      case 1:
        let state = ["todo", "doing", "done"][round % 3]
        // What is there already is refused, which is as good.
        _ = try machine.client.reply("project.move", ["ids": [1], "to": state])
      case 2:
        _ = try machine.client.reply(
          "project.edit", ["id": 1, "title": "e\(round)", "tags": ["e"]])
      case 3: _ = try machine.client.reply("project.undo")
      default:
        let index = Int.random(in: 0..<3, using: &numbers)
        try machines[index].sync("m\((index + 1) % 3)")
      }
    }
    for index in [0, 1, 2, 0, 1] { try machines[index].sync("m\((index + 1) % 3)") }
    let contents = try machines[0].contents()
    #expect(contents.count > 3)
    #expect(try machines[1].contents() == contents)
    #expect(try machines[2].contents() == contents)
  }

  @Test("what was merged is there after a kill, with what is known of it")
  func killed() throws {
    let (one, other) = (try Machine(), try Machine())
    try one.meet(other, as: "other")
    for number in 1...20 { try other.add("p\(number)") }
    #expect(try one.sync("other").received == 20)
    let before = try one.contents()
    one.daemon.stop(SIGKILL)
    try one.daemon.start()
    let client = try one.daemon.connect()
    #expect(try client.result("project.list", ["all": true])["total"] as? Int == 20)
    let results = try client.result("project.sync.run")["results"] as? [[String: Any]]
    #expect(results?.first?["received"] as? Int == 0)
    #expect(before.count == 20)
  }

  @Test("a machine that is away is marked offline, with what it is still to be sent")
  func offline() throws {
    let (one, other) = (try Machine(), try Machine())
    try one.meet(other, as: "laptop")
    try one.add("one")
    #expect(
      try one.status().first?["state"] as? [String: String] == ["en": "never run", "ko": "아직 안 함"])
    try one.sync("laptop")
    #expect(try one.status().first?["pending"] as? Int == 0)
    try other.setAway(true)
    try one.add("two")
    try one.add("three")
    let failure = try one.client.error("project.sync.run", ["name": "laptop"])
    #expect(failure.name == "project.syncFailed")
    let status = try #require(try one.status().first)
    #expect(status["offline"] as? Bool == true)
    #expect(status["pending"] as? Int == 2)
    #expect(status["doneAt"] is String)
    #expect((status["problem"] as? [String: String])?["en"] == "ssh: no route to host")
    let board = try one.client.result("project.board")
    let remark = (board["sync"] as? [String: String])?["en"]
    #expect(remark == "laptop is offline, 2 to send")
    try other.setAway(false)
    #expect(try one.sync("laptop").sent == 2)
    #expect(try one.client.result("project.board")["sync"] == nil)
  }

  @Test("undo takes back what this machine did, and leaves what another has changed since")
  func undo() throws {
    let (one, other) = (try Machine(), try Machine())
    try one.meet(other, as: "other")
    try one.add("draft", ["group": "g"])
    try one.client.result("project.edit", ["id": 1, "title": "mine", "group": "h"])
    try one.sync("other")
    try other.client.result("project.edit", ["id": 1, "title": "theirs"])
    try one.sync("other")
    let undone = try one.client.result("project.undo")
    #expect(undone["kept"] as? Int == 1)
    let row =
      (try one.client.result("project.list", ["all": true])["projects"] as? [[String: Any]])?.first
    #expect(row?["title"] as? String == "theirs")
    #expect(row?["group"] as? String == "g")
    try one.sync("other")
    #expect(try other.contents() == one.contents())
  }

  @Test("machines that share a folder meet without meeting")
  func folder() throws {
    let machines = try (0..<3).map { _ in try Machine() }
    let shared = try TemporaryDirectory()
    for (index, machine) in machines.enumerated() {
      try machine.client.result("project.sync.add", ["name": "usb", "target": shared.path])
      try machine.add("of \(index)")
    }
    for index in [0, 1, 2, 0, 1] { try machines[index].sync("usb") }
    let contents = try machines[0].contents()
    #expect(contents.count == 3)
    #expect(try machines[1].contents() == contents)
    #expect(try machines[2].contents() == contents)
    #expect(try machines[2].sync("usb") == (0, 0))
    // A file that is on its way is not half taken.
    let files = try FileManager.default.contentsOfDirectory(atPath: shared.path)
    #expect(files.count == 3)
    try machines[0].add("late")
    try machines[0].sync("usb")
    for file in files {
      let path = shared.file(file)
      let data = try #require(FileManager.default.contents(atPath: path))
      try data.dropLast(40).write(to: URL(fileURLWithPath: path))
    }
    let failure = try machines[1].client.error("project.sync.run")
    #expect(failure.name == "project.syncFailed")
    #expect(try machines[1].client.result("project.list", ["all": true])["total"] as? Int == 3)
  }

  @Test("what repeats and is done on both machines comes again once")
  func repeats() throws {
    let (one, other) = (try Machine(), try Machine())
    try one.meet(other, as: "other")
    try one.add("water", ["due": "2026-11-23", "repeats": "daily"])
    try one.sync("other")
    try one.client.result("project.move", ["ids": [1], "to": "done"])
    try other.client.result("project.move", ["ids": [1], "to": "done"])
    try one.sync("other")
    let contents = try one.contents()
    #expect(contents.count == 2)
    #expect(try other.contents() == contents)
    #expect(contents.values.filter { $0["state"] as? String == "todo" }.count == 1)
  }

  @Test(
    "what is no exchange is refused, and changes nothing",
    arguments: [
      (#"{"basis":{},"changes":[{"replica":"x"}]}"#, "mate.invalidParams"),
      (
        #"{"basis":{"11111111-1111-4111-8111-111111111111":"5.0"},"changes":[]}"#,
        "project.syncGap"
      ),
      (#"{"basis":{"x":"5.0"},"changes":[]}"#, "project.invalidChanges"),
      (Self.change(clock: "9999999999999.0"), "project.clockAhead"),
      (Self.change(clock: "soon"), "project.invalidChanges"),
      (Self.change(field: "colour"), "project.invalidChanges"),
    ] as [(String, String)])
  func refused(params: String, name: String) throws {
    let machine = try Machine()
    let object = try JSONSerialization.jsonObject(with: Data(params.utf8)) as? [String: Any]
    #expect(try machine.client.error("project.sync.merge", object).name == name)
    #expect(try machine.client.result("project.list", ["all": true])["total"] as? Int == 0)
  }

  @Test("a change of which a newer replica says more is taken in as what is known of it")
  func newer() throws {
    let machine = try Machine()
    let text = Self.change().replacing("\"replica\":", with: "\"weight\":[1],\"replica\":")
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    try machine.client.result("project.sync.merge", object)
    #expect(try machine.client.result("project.list", ["all": true])["total"] as? Int == 1)
  }

  private static func change(clock: String = "1795251600000.0", field: String = "title") -> String {
    """
    {"basis":{},"changes":[{"replica":"11111111-1111-4111-8111-111111111111","clock":"\(clock)",
    "project":"22222222-2222-4222-8222-222222222222","fields":{"\(field)":"x"}}]}
    """
  }

  @Test("a board does not synchronise with itself, nor under a name twice, nor with an option")
  func nonsense() throws {
    let machine = try Machine()
    try machine.meet(machine, as: "self")
    #expect(try machine.client.error("project.sync.run").name == "project.syncFailed")
    let twice = ["name": "self", "target": "host"]
    let taken = try machine.client.error("project.sync.add", twice)
    #expect(taken.name == "project.syncNameTaken")
    // What the sentence speaks of, also in the reader's language.
    #expect(taken.data["sync"] as? String == "self")
    for target in ["-oProxyCommand=sh", "a b", "host;reboot", "", "relative/folder"] {
      let params = ["name": "n", "target": target]
      #expect(try machine.client.error("project.sync.add", params).name == "project.invalidSync")
    }
    try machine.client.result("project.sync.remove", ["name": "self"])
    #expect(try machine.status().isEmpty)
  }
  @Test("a target that was only typed is kept once an exchange with it went well")
  func typed() throws {
    let machine = try Machine()
    let folder = try TemporaryDirectory()
    let missing = folder.file("missing")
    #expect(
      try machine.client.error("project.sync", ["target": missing]).name == "project.syncFailed")
    #expect(try machine.status().isEmpty)
    try machine.client.result("project.sync", ["target": folder.path])
    #expect(try machine.status().compactMap { $0["name"] as? String } == [folder.path])
    try FileManager.default.removeItem(atPath: folder.path)
    _ = try machine.client.error("project.sync", ["target": folder.path])
    #expect(try machine.status().first?["offline"] as? Bool == true)
  }
}
