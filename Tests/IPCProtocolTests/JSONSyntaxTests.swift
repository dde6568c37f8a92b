import IPCProtocol
import Testing

/// RFC 8259: nothing invalid is accepted, nothing valid refused up to depth 64.
@Suite("JSON syntax")
struct JSONSyntaxTests {
  @Test(
    "every valid text is accepted",
    arguments: [
      "null", "true", "false", "0", "-0", "-1", "10", "1.0", "0.5", "1e5", "1E+5", "1e-5", "-0.0e0",
      "\"\"", "\"a\"", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\u0000\"", "\"\\ud83d\\ude00\"",
      "\"\u{7F}\"", "\"한글\"", "[]", "[ ]", "[1,2]", "{}", "{ }", "{\"\":0}", "{\"a\":1,\"a\":2}",
      " \t\n\r[ 1 , 2 ]\r\n\t ", "[[[]]]", "123456789012345678901234567890", "1e400", "[-1.5E-3]",
    ])
  func valid(text: String) throws {
    #expect(throws: Never.self) { try JSON.parse(text) }
  }

  @Test(
    "every invalid text is refused",
    arguments: [
      "", " ", "nul", "nulll", "True", "NaN", "Infinity", "-Infinity", "undefined", "+1", "01",
      "-01", "-", "1.", ".5", "1.e5", "1e", "1e+", "1e+-5", "0x10", "1_000", "1 2", "\"", "\"a",
      "'a'", "\"\\\"", "\"\\x41\"", "\"\\u12\"", "\"\\u12G4\"",
      "\"\n\"", "\"\t\"", "\"\u{0}\"", "[", "]", "[1", "[1,",
      "[1,]", "[,1]", "[1 2]", "[1;2]", "{", "}", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,}",
      "{,}", "{\"a\" 1}", "{a:1}", "{1:1}", "{null:1}", "{\"a\":1 \"b\":2}", "[1}", "{\"a\":1]",
      "// x\n1", "/* x */ 1", "1 //", "\u{FEFF}1", "\u{A0}1", "1\u{0}", "[1]]", "{}{}",
    ])
  func invalid(text: String) {
    #expect(throws: JSONSyntaxError.self) { try JSON.parse(text) }
  }

  @Test(
    "a lone surrogate, which the grammar allows, becomes the replacement character",
    arguments: [
      ("\"\\ud800\"", "\u{FFFD}"), ("\"\\udc00\"", "\u{FFFD}"),
      ("\"\\ud800\\u0041\"", "\u{FFFD}A"), ("\"\\ud800x\"", "\u{FFFD}x"),
    ])
  func loneSurrogate(text: String, expected: String) throws {
    #expect(try JSON.parse(text) == .string(expected))
  }

  @Test(
    "a string that is not UTF-8 is refused",
    arguments: [
      [0x80], [0xC3], [0xC3, 0x28], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
      [0xE2, 0x82], [0xF0, 0x9F, 0x98],
    ] as [[UInt8]])
  func invalidUnicode(bytes: [UInt8]) {
    #expect(throws: JSONSyntaxError.self) { try JSON.parse([0x22] + bytes + [0x22]) }
    #expect(throws: JSONSyntaxError.self) { try JSON.parse(bytes) }
  }

  @Test("64 levels are read, 65 are refused", arguments: [("[", "]"), ("{\"a\":", "}")])
  func depth(open: String, close: String) throws {
    func nested(_ depth: Int) -> String {
      String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    }
    #expect(throws: Never.self) { try JSON.parse(nested(64)) }
    #expect(throws: JSONSyntaxError.self) { try JSON.parse(nested(65)) }
  }

  @Test("a text cut anywhere is refused, with a place inside it")
  func cut() throws {
    let text = Array("{\"a\":[1.5e3,\"x\\u00e9\",true,null],\"b\":{\"c\":-12}}".utf8)
    for count in 0..<text.count {
      let error = #expect(throws: JSONSyntaxError.self) { try JSON.parse(Array(text[..<count])) }
      #expect((error?.offset ?? -1) >= 0)
      #expect((error?.offset ?? .max) <= count)
    }
  }
}
