import IPCProtocol
import Testing
import Values

@testable import matectl

@Suite("What is the caller's own")
struct CallerTests {
  private let method = MethodDescription(
    "inn.wake", summary: LocalizedText(en: "Wake somebody"),
    parameters: [
      ParameterDescription(
        "zone", .string, required: true, LocalizedText(en: "whose clocks"), source: .timeZone),
      ParameterDescription(
        "language", .oneOf(["en", "ko"]), required: true, LocalizedText(en: "said in it"),
        source: .language),
      ParameterDescription(
        "letter", .string, required: true, LocalizedText(en: "a file"), source: .file),
    ])

  @Test("their language is sent where nobody named another", arguments: ["en", "ko"])
  func language(word: String) throws {
    let session = Session(try Invocation(["--lang", word, "inn", "wake"]))
    let sent = session.filled(["letter": "dear"], for: method)
    #expect(sent["language"] == .string(word))
    #expect(sent["letter"] == "dear")
    #expect(session.filled(["language": "fr"], for: method)["language"] == "fr")
  }

  @Test("nobody is asked for it on a form")
  func unasked() throws {
    let help = Help(language: .english, style: Style(isColored: false))
    let form = try #require(ActionForm(method, fixed: [:], row: nil, schemas: [], help: help))
    #expect(form.fields.map(\.parameter.name) == ["letter"])
  }
}
