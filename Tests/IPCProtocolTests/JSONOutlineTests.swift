import IPCProtocol
import Testing

@Suite("JSONOutline")
struct JSONOutlineTests {
  private func end(_ text: String, from start: Int = 0) -> Int? {
    Array(text.utf8).withUnsafeBytes { JSONOutline.end(of: $0, from: start) }
  }

  @Test("a container ends where its own bracket closes")
  func containers() {
    #expect(end("{}") == 2)
    #expect(end("[1,2]x") == 5)
    #expect(end(#"{"a":[{"b":"]}"}]},"c":1}"#) == 18)
    #expect(end(#"xx{"a":1}"#, from: 2) == 9)
    #expect(end(#"{"a":"\\"}"#) == 10)
    #expect(end(#"{"a":"\"}"}"#) == 11)
    #expect(end(#"{"title":"열 글자가 넘는 한글 제목 } ]"}"#) == 50)
  }

  @Test(
    "what does not close has no end",
    arguments: ["", "{", "[1", #"{"a":"b}"#, #"{"a":"\"}"#, "1", "\"a\"", "}", #"["\"#])
  func open(text: String) {
    #expect(end(text) == nil)
  }
}
