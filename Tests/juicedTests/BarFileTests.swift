import IPCProtocol
import Testing
import Values

@testable import juiced

@Suite("BarFile")
struct BarFileTests {
  @Test(
    "what is exported is what an import takes, and then nothing changes",
    arguments: BarFile.Format.allCases)
  func roundTrip(_ format: BarFile.Format) throws {
    var bar = try Bar.opened()
    _ = try bar.renameFruit("kiwi", .init(english: "a \"kiwi\", green"))
    _ = bar.takeFacts()
    let file = try BarFile(bar.text(format), format: nil)
    #expect(file.fruits.count == 5)
    #expect(file.juices.count == 7)
    #expect(try bar.take(file, replaces: true, by: deed()).changes.isEmpty)
    var empty = Bar()
    #expect(try empty.take(file, replaces: false, by: deed()).added == 12)
    #expect(empty.counts == bar.counts)
    #expect(empty.text(format) == bar.text(format))
    // Ingredients stand in the order of the recipe.
    #expect(empty.juices[6].recipe.ingredients.map(\.fruit) == [4, 3])
  }

  private static let head = "kind,word,en,ko,count,low,recipe\n"

  @Test("a spreadsheet's byte order mark, quotes, CR LF and missing last line end are no matter")
  func spreadsheet() throws {
    var bar = Bar()
    let text =
      "\u{FEFF}" + Self.head.replacing("\n", with: "\r\n")
      + "fruit,lemon,\"lemon, \"\"sour\"\"\",레몬,12,,\r\n\r\njuice,lemonade,,,,,lemon=2"
    #expect(try bar.take(try BarFile(text, format: nil), replaces: false, by: deed()).added == 2)
    #expect(bar.fruits[0].title == LocalizedText(en: "lemon, \"sour\"", ko: "레몬"))
    #expect(bar.canMake(bar.juices[0].recipe) == 6)
  }

