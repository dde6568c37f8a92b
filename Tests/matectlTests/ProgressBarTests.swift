import IPCProtocol
import LinuxSystem
import Testing
import Values

@testable import matectl

@Suite("ProgressBar")
struct ProgressBarTests {
  private static let lines = LocalizedText(en: "lines", ko: "줄")
  private static let notices = [
    ProgressNotice(
      done: 300, of: 1200, unit: lines, text: LocalizedText(en: "Reading", ko: "읽는 중")),
    ProgressNotice(done: 3 << 20, of: 12 << 20, format: .bytes),
    ProgressNotice(done: 7, unit: lines),
    ProgressNotice(done: 250, of: 1000),
    ProgressNotice(done: 5, of: 0), ProgressNotice(done: -3, of: 9),
    ProgressNotice(done: 12, of: 9),
  ]

  private func bar(_ language: Language, isColored: Bool = false) -> ProgressBar {
    ProgressBar(
      values: ValueText(language: language, now: Timestamp(microseconds: 0)),
      style: Style(isColored: isColored))
  }

  private func line(
    _ notice: ProgressNotice, _ language: Language = .english, columns: Int = 80,
    seconds: Double = 1
  ) -> String {
    bar(language).line(notice, name: "Import", columns: columns, seconds: seconds)
  }

  @Test("it is shorter than the terminal at any width, and shows the share as long as it fits")
  func widths() {
    for language in Language.allCases {
      for notice in Self.notices {
        for columns in 0...120 {
          let line = line(notice, language, columns: columns, seconds: 30)
          #expect(line.isEmpty || line.terminalCells < columns, "\(columns): \(line)")
          guard notice.share != nil, columns > 5 else { continue }
          #expect(line.contains(" %"), "\(columns): \(line)")
        }
      }
    }
  }

  @Test("what counts least goes first: the time that is left, the numbers, the name, the bar")
  func order() {
    let bar = "█████░░░░░░░░░░░░░░░"
    let notice = Self.notices[0]
    let whole = "Reading  \(bar)  25 %  300 of 1200 lines  about 30s left"
    #expect(line(notice, columns: 100, seconds: 10) == whole)
    #expect(line(notice, columns: 60, seconds: 10) == "Reading  \(bar)  25 %  300 of 1200 lines")
    #expect(line(notice, columns: 40, seconds: 10) == "Reading  \(bar)  25 %")
    #expect(line(notice, columns: 30, seconds: 10) == "\(bar)  25 %")
    #expect(line(notice, columns: 10, seconds: 10) == "25 %")
    #expect(line(notice, columns: 4, seconds: 10).isEmpty)
  }

  @Test("nothing is said of the time that is left before something can be said")
  func timeLeft() {
    #expect(!line(Self.notices[0], seconds: 1.9).contains("left"))
    #expect(!line(ProgressNotice(done: 1, of: 1000), seconds: 9).contains("left"))
    #expect(line(Self.notices[0], seconds: 2).hasSuffix("about 6s left"))
  }

  @Test("a Korean counter stands behind its number, and the whole before the part")
  func korean() {
    #expect(
      line(Self.notices[0], .korean, columns: 100, seconds: 10)
        == "읽는 중  █████░░░░░░░░░░░░░░░  25 %  1200줄 중 300줄  약 30초 남음")
  }

  @Test("what has no end is counted, bytes as people write them, what means nothing not at all")
  func counts() {
    #expect(line(Self.notices[2]) == "Import  7 lines")
    #expect(line(Self.notices[1]).hasSuffix("25 %  3.0 MiB of 12.0 MiB"))
    #expect(line(Self.notices[3]).hasSuffix("25 %"))
  }

  @Test("words of a daemon do not steer the terminal")
  func hostile() {
    let text = LocalizedText(en: "one\u{1B}[2Jtwo\r\nthree")
    let line = line(ProgressNotice(done: 1, of: 2, unit: text, text: text))
    #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
  }

  @Test("colour is only around the bar, and the same characters without")
  func colour() {
    let notice = Self.notices[0]
    var colored = bar(.english, isColored: true)
      .line(notice, name: "", columns: 80, seconds: 1)
    #expect(colored.contains("\u{1B}["))
    for sequence in Style.sequences {
      colored = colored.split(separator: sequence, omittingEmptySubsequences: false).joined()
    }
    #expect(colored == line(notice))
  }
}
