import IPCProtocol
import Testing

@testable import matectl

@Suite("Words")
struct WordsTests {
  @Test(
    "durations as people type them",
    arguments: [
      ("0.7s", 0.7), ("90s", 90), ("5m", 300), ("1h30m", 5400), ("250ms", 0.25), ("2d", 172_800),
      ("12", 12), ("1.5", 1.5), ("1h 30m", nil), ("m", nil), ("", nil), ("-5s", nil), ("5x", nil),
      ("nan", nil),
    ] as [(String, Double?)])
  func durations(_ word: String, _ seconds: Double?) {
    #expect(DurationWord.seconds(word) == seconds)
  }

  @Test("global options stand before or behind the domain; the rest keeps its order")
  func globalOptions() throws {
    let invocation = try Invocation([
      "--lang=ko", "bank", "--json", "take", "loan", "--grade", "vip", "--timeout", "1m30s", "-y",
    ])
    #expect(invocation.words == ["bank", "take", "loan", "--grade", "vip"])
    #expect(invocation.output == .json)
    #expect(invocation.effectiveLanguage == .korean)
    #expect(invocation.timeoutMilliseconds == 90_000)
    #expect(invocation.saysYes)
  }

  @Test("behind -- nothing is an option")
  func doubleDash() throws {
    #expect(try Invocation(["a", "--", "--json"]).words == ["a", "--", "--json"])
    #expect(try Invocation(["a", "--", "--json"]).output == nil)
  }

  @Test(
    "a wrong option is a usage error",
    arguments: [
      ["--output", "xml"], ["--output"], ["--lang", "fr"], ["--timeout", "0s"], ["--trace", ""],
    ])
  func wrongOptions(_ arguments: [String]) {
    #expect(throws: UsageError.self) { try Invocation(arguments) }
  }

  // MARK: Binding

  private static let method = MethodDescription(
    "x.do", summary: LocalizedText(en: "do"), access: .write,
    parameters: [
      ParameterDescription("count", .integer(-5, 10), required: true, LocalizedText(en: "")),
      ParameterDescription("waitSeconds", .duration(), LocalizedText(en: "")),
      ParameterDescription("vegan", .boolean, LocalizedText(en: "")),
      ParameterDescription("loud", .boolean, LocalizedText(en: "")),
      ParameterDescription("kinds", .array(of: .oneOf(["a", "b"])), LocalizedText(en: "")),
      ParameterDescription("note", .string, LocalizedText(en: "")),
    ],
    command: CommandDescription(
      ["do"], positionals: ["count", "kinds"],
      flags: [
        .init("vegan", short: "v"), .init("loud", short: "l"),
        .init("note", long: "remark", short: "n"),
      ]))

  private func bind(_ words: String...) throws -> JSONObject {
    let domain = DomainDescription(
      domain: "x", version: "1", exec: "x", summary: LocalizedText(en: "x"), methods: [Self.method])
    let command = try #require(Self.method.command)
    return try ArgumentBinder.bind(words, to: Self.method, command, of: domain)
  }

  @Test("positionals, long and short flags, switches, clusters and lists")
  func binding() throws {
    #expect(
      try bind("3", "--wait-seconds", "1m30s", "--no-vegan", "--remark=hi", "a", "b")
        == ["count": 3, "waitSeconds": 90.0, "vegan": false, "note": "hi", "kinds": ["a", "b"]])
    #expect(
      try bind("-3", "-vl", "-nhi") == ["count": -3, "vegan": true, "loud": true, "note": "hi"])
    #expect(try bind("3", "--kinds", "a,b") == ["count": 3, "kinds": ["a", "b"]])
    #expect(
      try bind("3", "--remark", "-x", "--", "a") == ["count": 3, "note": "-x", "kinds": ["a"]])
  }

  @Test(
    "what does not fit is refused before anything is sent",
    arguments: [
      ([], "count is missing"), (["11"], "from -5 to 10"), (["x"], "an integer"),
      (["1", "c"], "one of a, b"), (["1", "--kind", "a"], "--kinds"),
      (["1", "--remark"], "needs a value"),
      (["1", "-x"], "no option -x"), (["1", "--wait-seconds", "soon"], "a number of seconds"),
    ])
  func refusedWords(_ words: [String], _ sentence: String) throws {
    let domain = DomainDescription(
      domain: "x", version: "1", exec: "x", summary: LocalizedText(en: "x"), methods: [Self.method])
    let command = try #require(Self.method.command)
    #expect {
      try ArgumentBinder.bind(words, to: Self.method, command, of: domain)
    } throws: { error in
      (error as? UsageError)?.message.en.contains(sentence) == true
    }
  }

  @Test("a completing pointer takes every element")
  func select() {
    let value: JSONValue = ["items": [["fruit": "딸기"], ["fruit": "바나나"], ["other": 1]]]
    #expect(Completion.select(["items", "*", "fruit"], in: value) == ["딸기", "바나나"])
  }
}
