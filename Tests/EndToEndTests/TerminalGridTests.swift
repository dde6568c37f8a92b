import TestSupport
import Testing

/// The eyes of other tests: what they see is what a terminal shows.
@Suite("Cells of a terminal")
struct TerminalGridTests {
  private func lines(_ bytes: String, columns: Int = 10, rows: Int = 3) -> [String] {
    var grid = TerminalGrid(columns: columns, rows: rows)
    // Byte by byte, as a slow link may cut them.
    for byte in bytes.utf8 { grid.feed([byte]) }
    return grid.lines
  }

  @Test("what is drawn over what stands there is one text")
  func drawn() {
    #expect(lines("\u{1B}[2;3Hone\u{1B}[2;5HX") == ["", "  onX", ""])
    #expect(lines("abc\u{1B}[H\u{1B}[0;7mx\u{1B}[K\u{1B}[3Hend") == ["x", "", "end"])
    #expect(lines("abc\u{1B}[0m\u{1B}[2J\u{1B}[Hd\r\ne") == ["d", "e", ""])
    #expect(lines("0123456789abc") == ["0123456789", "", ""])
  }

  @Test("a wide character takes two cells, and half of one is nothing")
  func wide() {
    #expect(lines("대출a\u{1B}[1;3Hb") == ["대b a", "", ""])
    #expect(lines("대출a\u{1B}[1;2Hb") == [" b출a", "", ""])
    #expect(lines("e\u{301}🍓·x") == ["e\u{301}🍓·x", "", ""])
  }

  @Test("the alternate screen begins and ends empty, and a smaller window keeps what has room")
  func sizes() {
    var grid = TerminalGrid(columns: 5, rows: 2)
    grid.feed("\u{1B}[?1049h\u{1B}[?25labcde\u{1B}[2Hf".utf8)
    #expect(grid.isFull)
    grid.resize(columns: 3, rows: 3)
    #expect(grid.lines == ["abc", "f", ""])
    grid.feed("\u{1B}[?1049l".utf8)
    #expect(!grid.isFull && grid.lines == ["", "", ""])
  }
}
