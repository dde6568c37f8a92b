import TestSupport
import Testing

@testable import matectl

@Suite("Keys")
struct KeyDecoderTests {
  private static let sequences: [(bytes: String, key: Key)] = [
    ("a", .text("a")), ("가", .text("가")), ("🍓", .text("🍓")), ("\r", .enter), ("\t", .tab),
    ("\u{7F}", .backspace), ("\u{3}", .control("c")), ("\u{1A}", .control("z")),
    ("\u{1B}[A", .up), ("\u{1B}OB", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left),
    ("\u{1B}[1;2C", .shiftRight), ("\u{1B}[1;2D", .shiftLeft), ("\u{1B}[5~", .pageUp),
    ("\u{1B}[6~", .pageDown), ("\u{1B}[H", .home), ("\u{1B}[4~", .end), ("\u{1B}[3~", .delete),
    ("\u{1B}[Z", .backTab),
    ("\u{1B}[<0;12;3M", .mouse(.init(kind: .press, column: 11, row: 2))),
    ("\u{1B}[<0;12;3m", .mouse(.init(kind: .release, column: 11, row: 2))),
    ("\u{1B}[<65;1;1M", .mouse(.init(kind: .wheelDown, column: 0, row: 0))),
    ("\u{1B}[200~one\ntwo\u{1B}[31m\u{1B}[201~", .paste("one\ntwo\u{FFFD}[31m")),
    ("\u{1B}[200~a\r\nb\rc\nd\u{1B}[201~", .paste("a\nb\nc\nd")), ("\n", .control("j")),
    ("\u{1B}[1;5C", .wordRight), ("\u{1B}[1;5D", .wordLeft), ("\u{1B}[1;3C", .wordRight),
    ("\u{1B}[3;5~", .wordDelete), ("\u{1B}b", .alt("b")), ("\u{1B}f", .alt("f")),
    ("\u{1B}d", .alt("d")), ("\u{1B}\r", .alt("\r")), ("\u{1B}\u{7F}", .alt("\u{7F}")),
  ]

  @Test("each is what it is, wherever its bytes are cut in two")
  func cut() {
    for (text, key) in Self.sequences {
      let bytes = Array(text.utf8)
      for place in 0...bytes.count {
        var decoder = KeyDecoder()
        let keys = decoder.push(bytes[..<place]) + decoder.push(bytes[place...])
        #expect(keys == [key], "\(text.debugDescription) at \(place)")
        #expect(decoder.patience == nil)
      }
    }
  }

  @Test("many in one piece, and byte by byte, are the same")
  func stream() {
    var numbers = SeededNumbers(seed: 4)
    let chosen = (0..<500).map { _ in numbers.one(of: Self.sequences) }
    let bytes = chosen.flatMap { Array($0.bytes.utf8) }
    var whole = KeyDecoder()
    #expect(whole.push(bytes) == chosen.map(\.key))
    var single = KeyDecoder()
    #expect(bytes.flatMap { single.push([$0]) } == chosen.map(\.key))
  }

  @Test("Escape alone is known within 30 ms, and takes no key along")
  func escape() {
    var decoder = KeyDecoder()
    #expect(decoder.push([0x1B]) == [])
    #expect((decoder.patience ?? 1000) <= 30)
    #expect(decoder.giveUp() == [.escape])
    #expect(decoder.patience == nil)
    #expect(decoder.push(Array("\u{1B}j".utf8)) == [.escape, .text("j")])
    #expect(decoder.push([0x1B, 0x1B]) == [.escape])
    #expect(decoder.giveUp() == [.escape])
    #expect(decoder.push(Array("\u{1B}[".utf8)) == [])
    #expect(decoder.giveUp() == [.escape, .text("[")])
    #expect(decoder.push(Array("\u{1B}가".utf8)) == [.escape, .text("가")])
  }

  @Test("what is no sequence and no UTF-8 neither stops nor steers")
  func noise() {
    var numbers = SeededNumbers(seed: 9)
    for _ in 0..<300 {
      var decoder = KeyDecoder()
      let bytes = (0..<200).map { _ in
        numbers.chance(30) ? 0x1B : UInt8(numbers.below(numbers.chance(50) ? 256 : 128))
      }
      var keys = decoder.push(bytes)
      while decoder.patience != nil { keys += decoder.giveUp() }
      for case .text(let character) in keys {
        #expect(character.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
      }
      // What is pressed after all that is still a key: a paste that began has to end first.
      let after = decoder.push(Array("\u{1B}[201~q".utf8)) + decoder.giveUp()
      #expect(after.last == .text("q"))
    }
  }

  /// ECMA-48, 5.6: what a terminal answers, as to XTVERSION or for a colour, that a program before asked.
  @Test("a string of the terminal has no key in it, wherever it is cut, and the next key is one")
  func strings() {
    var numbers = SeededNumbers(seed: 5)
    for first in "PX]^_" {
      for end in ["\u{1B}\\", "\u{7}", "\u{18}", "\u{1A}"] {
        for said in [">|foot(1.16.2)", "11;rgb:0000/0000/0000", "", "가나\r\t\u{3}oooo", "[A"] {
          let bytes = Array("j\u{1B}\(first)\(said)\(end)q\u{1B}[A".utf8)
          let place = numbers.below(bytes.count)
          for place in [place, 3, bytes.count - 5] {
            var decoder = KeyDecoder()
            let keys = decoder.push(bytes[..<place]) + decoder.push(bytes[place...])
            #expect(keys == [.text("j"), .text("q"), .up], "\(bytes) at \(place)")
            #expect(decoder.patience == nil)
          }
        }
      }
    }
    // Cut off by another sequence, or never ended.
    var decoder = KeyDecoder()
    #expect(decoder.push(Array("\u{1B}]ooo\u{1B}[A".utf8)) == [.up])
    #expect(decoder.push(Array("\u{1B}]".utf8) + Array(repeating: 0x6F, count: 99_999)) == [])
    #expect((decoder.patience ?? 0) >= 500)
    #expect(decoder.giveUp() == [])
    #expect(decoder.push([0x71]) == [.text("q")])
    // Alt and a letter is no string.
    #expect(decoder.push(Array("\u{1B}P".utf8)) == [])
    #expect(decoder.giveUp() == [.escape, .text("P")])
  }

  @Test("commands are the same keys where the keyboard writes 한글")
  func korean() {
    #expect("ㅂㅓㅏㅎㅁㅕ".map(\.command) == Array("qjkgau"))
    #expect("qG/?1가".map(\.command) == Array("qG/?1가"))
  }
}
