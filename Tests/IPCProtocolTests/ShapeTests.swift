import IPCProtocol
import TestSupport
import Testing

/// Shapes against `Codable`, which shares nothing with them but the types: over random values, each
/// reads what the other wrote.
@Suite("Shapes")
struct ShapeTests {
  enum Color: String, WireWord, Codable { case red, green, deepBlue }

  struct Inner: Shape, Codable, Equatable {
    var flag: Bool
    var text: String?
    static let shape = ShapeOf<Inner>([Member("flag", \.flag), Member("text", \.text)])
  }

  /// Every form, optional and not, with small members between large ones, so that there are gaps.
  struct All: Shape, Codable, Equatable {
    var flag: Bool
    var whole: Int64
    var flags: Bool?
    var count: Int
    var number: Double
    var text: String
    var at: Timestamp
    var color: Color
    var id: UUID
    var inner: Inner
    var list: [Inner]
    var texts: [String]
    var lists: [[Int64]]
    var maybeWhole: Int64?
    var maybeNumber: Double?
    var maybeText: String?
    var maybeAt: Timestamp?
    var maybeColor: Color?
    var maybeInner: Inner?
    var maybeList: [Inner]?
    var last: Bool

    static let shape = ShapeOf<All>([
      Member("flag", \.flag), Member("whole", \.whole), Member("flags", \.flags),
      Member("count", \.count), Member("number", \.number), Member("text", \.text),
      Member("at", \.at), Member("color", \.color), Member("id", \.id), Member("inner", \.inner),
      Member("list", \.list), Member("texts", \.texts), Member("lists", \.lists),
      Member("maybeWhole", \.maybeWhole), Member("maybeNumber", \.maybeNumber),
      Member("maybeText", \.maybeText), Member("maybeAt", \.maybeAt),
      Member("maybeColor", \.maybeColor), Member("maybeInner", \.maybeInner),
      Member("maybeList", \.maybeList), Member("last", \.last),
    ])

    init(_ numbers: inout SeededNumbers) {
      func maybe<T>(_ make: (inout SeededNumbers) -> T) -> T? {
        Bool.random(using: &numbers) ? make(&numbers) : nil
      }
      func text(_ numbers: inout SeededNumbers) -> String {
        let pieces = ["a", "한글", "\"", "\\", "\n", "🍓", "\u{1}", "longer than fifteen bytes "]
        return (0..<Int.random(in: 0...4, using: &numbers))
          .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &numbers)] }.joined()
      }
      func inner(_ numbers: inout SeededNumbers) -> Inner {
        Inner(flag: .random(using: &numbers), text: maybe(text))
      }
      func list<T>(_ numbers: inout SeededNumbers, _ make: (inout SeededNumbers) -> T) -> [T] {
        (0..<Int.random(in: 0...3, using: &numbers)).map { _ in make(&numbers) }
      }
      func at(_ numbers: inout SeededNumbers) -> Timestamp {
        // Whole milliseconds, as they are on the wire.
        Timestamp(microseconds: Int64.random(in: 0..<4_000_000_000_000, using: &numbers) * 1000)
      }
      flag = .random(using: &numbers)
      whole = .random(in: .min ... .max, using: &numbers)
      flags = maybe { .random(using: &$0) }
      count = .random(in: .min ... .max, using: &numbers)
      number = .random(in: -1e18...1e18, using: &numbers)
      self.text = text(&numbers)
      self.at = at(&numbers)
      color = Color.allCases.randomElement(using: &numbers) ?? .red
      id = UUID(high: numbers.next(), low: numbers.next())
      self.inner = inner(&numbers)
      self.list = list(&numbers, inner)
      texts = list(&numbers, text)
      lists = list(&numbers) { list(&$0) { .random(in: -9...9, using: &$0) } }
      maybeWhole = maybe { .random(in: .min ... .max, using: &$0) }
      maybeNumber = maybe { .random(in: -1...1, using: &$0) }
      maybeText = maybe(text)
      maybeAt = maybe(at)
      maybeColor = maybe { Color.allCases.randomElement(using: &$0) ?? .red }
      maybeInner = maybe(inner)
      maybeList = maybe { list(&$0, inner) }
      last = .random(using: &numbers)
    }
  }

  private func read<T: Shape>(_ type: T.Type, _ text: [UInt8]) throws -> T {
    let document = JSONDocument()
    return try text.withUnsafeBytes { bytes in
      try document.parse(bytes)
      return try withExtendedLifetime(document) { try T(reading: document.root) }
    }
  }

  @Test("what a shape writes, Codable reads as the same value, and the other way round")
  func bothWays() throws {
    var numbers = SeededNumbers(seed: 12)
    for _ in 0..<2000 {
      let value = All(&numbers)
      var written = JSONWriter()
      try value.write(to: &written)
      #expect(try JSON.decode(All.self, from: written.bytes) == value)
      var encoded = JSONWriter()
      try encoded.encode(value)
      #expect(try read(All.self, encoded.bytes) == value)
      #expect(written.bytes == encoded.bytes)
    }
  }

  @Test("a value that does not fit is refused, wherever it stands, and what was read is let go")
  func mismatches() throws {
    var numbers = SeededNumbers(seed: 3)
    for _ in 0..<20 {
      var value = All(&numbers)
      value.list = [Inner(flag: true, text: "some text that needs memory of its own")]
      var writer = JSONWriter()
      try value.write(to: &writer)
      let whole = try JSON.parse(writer.bytes).objectValue ?? [:]
      for key in whole.keys {
        var broken = whole
        broken[key] = ["neither": "nor"]
        var text = JSONWriter()
        text.value(.object(broken))
        #expect(throws: JSONDecodingFailure.self, "\(key)") { try read(All.self, text.bytes) }
        broken[key] = nil
        text = JSONWriter()
        text.value(.object(broken))
        let isOptional = key == "flags" || key.hasPrefix("maybe")
        let result = Result { try read(All.self, text.bytes) }
        #expect((try? result.get()) != nil ? isOptional : !isOptional, "\(key)")
      }
    }
  }
}
