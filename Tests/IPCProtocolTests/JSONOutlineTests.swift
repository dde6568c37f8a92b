import IPCProtocol
import TestSupport
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

  /// The same by one character after the other.
  private func slowEnd(_ text: [UInt8]) -> Int? {
    var (depth, isInString, isEscaped) = (0, false, false)
    for (place, byte) in text.enumerated() {
      if isEscaped {
        isEscaped = false
      } else if isInString {
        isEscaped = byte == UInt8(ascii: "\\")
        if byte == UInt8(ascii: "\"") { isInString = false }
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      } else if "{[".utf8.contains(byte) {
        depth += 1
      } else if "}]".utf8.contains(byte) {
        depth -= 1
        if depth == 0 { return place + 1 }
      }
    }
    return nil
  }

  @Test("texts at random end where one character after the other says, whole and in pieces")
  func random() {
    var numbers = SeededNumbers(seed: 15)
    let signs = Array(#"{}[]""\\,:1 aé쇠"#.utf8) + Array(repeating: UInt8(ascii: "x"), count: 12)
    for round in 0..<3000 {
      let count = Int.random(in: 0..<400, using: &numbers)
      var text = [UInt8(ascii: "[")]
      // Most close nowhere early.
      let few = round % 2 == 0 ? signs : signs.filter { !"]}".utf8.contains($0) }
      text += (0..<count).map { _ in few.randomElement(using: &numbers) ?? 0x20 }
      text += Array(#""]]]]}}}}"#.utf8)
      let wanted = slowEnd(text)
      let cut = Int.random(in: 0...text.count, using: &numbers)
      var outline = JSONOutline(from: 0)
      let found = text.withUnsafeBytes { bytes -> JSONOutline.Result in
        let first = outline.follow(UnsafeRawBufferPointer(rebasing: bytes[..<cut]))
        return first == .open ? outline.follow(bytes) : first
      }
      #expect(found == wanted.map { .end($0) } ?? .open)
    }
  }

  @Test(
    "what does not close has no end",
    arguments: ["", "{", "[1", #"{"a":"b}"#, #"{"a":"\"}"#, "1", "\"a\"", "}", #"["\"#])
  func open(text: String) {
    #expect(end(text) == nil)
  }
}
