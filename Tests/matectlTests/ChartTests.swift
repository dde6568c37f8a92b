import IPCProtocol
import LinuxSystem
import Testing
import Values

@testable import matectl

/// Pictures of rows, read back dot by dot as Unicode numbers the dots of Braille.
@Suite("Charts")
struct ChartTests {
  private let values = ValueText(language: .english, now: Timestamp(microseconds: 0))
  private let template = ChartTemplate(
    LocalizedText(en: "Wait"), at: "/at", value: "/v", low: "/l", high: "/h", by: "/of",
    format: "duration")

  private func drawn(_ rows: String, width: Int = 60) throws -> [Substring] {
    let result = try JSON.parse("{\"rows\":[\(rows)]}")
    return Chart(template, rows: "/rows", of: result, values)
      .drawn(style: Style(isColored: false), width: width)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The heights of the dots of each column of a picture, from 0 below.
  private func columns(_ lines: [Substring]) -> [Set<Int>] {
    var columns: [Set<Int>] = []
    // Unicode numbers dots 1 to 3 down the left, 4 to 6 down the right, and 7 and 8 below them.
    let places = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
    for (index, line) in lines.enumerated() {
      for (cell, scalar) in line.unicodeScalars.enumerated() where scalar != " " {
        let bits = scalar.value - 0x2800
        #expect((1...255).contains(bits))
        for (bit, place) in places.enumerated() where bits & (1 << bit) != 0 {
          let x = cell * 2 + place.0
          while columns.count <= x { columns.append([]) }
          columns[x].insert((lines.count - 1 - index) * 4 + (3 - place.1))
        }
      }
    }
    return columns
  }

  @Test("a bar is as high as its figure, full up to the interval and every other dot within it")
  func heights() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      let bars = (0..<4).map { _ -> (Double, Double, Double) in
        let low = Double(Int.random(in: 1...300, using: &random))
        let value = low + Double(Int.random(in: 0...200, using: &random))
        return (low, value, value + Double(Int.random(in: 0...90, using: &random)))
      }
      let rows = bars.enumerated().map {
        #"{"at":"\#($0)","of":"x","v":\#($1.1),"l":\#($1.0),"h":\#($1.2)}"#
      }
      let lines = try drawn(rows.joined(separator: ","))
      #expect(lines.first == "x: Wait")
      let picture = lines.dropFirst().prefix { !$0.contains("└") }
      let axis = ChartAxis(
        bars.flatMap { [$0.0, $0.2] }, isTime: true, isWhole: false, ticks: picture.count / 2)
      let dots = columns(picture.map { $0.drop { $0 != "│" && $0 != "┤" }.dropFirst() })
      let width =
        2 * (60 - 2 - picture.map { $0.prefix { $0 != "│" && $0 != "┤" }.count - 1 }.max()!)
      for (index, bar) in bars.enumerated() {
        let column = dots[index * width / 4]
        func height(_ value: Double) -> Int {
          Int((value / axis.high * Double(picture.count * 4 - 1)).rounded())
        }
        #expect(Set(0...height(bar.0)).isSubset(of: column))
        #expect(column.contains(height(bar.1)))
        #expect(column.max().map { [height(bar.2), height(bar.2) - 1].contains($0) } == true)
      }
    }
  }

  @Test("pictures share a scale, stand one below the other, and what is missing has no bar")
  func several() throws {
    let lines = try drawn(
      #"{"at":"1","of":"a","v":60,"l":60,"h":60},{"at":"2","of":"a","v":null},{"at":"2","of":"b","v":600}"#
    )
    #expect(lines.contains("a: Wait") && lines.contains("b: Wait"))
    let ticks = lines.filter { $0.contains("┤") }.map { $0.prefix { $0 != "┤" } }
    #expect(Array(ticks.prefix(ticks.count / 2)) == Array(ticks.suffix(ticks.count / 2)))
    #expect(ticks.first?.contains("10m") == true && ticks.last?.contains("0s") == true)
    // Of b the first place is empty, and of a the second.
    let b = lines[(lines.firstIndex(of: "b: Wait")! + 1)...].prefix { !$0.contains("└") }
    #expect(columns(b.map { $0.drop { $0 != "│" && $0 != "┤" }.dropFirst() })[0].isEmpty)
  }

  @Test(
    "what a stranger sends is drawn or left out: below nothing, over the ground, beyond numbers")
  func hostile() throws {
    let figures = ["-5", "0", "3", "-1e308", "1e308", "1e15", "1e-320", "null", "\"x\""]
    for value in figures {
      for low in figures {
        for high in figures {
          let row = #"{"at":"1","of":"a","v":\#(value),"l":\#(low),"h":\#(high)}"#
          let lines = try drawn(row + #",{"at":"2","of":"a","v":-2}"#)
          #expect(lines.allSatisfy { String($0).terminalCells <= 60 }, "\(row)")
        }
      }
    }
  }

  @Test("no line is wider than the terminal, from 24 cells on, whatever the names are")
  func widths() throws {
    for width in [24, 25, 40, 79, 80, 200] {
      for count in [1, 2, 3, 24, 100, 400] {
        let rows = (0..<count).map { #"{"at":"아주 긴 이름 \#($0)","of":"예금","v":\#($0 * 7)}"# }
        for line in try drawn(rows.joined(separator: ","), width: width) {
          #expect(String(line).terminalCells <= width, "\(width), \(count): \(line)")
        }
      }
    }
  }

  @Test("figures at the axis are round, hold all values, and are not many")
  func axis() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let scale = Double.random(in: -3...7, using: &random)
      var power = 1.0
      for _ in 0..<Int(abs(scale)) { power = scale < 0 ? power / 10 : power * 10 }
      let values = (0..<5).map { _ in Double.random(in: -0.2...1, using: &random) * power }
      for (isTime, isWhole) in [(false, false), (true, false), (false, true)] {
        let axis = ChartAxis(values, isTime: isTime, isWhole: isWhole, ticks: 4)
        #expect(axis.low <= min(0, values.min()!) && axis.high >= max(0, values.max()!))
        #expect((2...7).contains(axis.ticks.count), "\(axis)")
        #expect(axis.ticks.contains { abs($0) < axis.step / 1000 })
        if isWhole { #expect(axis.step == axis.step.rounded()) }
      }
    }
    #expect(ChartAxis([0, 0], isTime: true, isWhole: false, ticks: 4).ticks == [0, 1])
    #expect(ChartAxis([3500], isTime: true, isWhole: false, ticks: 4).step == 900)
    #expect(ChartAxis([3], isTime: false, isWhole: true, ticks: 4).step == 1)
  }

  @Test("what has nothing to draw is told so before anything is asked for")
  func nothing() {
    #expect(throws: UsageError.self) { try Chart.check(.message("a", ko: "a")) }
    #expect(throws: UsageError.self) {
      try Chart.check(.table(rows: "/rows", columns: []))
    }
    #expect(throws: Never.self) {
      try Chart.check(.table(rows: "/rows", columns: [], chart: template))
    }
  }
}
