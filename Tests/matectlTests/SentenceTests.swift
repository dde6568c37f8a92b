import Testing

@testable import matectl

@Suite("Sentence")
struct SentenceTests {
  private func text(_ sentence: Sentence) -> String { sentence.text }

  @Test("a word is shown in one line and no longer than one wants to read")
  func words() {
    let long = String(repeating: "가", count: 1000)
    #expect(text("no \("a\nb") here") == "no a b here")
    #expect(text("no \("a\u{1B}[0m") here") == "no a\u{FFFD}[0m here")
    #expect(text("no \(long) here") == "no \(long.prefix(80))… (3000 bytes) here")
    #expect(text("of \(3) at \(String?.none ?? "")") == "of 3 at ")
  }

  @Test("what is a sentence already stays whole, and sentences add up")
  func whole() {
    let long = String(repeating: "a, ", count: 200)
    #expect(text("one of \(whole: long)") == "one of \(long)")
    #expect(text("a\n" + "b \("\n")") == "a\nb  ")
  }

  @Test("a path of an ordinary length is not cut")
  func paths() {
    let path = String(repeating: "/folder", count: 36)
    #expect(text("\(path)") == path)
  }
}
