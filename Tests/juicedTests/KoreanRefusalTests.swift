import CivilTime
import IPCProtocol
import Testing
import Values

@testable import juiced

/// Korean sentences hold no Latin prose: what is left without names, numbers, commands, options and
/// words of a file is Hangul.
@Suite("Refusals of the juice bar in Korean")
struct KoreanRefusalTests {
  /// Words that stand for themselves: names of the bar, of the file's members, of formats and codes.
  private static let names: Set<String> = [
    "kiwi", "mango", "lemon", "nothing", "x", "fruit", "juice", "currency", "kind", "word", "en",
    "ko",
    "count", "low", "recipe", "price", "pack", "packPrice", "fruits", "juices", "name", "JSON",
    "KRW",
    "USD", "dollar", "Asia", "Seoul", "Mars", "u", "d", "zz", "bb", "kiwix",
  ]

  /// Latin words of a sentence that are none of the things that may be there.
  private func prose(_ text: String) -> [String] {
    var plain = text.replacing(/`[^`]*`/, with: " ")
    plain = plain.replacing(/--[a-z-]+/, with: " ")
    plain = plain.replacing(/[0-9]{4}-[0-9-]+T[0-9:.]+Z/, with: " ")
    plain = plain.replacing(/[0-9]+[dhms]/, with: " ")
    return plain.matches(of: /[A-Za-z]+/).map { String($0.output) }
      .filter { !Self.names.contains($0) }
  }

  private func check(_ error: BarError?, _ what: String) {
    guard let error else {
      Issue.record("\(what) is not refused")
      return
    }
    let text = error.sentence(in: .korean)
    #expect(prose(text).isEmpty, "\(what): \(text)")
    #expect(!text.contains("{") || what.contains("{"), "\(what): \(text)")
    #expect(text.contains(/\p{Hangul}/), "\(what): \(text)")
  }

  @Test(
    "whatever is wrong in a file, the reason is Korean",
    arguments: [
      "{", "{}x", "{\"fruits\"}", "{\"fruits\":[1 2]}", "{\"a\":01}", "{\"a\":\"\\q\"}",
      "{\"a\":\"\\u12\"}",
      "{\"a\":\"", "{\"a\":-}", "{\"a\":nul}", "{,}", "{\"a\":\"\u{1}\"}", "{\"a\":\"\\",
      "{\"a\":" + String(repeating: "[", count: 2000), "{\"fruits\":1,\"juices\":[]}",
      "{\"fruits\":[],\"juices\":[],\"kiwi\":1}", "{\"fruits\":[]}",
      "{\"fruits\":[1],\"juices\":[]}", "{\"fruits\":[{\"fruit\":1,\"count\":1}],\"juices\":[]}",
      "{\"fruits\":[{\"fruit\":\"x\",\"count\":1.5}],\"juices\":[]}",
      "{\"fruits\":[{\"fruit\":\"9\",\"count\":1}],\"juices\":[]}",
      "{\"fruits\":[{\"fruit\":\"x\",\"count\":-1}],\"juices\":[]}",
      "{\"fruits\":[{\"fruit\":\"x\",\"count\":1,\"pack\":0}],\"juices\":[]}",
      "{\"currency\":\"dollar\",\"fruits\":[],\"juices\":[]}",
      "{\"fruits\":[],\"juices\":[{\"juice\":\"x\",\"recipe\":[]}]}",
      "{\"fruits\":[],\"juices\":[{\"juice\":\"x\",\"price\":-1,\"recipe\":[{\"fruit\":\"kiwi\",\"count\":1}]}]}",
      "{\"fruits\":[],\"juices\":[{\"juice\":\"x\",\"recipe\":[{\"fruit\":\"kiwix\",\"count\":1}]}]}",
      "{\"fruits\":[],\"juices\":[{\"juice\":\"x\",\"recipe\":[{\"fruit\":\"zz\",\"count\":1}]}]}",
      "x", "kind,word,en,ko,count,low,recipe\nkiwi,x,,,,,\n",
      "kind,word,en,ko,count,low,recipe\nfruit,x,,,1\n",
      "kind,word,en,ko,count,low,recipe\nfruit,x,,,zz,,\n",
      "kind,word,en,ko,count,low,recipe\nfruit,x,,,1,,kiwi=1\n",
      "kind,word,en,ko,count,low,recipe\njuice,x,,,1,,kiwi=1\n",
      "kind,word,en,ko,count,low,recipe\njuice,x,,,,,kiwi\n",
      "kind,word,en,ko,count,low,recipe\njuice,x,,,,,kiwi=1 kiwi=2\n",
      "kind,word,en,ko,count,low,recipe\nfruit,x,,,1,,\nfruit,x,,,1,,\n",
      "kind,word,en,ko,count,low,recipe\nfruit,x,,키위,1,,\n",
      "kind,word,en,ko,count,low,recipe\nfruit,\"x\"\"y\"z,,,1,,\n",
      "kind,word,en,ko,count,low,recipe\nfruit,\"x,,,1,,\n",
      "kind,word,en,ko,count,low,recipe\ncurrency,USD,x,,,,\n",
      "kind,word,en,ko,count,low,recipe,price\nfruit,x,,,1,,,5\n",
    ])
  func files(text: String) throws {
    var bar = try Bar.opened()
    let error = refusal {
      try bar.take(BarFile(text, format: nil), replaces: false, hasRevenue: true, by: deed())
    }
    check(error, text)
  }

  @Test("every other refusal that the rules give is Korean in Korean")
  func rules() throws {
    var bar = try Bar.opened()
    let by = deed()
    var found: [BarError?] = [
      refusal { try bar.order("kiwi", cups: 99, by: by) },
      refusal { try bar.order("kiwix", cups: 1, by: by) },
      refusal { try bar.order("zz", cups: 1, by: by) },
      refusal { try bar.order("kiwi", cups: 0, by: by) },
      refusal { try bar.setStock("kiwix", to: 1, by: by) },
      refusal { try bar.setStock("kiwi", to: -1, by: by) },
      refusal { try bar.setStock("kiwi", to: 1, reason: "", by: by) },
      refusal { try bar.adjustStock("kiwi", by: 0, by: by) },
      refusal { try bar.adjustStock("kiwi", by: -99, by: by) },
      refusal { try bar.renameFruit("kiwi", .init(word: "9")) },
      refusal { try bar.renameFruit("kiwi", .init(korean: "")) },
      refusal { try bar.renameFruit("kiwi", .init(korean: "망고")) },
      refusal { try bar.setRecipe("nothing", nil, .init()) },
      refusal { try bar.setRecipe("kiwi", nil, .init(), price: -1) },
      refusal {
        try bar.setRecipe(
          "kiwi", [.init(fruit: "kiwi", count: 1), .init(fruit: "kiwi", count: 1)], .init())
      },
      refusal { try bar.retireFruit("kiwi") },
      refusal { try bar.setCurrency("dollar", hasRevenue: false) },
      refusal { try bar.setCurrency("USD", hasRevenue: true) },
      refusal { try bar.set("kiwi", count: nil, .init(), reason: nil, by: by) },
      refusal { try BestBefore.day("zz", today: .first) },
      refusal { try SalesPeriod.zone("Mars") },
      refusal { try SalesPeriod(from: "zz", to: nil, step: .total, now: at(0)) },
      refusal { try ForecastQuery.checked(1, of: "--cover") },
      refusal { try LedgerQuery.checked(limit: 0, all: false) },
      BarError.tooMany("fruits", "과일", 1000),
      BarError(.nothingPast, ["fruit": "kiwi", "fruitName": bar.fruits[3].title.jsonValue]),
      BarError(.unknownOrder, ["order": 7]), BarError(.unknownEntry, ["entry": 7]),
      BarError(.alreadyUndone, ["order": 7, "at": .string(at(0).description)]),
      BarError(.entryUndone, ["entry": 7, "at": .string(at(0).description)]),
      BarError(.periodTooLong, ["maximum": 100_000]),
    ]
    bar.fruits[3].count = BarLimits.stock
    found.append(refusal { try bar.adjustStock("kiwi", by: 1, by: by) })
    for error in found { check(error, error.map { "\($0.reason)" } ?? "a rule") }
    // A new reason is seen here first.
    let reasons = Set(found.compactMap { $0?.reason }).union([.invalidFile])
    #expect(reasons == Set(BarReason.allCases))
  }
}
