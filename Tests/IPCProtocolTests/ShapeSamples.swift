import IPCProtocol
import TestSupport
import Values

enum Color: String, WireWord, Codable { case red, green, deepBlue }

struct Inner: Shape, Codable, Equatable {
  var flag: Bool
  var text: String?
  static let shape = ShapeOf<Inner>([Member("flag", \.flag), Member("text", \.text)])
}

/// Every form, optional and not, with small members between large ones, so that there are gaps.
struct Everything: Shape, Codable, Equatable {
  var flag: Bool
  var whole: Int64
  var maybeFlag: Bool?
  var count: Int
  var number: Double
  var text: String
  var at: Timestamp
  var color: Color
  var id: Values.UUID
  var inner: Inner
  var list: [Inner]
  var texts: [String]
  var lists: [[Int64]]
  var maybeWhole: Int64?
  var maybeNumber: Double?
  var maybeText: String?
  var maybeAt: Timestamp?
  var maybeColor: Color?
  var maybeInner: Inner?
  var maybeList: [Inner]?
  var last: Bool

  static let shape = ShapeOf<Everything>([
    Member("flag", \.flag), Member("whole", \.whole), Member("maybeFlag", \.maybeFlag),
    Member("count", \.count), Member("number", \.number), Member("text", \.text),
    Member("at", \.at), Member("color", \.color), Member("id", \.id), Member("inner", \.inner),
    Member("list", \.list), Member("texts", \.texts), Member("lists", \.lists),
    Member("maybeWhole", \.maybeWhole), Member("maybeNumber", \.maybeNumber),
    Member("maybeText", \.maybeText), Member("maybeAt", \.maybeAt),
    Member("maybeColor", \.maybeColor), Member("maybeInner", \.maybeInner),
    Member("maybeList", \.maybeList), Member("last", \.last),
  ])

  init(_ numbers: inout SeededNumbers) {
    flag = .random(using: &numbers)
    whole = .random(in: .min ... .max, using: &numbers)
    maybeFlag = numbers.maybe { .random(using: &$0) }
    count = .random(in: .min ... .max, using: &numbers)
    number = .random(in: -1e18...1e18, using: &numbers)
    text = numbers.text()
    at = numbers.time()
    color = numbers.one(of: Color.allCases)
    id = UUID(high: numbers.next(), low: numbers.next())
    inner = numbers.inner()
    list = numbers.list { $0.inner() }
    texts = numbers.list { $0.text() }
    lists = numbers.list { $0.list { .random(in: -9...9, using: &$0) } }
    maybeWhole = numbers.maybe { .random(in: .min ... .max, using: &$0) }
    maybeNumber = numbers.maybe { .random(in: -1...1, using: &$0) }
    maybeText = numbers.maybe { $0.text() }
    maybeAt = numbers.maybe { $0.time() }
    maybeColor = numbers.maybe { $0.one(of: Color.allCases) }
    maybeInner = numbers.maybe { $0.inner() }
    maybeList = numbers.maybe { $0.list { $0.inner() } }
    last = .random(using: &numbers)
  }
}

extension SeededNumbers {
  mutating func maybe<T>(_ make: (inout SeededNumbers) -> T) -> T? {
    chance(50) ? make(&self) : nil
  }

  mutating func list<T>(_ make: (inout SeededNumbers) -> T) -> [T] {
    var list: [T] = []
    for _ in 0..<below(4) { list.append(make(&self)) }
    return list
  }

  mutating func text() -> String {
    let pieces = ["a", "한글", "\"", "\\", "\n", "🍓", "\u{1}", "longer than fifteen bytes "]
    return list { $0.one(of: pieces) }.joined()
  }

  mutating func inner() -> Inner { Inner(flag: .random(using: &self), text: maybe { $0.text() }) }

  /// Whole milliseconds, as they are on the wire.
  mutating func time() -> Timestamp {
    Timestamp(microseconds: Int64.random(in: 0..<4_000_000_000_000, using: &self) * 1000)
  }
}

/// Members that may not be whatever their type can.
struct Bounded: Shape, Codable, Equatable {
  var count: Int64
  var small: Int?
  var share: Double
  var seconds: Double?
  var name: String
  var day: String?
  var word: String
  var some: [Int64]
  var names: [String]?

  static let shape = ShapeOf<Bounded>(
    named: "Bounded",
    [
      Member("count", \.count, .within(1...3)), Member("small", \.small, .from(-1)),
      Member("share", \.share, .within(0...1)), Member("seconds", \.seconds, .seconds),
      Member("name", \.name, .text(length: 1...3, pattern: "^[a-z]+$")),
      Member("day", \.day, .date), Member("word", \.word, .words(["yes", "no"])),
      Member("some", \.some, .of(.within(0...2), count: 1...2)),
      Member("names", \.names, .of(.text(length: 0...2))),
    ])

  /// One of which each member fits in most cases, and lies at a bound or just beyond it in many.
  init(_ numbers: inout SeededNumbers) {
    count = Int64(numbers.one(of: [1, 2, 2, 3, 3, 0, 4]))
    small = numbers.maybe { $0.one(of: [-1, 0, 7, 9, -2]) }
    share = numbers.one(of: [0, 0.5, 1, 1, 0, -0.001, 1.001])
    seconds = numbers.maybe { $0.one(of: [0, 0.1, 90, 90, -0.5]) }
    name = numbers.one(of: ["a", "abc", "xy", "z", "", "abcd", "aB", "가"])
    day = numbers.maybe { $0.one(of: ["2026-11-22", "2024-02-29", "2026-02-29", "today"]) }
    word = numbers.one(of: ["yes", "no", "yes", "Yes"])
    some = numbers.one(of: [[0], [1, 2], [2], [], [0, 1, 2], [3]])
    names = numbers.maybe { $0.one(of: [[], ["가나"], ["", "x"], ["abc"]]) }
  }
}

/// What a member is where it is left out.
struct Defaulted: Shape, Equatable {
  var count: Int64
  var name: String
  var color: Color
  var list: [Int64]
  var inner: Inner

  static let shape = ShapeOf<Defaulted>([
    Member("count", \.count, .within(1...9), default: 7, "how many"),
    Member("name", \.name, default: "a name that needs memory of its own"),
    Member("color", \.color, default: .deepBlue), Member("list", \.list, default: [1, 2]),
    Member("inner", \.inner, default: Inner(flag: true)),
  ])
}

extension Inner {
  init(flag: Bool) { self.init(flag: flag, text: nil) }
}
