internal import IPCProtocol
internal import Values

/// `{name}`, `{a/b}`, `{name:format}` in a sentence; made once, it is filled row after row.
struct Template {
  private enum Piece {
    case text(Substring)
    case member(JSONPointer?, format: String?)
  }

  private let pieces: [Piece]

  /// The words of a description are printed as those of a daemon: they steer nothing.
  init(_ text: String) {
    var pieces: [Piece] = []
    var rest = text.printable()[...]
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
      let close = rest.utf8[open...].firstIndex(of: UInt8(ascii: "}"))
    {
      pieces.append(.text(rest[..<open]))
      pieces.append(Self.member(rest[rest.index(after: open)..<close]))
      rest = rest[rest.index(after: close)...]
    }
    self.pieces = pieces + [.text(rest)]
  }

  private static func member(_ reference: Substring) -> Piece {
    let parts = reference.split(separator: ":", maxSplits: 1)
    guard let name = parts.first else { return .text("") }
    let format = parts.count == 2 ? String(parts[1]) : name.isDurationName ? "duration" : nil
    return .member(JSONPointer("/\(name)"), format: format)
  }

  /// The first text among the members, where more stands behind it; else nothing.
  func name(in value: JSONValue, _ values: ValueText) -> String {
    let words = pieces.compactMap { piece -> String? in
      guard case .member(let pointer, let format) = piece, format == nil,
        let member = pointer?.value(in: value),
        member.stringValue != nil || member.objectValue != nil
      else { return nil }
      return values.text(member, format: nil)
    }.filter { !$0.isEmpty }
    return words.count > 1 ? words[0] : ""
  }

  /// The sentence with the members of `value` in their places.
  func filled(with value: JSONValue, _ values: ValueText) -> String {
    var result = ""
    for piece in pieces {
      switch piece {
      case .text(let text): result += text
      case .member(let pointer, let format):
        let values = format == ValueFormat.money.rawValue ? values.of(value) : values
        result += values.text(pointer?.value(in: value), format: format)
      }
    }
    return result
  }
}

extension TableTemplate {
  /// What stands for the rows where there are none.
  func nothing(in value: JSONValue, _ values: ValueText) -> String {
    let text = empty.map { Template($0.text(in: values.language)).filled(with: value, values) }
    return text.flatMap { $0.isEmpty ? nil : $0 } ?? values.language.none
  }
}

extension Language {
  /// A word for no rows.
  var none: String { self == .korean ? "없음" : "none" }
}

extension MessageTemplate {
  /// The sentence for a value, or nil where no case fits.
  func text(for value: JSONValue, _ values: ValueText) -> String? {
    text(for: value).map { Template($0.text(in: values.language)).filled(with: value, values) }
  }
}
