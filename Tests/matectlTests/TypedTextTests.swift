import LinuxSystem
import TestSupport
import Testing
import Values

@testable import matectl

/// An editor as one would write it first: code points, a place among them, and nothing cut short.
private struct PlainEditor {
  var scalars: [Unicode.Scalar] = []
  var place = 0
  var scrap: [Unicode.Scalar] = []
  let mayHaveLines: Bool

  var text: String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// Where a cursor may stand.
  var stops: [Int] {
    var stops = [0]
    for sign in text { stops.append((stops.last ?? 0) + sign.unicodeScalars.count) }
    return stops
  }

  mutating func settle() { place = stops.first { $0 >= place } ?? scalars.count }

  var left: Int { stops.last { $0 < place } ?? 0 }
  var right: Int { stops.first { $0 > place } ?? scalars.count }

  mutating func put(_ text: String) {
    scalars.insert(contentsOf: text.unicodeScalars, at: place)
    place += text.unicodeScalars.count
    settle()
  }

  mutating func take(_ start: Int, _ end: Int, isKept: Bool = true) {
    guard start < end else { return }
    if isKept { scrap = Array(scalars[start..<end]) }
    scalars.removeSubrange(start..<end)
    place = start
    settle()
  }

  /// The sign that ends at a stop, and the one that begins there.
  private func sign(from start: Int, to end: Int) -> Character? {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[start..<end])
    return String(view).first
  }

  private func walkLeft(_ isPart: (Character) -> Bool) -> Int {
    var walker = self
    func before() -> Character? {
      walker.place > 0 ? walker.sign(from: walker.left, to: walker.place) : nil
    }
    while let sign = before(), !isPart(sign) { walker.place = walker.left }
    while let sign = before(), isPart(sign) { walker.place = walker.left }
    return walker.place
  }

  private func walkRight(_ isPart: (Character) -> Bool) -> Int {
    var walker = self
    func behind() -> Character? {
      walker.place < scalars.count ? walker.sign(from: walker.place, to: walker.right) : nil
    }
    while let sign = behind(), !isPart(sign) { walker.place = walker.right }
    while let sign = behind(), isPart(sign) { walker.place = walker.right }
    return walker.place
  }

  private var lineStart: Int {
    mayHaveLines ? walkLeftTo { $0 == "\n" } : 0
  }

  private func walkLeftTo(_ isEnd: (Unicode.Scalar) -> Bool) -> Int {
    scalars[..<place].lastIndex(where: isEnd).map { $0 + 1 } ?? 0
  }

  private var lineEnd: Int {
    mayHaveLines ? scalars[place...].firstIndex { $0 == "\n" } ?? scalars.count : scalars.count
  }

  mutating func press(_ key: Key) {
    let isWord = { (sign: Character) in sign.isLetter || sign.isNumber || sign == "_" }
    switch key {
    case .text(let sign): put(String(sign))
    case .paste(let text):
      var text = text
      if !mayHaveLines {
        while text.count > 1, text.hasSuffix("\n") { text.removeLast() }
        text = String(text.map { $0 == "\n" ? " " : $0 })
      }
      put(text)
    case .control("j"), .alt("\r"): if mayHaveLines { put("\n") }
    case .left, .control("b"): place = left
    case .right, .control("f"): place = right
    case .home, .control("a"): place = lineStart
    case .end, .control("e"): place = lineEnd
    case .wordLeft, .alt("b"): place = walkLeft(isWord)
    case .wordRight, .alt("f"): place = walkRight(isWord)
    case .backspace: take(left, place, isKept: false)
    case .delete, .control("d"): take(place, right, isKept: false)
    case .control("w"): take(walkLeft { !$0.isWhitespace }, place)
    case .alt("\u{7F}"): take(walkLeft(isWord), place)
    case .alt("d"), .wordDelete: take(place, walkRight(isWord))
    case .control("u"): take(lineStart < place ? lineStart : left, place)
    case .control("k"): take(place, lineEnd > place ? lineEnd : right)
    case .control("y"):
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scrap)
      put(String(view))
    default: break
    }
  }
}

/// The one editor of every field and line, beside a plain one.
@Suite("Texts that are typed")
struct TypedTextTests {
  private static let texts = [
    "a", "Z", "_", "7", " ", " ", ",", "가", "힣", "ᄒ", "ᅡ", "ᆫ", "ㄱ", "日", "\u{301}", "e", "🍓",
    "👩", "\u{200D}", "🇰", "🇷", "\u{FE0F}", "\u{200B}",
  ]
  private static let pastes = [
    "milk and bread", "우유와 빵", "one\ntwo", "\n\n", "\u{301}x", "줄\n둘째 줄\n", "", "👨‍👩‍👧‍👦 family",
    "a line that no field has room for, whatever is done with its width",
  ]
  private static let keys: [Key] = [
    .left, .right, .left, .right, .control("b"), .control("f"), .home, .end, .control("a"),
    .control("e"), .wordLeft, .wordRight, .alt("b"), .alt("f"), .backspace, .backspace, .delete,
    .control("d"), .control("w"), .control("u"), .control("k"), .control("y"), .alt("d"),
    .alt("\u{7F}"), .wordDelete, .alt("\r"), .control("j"), .shiftLeft, .pageUp,
  ]

