import Foundation
import TestSupport
import Testing

@Suite(
  "Boards over a server and a folder, and somebody with a phone", .serialized,
  .enabled(if: MovedClock.isPossible, "nothing can be preloaded under a sanitizer"))
struct ServedPhoneTests {
  /// As many as `MATE_SERIES_SEEDS` says, for a longer search.
  private static let seeds: [UInt64] = {
    let named = ProcessInfo.processInfo.environment["MATE_SERIES_SEEDS"].flatMap { UInt64($0) }
    return Array(1...max(1, named ?? 6))
  }()

  /// Two boards, a phone, and a clock that all of them have.
  private struct World {
    let directory = try? TemporaryDirectory()
    let clock: MovedClock
    let boards: ServedBoards
    let phone: CalendarPhone
    let id: String
    private(set) var seconds: Int64 = 0

    init(hasFolder: Bool) throws {
      clock = try MovedClock(in: try #require(directory))
      boards = try ServedBoards(hasFolder: hasFolder, clock: clock)
      phone = CalendarPhone(server: boards.server)
      try boards.act(0, "add", ["title": "A", "due": "2099-01-10", "zone": "UTC"])
      let isAtRest = try boards.settle()
      #expect(isAtRest)
      id = try boards.id(0, 1)
    }

    /// Whatever comes now is later than what was.
    mutating func wait() throws {
      seconds += 10
      try clock.set(seconds)
    }

    mutating func phone(says line: String) throws {
      try wait()
      try phone.change(id, at: CalendarPhone.moment(Double(seconds)), [line])
    }

    mutating func edit(_ index: Int, _ fields: [String: Any]) throws {
      try wait()
      try boards.act(index, "edit", fields.merging(["id": 1, "zone": "UTC"]) { $1 })
    }

    /// Each in turn over the folder and then over the server; what is there then.
    func rest() throws -> Set<String> {
      var views: Set<String> = []
      for _ in 0..<5 {
        for index in 0..<2 {
          for name in ["usb", "cloud"] { try boards.sync(index, over: name) }
        }
      }
      for index in 0..<2 { views.insert(try view(index)) }
      #expect(try boards.settle())
      for index in 0..<2 { views.insert(try view(index)) }
      return views
    }

    func view(_ index: Int) throws -> String {
      let row = try boards.all[index].client.result("project.show", ["id": 1, "zone": "UTC"])
      return ["title", "due", "group"].compactMap { row[$0] as? String }.joined(separator: " ")
    }
  }

  private func world(hasFolder: Bool) throws -> World? {
    guard CalendarServer.isPossible else {
      print("SKIPPED: radicale is not installed")
      return nil
    }
    return try World(hasFolder: hasFolder)
  }

  @Test("what a phone has said stands where a board says something of another field later")
  func other() throws {
    guard var world = try world(hasFolder: true) else { return }
    try world.edit(0, ["title": "P1"])
    try world.boards.sync(0, over: "cloud")
    try world.phone(says: "SUMMARY:P2")
    try world.edit(1, ["group": "g"])
    #expect(try world.rest() == ["P2 2099-01-10 g"])
  }

  @Test("of two words of a phone the later one stands, and it ends")
  func twice() throws {
    guard var world = try world(hasFolder: true) else { return }
    try world.phone(says: "DUE;VALUE=DATE:20990111")
    try world.boards.sync(0, over: "cloud")
    try world.phone(says: "DUE;VALUE=DATE:20990112")
    try world.edit(1, ["title": "B"])
    #expect(try world.rest() == ["B 2099-01-12"])
  }

  @Test("an edit that was taken back and a phone's word come to one, and it ends")
  func undone() throws {
    guard var world = try world(hasFolder: true) else { return }
    try world.phone(says: "DUE;VALUE=DATE:20990111")
    try world.edit(1, ["due": "2099-02-07"])
    try world.boards.act(1, "undo", [:])
    #expect(try world.rest().count == 1)
  }

  @Test(
    "whatever is said, it ends, all have the same, and a phone's later word stands",
    arguments: seeds)
  func games(seed: UInt64) throws {
    let hasFolder = seed % 2 == 0
    guard var world = try world(hasFolder: hasFolder) else { return }
    var numbers = SeededNumbers(seed: seed)
    /// What a phone has said last, where nobody has said anything of it since.
    var last: [String: String] = [:]
    var steps: [[String]] = [[], []]
    var story: [String] = []
    for step in 0..<14 {
      let index = numbers.below(2)
      switch numbers.below(9) {
      case 0, 1:
        try world.phone(says: "SUMMARY:p\(step)")
        last["title"] = "p\(step)"
        story.append("phone p\(step)")
      case 2:
        try world.phone(says: "DUE;VALUE=DATE:209902\(step + 10)")
        last["due"] = "2099-02-\(step + 10)"
        story.append("phone due \(step + 10)")
      case 3, 4:
        let field = ["title", "group", "due"][numbers.below(3)]
        let value = field == "due" ? "2099-03-\(step + 10)" : "\(field)\(step)"
        try world.edit(index, [field: value])
        steps[index].append(field)
        last[field] = nil
        story.append("\(index) \(field) \(value)")
      case 5:
        guard let field = steps[index].popLast() else { continue }
        try world.wait()
        try world.boards.act(index, "undo", [:])
        last[field] = nil
        story.append("\(index) undo \(field)")
      case 6 where hasFolder:
        try world.boards.sync(index, over: "usb")
        story.append("\(index) usb")
      default:
        try world.boards.sync(index, over: "cloud")
        story.append("\(index) cloud")
      }
    }
    #expect(try world.boards.settle(), "seed \(seed): \(story)")
    let end = "seed \(seed): \(story)"
    let here = try world.view(0)
    #expect(try world.view(1) == here, "\(end)")
    for value in last.values { #expect(here.contains(value), "\(value) \(here) \(end)") }
  }
}
