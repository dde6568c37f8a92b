import Foundation
import IPCProtocol
import TestSupport
import Testing
import Values

@testable import matectl

@Suite("ArgumentBinder")
struct ArgumentBinderTests {
  private func bind(
    _ words: String, _ method: MethodDescription = JuiceFixture.order
  ) throws(UsageError) -> JSONObject {
    try bind(words.split(separator: " ").map(String.init), method)
  }

  private func bind(
    _ words: [String], _ method: MethodDescription = JuiceFixture.order
  ) throws(UsageError) -> JSONObject {
    let command = method.command ?? CommandDescription([])
    return try ArgumentBinder.bind(words, to: method, command, of: JuiceFixture.domain).params
  }

  private func complaint(
    _ words: String, _ method: MethodDescription = JuiceFixture.order
  ) -> LocalizedText? {
    do throws(UsageError) {
      _ = try bind(words, method)
      return nil
    } catch {
      return error.message
    }
  }

  @Test(
    "words become typed params",
    arguments: [
      ("kiwi", ["fruit": "kiwi"]),
      ("kiwi 3", ["fruit": "kiwi", "count": 3]),
      ("--size large kiwi", ["fruit": "kiwi", "size": "large"]),
      ("kiwi --size=large", ["fruit": "kiwi", "size": "large"]),
      ("kiwi -s large", ["fruit": "kiwi", "size": "large"]),
      ("kiwi -slarge", ["fruit": "kiwi", "size": "large"]),
      ("kiwi -s=large", ["fruit": "kiwi", "size": "large"]),
      ("kiwi --vegan --no-ice", ["fruit": "kiwi", "isVegan": true, "withIce": false]),
      ("kiwi --vegan=no --ice=true", ["fruit": "kiwi", "isVegan": false, "withIce": true]),
      ("kiwi -vislarge", ["fruit": "kiwi", "isVegan": true, "withIce": true, "size": "large"]),
      ("kiwi --sweetness 0.25", ["fruit": "kiwi", "sweetness": 0.25]),
      ("kiwi --sweetness 1", ["fruit": "kiwi", "sweetness": 1]),
      ("kiwi --sweetness 10%", ["fruit": "kiwi", "sweetness": 0.1]),
      ("kiwi --sweetness 2.5%", ["fruit": "kiwi", "sweetness": 0.025]),
      ("kiwi --sweetness 100%", ["fruit": "kiwi", "sweetness": 1.0]),
      ("kiwi --wait 1m30s", ["fruit": "kiwi", "waitSeconds": 90.0]),
      ("kiwi -w250ms", ["fruit": "kiwi", "waitSeconds": 0.25]),
      ("kiwi --wait 5", ["fruit": "kiwi", "waitSeconds": 5]),
      ("kiwi --offset -5", ["fruit": "kiwi", "offset": -5]),
      ("kiwi --offset=-5", ["fruit": "kiwi", "offset": -5]),
      ("kiwi --day 2026-11-21", ["fruit": "kiwi", "day": "2026-11-21"]),
      (
        "kiwi --topping mint,nuts -t honey",
        ["fruit": "kiwi", "toppings": ["mint", "nuts", "honey"]]
      ),
      ("kiwi --names Kim,Lee", ["fruit": "kiwi", "names": ["Kim", "Lee"]]),
      (#"kiwi --names ["Kim,Lee"]"#, ["fruit": "kiwi", "names": ["Kim,Lee"]]),
      (#"kiwi --box {"w":3}"#, ["fruit": "kiwi", "box": ["w": 3]]),
      (
        #"kiwi --mix mango=2 --mix {"fruit":"a=b","count":3}"#,
        [
          "fruit": "kiwi",
          "mix": [["fruit": "mango", "count": 2], ["fruit": "a=b", "count": 3]],
        ]
      ),
      (
        "kiwi --mix mango=2,kiwi=3",
        [
          "fruit": "kiwi",
          "mix": [["fruit": "mango", "count": 2], ["fruit": "kiwi", "count": 3]],
        ]
      ),
      ("-- --size", ["fruit": "--size"]),
      ("--vegan -- -5", ["fruit": "-5", "isVegan": true]),
      ("-5", ["fruit": "-5"]), ("-", ["fruit": "-"]), ("딸기", ["fruit": "딸기"]),
    ] as [(String, JSONObject)])
  func typed(words: String, params: JSONObject) throws {
    #expect(try bind(words) == params)
  }

  @Test("an array takes the rest of the words, and a comma stays in them")
  func arrayTakesRest() throws {
    let params = try bind(["5", "kiwi", "plum, red", "-7"], JuiceFixture.stockSet)
    #expect(params == ["level": 5, "fruits": ["kiwi", "plum, red", "-7"]])
    #expect(try bind("-3 kiwi", JuiceFixture.stockSet) == ["level": -3, "fruits": ["kiwi"]])
  }

  @Test("letters right behind what can be taken away as well are refused with both ways")
  func opposites() throws {
    func edit(_ names: [String]) -> MethodDescription {
      MethodDescription(
        "juice.edit", summary: JuiceFixture.text("x", "엑스"), access: .write,
        parameters: names.map {
          ParameterDescription($0, .array(of: .string()), JuiceFixture.text("t", "태그"))
        }, command: CommandDescription(["edit"], flags: [.init("tag", short: "t")]))
    }
    for word in ["tag", "travel", "tx"] {
      let refused = complaint("-\(word)", edit(["tag", "untag"]))
      #expect(refused?.en.contains("-t \(word.dropFirst()), or --untag \(word)") == true)
      #expect(refused?.ko?.contains("--untag \(word)") == true)
      #expect(try bind("-\(word)", edit(["tag"])) == ["tag": [.string(String(word.dropFirst()))]])
    }
    for words in ["-t ag", "-t=ag"] {
      #expect(try bind(words, edit(["tag", "untag"])) == ["tag": ["ag"]])
    }
  }

  @Test("a word that is no choice of an optional one belongs to the next")
  func skippedChoice() throws {
    func list(_ behind: [String]) -> MethodDescription {
      MethodDescription(
        "juice.list", summary: JuiceFixture.text("x", "엑스"), access: .read,
        parameters: [
          ParameterDescription(
            "size", .oneOf(["small", "large"]), JuiceFixture.text("s", "크기")),
          ParameterDescription(
            "words", .array(of: .string()), JuiceFixture.text("w", "낱말")),
        ], command: CommandDescription(["list"], positionals: ["size"] + behind))
    }
    let both = list(["words"])
    #expect(try bind("large red", both) == ["size": "large", "words": ["red"]])
    #expect(try bind("red large", both) == ["words": ["red", "large"]])
    #expect(try bind("", both) == [:])
    let refused = complaint("red", list([]))?.en.split(separator: "\n").first
    #expect(refused == "size: expected one of small, large, got red")
  }

  @Test("whole numbers of an array are typed as a range and as a list, and nothing else is")
  func ranges() throws {
    let method = MethodDescription(
      "juice.b", summary: LocalizedText(en: "b"),
      parameters: [
        ParameterDescription(
          "ids", .array(of: .integer(0, 99)), required: true, LocalizedText(en: "ids"))
      ],
      command: CommandDescription(["b"], positionals: ["ids"]))
    func numbers(_ words: String) throws -> [JSONValue]? {
      try bind(words, method)["ids"]?.arrayValue
    }
    #expect(try numbers("1-3") == [1, 2, 3])
    #expect(try numbers("5,6") == [5, 6])
    #expect(try numbers("7 1-2,9 4-4") == [7, 1, 2, 9, 4])
    for words in ["3-1", "1-", "1-2-3", "1-x", "1-999999"] {
      #expect(throws: UsageError.self, "\(words)") { try bind(words, method) }
    }
  }

  @Test(
    "a mistake is said in both languages, with how to type it",
    arguments: [
      ("", "fruit is missing: a string of 1 to 12 characters", "빠진 인자: fruit (문자열, 1~12자)"),
      (
        "kiwi 101", "count: expected an integer from 1 to 100, got 101",
        "count: 필요한 값은 정수, 1 이상 100 이하, 받은 값은 101"
      ),
      (
        "kiwi two", "count: expected an integer from 1 to 100, got two",
        "count: 필요한 값은 정수, 1 이상 100 이하, 받은 값은 two"
      ),
      (
        "kiwi --size lrage", "--size: expected one of small, large, got lrage; do you mean large?",
        "--size: 필요한 값은 small, large 중 하나, 받은 값은 lrage. `large`입니까?"
      ),
      (
        "kiwi --wait 2h",
        "--wait: expected a duration such as 90s, 5m or 1h30m, from 0s to 1h, got 2h",
        "--wait: 필요한 값은 시간 길이 (예: 90s, 5m, 1h30m), 0s 이상 1h 이하, 받은 값은 2h"
      ),
      (
        "kiwi --sieze x", "there is no option --sieze; do you mean --size?",
        "--sieze 옵션은 없습니다. `--size`입니까?"
      ),
      ("kiwi -x", "there is no option -x", "-x 옵션은 없습니다"),
      (
        "kiwi --no-size", "there is no option --no-size; do you mean --no-ice?",
        "--no-size 옵션은 없습니다. `--no-ice`입니까?"
      ),
      ("kiwi --size", "--size needs a value", "--size에는 값이 필요합니다"),
      ("kiwi --size --vegan", "--size needs a value", "--size에는 값이 필요합니다"),
      (
        "kiwi --sweetness %", "--sweetness: expected a number from 0.0 to 1.0, got %",
        "--sweetness: 필요한 값은 수, 0 이상 1 이하, 받은 값은 %"
      ),
      (
        "kiwi 3%", "count: expected an integer from 1 to 100, got 3%",
        "count: 필요한 값은 정수, 1 이상 100 이하, 받은 값은 3%"
      ),
      ("kiwi --no-vegan=1", "--no-vegan takes no value", "--no-vegan에는 값을 쓸 수 없습니다"),
      ("kiwi -s", "-s needs a value", "-s에는 값이 필요합니다"),
      ("kiwi -s small --size large", "--size is given twice", "--size: 두 번 지정했습니다"),
      ("--fruit kiwi", "fruit is typed without --fruit", "fruit는 --fruit 없이 씁니다"),
      ("kiwi 1 plum", "plum is one word too many", "남는 단어가 있습니다: plum"),
      (
        "kiwi --topping mint,", "--topping: expected one of mint, nuts, honey, got \"\"",
        "--topping: 필요한 값은 mint, nuts, honey 중 하나, 받은 값은 \"\""
      ),
      (
        "kiwi -t mint -t mint,nuts,nuts",
        "--topping: expected up to 3 words, got 4 items",
        "--topping: 필요한 값은 단어 3개 이하, 받은 값은 4개"
      ),
      (
        #"kiwi --box {"w":0}"#, "--box /w: expected an integer from 1 to 9, got 0",
        "--box /w: 필요한 값은 정수, 1 이상 9 이하, 받은 값은 0"
      ),
      (
        "kiwi --day 21.11.", "--day: expected a date such as 2026-11-21, got 21.11.",
        "--day: 필요한 값은 날짜 (예: 2026-11-21), 받은 값은 21.11."
      ),
    ])
  func mistakes(words: String, english: String, korean: String) throws {
    let message = try #require(complaint(words))
    #expect(
      message.en == "\(english)\nusage: matectl juice order <fruit> [count] [options]")
    #expect(message.ko == "\(korean)\n사용법: matectl juice order <fruit> [count] [옵션]")
  }

  @Test("everything that is missing is named at once")
  func allMissing() {
    #expect(
      complaint("", JuiceFixture.stockSet)?.en
        == "level, fruits are missing\nusage: matectl juice stock set <level> <fruits…>")
  }

