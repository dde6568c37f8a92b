import IPCProtocol
import TestSupport
import Testing

@Suite("JSON values")
struct JSONValueTests {
  @Test(
    "integers are exact over all of Int64 and UInt64",
    arguments: [
      ("0", .integer(0)), ("-1", .integer(-1)),
      ("9007199254740993", .integer(9_007_199_254_740_993)),
      ("9223372036854775807", .integer(Int64.max)), ("-9223372036854775808", .integer(Int64.min)),
      ("9223372036854775808", .unsigned(9_223_372_036_854_775_808)),
      ("18446744073709551615", .unsigned(UInt64.max)),
    ] as [(String, JSONValue)])
  func integers(text: String, value: JSONValue) throws {
    let read = try JSON.parse(text)
    #expect(read == value)
    #expect(JSON.text(read) == text)
  }

  @Test(
    "an integer beyond 64 bits is no integer",
    arguments: [
      "18446744073709551616", "-9223372036854775809", "123456789012345678901234567890",
    ])
  func beyond(text: String) throws {
    #expect(throws: JSONDecodingFailure.self) { try integer(text) }
    #expect(try unsigned(text) == nil)
  }

  @Test(
    "a number without a fraction is an integer however it is written",
    arguments: [
      ("3.0", 3), ("3e0", 3), ("30e-1", 3), ("-2.0", -2), ("1e3", 1000),
      ("1e18", 1_000_000_000_000_000_000), ("9007199254740993.0", 9_007_199_254_740_993),
      ("-9223372036854775808.000", .min), ("922337203685477580.7e1", .max), ("0e999999999999", 0),
      ("-0.0", 0), ("100000000000000000000000e-5", 1_000_000_000_000_000_000),
    ])
  func wholeNumbers(text: String, value: Int64) throws {
    #expect(try integer(text) == value)
  }

  @Test(
    "however the digits of an integer are spread over fraction and exponent, it is that integer")
  func spreadDigits() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let number =
        Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0...63, using: &random)
      let digits = String(number.magnitude)
      let place = Int.random(in: 0...digits.count, using: &random)
      let zeros = String(repeating: "0", count: Int.random(in: 0...30, using: &random))
      let whole = place == 0 ? "0" : String(digits.prefix(place))
      let sign = number < 0 ? "-" : ""
      let fraction = "\(digits.dropFirst(place))\(zeros)"
      let exponent = "e\(digits.count - place)"
      let text = "\(sign)\(whole)\(fraction.isEmpty ? "" : ".")\(fraction)\(exponent)"
      #expect(try integer(text) == number, "\(text)")
      let more = "\(sign)\(whole).\(fraction)1\(exponent)"
      #expect(throws: JSONDecodingFailure.self, "\(more)") { try integer(more) }
    }
  }

  @Test("a fraction is no integer, and a value out of range is none of its type")
  func notIntegers() throws {
    // The nearest double of some is an integer, and they are none.
    for text in [
      "3e-400", "4.0000000000000000001", "9007199254740993.5", "9223372036854775808.0", "1e400",
      "-9223372036854775809.0", "1e99999999999999999999", "-1e-99999999999999999999", "1e19",
      "1.5", "1e-1", "\"1\"", "true", "null", "1e300",
    ] {
      #expect(throws: JSONDecodingFailure.self) { try integer(text) }
    }
    #expect(try unsigned("-1") == nil)
    #expect(try unsigned("-0.0") == 0)
  }

  @Test("doubles keep every bit, written and read again")
  func doubles() throws {
    var generator = SeededNumbers(seed: 0x6D61_7465)
    var edges: [Double] = [
      0.1, 0.2, 1.0 / 3, Double.leastNonzeroMagnitude, 2.2250738585072014e-308,
      1.7976931348623157e308, 1e21, 1e22,
      123456.789, 9_007_199_254_740_992, 0.30000000000000004, 4.35, -1e-7,
    ]
    while edges.count < 5000 {
      let value = Double(bitPattern: generator.next())
      if value.isFinite { edges.append(value) }
    }
    for value in edges {
      let read = try Number(json: Number(value: value).json())
      #expect(read.value.bitPattern == value.bitPattern, "\(value)")
    }
  }

  @Test(
    "escapes are resolved",
    arguments: [
      ("\"\\\"\\\\\\/\"", "\"\\/"), ("\"\\b\\f\\n\\r\\t\"", "\u{8}\u{C}\n\r\t"),
      ("\"\\u0041\\u00e9\\ud55c\"", "A\u{E9}\u{D55C}"), ("\"\\ud83d\\ude00\"", "\u{1F600}"),
      ("\"\\uD83D\\uDE00\"", "\u{1F600}"), ("\"\\u0000\"", "\u{0}"), ("\"\u{2028}\"", "\u{2028}"),
    ])
  func escapes(text: String, expected: String) throws {
    #expect(try JSON.parse(text) == .string(expected))
  }

  @Test(
    "a byte that is escaped is found wherever it stands", arguments: ["\"", "\\", "\n", "\u{1F}"])
  func escapedAnywhere(special: String) throws {
    for length in 0...40 {
      for place in 0...length {
        let text =
          String(repeating: "가", count: place) + special
          + String(repeating: "b", count: length - place)
        for value in [text, text + special, special + text] {
          let json = Array(JSON.text(.string(value)).utf8)
          #expect(!json.contains { $0 < 0x20 })
          #expect(try JSON.parse(json) == .string(value))
        }
      }
    }
  }

  @Test("every scalar of a string survives writing and reading")
  func strings() throws {
    var scalars = String.UnicodeScalarView()
    for number in Array(0...0x2FF) + [0x2028, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF] {
      if let scalar = Unicode.Scalar(UInt32(number)) { scalars.append(scalar) }
    }
    let text = String(scalars)
    let read = try JSON.parse(JSON.text(.string(text)))
    #expect(read.stringValue.map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test("of two members with one name the last counts")
  func duplicates() throws {
    #expect(try Number(json: Array("{\"value\":1,\"value\":2}".utf8)).value == 2)
    #expect(try JSON.parse("{\"a\":1,\"a\":2}")["a"] == .integer(2))
  }

  private func integer(_ text: String) throws -> Int64 {
    try Whole(json: Array("{\"value\":\(text)}".utf8)).value
  }

  /// As the cursor has it; nil where the text is no integer of 64 bits without a sign.
  private func unsigned(_ text: String) throws -> UInt64? {
    let document = JSONDocument()
    return try Array(text.utf8).withUnsafeBytes { bytes in
      try document.parse(bytes)
      return withExtendedLifetime(document) { document.root.uint64 }
    }
  }
}

private struct Whole: Shape {
  let value: Int64
  static let shape = ShapeOf<Whole>([Member("value", \.value)])
}

private struct Number: Shape {
  let value: Double
  static let shape = ShapeOf<Number>([Member("value", \.value)])
}