  private static func key(_ numbers: inout SeededNumbers) -> Key {
    switch numbers.below(10) {
    case 0..<5: .text(Character(numbers.one(of: texts)))
    case 5: .paste(numbers.one(of: pastes))
    default: numbers.one(of: keys)
    }
  }

  @Test("what 40,000 random keys come to is what a plain editor of code points comes to")
  func random() {
    var numbers = SeededNumbers(seed: 33)
    for round in 0..<400 {
      let mayHaveLines = round % 2 == 0
      var (text, plain) = (
        TypedText(mayHaveLines: mayHaveLines), PlainEditor(mayHaveLines: mayHaveLines)
      )
      var keys: [Key] = []
      for _ in 0..<100 {
        keys.append(Self.key(&numbers))
        _ = text.press(keys[keys.count - 1])
        plain.press(keys[keys.count - 1])
        let place = text.head.unicodeScalars.count
        guard Array(text.text.unicodeScalars) == plain.scalars, place == plain.place else {
          Issue.record("\(keys): \(text.text.debugDescription) at \(place), not \(plain)")
          return
        }
      }
    }
  }

  @Test(
    "a line of any width has its cursor, a part of the text, and a sign where more is")
  func line() {
    var numbers = SeededNumbers(seed: 80)
    for _ in 0..<100 {
      var text = TypedText()
      let width = 1 + numbers.below(80)
      for _ in 0..<60 {
        _ = text.press(Self.key(&numbers))
        let seen = text.seen(in: width)
        let cells = text.cells(seen)
        let marks =
          (width < 4 || seen.lowerBound == 0 ? 0 : 1)
          + (width < 4 || seen.upperBound == text.signs.count ? 0 : 1)
        #expect(seen.lowerBound <= text.cursor && text.cursor <= seen.upperBound)
        #expect(cells + marks + (seen.upperBound == text.cursor ? 1 : 0) <= max(width, marks + 1))
        // Nothing is cut off that has room, and what was seen stays where it was.
        let whole = text.cells(0..<text.signs.count)
        #expect(whole >= width || seen == 0..<text.signs.count)
        #expect(text.seen(in: width) == seen)
      }
    }
  }

  @Test(
    "rows of any width have all signs once; ↑ and ↓ go through them, clicks to each sign")
  func rows() {
    var numbers = SeededNumbers(seed: 7)
    for _ in 0..<200 {
      var text = TypedText(mayHaveLines: true)
      let width = 2 + numbers.below(79)
      for _ in 0..<40 { _ = text.press(Self.key(&numbers)) }
      let rows = text.rows(in: width)
      var next = 0
      for (index, row) in rows.enumerated() {
        if index > 0, row.lowerBound == next + 1 { #expect(text.signs[next] == "\n") }
        #expect(row.lowerBound == next || row.lowerBound == next + 1)
        #expect(text.cells(row) <= width && !text.signs[row].contains("\n"))
        next = row.upperBound
      }
      #expect(next == text.signs.count)
      text.move(to: 0)
      for row in rows.indices.dropFirst() {
        let isMoved = text.moveRow(by: 1, in: width)
        #expect(isMoved && text.row(in: rows) == row)
      }
      let isBelow = text.moveRow(by: 1, in: width)
      #expect(!isBelow)
      for row in rows.indices.reversed().dropFirst() {
        let isMoved = text.moveRow(by: -1, in: width)
        #expect(isMoved && text.row(in: rows) == row)
      }
      for (index, row) in rows.enumerated() {
        for place in row where text.cells(place..<place + 1) > 0 {
          text.move(toCell: text.cells(row.lowerBound..<place), of: index, in: rows)
          #expect(text.cells(row.lowerBound..<text.cursor) == text.cells(row.lowerBound..<place))
        }
      }
    }
  }

  @Test("↑ and ↓ go back to the cell that they came from, through rows that are shorter")
  func aim() {
    var text = TypedText("long first\nb\n우유와 빵을 사기", mayHaveLines: true)
    text.move(to: 8)
    _ = text.moveRow(by: 1, in: 40)
    #expect(text.head == "long first\nb")
    _ = text.moveRow(by: 1, in: 40)
    #expect(text.head == "long first\nb\n우유와 ")
    _ = text.moveRow(by: -1, in: 40)
    _ = text.moveRow(by: -1, in: 40)
    #expect(text.head == "long fir")
  }

  @Test("a text of 60,000 signs is typed on in, and seen, without a wait")
  func long() {
    var text = TypedText(String(repeating: "긴 글 ", count: 20_000), mayHaveLines: true)
    let clock = ContinuousClock()
    let took = clock.measure {
      for _ in 0..<10 {
        _ = text.press(.left)
        _ = text.press(.text("x"))
        _ = text.seen(in: 40)
        _ = text.rows(in: 40)
      }
    }
    #expect(took < .seconds(5), "\(took)")
  }
}
