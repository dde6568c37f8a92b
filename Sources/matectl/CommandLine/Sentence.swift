internal import Values

/// A sentence for a person, in which whatever came from elsewhere is shown as one word: in one line,
/// without what steers a terminal, and no longer than one wants to read.
///
/// What a person typed, a file has in it or another program said stands in sentences of ours only by
/// an interpolation, so that this is the one place that looks after it.
struct Sentence: ExpressibleByStringInterpolation {
  let text: String

  init(stringLiteral text: String) { self.text = text }

  init(stringInterpolation interpolation: Interpolation) { text = interpolation.text }

  private init(_ text: String) { self.text = text }

  static func + (one: Sentence, other: Sentence) -> Sentence { Sentence(one.text + other.text) }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ literal: String) { text += literal }

    mutating func appendInterpolation<T>(_ value: T) { text += "\(value)".echoed }

    /// A word with the form of a Korean particle that its sound asks for.
    mutating func appendInterpolation<T>(_ value: T, _ particle: KoreanParticle) {
      text += particle.attached(to: "\(value)".echoed)
    }

    /// A text that is a sentence already, or a list of names, as long as it may be.
    mutating func appendInterpolation(whole text: String) { self.text += text }
  }
}

extension String {
  /// A longer word is cut, in bytes: paths mostly are shorter.
  private static let longestEcho = 256
  /// What is shown of one that is cut, in code points.
  private static let shownOfLong = 80

  /// The text as it is shown to whoever typed it.
  var echoed: String {
    guard utf8.count > Self.longestEcho else { return printable(inOneLine: true) }
    let start = String(String.UnicodeScalarView(unicodeScalars.prefix(Self.shownOfLong)))
    return "\(start.printable(inOneLine: true))… (\(utf8.count) bytes)"
  }
}
