internal import IPCProtocol
internal import Values

/// `{name}`, `{a/b}`, `{name:format}` in a sentence.
struct Template {
  private let text: String

  /// The words of a description are printed as those of a daemon: they steer nothing.
  init(_ text: String) { self.text = text.printable() }

  /// The sentence with the members of `value` in their places.
  func filled(with value: JSONValue, _ values: ValueText) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      let behind = rest.index(after: open)
      guard let close = rest[behind...].firstIndex(of: "}") else {
        return result + rest[open...]
      }
      result += Self.member(rest[behind..<close], of: value, values)
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  private static func member(
    _ reference: Substring, of value: JSONValue, _ values: ValueText
  ) -> String {
    let parts = reference.split(separator: ":", maxSplits: 1)
    guard let name = parts.first else { return "" }
    let format = parts.count == 2 ? String(parts[1]) : name.isDurationName ? "duration" : nil
    let values = format == ValueFormat.money.rawValue ? values.of(value) : values
    return values.text(value.value(at: "/\(name)"), format: format)
  }
}

extension MessageTemplate {
  /// The sentence for a value, or nil where no case fits.
  func text(for value: JSONValue, _ values: ValueText) -> String? {
    switch self {
    case .text(let text):
      return Template(text.text(in: values.language)).filled(with: value, values)
    case .cases(let pointer, let cases):
      let choice = value.value(at: pointer)
      let word = choice?.stringValue ?? choice.map { JSON.text($0) } ?? ""
      guard let text = cases.first(where: { $0.value == word })?.text else { return nil }
      return Template(text.text(in: values.language)).filled(with: value, values)
    }
  }
}
