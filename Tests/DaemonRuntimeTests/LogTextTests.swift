import Testing

@testable import DaemonRuntime

@Suite("LogText")
struct LogTextTests {
  @Test("plain texts of any script stay as they are")
  func plain() {
    for text in ["", "bank.take", "번호표 1번을 뽑았습니다", "naïve 👩‍👩‍👧", String(repeating: "x", count: 256)] {
      #expect(LogText.written(text) == text)
    }
  }

  @Test("nothing that begins a line, moves a cursor or turns the direction is written as it is")
  func control() {
    #expect(LogText.written("a\u{1B}[2Jb\nc\u{7F}") == #"a\u{1b}[2Jb\u{a}c\u{7f}"#)
    #expect(LogText.written("\u{9B}31m \u{202E}txt\u{2066}") == #"\u{9b}31m \u{202e}txt\u{2066}"#)
    for value in 0..<0x3000 as Range<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let category = scalar.properties.generalCategory
      guard [.control, .lineSeparator, .paragraphSeparator].contains(category) else { continue }
      #expect(!LogText.written("a\(scalar)b").unicodeScalars.contains(scalar), "\(value)")
    }
  }

  @Test("a text of any length and kind takes at most its bytes, and is no half character")
  func bounds() {
    for unit in ["x", "é", "한", "😀", "\u{1B}", "\u{202E}", "e\u{301}"] {
      for count in [1, 50, 63, 64, 85, 86, 127, 128, 129, 256, 257, 20_000] {
        for offset in 0..<4 {
          let text = String(repeating: "y", count: offset) + String(repeating: unit, count: count)
          let written = LogText.written(text)
          #expect(written.utf8.count <= 256)
          #expect(!written.unicodeScalars.contains("\u{FFFD}"))
          if written.utf8.count < 240 { #expect(!written.hasSuffix("…")) }
        }
      }
    }
  }
}
