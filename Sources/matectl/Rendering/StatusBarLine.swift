internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// A result or an event in the few cells of a status bar.
struct StatusBarLine {
  private let text: String
  private let tooltip: String?
  private let kind: String?

  /// Without a template the first line of what people see elsewhere is shown.
  init(
    _ template: BarTemplate?, _ value: JSONValue, _ values: ValueText, otherwise: () -> String
  ) {
    func filled(_ text: LocalizedText) -> String {
      Template(text.text(in: values.language)).filled(with: value, values)
    }
    text = template.map { filled($0.text) } ?? String(otherwise().prefix { !$0.isNewline })
    tooltip = template?.tooltip.map(filled)
    kind = template?.kind.flatMap { value.value(at: $0)?.stringValue }
  }

  /// One JSON object a line, as Waybar's custom modules with `"return-type": "json"` read it.
  ///
  /// Pango markup in what comes from a daemon would be obeyed, so its signs are escaped.
  var waybar: String {
    var object: JSONObject = ["text": .string(Self.escaped(text))]
    object["tooltip"] = tooltip.map { .string(Self.escaped($0)) }
    object["class"] = kind.map(JSONValue.string)
    return JSON.text(.object(object)) + "\n"
  }

  /// One line, as i3blocks reads it with `interval=persist`.
  var i3blocks: String { text.printable(inOneLine: true) + "\n" }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
    return result
  }
}
