import IPCProtocol
import Testing
import Values

@Suite("What is said of a client's text")
struct ClientTextTests {
  @Test("an excerpt has at most so many bytes, whole scalars, and says that it is one")
  func excerpts() {
    for unit in ["x", "é", "한", "🍓", "e\u{301}"] {
      for count in [0, 1, 42, 85, 86, 100, 128, 255, 256, 257, 300, 5000] {
        let text = String(repeating: unit, count: count)
        let excerpt = ClientText.excerpt(text)
        #expect(excerpt.utf8.count <= ClientText.maximumBytes)
        #expect(!excerpt.unicodeScalars.contains("\u{FFFD}"))
        if text.utf8.count <= ClientText.maximumBytes {
          #expect(excerpt == text)
        } else {
          #expect(
            excerpt.hasSuffix("…")
              && text.unicodeScalars.starts(with: excerpt.unicodeScalars.dropLast())
          )
        }
      }
    }
  }

  @Test("no text of an error is long, at whatever depth")
  func errors() {
    let long = String(repeating: "가", count: 100_000)
    let error = WireError(
      .invalidParams, "no \(long)",
      data: ["a": .string(long), "b": [["c": .string(long)], 1], "d": "short"]
    ).bounded
    var writer = JSONWriter()
    writer.value(.object(error.data))
    #expect(writer.bytes.count < 1024)
    #expect(error.message.utf8.count <= ClientText.maximumBytes)
    #expect(error.data["d"] == "short")
  }

  @Test("ids are the same by their scalars, not by what Unicode calls equivalent")
  func ids() {
    let ids: Set<RequestID> = [.string("\u{e9}"), .string("e\u{301}"), .integer(1), .string("1")]
    #expect(ids.count == 4)
  }

  @Test("a text of many values is refused by their number, before its index is large")
  func values() throws {
    let text = Array(("[" + String(repeating: "1,", count: 5000) + "1]").utf8)
    let document = JSONDocument()
    try text.withUnsafeBytes { bytes in
      try document.parse(bytes, maximumValues: 5002)
      #expect(throws: JSONSyntaxError.self) { try document.parse(bytes, maximumValues: 4000) }
    }
  }

  @Test("a long word has no near name, whatever it is compared with")
  func nearest() {
    #expect(nearestNames(to: String(repeating: "a", count: 1 << 20), among: ["a", "b"]).isEmpty)
    #expect(nearestNames(to: "bank.borad", among: ["bank.board", "bank.add"]) == ["bank.board"])
  }
}
