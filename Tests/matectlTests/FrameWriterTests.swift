import IPCProtocol
import LinuxSystem
import TestSupport
import Testing

@testable import matectl

@Suite("Frames")
struct FrameWriterTests {
  private static let words = [
    "loan", "대출 업무", "김수한무거북이와두루미", "日本", "e\u{301}tude", "·", "─────", "…", "█░",
    "\u{1B}[2J", "a\nb", "\u{202E}abc", "ㄱㄴ", "🍓 juice", "\t",
  ]

  /// Writes some words at random places, so that wide characters are cut by others.
  private func scribble(_ grid: inout CellGrid, _ numbers: inout SeededNumbers) {
    for _ in 0..<numbers.below(8) {
      var looks = CellLooks.plain
      if numbers.chance(30) { looks.isReversed = true }
      if numbers.chance(30) { looks.style = .danger }
      grid.put(
        numbers.one(of: Self.words), row: numbers.below(grid.rows.count),
        column: numbers.below(grid.columns), looks)
    }
  }

  @Test(
    "what changes is what another terminal shows, at any size",
    .enabled(if: PyteTerminal.isPossible, "needs Debian's python3-pyte"))
  func differences() throws {
    var numbers = SeededNumbers(seed: 17)
    var writer = FrameWriter(isColored: true)
    var grid = CellGrid(columns: 60, rows: 8)
    var frames: [PyteTerminal.Frame] = []
    var expected: [[String]] = []
    for step in 0..<600 {
      if step % 40 == 39 {
        grid = CellGrid(columns: 20 + numbers.below(180), rows: 1 + numbers.below(12))
      } else if numbers.chance(20) {
        grid = CellGrid(columns: grid.columns, rows: grid.rows.count)
      }
      scribble(&grid, &numbers)
      // As the program does before its first frame.
      let start = step == 0 ? "\u{1B}[?7l" : ""
      let bytes = start + writer.frame(grid)
      frames.append(.init(columns: grid.columns, rows: grid.rows.count, bytes: bytes))
      expected.append(grid.lines)
    }
    let shown = try PyteTerminal.shown(frames).map(\.lines)
    for (step, pair) in zip(shown, expected).enumerated() where pair.0 != pair.1 {
      let bytes = frames[step].bytes.debugDescription
      Issue.record("frame \(step): \(pair.0) is not \(pair.1); \(bytes)")
      break
    }
  }

  @Test("the same again is nothing, and one letter is a few bytes")
  func small() {
    var writer = FrameWriter(isColored: true)
    var grid = CellGrid(columns: 120, rows: 40)
    for row in 0..<40 { grid.put("대기중 고객 \(row)", row: row, column: 3) }
    #expect(!writer.frame(grid).isEmpty)
    #expect(writer.frame(grid).isEmpty)
    grid.put("x", row: 20, column: 50)
    #expect(writer.frame(grid) == "\u{1B}[21;51Hx")
  }

  @Test("without colour a choice is still seen, and nothing else is sent")
  func plain() {
    var writer = FrameWriter(isColored: false)
    var grid = CellGrid(columns: 20, rows: 2)
    grid.put("late", row: 0, column: 0, CellLooks(style: .danger))
    grid.put("chosen", row: 1, column: 0, CellLooks(style: .danger, isReversed: true))
    let frame = writer.frame(grid)
    #expect(!frame.contains("31m"))
    #expect(frame.contains("\u{1B}[7mchosen"))
  }

  @Test("what steers a terminal never gets into a cell")
  func steering() {
    var grid = CellGrid(columns: 40, rows: 1)
    grid.put("a\u{1B}[2J\u{7}\u{9B}b\u{202E}c", row: 0, column: 0)
    #expect(grid.lines == ["a[2Jbc"])
  }
}
