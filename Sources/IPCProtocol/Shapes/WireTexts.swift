/// What a text may be.
package struct TextRule: Sendable {
  fileprivate let rules: JSONSchema.Rules

  private init(_ schema: JSONSchema) {
    guard case .rules(let rules) = schema else { preconditionFailure("a text has rules") }
    self.rules = rules
  }

  package static let date = TextRule(.string(format: .date))

  package static func words(_ words: [String]) -> TextRule { TextRule(.oneOf(words)) }

  /// Counted in Unicode scalars; the pattern as ECMA-262 has it, of the subset in `protocol.md`.
  package static func text(length: ClosedRange<Int>? = nil, pattern: String? = nil) -> TextRule {
    TextRule(
      .string(
        minLength: length.flatMap { $0.lowerBound == 0 ? nil : $0.lowerBound },
        maxLength: length.flatMap { $0.upperBound == .max ? nil : $0.upperBound },
        pattern: pattern))
  }
}

extension String: WireValue {
  package static func schema(_ rule: TextRule?, _ names: inout SchemaNames) -> JSONSchema {
    rule.map { .rules($0.rules) } ?? .string
  }

  package static func form(_ rule: TextRule?) -> ValueForm {
    guard let rule else { return ValueForm(kind: .text) }
    return ValueForm(kind: .boundText(.passRetained(TextBounds(rule.rules))))
  }
}

/// The rules of a text that is written; never freed, as the table that has them.
final class TextBounds: Sendable {
  private let rules: JSONSchema.Rules
  private let words: [String]

  init(_ rules: JSONSchema.Rules) {
    self.rules = rules
    words = rules.enumeration.compactMap(\.stringValue)
  }

  /// - Throws: ``JSONEncodingFailure`` where a reader that checks would refuse the text.
  func check(_ text: String) throws(JSONEncodingFailure) {
    guard isWithin(text) else {
      throw JSONEncodingFailure(reason: "a text is not \(rules.phrase)")
    }
  }

  private func isWithin(_ text: String) -> Bool {
    // By bytes: what Unicode calls equivalent is another word on the wire.
    if !words.isEmpty, !words.contains(where: { $0.utf8.elementsEqual(text.utf8) }) {
      return false
    }
    if rules.minLength != nil || rules.maxLength != nil {
      let length = text.unicodeScalars.count
      guard length >= rules.minLength ?? 0, length <= rules.maxLength ?? .max else { return false }
    }
    return rules.format?.matches(text) != false
      && rules.pattern.map { SchemaPattern.matches(text, $0) } != false
  }
}
