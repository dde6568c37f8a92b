import Foundation
@testable import IPCProtocol
import IPCTransport
import LinuxSystem
import TestSupport
import Testing
import Values

@testable import matectl

/// What the values of a parameter are called, wherever a person sees or types them.
@Suite("Names of values")
struct ValueNamesTests {
  private func domain(_ name: String) throws -> DomainDescription {
    let file = "\(BuiltPrograms.repository())/deploy/domains/\(name).json"
    let bytes = try Data(contentsOf: URL(filePath: file))
    return try DomainDescription(openRPC: try JSON.parse(Array(bytes)))
  }

  private func method(_ name: String) throws -> (MethodDescription, DomainDescription) {
    let domain = try domain(String(name.prefix { $0 != "." }))
    return (try #require(domain.methods.first { $0.name == name }), domain)
  }

  private func form(_ name: String, _ language: Language, row: JSONValue? = nil) throws
    -> ActionForm
  {
    let (method, domain) = try method(name)
    return try #require(
      ActionForm(
        method, fixed: [:], row: row, schemas: domain.schemas,
        help: Help(language: language, style: Style(isColored: false)), names: MemberNames(domain)))
  }

  @Test(
    "each value that a parameter of ours lists has a name in both languages",
    arguments: ["bank", "juice", "project", "transit"])
  func all(name: String) throws {
    let domain = try domain(name)
    for method in domain.methods {
      for parameter in method.parameters {
        for value in domain.valueNames(of: parameter).all {
          let said = domain.members["\(parameter.name)=\(value.word)"]
          #expect(said?.ko?.isEmpty == false, "\(method.name) \(parameter.name)=\(value.word)")
          for language in Language.allCases {
            let shown = domain.valueNames(of: parameter).name(of: value.word, in: language)
            #expect(shown == said?.text(in: language), "two values are called \(shown)")
          }
        }
      }
    }
  }

  @Test(
    "a form shows names and sends words, of what is chosen and of what is typed",
    arguments: [
      ("일반", "normal"), ("normal", "normal"), ("일", "normal"), ("n", "normal"), ("VIP", "vip"),
      ("vv", "vvip"),
    ])
  func forms(typed: String, word: String) throws {
    var form = try form("bank.take", .korean)
    let place = try #require(form.fields.firstIndex { $0.parameter.name == "grade" })
    #expect(form.fields[place].choices == ["VVIP", "VIP", "일반"])
    #expect(form.fields[place].help.contains("VVIP|VIP|일반"))
    let service = try #require(form.fields.firstIndex { $0.parameter.name == "service" })
    form.fields[service].word = "deposit"
    form.fields[place].word = typed
    let params = try form.call(in: domain("bank")).params
    #expect(params["grade"] == .string(word))
  }

  @Test("what is no value is refused in the words that the form shows")
  func refused() throws {
    var form = try form("bank.take", .korean)
    for index in form.fields.indices where form.fields[index].isNeeded {
      form.fields[index].word = "deposit"
    }
    let place = try #require(form.fields.firstIndex { $0.parameter.name == "grade" })
    // V begins two of them.
    form.fields[place].word = "v"
    let bank = try domain("bank")
    do {
      _ = try form.call(in: bank)
      Issue.record("v is two grades")
    } catch {
      #expect(error.error.message.text(in: .korean).contains("VVIP, VIP, 일반 중 하나"))
    }
  }

  @Test("values that a domain answers with have the names beside them, of lists and pairs too")
  func known() throws {
    let (method, _) = try method("juice.order")
    let source = CompletionSource(
      method: "juice.stock", values: "/items/*/fruit", aliases: "/items/*/name/*")
    let result: JSONValue = [
      "items": [
        ["fruit": "mango", "name": ["en": "mango", "ko": "망고"]],
        ["fruit": "red", "name": ["en": "red kiwi", "ko": "붉은 키위"]],
      ]
    ]
    let names = ValueNames(source, in: result)
    let parameter = try #require(method.parameters.first)
    var field = ActionForm.Field(parameter: parameter, name: "", help: "", choices: [])
    field.offer(["mango", "red"], names, in: .korean)
    #expect(field.choices == ["망고", "붉은 키위"])
    for (typed, word) in [("망고", "mango"), ("mango", "mango"), ("망", "망"), ("lime", "lime")] {
      field.word = typed
      #expect(field.sent == word)
    }
    field.isList = true
    (field.given, field.word) = ("mango=2,red=1", "mango=2,red=1")
    field.offer(["mango", "red"], names, in: .korean)
    // A name of two words would be two.
    #expect(field.choices == ["망고", "red"] && field.word == "망고=2,red=1")
    #expect(field.sent == "mango=2,red=1")
  }

  @Test("a command line takes names as well, whole ones, and help tells them where it has room")
  func commandLine() throws {
    let (method, domain) = try method("bank.take")
    let command = try #require(method.command)
    for word in ["일반", "normal", "NORMAL"] {
      let params = try ArgumentBinder.bind(
        ["deposit", "--grade", word], to: method, command, of: domain
      ).params
      #expect(params["grade"] == "normal")
    }
    do {
      _ = try ArgumentBinder.bind(["deposit", "--grade", "일"], to: method, command, of: domain)
      Issue.record("a script is not to change its meaning with the next name")
    } catch {
      #expect(error.message.text(in: .korean).contains("vvip, vip, normal (일반) 중 하나"))
    }
    for (language, told) in [(Language.korean, "normal (일반)"), (.english, "vip|normal")] {
      let help = Help(language: language, style: Style(isColored: false))
      let page = help.command(method, command, of: domain)
      #expect(page.contains(told))
    }
    let (list, project) = try self.method("project.list")
    let help = Help(language: .korean, style: Style(isColored: false))
    let page = help.command(list, try #require(list.command), of: project)
    #expect(page.contains("due|urgency"))
  }

  @Test("the part of a description that one command takes has the names of its values")
  func excerpt() throws {
    let file = "\(BuiltPrograms.repository())/deploy/domains/bank.json"
    let bytes = try Array(Data(contentsOf: URL(filePath: file)))
    let taking = try #require(
      DomainDescription(excerptOf: bytes) { name, _ in name == "bank.take" })
    let grade = taking.methods.first?.parameters.first { $0.name == "grade" }
    #expect(taking.valueNames(of: try #require(grade)).word("일반") == "normal")
    // What lists none is as short as ever.
    let call = try #require(DomainDescription(excerptOf: bytes) { name, _ in name == "bank.call" })
    #expect(call.members.isEmpty)
  }

  @Test("completion tells the names, and offers them to who has begun one")
  func completion() throws {
    let completion = Completion(
      language: .korean,
      catalog: DescriptionCatalog(folders: ["\(BuiltPrograms.repository())/deploy/domains"]),
      instances: { _ in [] }, ask: { _, _ in nil })
    let all = completion.candidates(["bank", "take", "deposit", "--grade"], current: "")
    #expect(all.contains(.init(word: "normal", note: "일반")))
    #expect(!all.contains { $0.word == "일반" })
    let begun = completion.candidates(["bank", "take", "deposit", "--grade"], current: "일")
    #expect(begun.map(\.word) == ["일반"])
  }
}
