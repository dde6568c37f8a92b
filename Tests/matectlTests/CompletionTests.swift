import Foundation
import IPCProtocol
import IPCTransport
import TestSupport
import Testing
import Values

@testable import matectl

@Suite("Completion")
struct CompletionTests {
  private let folder: TemporaryDirectory

  private static let juice = DomainDescription(
    domain: "juice", version: "1.0.0", exec: "juiced",
    summary: LocalizedText(en: "Run a juice bar"),
    methods: [
      MethodDescription(
        "juice.stock", summary: LocalizedText(en: "Show the stock"),
        command: CommandDescription(["stock", "list"])),
      MethodDescription(
        "juice.order", summary: LocalizedText(en: "Order"), access: .write,
        parameters: [
          ParameterDescription(
            "fruit", .string, required: true, LocalizedText(en: "the fruit"),
            completion: CompletionSource(
              method: "juice.stock", values: "/items/*/fruit", aliases: "/items/*/en")),
          ParameterDescription(
            "size", .oneOf(["small", "large"]), LocalizedText(en: "how much")),
          ParameterDescription(
            "extras", .array(of: .oneOf(["ice", "mint"])), LocalizedText(en: "on top")),
          ParameterDescription("isVegan", .boolean, LocalizedText(en: "no milk")),
        ],
        command: CommandDescription(
          ["order"], positionals: ["fruit"], flags: [.init("size", short: "s")])),
    ])

  init() throws {
    folder = try TemporaryDirectory()
    try Data(JSON.text(Self.juice.openRPC).utf8)
      .write(to: URL(fileURLWithPath: folder.file("juice.json")))
  }

  /// The words offered for what stands before the cursor, the last word being the one under it.
  private func offered(_ words: String...) -> [String] {
    let completion = Completion(
      language: .english, catalog: DescriptionCatalog(folders: [folder.path]),
      instances: { $0.hasInstances ? ["gangnam", "jamsil"].compactMap { InstanceName($0) } : [] }
    ) { _, method in
      method == "juice.stock"
        ? [
          "items": [
            ["fruit": "딸기", "en": "strawberry"], ["fruit": "red kiwi"], ["fruit": "bad\nfruit"],
          ]
        ] : nil
    }
    return completion.candidates(Array(words.dropLast()), current: words.last ?? "").map(\.word)
  }

  @Test("other words for a value are offered where no value begins as what is typed")
  func aliases() {
    #expect(offered("juice", "order", "") == ["딸기", "red kiwi"])
    #expect(offered("juice", "order", "딸") == ["딸기"])
    #expect(offered("juice", "order", "st") == ["strawberry"])
    #expect(offered("juice", "order", "x").isEmpty)
  }

  @Test("the first word is a domain or a built-in")
  func first() {
    #expect(offered("j") == ["juice"])
    #expect(offered("des") == ["describe"])
    #expect(offered("help", "ju") == ["juice"])
    #expect(offered("help", "juice", "stock", "") == ["list"])
    #expect(offered("call", "juice.o") == ["juice.order"])
  }

  @Test("options before the domain are passed over with their arguments")
  func globalOptions() {
    #expect(offered("--output", "json", "juice", "o") == ["order"])
    #expect(offered("--quiet", "-y", "juice", "o") == ["order"])
    #expect(offered("juice", "--lang=ko", "o") == ["order"])
  }

  @Test("an option that names its arguments offers them, also behind =")
  func optionArguments() {
    #expect(offered("--lang", "") == ["ko", "en"])
    #expect(offered("juice", "order", "--output", "js") == ["json", "jsonl"])
    #expect(offered("--color=a") == ["--color=auto", "--color=always"])
    #expect(offered("--socket-dir", "").isEmpty)
  }

  @Test("a positional offers what the daemon knows, less what no shell line can carry")
  func positional() {
    #expect(offered("juice", "order", "") == ["딸기", "red kiwi"])
    #expect(offered("juice", "order", "딸") == ["딸기"])
    #expect(offered("juice", "order", "딸기", "").isEmpty)
  }

  @Test("a flag that awaits its value offers values, long and short and behind =")
  func flagValues() {
    #expect(offered("juice", "order", "--size", "") == ["small", "large"])
    #expect(offered("juice", "order", "딸기", "-s", "l") == ["large"])
    #expect(offered("juice", "order", "--size=s") == ["--size=small"])
    #expect(offered("juice", "order", "--size", "small", "r") == ["red kiwi"])
  }

  @Test("a switch awaits nothing, and behind -- there are no flags")
  func switches() {
    #expect(offered("juice", "order", "--is-vegan", "r") == ["red kiwi"])
    #expect(offered("juice", "order", "--", "r") == ["red kiwi"])
    #expect(offered("juice", "order", "--", "--si").isEmpty)
  }

  @Test("a list goes on behind its comma, without what it already has")
  func lists() {
    #expect(offered("juice", "order", "--extras", "") == ["ice", "mint"])
    #expect(offered("juice", "order", "--extras", "ice,") == ["ice,mint"])
    #expect(offered("mcp", "--domains", "") == ["juice"])
    #expect(offered("mcp", "--domains", "j") == ["juice"])
    #expect(offered("mcp", "--domains", "bank,") == ["bank,juice"])
  }

  @Test("a flag that was said is not offered again, unless it is a list")
  func saidFlags() {
    #expect(offered("juice", "order", "--s") == ["--size", "--socket-dir", "--sort-by"])
    #expect(offered("juice", "order", "-s", "small", "--s") == ["--socket-dir", "--sort-by"])
    #expect(offered("juice", "order", "--extras", "ice", "--e") == ["--extras"])
  }

  @Test("a completing pointer takes every element")
  func select() {
    let value: JSONValue = ["items": [["fruit": "딸기"], ["fruit": "바나나"], ["other": 1]]]
    #expect(Completion.select(["items", "*", "fruit"], in: value) == ["딸기", "바나나"])
  }
}