  @Test("an import changes stock, names and recipes, and every change of stock is an entry")
  func changes() throws {
    var bar = try Bar.opened()
    let text = """
      {"fruits":[{"fruit":"mango","count":30,"low":8,"name":{"ko":"망고 (태국)"}},
                 {"fruit":"lemon","count":4}],
       "juices":[{"juice":"mango","recipe":[{"fruit":"mango","count":2},{"fruit":"lemon","count":1}]}]}
      """
    let count = try bar.take(try BarFile(text, format: .json), replaces: false, by: deed(1))
    #expect((count.added, count.changed, count.retired) == (1, 2, 0))
    #expect(
      count.changes.map { "\($0.action) \($0.kind) \($0.word): \($0.details.en)" } == [
        "changed fruit mango: Korean name 망고 → 망고 (태국), in stock 10 → 30, low at 5 → 8",
        "added fruit lemon: in stock 4, low at 5",
        "changed juice mango: recipe mango=3 → mango=2 lemon=1",
      ])
    #expect(bar.counts["mango"] == 30)
    #expect(bar.fruits[4].low == 8)
    #expect(bar.fruits[4].title == LocalizedText(en: "mango", ko: "망고 (태국)"))
    let entries = bar.takeFacts().compactMap {
      if case .stocked(let entry) = $0 { entry } else { nil }
    }
    #expect(entries.map(\.kind) == [.imported, .imported])
    #expect(entries.map(\.change) == [20, 4])
  }

  @Test("replacing retires what is not in the file, and never a fruit that is still used")
  func replaces() throws {
    var bar = try Bar.opened()
    let text = """
      {"fruits":[{"fruit":"mango","count":1}],
       "juices":[{"juice":"mango","recipe":[{"fruit":"mango","count":3}]}]}
      """
    let count = try bar.take(try BarFile(text, format: nil), replaces: true, by: deed())
    #expect((count.added, count.changed, count.retired) == (0, 1, 10))
    #expect(
      count.changes.filter { $0.action == .retired }.prefix(2).map(\.word)
        == ["strawberry", "banana"])
    #expect(bar.menu.map(\.name) == ["mango"])
    #expect(bar.fruitsOnSale.map(\.name) == ["mango"])
    var other = try Bar.opened()
    let used = try BarFile(
      #"{"fruits":[],"juices":[{"juice":"mango","recipe":[{"fruit":"mango","count":3}]}]}"#,
      format: nil)
    #expect(
      refusal { try other.take(used, replaces: true, by: deed()) }?.reason == .fruitInUse)
    #expect(other.menu.count == 7)
    #expect(other.facts.isEmpty)
  }

  @Test(
    "a mistake anywhere is named with its place, and nothing changes",
    arguments: [
      ("{", "/"), ("[]", "line 1"), (#"{"fruits":[]}"#, "/juices"),
      (#"{"fruits":[],"juices":[],"x":1}"#, "/x"),
      (#"{"fruits":[{"fruit":"kiwi"}],"juices":[]}"#, "/fruits/0/count"),
      (#"{"fruits":[{"fruit":"kiwi","count":1.5}],"juices":[]}"#, "/fruits/0/count"),
      (#"{"fruits":[{"fruit":"kiwi","count":-1}],"juices":[]}"#, "/fruits/0"),
      (#"{"fruits":[{"fruit":"ki wi","count":1}],"juices":[]}"#, "/fruits/0"),
      (
        #"{"fruits":[{"fruit":"kiwi","count":1},{"fruit":"kiwi","count":1}],"juices":[]}"#,
        "/fruits/1"
      ),
      (
        #"{"fruits":[{"fruit":"kiwi","count":3}],"juices":[{"juice":"mango","recipe":[]}]}"#,
        "/juices/0"
      ),
      (
        #"{"fruits":[{"fruit":"kiwi","count":3}],"juices":[{"juice":"a","recipe":[{"fruit":"durian","count":1}]}]}"#,
        "/juices/0"
      ),
      (
        #"{"fruits":[],"juices":[{"juice":"a","recipe":[{"fruit":"kiwi","count":0}]}]}"#,
        "/juices/0"
      ),
      ("word\n", "line 1"), (head + "fruit,kiwi\n", "line 2"),
      (head + "fruit,kiwi,,,x,,\n", "line 2"), (head + "\nplant,kiwi,,,1,,\n", "line 3"),
      (head + "fruit,kiwi,,,7,,\njuice,kiwi,,,,,kiwi\n", "line 3"),
      (head + "fruit,\"kiwi,,,7,,\n", "line 2"), (head + "fruit,\"ki\"wi,,,7,,\n", "line 2"),
      (head + "fruit,kiwi,,,7,,\njuice,kiwi,,,,,durian=1\n", "line 3"),
    ])
  func mistakes(_ text: String, _ place: String) throws {
    var bar = try Bar.opened()
    let error = refusal {
      try bar.take(try BarFile(text, format: nil), replaces: false, by: deed())
    }
    #expect(error?.reason == .invalidFile)
    #expect(error?.data["place"] == .string(place), "\(error?.data ?? [:])")
    #expect(bar.facts.isEmpty)
    #expect(bar.counts["kiwi"] == 10)
  }

  @Test("what is wrong inside is said in both languages")
  func sentences() throws {
    var bar = try Bar.opened()
    let text = #"{"fruits":[],"juices":[{"juice":"a","recipe":[{"fruit":"kiwu","count":1}]}]}"#
    let error = refusal {
      try bar.take(try BarFile(text, format: nil), replaces: false, by: deed())
    }
    #expect(
      error?.wireError.message
        == "nothing was imported: juice 1 (a): there is no fruit kiwu; do you mean kiwi?")
    #expect(
      error?.sentence(in: .korean) == "가져오지 않았어요. 1번째 쥬스 (a): kiwu 과일은 없어요. 혹시 kiwi인가요?")
  }

  @Test("a place is said in words, without a pointer and without English inside Korean")
  func places() {
    for (place, english, korean) in [
      ("/", "the file", "파일 전체"), ("line 3", "line 3", "3번째 줄"),
      ("/fruits/0/count", "fruit 1, count", "1번째 과일, count"),
      ("/juices/1/recipe/0/fruit", "juice 2, ingredient 1, fruit", "2번째 쥬스, 1번째 재료, fruit"),
      ("/x", "x", "x"),
    ] {
      #expect(FilePlace.text(place) == LocalizedText(en: english, ko: korean))
    }
    #expect(FilePlace.text("/fruits/0", word: "kiwi").ko == "1번째 과일 (kiwi)")
  }
}
