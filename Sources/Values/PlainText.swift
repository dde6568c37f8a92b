/// What a text may have that people read on a terminal or give to things as a name.
extension Unicode.Scalar {
  /// Whether it steers what shows it instead of being seen: control characters, separators of lines
  /// and paragraphs, marks of direction (UAX #9), and what is no character at all.
  package var isSteering: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFDD0...0xFDEF: true
    default: value & 0xFFFE == 0xFFFE
    }
  }

  /// Whether nothing is to be seen of it: white space, and what is made to be ignored, as U+200B.
  fileprivate var isInvisible: Bool {
    properties.isWhitespace || properties.isDefaultIgnorableCodePoint
  }
}

extension String {
  /// The text without what would steer a terminal, which becomes `�`; a tab becomes a space, unless
  /// it separates fields, and in one line also a new line does.
  package func printable(inOneLine isOneLine: Bool = false, withTabs: Bool = false) -> String {
    guard mayHaveSteering(besidesNewLines: isOneLine) else { return self }
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": text.append(isOneLine ? " " : scalar)
      case "\t": text.append(withTabs ? scalar : " ")
      case _ where scalar.isSteering: text.append("\u{FFFD}")
      default: text.append(scalar)
      }
    }
    return String(text)
  }

  /// Whether a byte is one of those that begin such a character; most texts have none.
  private func mayHaveSteering(besidesNewLines countsNewLines: Bool) -> Bool {
    utf8.contains { byte in
      switch byte {
      case 0x0A: countsNewLines
      case 0..<0x20, 0x7F: true
      // U+0080 to 9F, U+061C, U+2000 to 2FFF, U+F000 to FFFF, and the planes above.
      case 0xC2, 0xD8, 0xE2, 0xEF, 0xF0...0xF4: true
      default: false
      }
    }
  }
}

/// The one rule of every name that a daemon keeps: something to be seen, on one line, that steers
/// nothing; notes and bodies may have lines.
package enum StoredText {
  package enum Problem: Error, Hashable, Sendable {
    case blank
    /// With how many code points it has.
    case tooLong(Int)
    case forbidden(Unicode.Scalar)
  }

  /// - Parameters:
  ///   - text: A name, as it is to be kept.
  ///   - limit: The most that it may have, in code points.
  /// - Throws: ``Problem``.
  package static func check(name text: String, atMost limit: Int) throws(Problem) {
    if let scalar = firstForbidden(in: text) { throw .forbidden(scalar) }
    guard text.unicodeScalars.contains(where: { !$0.isInvisible }) else { throw .blank }
    let count = text.unicodeScalars.count
    guard count <= limit else { throw .tooLong(count) }
  }

  package static func isName(_ text: String, atMost limit: Int) -> Bool {
    do throws(Problem) { try check(name: text, atMost: limit) } catch { return false }
    return true
  }

  /// The first character that no such text may have; half of a surrogate pair has become U+FFFD.
  ///
  /// - Parameters:
  ///   - text: A name, or a text of several lines.
  ///   - allowed: What it may have nevertheless, as new lines.
  /// - Returns: Nil where there is none.
  package static func firstForbidden(
    in text: String, besides allowed: Set<Unicode.Scalar> = []
  ) -> Unicode.Scalar? {
    text.unicodeScalars.first {
      ($0.isSteering || $0 == "\u{FFFD}") && !allowed.contains($0)
    }
  }
}