  @Test(
    "numbers are decimal and finite",
    arguments: [
      "0x10", "nan", "inf", "1e999", "1e3", "1E2", "", "1_000", "٣", "1.5", "99999999999999999999",
    ])
  func notAnInteger(word: String) {
    #expect(throws: UsageError.self) { try bind(["5\(word)x", "kiwi"], JuiceFixture.stockSet) }
    #expect(throws: UsageError.self) { try bind([word, "kiwi"], JuiceFixture.stockSet) }
  }

  @Test(
    "an integer is read in every way of writing it",
    arguments: [
      ("3.0", JSONValue.integer(3)), ("+7", 7), ("007", 7),
      ("9223372036854775807", .integer(Int64.max)), ("18446744073709551615", .unsigned(.max)),
    ])
  func integers(word: String, value: JSONValue) throws {
    #expect(try bind([word, "kiwi"], JuiceFixture.stockSet)["level"] == value)
  }

  @Test("a value of several types is the narrowest that fits")
  func severalTypes() {
    var rules = JSONSchema.Rules()
    rules.types = [.string, .integer, .null]
    #expect(WordValue.value("5", rules) == 5)
    #expect(WordValue.value("null", rules) == .null)
    #expect(WordValue.value("five", rules) == "five")
    #expect(WordValue.value(#"{"a":1}"#, JSONSchema.Rules()) == ["a": 1])
    #expect(WordValue.value("five", JSONSchema.Rules()) == "five")
    rules = JSONSchema.Rules()
    rules.enumeration = [1, "1", "a"]
    #expect(WordValue.value("1", rules) == 1)
    #expect(WordValue.value("b", rules) == nil)
  }

