import Dispatch
import Foundation
import TestSupport
import Testing
import Values

@testable import transitd

@Suite("matectl and the commute companion", .serialized, .timeLimit(.minutes(2)))
struct TransitCommandTests {
  private let tool: CommandLineTool
  private let replay: ReplayServer
  private let folder: TemporaryDirectory

  init() throws {
    tool = try CommandLineTool()
    replay = try ReplayServer()
    folder = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: folder.file("mate"), withIntermediateDirectories: false)
    try JSONSerialization.data(withJSONObject: replay.configuration)
      .write(to: URL(fileURLWithPath: folder.file("mate/transitd.json")))
  }

  private func run(_ words: String..., korean: Bool = false) throws -> CommandResult {
    try run(words, korean: korean)
  }

  private func run(_ words: [String], korean: Bool = false) throws -> CommandResult {
    let variables = [
      "XDG_CONFIG_HOME": folder.path, "MATE_TRANSIT_KEY": "k", "MATE_TRANSIT_BUS_KEY": "k",
      "LANG": korean ? "ko_KR.UTF-8" : "C.UTF-8",
    ]
    return try tool.start(["transit"] + words, environment: variables).finish()
  }

  private func refusal(_ result: CommandResult) -> String {
    #expect(result.status == 1)
    return result.errors.split(separator: "\n").first.map(String.init) ?? ""
  }

  @Test("a place that is not there is refused with what it could be, in both languages")
  func unknown() throws {
    #expect(
      try refusal(run("arrivals", "연신네역"))
        == "matectl: there is no station 연신네역; perhaps 연신내; `matectl transit stations` finds it by a part of its name"
    )
    #expect(
      try refusal(run("arrivals", "연신네역", korean: true))
        == "matectl: 연신네역이 없습니다 (비슷한 이름: 연신내). `matectl transit stations`로 이름의 일부를 찾아보십시오")
    #expect(
      try refusal(run("favourite", "add", "연신네", korean: true))
        == "matectl: 연신네역이 없습니다 (비슷한 이름: 연신내). `matectl transit stations`로 이름의 일부를 찾아보십시오")
    let stop = try refusal(run("bus", "명지대", korean: true))
    #expect(stop.hasPrefix("matectl: 명지대 정류장이 없습니다 (비슷한 이름: 명지대"))
    #expect(try refusal(run("bus", "99999")).hasPrefix("matectl: there is no bus stop 99999; `"))
  }

  @Test("a favourite is added, refused a second time, watched and removed, in both languages")
  func favourite() throws {
    #expect(try run("favourite", "add", "강남역", "--line", "2").output == "favourite 1: 강남 Line 2\n")
    #expect(
      try refusal(run("favourite", "add", "강남", "--line", "2호선"))
        == "matectl: 강남 is a favourite already, with the number 1")
    #expect(
      try refusal(run("favourite", "add", "강남", "--line", "2호선", korean: true))
        == "matectl: 강남 항목은 이미 즐겨찾기 1번입니다")
    #expect(
      try run("alarm", "set", "강남", korean: true).output == "강남: 300m 안에 오면 알립니다\n")
    #expect(
      try run("favourite", "list", korean: true).output.contains("강남  "))
    // Its alarm goes with it, which is asked about first.
    #expect(try run("favourite", "remove", "1").status != 0)
    #expect(
      try run("favourite", "remove", "1", "--yes", korean: true).output
        == "강남 즐겨찾기를 지웠습니다 (알람도 함께)\n")
    #expect(
      try refusal(run("watch"))
        == "matectl: there is nothing to show; name a station, or add one with `matectl transit favourite add`"
    )
  }

  @Test("where a key is from is said in the language of who sets something")
  func configured() throws {
    let said = try run("configure", "--upstream", "default", korean: true).output
    #expect(said.contains("지하철: 인증키 시스템 제공,") && said.contains("버스: 인증키 시스템 제공,"))
    let english = try run("configure", "--upstream", "default").output
    #expect(english.hasPrefix("subway: key from the system, "))
  }

  @Test("status bars get one line an event, with the soonest train")
  func bars() throws {
    let variables = [
      "XDG_CONFIG_HOME": folder.path, "MATE_TRANSIT_KEY": "k", "LANG": "ko_KR.UTF-8",
    ]
    let waybar = try tool.start(
      ["transit", "watch", "강남", "--output", "waybar"], environment: variables)
    var object: [String: Any] = [:]
    // Until the portal has answered there is a dash.
    while (object["text"] as? String ?? "–") == "–" {
      let line = try #require(waybar.line())
      object =
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
    }
    waybar.kill()
    #expect(["2호선 ", "신분당선 "].contains { (object["text"] as? String ?? "").hasPrefix($0) })
    #expect((object["tooltip"] as? String)?.contains("→") == true)
    #expect(["now", "soon", "later", "unknown"].contains(object["class"] as? String))
    let blocks = try tool.start(
      ["transit", "watch", "강남", "--output", "i3blocks"], environment: variables)
    let line = try #require(blocks.line())
    blocks.kill()
    #expect(["2호선 ", "신분당선 "].contains { line.hasPrefix($0) })
  }

  @Test("sentences of refusals only speak of what the wire keeps: `name` there is the error's")
  func sentences() {
    for reason in TransitReason.allCases {
      #expect(!reason.text.en.contains("{name"))
      #expect(reason.text.ko?.contains("{name") == false)
      #expect(reason.text.ko?.isEmpty == false)
    }
  }

  @Test(
    "what is said of a way is said by the same words wherever one is asked for",
    arguments: [["route"], ["route", "watch"], ["leave"]])
  func words(command: [String]) throws {
    for (word, number) in [("--walk-speed", "9"), ("--max-walk", "-1"), ("--max-transfers", "9")] {
      let result = try run(command + ["A", "B", word, number])
      #expect(result.status == 2)
      #expect(result.errors.contains("\(word): expected a"), "\(result.errors)")
    }
  }

  @Test(
    "Ctrl-C says of a leave-by that it goes on and where it stands, and not of an import that it does"
  )
  func interrupted() throws {
    let variables = [
      "XDG_CONFIG_HOME": folder.path, "MATE_TRANSIT_KEY": "k", "MATE_TRANSIT_BUS_KEY": "k",
      "LANG": "C.UTF-8",
    ]
    #expect(try run("favourite", "add", "왕십리").status == 0)
    let leave = try tool.start(
      ["transit", "leave", "왕십리", "--walk", "0s"], environment: variables)
    #expect(leave.line() != nil)
    leave.interrupt()
    #expect(try leave.finish().errors.contains("goes on; `matectl transit leave list` follows it"))
    let asked = DispatchSemaphore(value: 0)
    let silent = try LoopbackServer { _ in
      asked.signal()
      return .silence
    }
    let load = try tool.start(
      ["transit", "gtfs", "import", "http://127.0.0.1:\(silent.port)/feed.zip"],
      environment: variables)
    #expect(asked.wait(timeout: .now() + 30) == .success)
    load.interrupt()
    let result = try load.finish()
    #expect(result.status == 130)
    #expect(!result.errors.contains("goes on"), "\(result.errors)")
    #expect(result.errors.contains("not known whether the change was made"))
  }

  @Test("--watch follows a way to its end, and reads it not again and again")
  func follow() throws {
    let fixture = try FeedFixture()
    #expect(try run("gtfs", "import", fixture.archive(), "--name", "city").status == 0)
    // Three metres.
    let result = try run(
      "route", "37.5,127.0", "37.50003,127.0", "--walk-speed", "3", "--watch", korean: true)
    let lines = result.output.split(separator: "\n").map { $0.drop { $0 != " " }.dropFirst(2) }
    #expect(result.status == 0)
    #expect(lines.count == 2)
    #expect(lines.first?.contains("출발, 걷기, ") == true)
    #expect(lines.last == "도착: 37.50003,127.0")
  }
}
