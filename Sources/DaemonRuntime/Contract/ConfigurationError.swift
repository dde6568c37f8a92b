package import Values

/// What is wrong in a configuration, and where.
package struct ConfigurationError: Error, CustomStringConvertible {
  /// The file; empty as long as nobody has said which.
  package private(set) var file = ""
  /// A JSON Pointer into it.
  package let path: String
  package let expected: LocalizedText

  package init(path: String, expected en: String, _ ko: String) {
    self.path = path
    expected = LocalizedText(en: en, ko: ko)
  }

  /// A member that nobody knows, beside those that the runtime and the domain do.
  package static func unknown(_ name: String, known: [String] = []) -> ConfigurationError {
    let own = ["access", "idleExitSeconds", "limits", "logPriority", "postgresql"]
    let names = (known + own).sorted().joined(separator: ", ")
    return ConfigurationError(path: "/\(name)", expected: "one of \(names) here", "\(names) 중 하나")
  }

  package func inFile(_ file: String) -> ConfigurationError {
    var error = self
    error.file = file
    return error
  }

  package var sentence: LocalizedText {
    let place = file + (file.isEmpty || path.isEmpty ? "" : " ") + path
    return LocalizedText(
      en: "the configuration is wrong: \(place): expected \(expected.en)",
      ko: "설정이 잘못되었습니다: \(place): 필요한 것은 \(expected.text(in: .korean))")
  }

  package var description: String { sentence.en }
}
