import LinuxSystem
import TestSupport
import Testing

@testable import matectl

@Suite("Lines that are broken")
struct WrappedTextTests {
  @Test(
    "a text is broken at spaces, and a table's line that has room stays as it is",
    arguments: [
      ("", 3, [""]), ("a b", 3, ["a b"]), ("ab cd", 4, ["ab", "cd"]),
      ("abcdef", 4, ["abcd", "ef"]),
      ("  1  x", 9, ["  1  x"]), ("      │", 9, ["      │"]), ("가나 다", 4, ["가나", "다"]),
      ("  ab cd", 5, ["  ab", "cd"]),
    ])
  func broken(text: String, width: Int, lines: [String]) {
    #expect(text.wrapped(toCells: width) == lines)
  }

  @Test("no line is wider than it may be, and nothing but spaces is lost")
  func random() {
    var numbers = SeededNumbers(seed: 3)
    for _ in 0..<2_000 {
      let text = (0..<numbers.below(30)).map { _ in numbers.one(of: [" ", "a", "가", "é", "🍓"]) }
        .joined()
      let width = 2 + numbers.below(12)
      let lines = text.wrapped(toCells: width)
      #expect(lines.allSatisfy { $0.terminalCells <= width })
      #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    }
  }
}
