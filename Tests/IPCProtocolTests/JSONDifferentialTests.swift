import Foundation
import IPCProtocol
import TestSupport
import Testing

/// Our codec beside Foundation's, on texts made at random from a fixed seed.
@Suite("JSON beside Foundation")
struct JSONDifferentialTests {
  @Test("what we write, Foundation reads as the same value")
  func weWrite() throws {
    var generator = SeededNumbers(seed: 8259)
    for _ in 0..<2000 {
      let value = random(&generator, depth: 4)
      let text = JSON.text(value)
      let theirs = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
      #expect(isSame(theirs, value), "\(text)")
    }
  }

  @Test("texts that are written in several pieces are the same for Foundation, and come back")
  func longTexts() throws {
    var generator = SeededNumbers(seed: 4096)
    let parts = ["a", "한", "😀", "\n", "\r\n", "\u{1}", "\\", "\"", "\u{7F}", "é", "plain words "]
    for round in 0..<60 {
      var text = ""
      // Lengths about those of the pieces, at every place within a character.
      while text.utf8.count < 4000 + round * 7 {
        text += parts.randomElement(using: &generator) ?? ""
      }
      let written = JSON.text(.string(text))
      #expect(try JSONDecoder().decode(String.self, from: Data(written.utf8)) == text)
      #expect(try JSON.parse(Array(written.utf8)) == .string(text))
      let theirs = try JSONEncoder().encode(text)
      #expect(try JSON.parse(Array(theirs)) == .string(text))
    }
  }

  @Test("what Foundation writes, we read as the same value")
  func theyWrite() throws {
    var generator = SeededNumbers(seed: 1)
    for _ in 0..<2000 {
      let value = random(&generator, depth: 4)
      let data = try JSONEncoder().encode(value)
      #expect(isSame(try JSON.parse(Array(data)), value))
    }
  }

  @Test("a text with one byte changed is accepted by both or by none")
  func mutations() throws {
    var generator = SeededNumbers(seed: 2)
    // No exponents: a number beyond every double is RFC 8259, and refused by Foundation.
    let alphabet = Array("{}[]\",:.-+0189 tfn\\u".utf8)
    var accepted = 0
    for _ in 0..<5000 {
      var bytes = Array(JSON.text(random(&generator, depth: 2)).utf8)
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      bytes[place] = alphabet.randomElement(using: &generator) ?? 0x20
      let ours = (try? JSON.parse(bytes)) != nil  // refusals are what is compared
      let theirs =
        (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
      if ours { accepted += 1 }
      // JSONSerialization passes over a comma before a closing bracket; RFC 8259 does not.
      let text = String(decoding: bytes, as: UTF8.self)
      if theirs, !ours, text.contains(",}") || text.contains(",]") { continue }
      #expect(ours == theirs, "\(text)")
    }
    #expect((1..<5000).contains(accepted))
  }

  @Test("a string has as many scalars as its text, whatever of it is escaped")
  func scalars() throws {
    var generator = SeededNumbers(seed: 32)
    let pool = [
      "a", "~", "é", "한", "😀", #"\n"#, #"\\"#, #"\""#, #"\u0041"#, #"\u0000"#, #"\uD55C"#,
      #"\ud83d"#,
      #"\ude00"#, #"\uD83D\uDE00"#, #"\uD83D\uD83D\uDE00"#, #"\uDBFF\uDFFF"#,
    ]
    for _ in 0..<20_000 {
      let count = Int.random(in: 0..<12, using: &generator)
      let content = (0..<count).map { _ in pool.randomElement(using: &generator) ?? "" }.joined()
      let document = JSONDocument()
      try Array("\"\(content)\"".utf8).withUnsafeBytes { bytes in
        try document.parse(bytes)
        let text = try #require(document.root.string)
        #expect(document.root.scalarCount == text.unicodeScalars.count, "\(content)")
        #expect(document.root.count == 0)
      }
    }
  }

  private func random(_ generator: inout SeededNumbers, depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &generator) {
    case 0: return .null
    case 1: return .bool(.random(using: &generator))
    case 2: return .integer(Int64(truncatingIfNeeded: generator.next()))
    case 3: return .integer(Int64.random(in: -1000...1000, using: &generator))
    case 4: return .double(Double.random(in: -1e6...1e6, using: &generator))
    case 5: return .string(text(&generator))
    case 6:
      let count = Int.random(in: 0..<5, using: &generator)
      return .array((0..<count).map { _ in random(&generator, depth: depth - 1) })
    default:
      let count = Int.random(in: 0..<5, using: &generator)
      return .object(
        JSONObject(
          (0..<count).map { ("k\($0)" + text(&generator), random(&generator, depth: depth - 1)) }))
    }
  }

  private func text(_ generator: inout SeededNumbers) -> String {
    let pool: [String] = ["a", "Z", "0", " ", "\"", "\\", "/", "\n", "\u{1}", "é", "한", "😀", "{"]
    let count = Int.random(in: 0..<8, using: &generator)
    return (0..<count).map { _ in pool.randomElement(using: &generator) ?? "" }.joined()
  }

  /// Equal, where members may stand in another order and `3.0` is `3`.
  private func isSame(_ a: JSONValue, _ b: JSONValue) -> Bool {
    switch (a, b) {
    case (.array(let a), .array(let b)):
      return a.count == b.count && zip(a, b).allSatisfy(isSame)
    case (.object(let a), .object(let b)):
      guard a.members.count == b.members.count else { return false }
      return a.members.allSatisfy { member in
        b[member.key].map { isSame(member.value, $0) } ?? false
      }
    case (.integer, .double), (.double, .integer): return a.doubleValue == b.doubleValue
    default: return a == b
    }
  }
}
