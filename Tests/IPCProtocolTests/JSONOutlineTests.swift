import IPCProtocol
import Testing

@Suite("JSONOutline")
struct JSONOutlineTests {
  private func end(_ text: String, from start: Int = 0) -> Int? {
    var outline = JSONOutline(from: start)
    guard case .end(let end) = Array(text.utf8).withUnsafeBytes({ outline.follow($0) }) else {
      return nil
    }
    return end
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

  @Test("a text that comes byte by byte has the same end")
  func pieces() {
    let json = #"{"a":[{"b\\\"]":"]}\\"}],"열":"쇠 } ]"},"c":1}"#
    let text = Array(json.utf8)
    var outline = JSONOutline(from: 0)
    var ends: [JSONOutline.Result] = []
    text.withUnsafeBytes { bytes in
      for count in 0...bytes.count {
        ends.append(outline.follow(UnsafeRawBufferPointer(rebasing: bytes[..<count])))
        if ends.last != .open { break }
      }
    }
    let whole = end(json)
    #expect(whole != nil)
    #expect(ends.last == whole.map { .end($0) })
    #expect(ends.count == (whole ?? 0) + 1)
  }

  @Test(
    "what does not close has no end",
    arguments: ["", "{", "[1", #"{"a":"b}"#, #"{"a":"\"}"#, "1", "\"a\"", "}", #"["\"#])
  func open(text: String) {
    #expect(end(text) == nil)
  }
}
