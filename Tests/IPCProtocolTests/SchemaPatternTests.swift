import TestSupport
import Testing

@testable import IPCProtocol

@Suite("SchemaPattern")
struct SchemaPatternTests {
  @Test(
    "patterns are over code points, and mean what ECMA-262 says",
    arguments: [
      ("^[가-힣]{2,4}$", ["홍길동", "김밥", "남궁민수"], ["김", "홍길동이요", "ab", ""]),
      ("^.$", ["가", "🍓", "a"], ["", "ab", "\n", "\r", "\u{2028}"]),
      (#"^\d+$"#, ["0", "42"], ["٣", "４", "", "4\n"]),
      (#"^\w+\s\W$"#, ["a_1 -", "a\u{3000}가"], ["가 -", "a  -"]),
      (#"^\S+$"#, ["a", "가"], ["a b", "a\u{A0}b", "\u{FEFF}", ""]),
      (#"^[\S\d]$"#, ["x", "5"], [" ", "\u{2003}"]), (#"^[^\s,]+$"#, ["ab"], ["a,b", "a b"]),
      ("^a$", ["a"], ["a\n", "\na", "b\na"]), ("b", ["abc"], ["ac"]),
      ("^(?:ab|c)+?d*$", ["ab", "cabdd"], ["abd c", "d"]), ("^a{2}$", ["aa"], ["a", "aaa"]),
      ("^a{2,}$", ["aaaa"], ["a"]), ("^a{0,1}$", ["", "a"], ["aa"]), ("^[]$", [], ["", "a"]),
      ("^[^]$", ["\n", "가"], [""]), (#"^[\]\-\\]+$"#, [#"]-\"#], ["a"]), ("^[a-]+$", ["a-"], ["b"]),
      (#"^\u00e9\x41$"#, ["éA"], ["eA"]), (#"^\uD83C\uDF53$"#, ["🍓"], ["🍕"]),
      (#"^\u{1F353}$"#, ["🍓"], ["u"]), (#"^[\uD83C\uDF53-\u{1F355}]$"#, ["🍔"], ["🍖"]),
      (#"^\p{L}\P{L}$"#, ["가1", "é "], ["11"]), ("^[[:alph]$", ["[", ":"], ["]", "b"]),
      (#"^\.\*\/$"#, [".*/"], ["a*/"]), (#"\bcat\b"#, ["a cat!"], ["cats"]), ("#", ["#"], ["x"]),
      (#"^\t\n\v\f\r\0$"#, ["\t\n\u{B}\u{C}\r\0"], ["tnvfr0"]),
      ("", ["", "x"], []), ("^(a|)$", ["", "a"], ["b"]), ("^x*$", ["", "xx"], ["y"]),
    ] as [(String, [String], [String])])
  func meaning(pattern: String, matching: [String], others: [String]) {
    #expect(SchemaPattern.problem(pattern) == nil)
    for text in matching { #expect(SchemaPattern.matches(text, pattern), "\(text)") }
    for text in others { #expect(!SchemaPattern.matches(text, pattern), "\(text)") }
  }

  @Test(
    "what is beyond the subset is refused with a sentence",
    arguments: [
      "(", ")", "[", "a)", "*a", "+", "a**", "a++", "a*+", "a{1}{2}", "^*", "{", "}", "]", "a{",
      "a{,3}",
      "a{2,1}", "a{9999}", "(?=a)", "(?!a)", "(?<=a)", "(?<n>a)", "(?i)a", "(?R)", "(?>a)",
      "(*FAIL)",
      #"\1"#, #"\k<n>"#, #"\q"#, #"\Qa\E"#, #"\A"#, #"\Z"#, #"\R"#, #"\K"#, #"\C"#, #"\h"#, #"\N"#,
      "\\",
      "[b-a]", #"[\d-z]"#, #"[a-\d]"#, #"\x4"#, #"\u12"#, #"\uD83C"#, #"\uDF53"#, #"\u{110000}"#,
      #"\u{}"#,
      #"\p{Nope}"#, #"\p{Script=Hangul}"#, #"\pL"#, #"\01"#, #"\c"#, #"[\B]"#, #"\-"#,
      String(repeating: "(", count: 40) + String(repeating: ")", count: 40),
      "(((a{1000}){1000}){1000}){1000}",
    ])
  func refused(pattern: String) {
    #expect(SchemaPattern.problem(pattern)?.isEmpty == false)
    #expect(!SchemaPattern.matches("a", pattern))
  }

  @Test(
    "a pattern that would go back and forth for ever is cut off",
    arguments: ["^(a+)+$", "^(a|aa)+$", "^(.*)*$", "^(a*)*b$", "(x+x+)+y", "^([a-z]+)*[0-9]$"])
  func bounded(pattern: String) {
    let clock = ContinuousClock()
    for count in [30, 1000, 20_000] {
      let text = String(repeating: pattern.contains("x") ? "x" : "a", count: count) + "!\n"
      let time = clock.measure { #expect(!SchemaPattern.matches(text, pattern)) }
      #expect(time < .seconds(2), "\(count)")
    }
  }

  @Test("long texts that need no going back are matched")
  func longText() {
    let text = String(repeating: "가나다", count: 100_000)
    #expect(SchemaPattern.matches(text, "^[가-힣]*$"))
    #expect(SchemaPattern.matches(text, "^(?:가|나|다)*$"))
  }

  // MARK: Beside sets of places

  /// An expression with its meaning: where it may end that begins at a place.
  private indirect enum Expression {
    case sign(Character, Set<Character>)
    case group(Set<Character>, isComplement: Bool)
    case sequence(Expression, Expression)
    case either(Expression, Expression)
    case repeated(Expression, Int, Int?)

    static let letters: [Character] = ["a", "b", "가", "🍓", "-", "]", ".", "\\"]

    static func random(_ depth: Int, _ numbers: inout SeededNumbers) -> Expression {
      let kind = Int.random(in: 0..<(depth == 0 ? 2 : 5), using: &numbers)
      switch kind {
      case 0:
        let letter = letters.randomElement(using: &numbers) ?? "a"
        return .sign(letter, [letter])
      case 1:
        let some = letters.filter { _ in Bool.random(using: &numbers) }
        return .group(Set(some), isComplement: Bool.random(using: &numbers))
      case 2: return .sequence(random(depth - 1, &numbers), random(depth - 1, &numbers))
      case 3: return .either(random(depth - 1, &numbers), random(depth - 1, &numbers))
      default:
        let low = Int.random(in: 0...2, using: &numbers)
        let high = Bool.random(using: &numbers) ? nil : low + Int.random(in: 0...2, using: &numbers)
        return .repeated(random(depth - 1, &numbers), low, high)
      }
    }

    var text: String {
      switch self {
      case .sign(let letter, _): "-가🍓ab".contains(letter) ? "\(letter)" : "\\\(letter)"
      case .group(let letters, let isComplement):
        "[\(isComplement ? "^" : "")"
          + letters.sorted().map { "-]\\".contains($0) ? "\\\($0)" : "\($0)" }.joined() + "]"
      case .sequence(let one, let other): "(?:\(one.text))(\(other.text))"
      case .either(let one, let other): "(\(one.text)|\(other.text))"
      case .repeated(let part, let low, let high):
        "(?:\(part.text))" + (high.map { "{\(low),\($0)}" } ?? (low == 0 ? "*?" : "{\(low),}"))
      }
    }

    func ends(_ text: [Character], from starts: Set<Int>) -> Set<Int> {
      switch self {
      case .sign(let letter, _):
        return Set(starts.filter { $0 < text.count && text[$0] == letter }.map { $0 + 1 })
      case .group(let letters, let isComplement):
        return Set(
          starts.filter { $0 < text.count && letters.contains(text[$0]) != isComplement }
            .map { $0 + 1 })
      case .sequence(let one, let other):
        return other.ends(text, from: one.ends(text, from: starts))
      case .either(let one, let other):
        return one.ends(text, from: starts).union(other.ends(text, from: starts))
      case .repeated(let part, let low, let high):
        var now = starts
        for _ in 0..<low { now = part.ends(text, from: now) }
        var all = now
        for _ in 0..<(high.map { $0 - low } ?? text.count + 1) {
          now = part.ends(text, from: now)
          all.formUnion(now)
        }
        return all
      }
    }
  }

  @Test("2,000 expressions at random match what sets of places say they do")
  func atRandom() {
    var numbers = SeededNumbers(seed: 4)
    var matches = 0
    for _ in 0..<2000 {
      let expression = Expression.random(3, &numbers)
      let pattern = "^(?:\(expression.text))$"
      #expect(SchemaPattern.problem(pattern) == nil, "\(pattern)")
      for _ in 0..<8 {
        let text = (0..<Int.random(in: 0...5, using: &numbers)).map { _ in
          Expression.letters.randomElement(using: &numbers) ?? "a"
        }
        let expected = expression.ends(text, from: [0]).contains(text.count)
        matches += expected ? 1 : 0
        #expect(SchemaPattern.matches(String(text), pattern) == expected, "\(pattern) \(text)")
      }
    }
    #expect(matches > 1000)
  }
}
