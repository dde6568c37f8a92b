import TestSupport
import Testing
import Values

@Suite("Texts that people read, and names that are kept")
struct PlainTextTests {
  @Test("what steers is what Unicode says steers, of all its code points")
  func everyCodePoint() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      guard scalar.isSteering != HostileText.steers(scalar) else { continue }
      Issue.record("U+\(String(value, radix: 16))")
    }
  }

  @Test("nothing that steers is left in a printed text, and nothing else is changed")
  func printable() {
    for text in HostileText.all {
      #expect(HostileText.found(in: text.printable()).isEmpty, "\(text.debugDescription)")
      let line = text.printable(inOneLine: true)
      #expect(HostileText.found(in: line).isEmpty && !line.contains("\n"))
      #expect(line.unicodeScalars.count == text.unicodeScalars.count)
      #expect(HostileText.found(in: text.printable(withTabs: true), besides: ["\t"]).isEmpty)
    }
    for text in ["한글", "👩‍👩‍👧‍👦 picnic", "عربى", "e\u{301}tude", "a\nb", "ÿ —…", "\u{FFFD}", "\u{E000}"] {
      #expect(text.printable() == text)
    }
    #expect("a\nb\tc".printable(inOneLine: true) == "a b c")
  }

  @Test("a name has something to be seen, on one line, and steers nothing")
  func names() {
    for scalar in HostileText.characters {
      #expect(!StoredText.isName("a\(scalar)b", atMost: 64))
      #expect(!StoredText.isName("\(scalar)", atMost: 64))
    }
    for blank in ["", " ", "\u{3000}", "\u{200B}", "\u{3164}", "\u{FEFF}\u{2060}", "\u{FFFD}"] {
      #expect(!StoredText.isName(blank, atMost: 64), "\(blank.debugDescription)")
    }
    for name in ["대출", "a b", "👩‍👩‍👧‍👦", "عربى", "e\u{301}", "-", "a\u{200D}b"] {
      #expect(StoredText.isName(name, atMost: 64), "\(name)")
    }
    #expect(StoredText.isName("e\u{301}", atMost: 2))
    #expect(!StoredText.isName("e\u{301}e", atMost: 2))
    #expect(StoredText.firstForbidden(in: "a\n\tb", besides: ["\n", "\t"]) == nil)
    #expect(StoredText.firstForbidden(in: "a\n\u{1B}b", besides: ["\n", "\t"]) == "\u{1B}")
  }
}
