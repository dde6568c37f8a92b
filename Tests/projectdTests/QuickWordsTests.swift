import IPCProtocol
import TestSupport
import Testing
import Values

@testable import projectd

@Suite("Quick words")
struct QuickWordsTests {
  @Test(
    "what a line says",
    arguments: [
      (
        ["report", "+work", "@home", "due:fri"], "report",
        [.group: ["work"], .tag: ["home"], .due: ["fri"]]
      ),
      (["+work", "write", "the", "report"], "write the report", [.group: ["work"]]),
      (
        ["보고서", "+일.회사", "@집", "마감:금요일", "반복:매주"], "보고서",
        [.group: ["일.회사"], .tag: ["집"], .due: ["금요일"], .repeats: ["매주"]]
      ),
      (
        ["x", "due:fri 15:00", "rec:every 2 weeks"], "x",
        [.due: ["fri 15:00"], .repeats: ["every 2 weeks"]]
      ),
      (
        ["x", "DUE:fri", "tag:a", "@b", "group:g"], "x",
        [.due: ["fri"], .tag: ["a", "b"], .group: ["g"]]
      ),
      // What is no quick word stays title.
      (["+1", "for", "Bob", "@", "+", "5", "@5pm"], "+1 for Bob @ + 5 @5pm", [:]),
      (
        ["read", "https://a.example/x", "note:", "foo:bar", "10:30"],
        "read https://a.example/x note: foo:bar 10:30", [:]
      ),
      (
        ["due: someday", "a+b@c", "+work is late", "@home alone"],
        "due: someday a+b@c +work is late @home alone", [:]
      ),
      // A backslash says that a word is a word, and only there.
      (
        ["\\+work", "\\@home", "\\due:fri", "\\\\+work", "\\n", "C:\\x"],
        "+work @home due:fri \\+work \\n C:\\x", [:]
      ),
      ([], nil, [:]),
    ] as [([String], String?, [QuickWords.Key: [String]])])
  func lines(words: [String], title: String?, values: [QuickWords.Key: [String]]) {
    let read = QuickWords(words)
    #expect(read.text == title)
    #expect(read.values == values)
    #expect(read.isPlain == values.isEmpty)
  }

  @Test("with a backslash before what would be quick, any words are a title")
  func escaping() {
    var random = SeededNumbers(seed: 15)
    let pieces = [
      "+", "@", "\\", "due:", "마감:", "a", "한", "1", " ", ":", "rec:", "//", "é", "tag:",
    ]
    for _ in 0..<20_000 {
      let words = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        (0..<Int.random(in: 1...4, using: &random)).map { _ in
          pieces.randomElement(using: &random) ?? ""
        }.joined()
      }
      let typed = words.map { word in
        let bare = String(word.drop { $0 == "\\" })
        return QuickWords([bare]).isPlain ? word : "\\" + word
      }
      let read = QuickWords(typed)
      #expect(read.title == words && read.isPlain, "\(words)")
    }
  }

  @Test("what is said twice is refused, with both")
  func twice() throws {
    let words = QuickWords(["a", "due:fri", "+g", "+h"])
    #expect(try words.one(.repeats, or: "daily") == "daily")
    let due = try #require(throws: ProjectError.self) { try words.one(.due, or: "mon") }
    #expect(due.sentence.en == "due is said twice, fri and mon; leave one of them out")
    let group = try #require(throws: ProjectError.self) { try words.one(.group, or: nil) }
    #expect(group.reason == .saidTwice)
    #expect(throws: ProjectError.self) { try words.title(or: "b") }
  }

  @Test("an end goes with the rule of its line, and is no word of the title without one")
  func ends() throws {
    let words = QuickWords(["water", "rec:weekly", "until:may 31"])
    #expect(try words.rule(or: nil) == "weekly until may 31" && words.text == "water")
    #expect(try QuickWords(["until:eoy"]).rule(or: "매주") == "매주 until eoy")
    #expect(try QuickWords(["rec:none"]).rule(or: nil) == "none")
    let alone = try #require(throws: ProjectError.self) {
      try QuickWords(["wait", "until:fri"]).rule(or: nil)
    }
    #expect(alone.sentence.en.hasPrefix("until:fri is no recurrence: it ends a rule"))
    #expect(QuickWords(["wait", "\\until:fri"]).text == "wait until:fri")
  }

  @Test(
    "a group is also what is below it",
    arguments: [
      ("일", "일", true), ("일", "일.회사", true), ("일", "일.회사.팀", true), ("일.회사", "일", false),
      ("일", "일기", false), ("work", "workshop.a", false), ("work", "a.work", false),
      ("work", nil, false),
    ] as [(String, String?, Bool)])
  func groups(name: String, group: String?, matches: Bool) {
    #expect(GroupMatch(name).matches(group) == matches)
  }
}
