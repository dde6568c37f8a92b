import Foundation
import IPCProtocol
import TestSupport
import Testing
import Values

@testable import matectl

/// Numbers from elsewhere, of which every bit pattern is one.
@Suite("Numbers as texts")
struct NumberTextTests {
  private static let extremes: [Double] =
    [
      0, -0.0, 0.5, 0.05, 0.005, 1.005, 2.675, 0.9995, 0.99999995, 1, 59.95, 59.96, 999.5, 1023.5,
      1023.96,
      1e15, 9.9e14, 999_999_999_999_999.9, 9.007199254740993e15, 9.22e18, 9.3e18, 1e20, 1e300,
      .greatestFiniteMagnitude, .leastNonzeroMagnitude, .leastNormalMagnitude, Double(Int64.max),
      Double(UInt64.max),
    ].flatMap { [$0, -$0, $0.nextUp, $0.nextDown] }

  /// Doubles of all magnitudes, and such as people have.
  private static var doubles: [Double] {
    var numbers = SeededNumbers(seed: 22)
    let bits = (0..<20_000).map { _ in Double(bitPattern: numbers.next()) }
    let usual = (0..<20_000).map { _ in
      Double.random(in: -1e6...1e6, using: &numbers)
        * ([1e-6, 1e-3, 1, 1e3, 1e8].randomElement(using: &numbers) ?? 1)
    }
    let halves = (0..<5000).map { _ in
      Double(Int64.random(in: -100_000_000...100_000_000, using: &numbers)) / 64
    }
    return (extremes + bits + usual + halves).filter(\.isFinite)
  }

  /// The decimals of a number from all of its digits, which C writes exactly: rounded as at school.
  private func rounded(_ value: Double, _ digits: Int) -> String {
    let exact = String(format: "%.1100f", abs(value))
    let point = exact.firstIndex(of: ".") ?? exact.endIndex
    let kept = exact[..<point] + exact[point...].dropFirst().prefix(digits)
    let rest = exact[point...].dropFirst(1 + digits)
    var figures = kept.compactMap(\.wholeNumberValue)
    if let next = rest.first?.wholeNumberValue, next >= 5 {
      var place = figures.count - 1
      while place >= 0, figures[place] == 9 {
        figures[place] = 0
        place -= 1
      }
      if place >= 0 { figures[place] += 1 } else { figures.insert(1, at: 0) }
    }
    let sign = value < 0 && figures.contains { $0 != 0 } ? "-" : ""
    let text = figures.map(String.init).joined()
    return digits == 0 ? sign + text : "\(sign)\(text.dropLast(digits)).\(text.suffix(digits))"
  }

  @Test("fixed decimals are those of the exact number, whatever number it is")
  func fixed() {
    for value in Self.doubles {
      for digits in 0...6 {
        let text = ValueText.fixed(value, digits)
        guard abs(value) < 1e15 else {
          #expect(Double(text) == value)
          continue
        }
        #expect(text == rounded(value, digits), "\(value) \(digits)")
      }
    }
  }

  @Test("a number is shown with the digits that count, and says its magnitude")
  func number() {
    #expect(ValueText.number(1e20) == "1e+20")
    #expect(ValueText.number(-1e300) == "-1e+300")
    #expect(ValueText.number(1e15) == "1000000000000000")
    #expect(ValueText.number(100) == "100")
    #expect(ValueText.number(2.50) == "2.5")
    for value in Self.doubles {
      let shown = Double(ValueText.number(value))
      #expect(
        abs((shown ?? .nan) - value) <= max(0.005_000_1, abs(value) * 1e-15) + value.ulp, "\(value)"
      )
    }
  }

  /// The seconds of `1d 02h`, and of how many the last unit is.
  private func seconds(_ text: String) -> (seconds: Double, unit: Double)? {
    let units = ["d": 86_400.0, "h": 3600, "m": 60, "s": 1, "ms": 0.001]
    var total = 0.0
    var last = 0.0
    for part in text.drop(while: { $0 == "-" }).split(separator: " ") {
      let digits = part.prefix { $0.isNumber || $0 == "." || $0 == "e" || $0 == "+" || $0 == "-" }
      guard let amount = Double(digits), let unit = units[String(part.dropFirst(digits.count))]
      else { return nil }
      total += amount * unit
      last = unit
    }
    return (text.hasPrefix("-") ? -total : total, last)
  }

  @Test("a duration is the number of seconds, to half of its last unit")
  func durations() {
    for value in Self.doubles {
      let text = DurationWord.text(value)
      guard let shown = seconds(text) else {
        Issue.record("\(value): \(text)")
        continue
      }
      // Hours stand for days only up to the minutes that are left out.
      let error = abs(shown.seconds - value)
      #expect(error <= max(shown.unit, abs(value) * 1e-12), "\(value): \(text)")
    }
  }

  @Test("no value in any format ends the program, and none is empty")
  func everyFormat() {
    let values = ValueText(language: .korean, now: Timestamp(microseconds: 1_795_251_600_000_000))
    let formats: [String?] =
      [nil] + ValueFormat.allCases.map(\.rawValue) + (0...6).map { "fixed\($0)" } + ["이/가", "x"]
    let integers: [JSONValue] = [.integer(Int64.min), .integer(Int64.max), .unsigned(.max), -1]
    for value in integers + Self.extremes.filter(\.isFinite).map(JSONValue.double) {
      for format in formats {
        #expect(!values.text(value, format: format).isEmpty, "\(value) \(format ?? "")")
      }
    }
  }

  @Test("words of times and durations are understood or not, and end nothing")
  func words() {
    var numbers = SeededNumbers(seed: 2)
    let pieces = [
      "9", "0", "99999999999999999999", ".", "d", "w", "ms", "s", "h", "-", "T", ":", "Z", "2026",
    ]
    var words = [
      "99999999999999999999d", String(repeating: "9", count: 308) + "w",
      String(repeating: "9", count: 400), "9223372036854775807s", "9223372036854.775808s",
      "0000-01-01", "9999-12-31", "9999-12-31T23:59", "0000-01-01T00:00:00Z",
    ]
    words += (0..<5000).map { _ in
      (0..<Int.random(in: 1...6, using: &numbers))
        .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &numbers)] }.joined()
    }
    let values = ValueText(language: .english, now: Timestamp(microseconds: 1_795_251_600_000_000))
    for word in words {
      if let seconds = DurationReading.seconds(word) {
        #expect(seconds.isFinite)
        _ = DurationWord.word(seconds)
      }
      guard let moment = PastMoment.parse(word, now: values.now) else { continue }
      #expect(!moment.description.isEmpty && !values.localDateTime(moment).isEmpty)
    }
  }
}
