import Foundation
import IPCProtocol
import TestSupport
import Testing
import Values

@testable import matectl

/// What is asked before something is done, in the descriptions of all domains.
@Suite("Questions")
struct QuestionTests {
  private static let languages: [Language] = [.english, .korean]

  private static func domains() throws -> [DomainDescription] {
    try ["bank", "juice", "project", "transit"].map { name in
      let file = "\(BuiltPrograms.repository())/deploy/domains/\(name).json"
      let bytes = try Data(contentsOf: URL(filePath: file))
      return try DomainDescription(openRPC: try JSON.parse(Array(bytes)))
    }
  }

  @Test("a question after a refusal names what would be done, in both languages")
  func again() throws {
    let asked = try Self.domains().flatMap(\.errors).compactMap { $0.followUp?.again }
    #expect(!asked.isEmpty)
    for question in asked {
      for language in Self.languages { #expect(question.text(in: language).contains("{")) }
    }
  }

  @Test("what is asked about before it is done is named by what was said of it")
  func named() throws {
    let methods = try Self.domains().flatMap(\.methods)
    for method in methods where method.needsConfirmation || method.confirmedPart != nil {
      let said = method.parameters.filter(\.isRequired)
      let params = JSONObject(said.map { ($0.name, JSONValue.string("the \($0.name)")) })
      let told = method.object(in: params)
      for parameter in said { #expect(told.contains("the \(parameter.name)"), "\(method.name)") }
    }
  }

  @Test("fields of all keys' forms are called by words with a capital, and titles have room")
  func fields() throws {
    for domain in try Self.domains() {
      for screen in domain.screens {
        for key in screen.actions {
          guard let method = domain.methods.first(where: { $0.name == key.method }) else {
            continue
          }
          let asks = key.params.compactMap { parameter -> RowAction.Ask? in
            guard case .ask(let pointer) = parameter.source else { return nil }
            return RowAction.Ask(name: parameter.name, pointer: pointer)
          }
          for language in Self.languages {
            let help = Help(language: language, style: Style(isColored: false))
            let fixed = key.params.filter { !asks.map(\.name).contains($0.name) }
              .map { ($0.name, JSONValue.string("x")) }
            guard
              var form = ActionForm(
                method, fixed: JSONObject(fixed), row: nil, schemas: domain.schemas, help: help,
                names: MemberNames(domain), asks: asks)
            else { continue }
            form.label = key.label.text(in: language)
            form.about = "a name"
            #expect(form.title(in: language).hasSuffix(": a name"))
            #expect(form.title(in: language).count < 40, "\(form.title(in: language))")
            for field in form.fields {
              #expect(field.name == field.name.capitalizedStart, "\(method.name) \(field.name)")
            }
            // A key that asks for something new cannot be sent without it, but for what is known by itself.
            if let first = asks.first, first.isNew {
              let field = try #require(form.fields.first { $0.parameter.name == first.name })
              let hasDefault = ["default", "기본값"].contains { field.help.contains($0) }
              #expect(field.isNeeded != hasDefault, "\(method.name) \(first.name): \(field.help)")
            }
          }
        }
      }
    }
  }

  @Test("a name is cut before what stands behind it on a card, as where to go")
  func cards() {
    let cell = Table.Cell(
      text: "12 - a very long service → teller 5", style: nil, name: "a very long service")
    for width in 20...34 {
      let told = cell.fitted(toCells: width)
      #expect(told.hasPrefix("12 - a") && told.hasSuffix("… → teller 5"), "\(told)")
      #expect(told.count == width)
    }
    #expect(cell.fitted(toCells: 60) == cell.text)
    #expect(cell.fitted(toCells: 10).count == 10)
  }
}
