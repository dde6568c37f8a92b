internal import CPCRE
internal import Synchronization

/// `pattern` by PCRE2, over code points; each is compiled once, when it is first needed.
enum SchemaPattern {
  /// A compiled pattern, or why it is none.
  private struct Compiled: @unchecked Sendable {
    // PCRE2 only reads a compiled pattern when it matches; several threads may do so at once.
    let code: OpaquePointer?
    let problem: String?
  }

  /// They are never freed: there are as many as descriptions name.
  private static let cache = Mutex<[String: Compiled]>([:])

  /// Steps of a match: so many, and so many more for every byte of the text.
  ///
  /// Patterns that go back and forth for ever are cut off there, and take milliseconds.
  private static let steps = (atLeast: 100_000, perByte: 8)
  private static let kibibytes: UInt32 = 64 << 10

  /// Whether a part of the text matches; a pattern that means nothing matches nothing, and so does a
  /// text that would take too many steps.
  static func matches(_ text: String, _ pattern: String) -> Bool {
    guard let code = compiled(pattern).code else { return false }
    var text = text
    return text.withUTF8 { bytes in
      let steps = UInt32(clamping: Self.steps.atLeast + Self.steps.perByte * bytes.count)
      return mate_pattern_matches(code, bytes.baseAddress, bytes.count, steps, kibibytes) == 1
    }
  }

  /// What is wrong with a pattern; nil where nothing is.
  static func problem(_ pattern: String) -> String? { compiled(pattern).problem }

  private static func compiled(_ pattern: String) -> Compiled {
    cache.withLock { cache in
      if let known = cache[pattern] { return known }
      let compiled = compile(pattern)
      cache[pattern] = compiled
      return compiled
    }
  }

  private static func compile(_ pattern: String) -> Compiled {
    do throws(PatternSyntax.Problem) {
      var translated = try PatternSyntax.translated(pattern)
      let code = translated.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { mate_pattern_compile($0.baseAddress, $0.count) }
      }
      return Compiled(code: code, problem: code == nil ? "the pattern is too large" : nil)
    } catch {
      return Compiled(code: nil, problem: error.sentence)
    }
  }
}
