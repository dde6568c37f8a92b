internal import IPCProtocol
internal import TaskFormats
internal import Values

/// How people name a project: its number, its UUID, or the start of its UUID.
struct ProjectReference: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case number(Int)
    case id(UUID)
    /// The digits that were typed, and which digits they are.
    case start(UUID, mask: UUID)
    /// `3-7`: all between that are there.
    case range(Int, Int)
  }

  let kind: Kind
  let text: String

  /// So many digits of a UUID name it at least.
  private static let shortest = 4

  init(number: Int) {
    kind = .number(number)
    text = "\(number)"
  }

  /// Reads `12`, `#12`, `5f0c1e2a-…` or the first digits of it.
  ///
  /// A word of decimal digits alone is a number.
  init(_ word: String) throws(ProjectError) {
    text = String(word.prefix(64))
    if word.trimmed.isEmpty { throw ProjectError(.nothingNamed) }
    let plain = word.hasPrefix("#") ? word.dropFirst() : word[...]
    if let number = Int(plain), plain.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      kind = .number(number)
    } else if let id = UUID(plain) {
      kind = .id(id)
    } else if let (digits, mask) = Self.start(plain) {
      kind = .start(digits, mask: mask)
    } else {
      throw ProjectError(.invalidID, ["id": .string(text)])
    }
  }

  private init(_ kind: Kind, _ text: String) { (self.kind, self.text) = (kind, text) }

  /// Reads one word of those that name several: `5,6`, `1-3`, `1-3,7`, and what one project is named by.
  static func several(_ word: String) throws(ProjectError) -> [ProjectReference] {
    var references: [ProjectReference] = []
    for part in word.split(separator: ",", omittingEmptySubsequences: false) {
      // `1,` may have lost what stood behind it.
      guard !part.isEmpty || word.trimmed.isEmpty else {
        throw ProjectError(.invalidID, ["id": .string(String(word.prefix(64)))])
      }
      if let range = try range(part) {
        references.append(range)
      } else {
        references.append(try ProjectReference(String(part)))
      }
    }
    return references
  }

  /// `1-3`; with more digits in front it is a UUID, whose first stroke stands behind eight.
  private static func range(_ word: Substring) throws(ProjectError) -> ProjectReference? {
    let ends = word.split(separator: "-", omittingEmptySubsequences: false)
    let isRange =
      ends.count == 2
      && ends.allSatisfy { end in
        (1...7).contains(end.utf8.count) && end.utf8.allSatisfy { (0x30...0x39).contains($0) }
      }
    guard isRange, let first = Int(ends[0]), let last = Int(ends[1]) else { return nil }
    guard first <= last else {
      throw ProjectError(
        .reversedRange, ["ids": .string(String(word)), "instead": .string("\(last)-\(first)")])
    }
    return ProjectReference(.range(first, last), String(word))
  }

  private static func start(_ text: Substring) -> (UUID, mask: UUID)? {
    let digits = text.filter { $0 != "-" }
    guard (shortest..<32).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit),
      digits.utf8.count == digits.count
    else { return nil }
    func filled(_ digit: Character) -> String {
      digits + String(repeating: digit, count: 32 - digits.count)
    }
    let marks = String(repeating: "f", count: digits.count)
    let mask = marks + String(repeating: "0", count: 32 - digits.count)
    guard let value = number(filled("0")), let bits = number(mask) else { return nil }
    return (value, bits)
  }

  private static func number(_ digits: String) -> UUID? {
    guard let high = UInt64(digits.prefix(16), radix: 16),
      let low = UInt64(digits.dropFirst(16), radix: 16)
    else { return nil }
    return UUID(high: high, low: low)
  }
}
