/// The two forms of an English word after a number: `customer/customers`, `is/are`.
package struct PluralForms: Hashable, Sendable {
  private let one: Substring
  private let other: Substring

  /// - Returns: Nil where the text is not two pieces of ASCII letters, spaces and hyphens with a `/`
  ///   between them.
  package init?(_ text: some StringProtocol) {
    let forms = String(text).split(separator: "/", omittingEmptySubsequences: false)
    guard forms.count == 2, forms.allSatisfy(Self.isWord) else { return nil }
    (one, other) = (forms[0], forms[1])
  }

  private static func isWord(_ text: Substring) -> Bool {
    guard text.utf8.first.map({ $0 != 0x20 }) == true else { return false }
    return text.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte | 0x20) && byte != 0x20 || byte == 0x20 || byte == 0x2D
    }
  }

  /// The number as it is written, and the form that goes with it: `1 customer`, `0 customers`.
  package func following(_ number: String) -> String {
    "\(number) \(number == "1" ? one : other)"
  }
}