  @Test("of an object of two members the form is said, or which half is wrong")
  func badPair() {
    #expect(complaint("kiwi --mix mango")?.en.hasPrefix("--mix: expected fruit=count") == true)
    #expect(complaint("kiwi --mix mango=two")?.ko?.contains("/count: 필요한 값은 ") == true)
    #expect(complaint("kiwi --mix mango=0")?.en.contains("count") == true)
  }

  @Test("a file parameter is the text of the file that its word names")
  func file() throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("letter")
    try Data("두 줄\nof text\n".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try bind(["kiwi", "--note", path])["note"] == "두 줄\nof text\n")
    #expect(complaint("kiwi --note /nonexistent")?.en.contains("cannot be read") == true)
    try Data([0xFF, 0xFE]).write(to: URL(fileURLWithPath: path))
    #expect(complaint("kiwi --note \(path)")?.en.contains("not UTF-8") == true)
  }

  @Test(
    "a step is refused where a value is set, and the command for steps is named",
    arguments: ["+5", "-3"])
  func step(word: String) {
    let count = ParameterDescription(
      "count", .integer(), required: true, JuiceFixture.text("n", "수"))
    func method(_ name: String, _ words: [String]) -> MethodDescription {
      MethodDescription(
        name, summary: JuiceFixture.text("x", "엑스"), access: .write, parameters: [count],
        command: CommandDescription(words, positionals: ["count"]))
    }
    let set = method("juice.set", ["set"])
    let adjust = method("juice.adjust", ["adjust"])
    var domain = JuiceFixture.domain
    domain.methods = [set, adjust]
    domain.errors = [
      ErrorDescription(
        WireError.Kind(code: 1001, name: "juice.short"), message: JuiceFixture.text("s", "부족"),
        followUp: FollowUp(
          method: "juice.set", asks: [.init("count", JuiceFixture.text("n", "수"))],
          step: .init("juice.adjust", "count")))
    ]
    #expect {
      try ArgumentBinder.bind([word], to: set, set.command!, of: domain)
    } throws: { error in
      (error as? UsageError)?.message.en.contains("`matectl juice adjust`") == true
    }
    #expect(throws: Never.self) {
      try ArgumentBinder.bind([word], to: adjust, adjust.command!, of: domain)
    }
  }
}
