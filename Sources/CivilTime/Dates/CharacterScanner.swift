/// Reads ASCII notations of dates, rules and offsets from the left.
///
/// A function that answers nil has taken nothing.
package struct CharacterScanner {
  private var rest: ArraySlice<UInt8>

  package init(_ text: some StringProtocol) { rest = Array(text.utf8)[...] }

  package var isAtEnd: Bool { rest.isEmpty }

  package var next: UInt8? { rest.first }

  /// What is left, as text.
  package var remainder: String { String(decoding: rest, as: UTF8.self) }

  /// Takes one character where it is the next.
  package mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  /// Takes the longest run of bytes that `belongs` accepts; may be empty.
  package mutating func run(where belongs: (UInt8) -> Bool) -> String {
    let run = rest.prefix(while: belongs)
    rest = rest.dropFirst(run.count)
    return String(decoding: run, as: UTF8.self)
  }

  /// Takes exactly so many digits.
  package mutating func digits(_ count: Int) -> Int? {
    let taken = rest.prefix(count)
    guard taken.count == count, taken.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    rest = rest.dropFirst(count)
    return taken.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Takes as many digits as there are, one to `limit` of them.
  package mutating func number(limit: Int = 9) -> Int? {
    let count = rest.prefix { (0x30...0x39).contains($0) }.count
    return (1...limit).contains(count) ? digits(count) : nil
  }

  /// Takes a sign, where there is one, and a number.
  package mutating func signedNumber(limit: Int = 9) -> Int? {
    let start = rest
    let sign = take("-") ? -1 : 1
    if sign > 0 { _ = take("+") }
    guard let number = number(limit: limit) else {
      rest = start
      return nil
    }
    return sign * number
  }
}
