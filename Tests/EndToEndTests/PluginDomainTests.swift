import Foundation
import TestSupport
import Testing

/// A domain that this repository's programs have never seen, written as a Python script:
/// matectl learns all of it from `meals.json`.
@Suite("A plugin domain in another language", .serialized)
struct PluginDomainTests {
  private let tool: CommandLineTool
  private let plugins = "\(BuiltPrograms.repository())/Tests/Plugins"

  init() throws { tool = try CommandLineTool(domains: plugins) }

  private func run(_ arguments: String..., language: String = "en") throws -> CommandResult {
    try tool.start(
      ["--lang", language] + arguments, environment: ["MATE_LIBEXEC_PATH": plugins]
    ).finish()
  }

  @Test("a pipe among the descriptions keeps nobody waiting", arguments: ["help", "domains"])
  func pipe(word: String) throws {
    let folder = try TemporaryDirectory()
    #expect(mkfifo(folder.file("tea.json"), 0o600) == 0)
    for words in [[word], ["tea", "brew"]] {
      let command = try tool.start(words, environment: ["MATE_DOMAINS_PATH": folder.path])
      let status = command.status(within: 20)
      command.kill()
      #expect(status != nil, "\(words)")
    }
  }

  @Test("help is complete with the daemon stopped, and starts nothing")
  func help() throws {
    let domain = try run("help", "meals")
    #expect(domain.output.contains("The canteen's meals"))
    #expect(domain.output.contains("order <dish> [portions]"))
    #expect(try run("help", "meals", language: "ko").output.contains("주문하기"))
    let order = try run("meals", "order", "--help")
    for part in [
      "matectl meals order <dish> [portions] [options]", "what to eat; required",
      "how many; 1…9; default 1", "--spicy", "-n, --note VALUE",
      "matectl meals order bibimbap 2 --spicy",
    ] {
      #expect(order.output.contains(part), "\(part)")
    }
    #expect(tool.daemons.isEmpty)
  }

  @Test("it has a screen with its tabs, and its rows can be ordered, without a word about screens")
  func screen() throws {
    var environment = tool.environment.merging(["NO_COLOR": "1", "TERM": "xterm"]) { $1 }
    environment["MATE_LIBEXEC_PATH"] = plugins
    let screen = try PseudoTerminal(
      BuiltPrograms.path("matectl"), ["meals"], environment: environment, columns: 100, rows: 24)
    _ = try screen.read(until: "1 board")
    screen.press("2")
    _ = try screen.read(until: "bibimbap")
    screen.press("aorder\r")
    _ = try screen.read(until: "how many")
    // More than it may be: said at the field, and what is typed then takes its place.
    screen.press("12\r")
    _ = try screen.read(until: "1 to 9")
    screen.press("\u{15}2\r")
    _ = try screen.read(until: "bibimbap")
    screen.press("q")
    #expect(try screen.finish().status == 0)
    #expect(try run("meals", "board", "--json").output.contains("bibimbap"))
  }

  @Test(
    "words are checked before anything is sent",
    arguments: [
      (["meals", "order"], "dish is missing"),
      (["meals", "order", "bibimbap", "10"], "an integer from 1 to 9"),
      (["meals", "order", "bibimbap", "two"], "an integer from 1 to 9"),
      (["meals", "order", "bibimbap", "--spcy"], "--spicy"),
      (["meals", "order", "bibimbap", "-n"], "needs a value"),
      (["meals", "order", "bibimbap", "-n", "longer than twenty letters"], "20 characters"),
      (["meals", "odrer"], "matectl meals order"),
    ])
  func checks(_ arguments: [String], _ sentence: String) throws {
    let result = try tool.start(arguments).finish()
    #expect(result.status == 2)
    #expect(result.errors.contains(sentence), "\(result.errors)")
    #expect(tool.daemons.isEmpty)
  }

  @Test("messages, flags and switches in both languages")
  func messages() throws {
    let english = try run("meals", "order", "bibimbap", "2", "--spicy", "-nquick")
    #expect(english.output == "2 × bibimbap, 3 left\n", "\(english.errors)")
    let korean = try run("meals", "order", "bibimbap", "--no-spicy", "--note=덜 맵게", language: "ko")
    #expect(korean.output == "bibimbap 1인분, 2인분 남음\n")
  }

