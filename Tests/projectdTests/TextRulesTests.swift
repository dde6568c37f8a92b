import IPCProtocol
import Testing

@testable import projectd

@Suite("TextRules")
struct TextRulesTests {
  private func reason(_ body: () throws -> Void) -> ProjectReason? {
    do {
      try body()
      return nil
    } catch {
      return (error as? ProjectError)?.reason
    }
  }

  @Test("white space around a title goes, inside it stays")
  func trimmed() throws {
    #expect(try TextRules.title("  보고서  제출 ") == "보고서  제출")
    #expect(try TextRules.title("\u{3000}제목\u{A0}") == "제목")
  }

  @Test("an empty title is refused", arguments: ["", " ", "\u{3000}\u{2003}"])
  func empty(title: String) {
    #expect(reason { _ = try TextRules.title(title) } == .emptyTitle)
  }

  @Test("a title has 1000 characters and no more, whatever bytes they take")
  func longest() throws {
    let longest = String(repeating: "가", count: 1000)
    #expect(try TextRules.title(longest) == longest)
    #expect(reason { _ = try TextRules.title(longest + "나") } == .titleTooLong)
  }

  @Test(
    "control characters are refused, and named",
    arguments: [
      ("a\u{1B}[31mb", "U+001B"), ("a\nb", "U+000A"), ("a\u{7F}", "U+007F"),
      ("a\u{85}", "U+0085"), ("a\u{202E}b", "U+202E"), ("a\u{2028}", "U+2028"), ("a\0b", "U+0000"),
    ])
  func control(title: String, code: String) throws {
    let error = try #require(throws: ProjectError.self) { try TextRules.title(title) }
    #expect(error.reason == .controlCharacter)
    #expect(error.data["character"]?.stringValue == code)
  }

  @Test("what people write is welcome", arguments: ["👩‍👩‍👧‍👦 picnic", "عربى", "e\u{301}tude", "한글"])
  func welcome(title: String) throws {
    #expect(try TextRules.title(title) == title)
  }

  @Test("a body may have lines, and is nil where it is empty")
  func body() throws {
    #expect(try TextRules.body("one\n\ttwo\r\n") == "one\n\ttwo\r\n")
    #expect(try TextRules.body(" \n") == nil)
    #expect(reason { _ = try TextRules.body("a\u{7}") } == .controlCharacter)
    #expect(
      reason { _ = try TextRules.body(String(repeating: "x", count: 100_001)) } == .textTooLong)
  }

  @Test("tags are words, each once, in order")
  func tags() throws {
    #expect(try TextRules.tags(["work", "#home", "업무", "work"]) == ["home", "work", "업무"])
    for tag in ["", "#", "two words", "a,b", String(repeating: "t", count: 65)] {
      #expect(reason { _ = try TextRules.tag(tag) } == .invalidTag)
    }
    #expect(reason { _ = try TextRules.tags((0...100).map { "t\($0)" }) } == .tooManyTags)
  }
}
