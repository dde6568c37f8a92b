import Foundation
@testable import IPCProtocol
import LinuxSystem
import TestSupport
import Testing
import Values

@testable import matectl

/// A form is filled in by people who type no commands: what it says is about its fields.
@Suite("Words of forms")
struct FormWordsTests {
  static let domains = ["bank", "juice", "project", "transit"]

  private func domain(_ name: String) throws -> DomainDescription {
    let file = "\(BuiltPrograms.repository())/deploy/domains/\(name).json"
    let bytes = try Data(contentsOf: URL(filePath: file))
    return try DomainDescription(openRPC: try JSON.parse(Array(bytes)))
  }

  private func form(
    _ method: MethodDescription, of domain: DomainDescription, _ language: Language = .english,
    fixed: JSONObject = [:], asks: [RowAction.Ask]? = nil
  ) -> ActionForm? {
    ActionForm(
      method, fixed: fixed, row: nil, schemas: domain.schemas,
      help: Help(language: language, style: Style(isColored: false)), names: MemberNames(domain),
      asks: asks)
  }

  private func form(
    _ method: String, of name: String, _ language: Language = .english, fixed: JSONObject = [:],
    asks: [String]? = nil
  ) throws -> ActionForm {
    let domain = try domain(name)
    let found = try #require(domain.methods.first { $0.name == method })
    return try #require(
      form(found, of: domain, language, fixed: fixed, asks: asks?.map { .init(name: $0) }))
  }

  /// The forms that can come: of each command, and of each key.
  private func forms(of domain: DomainDescription, _ language: Language) -> [ActionForm] {
    let whole = domain.methods.filter { $0.command != nil && !$0.isOfRuntime }
      .compactMap { form($0, of: domain, language) }
    let ofKeys = domain.screens.flatMap(\.actions).compactMap { action -> ActionForm? in
      var asks: [RowAction.Ask] = []
      var fixed = JSONObject()
      for parameter in action.params {
        switch parameter.source {
        case .ask(let pointer): asks.append(.init(name: parameter.name, pointer: pointer))
        case .mayAsk: asks.append(.init(name: parameter.name, isOptional: true))
        default: fixed[parameter.name] = 1
        }
      }
      guard let method = domain.methods.first(where: { $0.name == action.method }) else {
        return nil
      }
      return form(method, of: domain, language, fixed: fixed, asks: asks)
    }
    return whole + ofKeys
  }

  @Test("fields have names in the reader's language, and hints name no options", arguments: domains)
  func fields(name: String) throws {
    let domain = try domain(name)
    for language in [Language.english, .korean] {
      for form in forms(of: domain, language) {
        for field in form.fields {
          let place = "\(form.method.name) \(field.parameter.name): \(field.name), \(field.help)"
          let isKorean = field.name.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
          if language == .korean { #expect(isKorean, "\(place)") }
          let isWord = !field.name.contains("-") || ["Warm-up", "No-shows"].contains(field.name)
          #expect(isWord, "\(place)")
          for word in ["--", "\"\"", "true", "false"] {
            #expect(!field.help.contains(word), "\(place)")
          }
        }
      }
    }
  }

  @Test(
    "what is wrong with a field stands at that field, in words of its own", arguments: domains)
  func places(name: String) throws {
    let domain = try domain(name)
    for language in [Language.english, .korean] {
      for form in forms(of: domain, language) {
        for (index, field) in form.fields.enumerated() {
          let rules = field.parameter.rules(in: domain.schemas)
          guard field.parameter.source == nil, rules.enumeration.isEmpty else { continue }
          let words = Self.wrong(rules)
          for word in words {
            var form = form
            for other in form.fields.indices where form.fields[other].parameter.isRequired {
              let field = form.fields[other]
              let isRecipe = field.parameter.name == "recipe"
              form.fields[other].word =
                isRecipe ? "kiwi=1" : Self.right(field.parameter.rules(in: domain.schemas))
            }
            form.fields[index].word = word
            let place = "\(form.method.name) \(field.parameter.name) \(word)"
            do throws(FieldError) {
              _ = try form.call(in: domain)
              Issue.record("\(place) is taken")
            } catch {
              let sentence = error.error.message.text(in: language)
              #expect(error.parameter == field.parameter.name, "\(place): \(sentence)")
              if word.count > 20 {
                #expect(!sentence.contains("9223372036854775807"), "\(place): \(sentence)")
              }
              #expect(sentence.hasPrefix(field.name), "\(place): \(sentence)")
            }
          }
        }
      }
    }
  }

  /// Words that cannot be meant, by rules alone.
  private static func wrong(_ rules: JSONSchema.Rules) -> [String] {
    guard rules.types == [.integer] else { return [] }
    let above = rules.maximum?.doubleValue.flatMap { $0 < 1e15 ? ["\(Int64($0) + 1)"] : nil }
    return ["99999999999999999999999"] + (rules.format == nil ? ["zzz"] : []) + (above ?? [])
  }

  /// A word that can.
  private static func right(_ rules: JSONSchema.Rules) -> String {
    if let choice = rules.enumeration.first { return WordValue.text(choice) }
    if rules.isSwitch { return "yes" }
    return rules.format == .date ? "2026-11-21" : "1"
  }

  @Test("a refusal of the domain stands at the field whose value it repeats or names")
  func blamed() throws {
    var hours = try form("bank.hours.set", of: "bank")
    for (index, word) in ["mon", "09:00-10:00,nine", "11:00-12:00"].enumerated() {
      hours.fields[index].word = word
    }
    let sent: JSONObject = ["days": "mon", "times": "09:00-10:00,nine", "pauses": "11:00-12:00"]
    let said = { (words: String) -> JSONObject in
      ["name": "bank.planWords", "words": .string(words), "example": "mon-fri", "traceId": "mon"]
    }
    #expect(hours.blamed(by: said("mon"), sent: sent) == "days")
    #expect(hours.blamed(by: said("nine"), sent: sent) == "times")
    #expect(hours.blamed(by: said("11:00-12:00"), sent: sent) == "pauses")
    #expect(hours.blamed(by: ["path": "/times/0"], sent: sent) == "times")
    #expect(hours.blamed(by: ["name": "bank.closed"], sent: sent) == nil)
    var juice = try form("juice.stock.receive", of: "juice", fixed: ["fruit": "kiwi"])
    let count = try #require(juice.fields.firstIndex { $0.parameter.name == "count" })
    juice.fields[count].word = "9999999"
    let many: JSONObject = ["name": "juice.invalidCount", "count": 9_999_999, "maximum": 1_000_000]
    #expect(juice.blamed(by: many, sent: ["fruit": "kiwi", "count": 9_999_999]) == "count")
    #expect(juice.blamed(by: ["maximum": 40], sent: [:]) == "count")
  }

  @Test("a refusal that names an option of the command names the field")
  func refusals() throws {
    let add = try form("project.add", of: "project")
    let sentence = "the title has 1001 characters and may have 1000; put the rest into --body"
    #expect(add.told(sentence).hasSuffix("put the rest into Description"))
    let korean = try form("project.add", of: "project", .korean)
    #expect(korean.told("나머지는 --body에 적으십시오") == "나머지는 설명에 적으십시오")
    // What the form does not ask for is said as it is.
    #expect(try form("project.add", of: "project", asks: ["title"]).told("--body") == "--body")
    let close = try form("bank.close", of: "bank")
    #expect(
      close.told("`matectl bank close --clear-line` or `--keep-line` ends it sooner")
        == "Send them home or Keep the line ends it sooner")
    #expect(
      close.told("see `matectl bank board --columns x` or `--all 3`")
        == "see `matectl bank board --columns x` or `--all 3`")
    let plan = try form("bank.simulate", of: "bank")
    #expect(
      plan.told("say how long it is with `--hours 8`.") == "say how long it is with Hours: 8.")
    let stock = try form("juice.stock.set", of: "juice", fixed: ["fruit": "kiwi"], asks: ["count"])
    #expect(
      stock.told("it is written without a sign (`matectl juice stock set kiwi 3`); again")
        == "it is written without a sign; again")
  }

  @Test(
    "two quotes are nothing, as in the shell, but where they stood before",
    arguments: ["\"\"", "''"])
  func quotes(word: String) throws {
    let domain = try domain("project")
    let method = try #require(domain.methods.first { $0.name == "project.edit" })
    let cases: [(given: String, sent: JSONObject)] = [
      ("home", ["id": 4, "group": ""]), ("", ["id": 4]), (word, ["id": 4]),
    ]
    for (given, sent) in cases {
      var edit = try #require(
        form(
          method, of: domain, fixed: ["id": 4],
          asks: [.init(name: "group", given: .string(given))]))
      edit.fields[0].word = word
      #expect(try edit.call(in: domain).params == sent, "\(given)")
    }
    var take = try form("bank.take", of: "bank")
    take.fields[0].word = word
    let bank = try self.domain("bank")
    #expect(throws: FieldError.self) { try take.call(in: bank) }
  }

  @Test("what is any text is missing, and no more is said of it")
  func missing() throws {
    let staff = try form("bank.staff", of: "bank")
    let domain = try domain("bank")
    let error = #expect(throws: FieldError.self) { try staff.call(in: domain) }
    #expect(error?.error.message.en == "Target is missing" && error?.parameter == "target")
  }

  @Test("what a key asks for may be left out where the domain says so")
  func optional() throws {
    let domain = try domain("juice")
    let screen = try #require(domain.screens.first { $0.name == "stock" })
    let own = try #require(screen.actions.first { $0.key == "x" })
    let action = try #require(
      RowAction.declared(own, for: [["fruit": "kiwi"]], at: "/items", of: .null, in: domain))
    let spoil = try #require(
      form(action.method, of: domain, fixed: action.params, asks: action.asks))
    #expect(spoil.fields.map(\.parameter.name) == ["count"] && !spoil.fields[0].isNeeded)
    #expect(try spoil.call(in: domain).params == ["fruit": "kiwi"])
    // What has a usual value needs none, and what has not is what the key is for.
    let order = try form("juice.order", of: "juice", fixed: ["juice": "kiwi"], asks: ["count"])
    let find = try form("transit.stations", of: "transit", asks: ["query"])
    #expect(!order.fields[0].isNeeded && find.fields[0].isNeeded)
  }

  @Test("choices are a list with spaces between as with commas")
  func spaces() throws {
    var set = try form("bank.teller.set", of: "bank", fixed: ["teller": 4])
    let place = try #require(set.fields.firstIndex { $0.parameter.name == "services" })
    set.fields[place].choices = ["deposit", "loan"]
    for text in ["deposit loan", "deposit, loan", " deposit  loan "] {
      set.fields[place].word = text
      #expect(
        try set.call(in: domain("bank")).params == ["teller": 4, "services": ["deposit", "loan"]])
    }
    // What is none of them may have spaces.
    set.fields[place].word = "foreign exchange"
    #expect(try set.call(in: domain("bank")).params["services"] == ["foreign exchange"])
  }

  @Test("what is typed exactly stands first in the menu", arguments: domains)
  func exact(name: String) throws {
    let domain = try domain(name)
    let help = Help(language: .korean, style: Style(isColored: false))
    let own = domain.screens.flatMap(\.actions).compactMap { action in
      RowAction.declared(action, for: [], at: "", of: .null, in: domain).map {
        (key: action.key, label: action.label.text(in: .korean), action: $0)
      }
    }
    var menu = ActionMenu(title: "", own: own, [], domain, mayChange: true, help: help)
    for method in Set(menu.entries.map(\.action.method)) {
      menu.line = TypedText(try #require(method.command).path.joined(separator: " "))
      #expect(menu.chosen?.action.method.name == method.name)
    }
  }
}