  @Test("a table is aligned by cells, and what is out is marked without colour")
  func table() throws {
    let result = try run("meals", "menu", language: "ko")
    #expect(
      result.output == """
        음식           남음
        bibimbap          5
        kimchi-jjigae     3
        naengmyeon!       0

        """)
    #expect(
      try run("meals", "menu", "--output", "csv").output
        == "dish,left\r\nbibimbap,5\r\nkimchi-jjigae,3\r\nnaengmyeon,0\r\n")
    #expect(
      try run("meals", "menu", "--output", "plain").output
        == "bibimbap\t5\nkimchi-jjigae\t3\nnaengmyeon\t0\n")
  }

  @Test("a board has its columns side by side")
  func board() throws {
    let lines = try run("meals", "board", language: "ko").output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("주문 가능") == true)
    #expect(lines.first?.hasSuffix("품절") == true)
    #expect(lines.count == 4)
    #expect(lines[2].hasPrefix("bibimbap 5"))
    #expect(lines[2].hasSuffix("naengmyeon 품절"))
  }

  @Test("a stream prints a line per event, then its result")
  func stream() throws {
    let result = try run("meals", "cook", "bibimbap", language: "ko")
    #expect(result.output == "bibimbap 씻음\nbibimbap 썲\nbibimbap 익음\n3단계로 끝\n")
    let json = try run("meals", "cook", "rice", "--json")
    #expect(json.output.split(separator: "\n").count == 4)
  }

  @Test("refusals are in both languages and exit with 1")
  func refusals() throws {
    let english = try run("meals", "order", "naengmyeon")
    #expect(english.status == 1)
    #expect(english.errors == "matectl: only 0 of naengmyeon left\n")
    let korean = try run("meals", "order", "pizza", language: "ko")
    #expect(korean.status == 1)
    #expect(korean.errors == "matectl: pizza 메뉴는 없습니다\n")
  }

  @Test("a refusal leads on at a terminal as the file says, in either language")
  func followUp() throws {
    var environment = tool.environment
    environment["MATE_LIBEXEC_PATH"] = plugins
    environment["NO_COLOR"] = "1"
    let screen = try PseudoTerminal(
      BuiltPrograms.path("matectl"), ["--lang", "ko", "meals", "order", "bibimbap", "9"],
      environment: environment)
    _ = try screen.read(
      until: "matectl: bibimbap은 5인분만 남았습니다. 5인분만 드릴까요? [예/아니요] ")
    screen.type("예")
    let (output, status) = try screen.finish()
    #expect(output.contains("bibimbap 5인분, 0인분 남음"))
    #expect(status == 1)
  }

  @Test("values are completed by asking the daemon")
  func completion() throws {
    let result = try tool.start(
      ["__complete", "--", "meals", "order", "k"], environment: ["MATE_LIBEXEC_PATH": plugins]
    ).finish()
    #expect(result.output == "kimchi-jjigae\n")
  }

  @Test("a daemon that dies after acting is asked once more, and has acted once")
  func diesAfterActing() throws {
    let result = try run("meals", "crash", "kimchi-jjigae")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == "number 1, 2 left\n")
    #expect(try run("meals", "menu", "--output", "plain").output.contains("kimchi-jjigae\t2\n"))
  }

  @Test("what asks first needs --yes where nobody can be asked")
  func confirmation() throws {
    let refused = try run("meals", "orders", "clear")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("--yes"))
    #expect(try run("meals", "orders", "clear", "--yes").output == "cleared\n")
  }

  @Test("an invalid description is named, and other domains go on working")
  func invalidDescription() throws {
    let folder = try TemporaryDirectory()
    let text = try String(contentsOfFile: "\(plugins)/meals.json", encoding: .utf8)
    for (name, content) in [
      ("meals", text),
      ("broken", text.replacingOccurrences(of: "\"socket\"", with: "\"sokcet\"")),
    ] {
      try Data(content.utf8).write(to: URL(fileURLWithPath: folder.file("\(name).json")))
    }
    let other = try CommandLineTool(domains: folder.path)
    let environment = ["MATE_LIBEXEC_PATH": plugins]
    let broken = try other.run("broken", "menu", environment: environment)
    #expect(broken.status == 2)
    #expect(broken.errors.contains("broken.json"))
    #expect(broken.errors.contains("/x-mate/sokcet"))
    #expect(try other.run("meals", "menu", environment: environment).status == 0)
  }
}
