import Foundation
import IPCProtocol
import TestSupport
import Testing
import Values

@testable import matectl

/// What the descriptions of our domains come to on a screen, without a word about screens in them.
@Suite("Actions of rows")
struct RowActionTests {
  private func domain(_ name: String) throws -> DomainDescription {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appending(path: "deploy/domains/\(name).json")
    var domain = try DomainDescription(openRPC: try JSON.parse(Array(try Data(contentsOf: file))))
    domain.screens = []
    return domain
  }

  private func view(_ method: String, in domain: DomainDescription) throws -> ScreenView {
    try #require(ScreenView.all(of: domain).first { $0.method.name == method })
  }

  private func actions(
    _ name: String, _ method: String, at source: String, _ rows: JSONValue...
  ) throws -> [(name: String, params: JSONValue)] {
    let domain = try domain(name)
    return RowAction.all(for: rows, at: source, of: try view(method, in: domain), in: domain)
      .map { ($0.method.name, .object($0.params)) }
  }

  @Test(
    "what every daemon has and what asks somebody outside are no tabs",
    arguments: ["bank", "juice", "project", "transit"])
  func tabs(name: String) throws {
    let domain = try domain(name)
    let tabs = ScreenView.all(of: domain).filter { !$0.method.isStream }.map(\.method)
    #expect(tabs.count > 2)
    #expect(tabs.allSatisfy { $0.name.hasPrefix("\(name).") && !$0.isOpenWorld })
  }

  @Test("a card knows what can be done with it, and a card of another column something else")
  func bank() throws {
    let waiting = try actions("bank", "bank.board", at: "/waiting", ["number": 7])
    #expect(waiting.map(\.name) == ["bank.ticket", "bank.leave", "bank.call"])
    #expect(waiting.allSatisfy { $0.params == ["ticket": 7] })
    #expect(
      try actions("bank", "bank.board", at: "/serving", ["number": 7]).map(\.name)
        == ["bank.recall"])
    #expect(try actions("bank", "bank.board", at: "/clock", ["number": 7]).isEmpty)
    #expect(try actions("bank", "bank.board", at: "/waiting", ["service": "loan"]).isEmpty)
  }

  @Test("a row that the source leaves out is not offered what it is left out of")
  func filtered() throws {
    func names(_ row: JSONValue) throws -> [String] {
      try actions("bank", "bank.teller.list", at: "/tellers", row).map(\.name)
    }
    let manual = try names(["teller": 1, "mode": "manual"])
    let other = try names(["teller": 1, "mode": "automatic"])
    #expect(manual.contains("bank.next") && !other.contains("bank.next"))
    #expect(other.contains("bank.teller.pause"))
    let undone: JSONValue = ["id": 3, "undoneAt": "2026-11-22T00:00:00Z"]
    #expect(try actions("juice", "juice.orders", at: "/items", undone).isEmpty)
    #expect(
      try actions("juice", "juice.orders", at: "/items", ["id": 3]).map(\.name) == ["juice.undo"])
  }

  @Test("what is marked goes together where a method takes many, and only there")
  func many() throws {
    let both = try actions("project", "project.board", at: "/todo/items", ["id": 1], ["id": 2])
    let many = ["remove", "move", "start", "stop", "done", "assign"].map { "project.\($0)" }
    #expect(both.map(\.name) == many)
    #expect(both.allSatisfy { $0.params == ["ids": [1, 2]] })
    let one = try actions("project", "project.board", at: "/done/items", ["id": 1])
    #expect(
      one.map(\.name) == ["project.show", "project.edit"] + many
        + ["project.note", "project.unnote", "project.remind"])
  }

  @Test("the tabs of our domains: boards first, nothing that computes for long or asks for more")
  func tabs() throws {
    func names(_ name: String) throws -> [String] {
      ScreenView.all(of: try domain(name)).map(\.method.name)
    }
    #expect(try names("bank").prefix(2) == ["bank.board", "bank.hours"])
    #expect(try !names("bank").contains("bank.simulate"))
    #expect(try names("juice").first == "juice.menu")
    #expect(try names("project").prefix(2) == ["project.board", "project.list"])
    #expect(try names("transit").first == "transit.watch")
    guard case .whole? = ScreenView.all(of: try domain("project")).first?.follow else {
      Issue.record("the board is not followed")
      return
    }
  }

  @Test("a form asks for what is not known, first for what must be said, and sends what was said")
  func form() throws {
    let domain = try domain("project")
    let edit = try #require(domain.methods.first { $0.name == "project.edit" })
    let help = Help(language: .english, style: Style(isColored: false))
    let row: JSONValue = ["id": 4, "title": "우유", "state": "todo"]
    var form = try #require(
      ActionForm(edit, fixed: ["id": 4], row: row, schemas: domain.schemas, help: help))
    #expect(form.fields.first { $0.parameter.name == "title" }?.word == "우유")
    #expect(!form.fields.contains { $0.parameter.name == "id" || $0.parameter.name == "zone" })
    #expect(try form.call(in: domain).params == ["id": 4])
    let title = try #require(form.fields.firstIndex { $0.parameter.name == "title" })
    form.fields[title].word = "우유와 빵"
    #expect(try form.call(in: domain).params["title"] == "우유와 빵")
    let move = try #require(domain.methods.first { $0.name == "project.move" })
    var moving = try #require(
      ActionForm(move, fixed: ["ids": [4]], row: row, schemas: domain.schemas, help: help))
    #expect(moving.fields.map(\.choices) == [["todo", "doing", "done"]])
    do {
      _ = try moving.call(in: domain).params
      Issue.record("nothing was said")
    } catch {
      #expect(error.parameter == "to")
    }
    moving.cycle(by: -1)
    #expect(try moving.call(in: domain).params == ["ids": [4], "to": "done"])
    moving.fields[0].word = "nowhere"
    do {
      _ = try moving.call(in: domain).params
      Issue.record("there is no such list")
    } catch {
      #expect(error.parameter == "to")
    }
  }

  @Test("what stands in a field at first is what a row has, where it is left out as it is")
  func given() throws {
    let domain = try domain("juice")
    let help = Help(language: .english, style: Style(isColored: false))
    let row: JSONValue = ["fruit": "mango", "count": 7, "name": "mango"]
    func word(_ name: String, _ asks: [RowAction.Ask]?) throws -> String? {
      let method = try #require(domain.methods.first { $0.name == name })
      let form = ActionForm(
        method, fixed: ["fruit": "mango"], row: row, schemas: domain.schemas, help: help, asks: asks
      )
      return form?.fields.first { $0.parameter.name == "count" }?.word
    }
    // How much came, or went bad, is not how much there is; only who describes it can say so.
    #expect(try word("juice.stock.receive", nil) == "")
    #expect(try word("juice.stock.spoil", nil) == "")
    #expect(try word("juice.stock.set", [.init(name: "count", given: 7)]) == "7")
    #expect(try word("juice.stock.set", [.init(name: "count")]) == "")
  }

  @Test("a menu finds a command by how it begins before one that has the letters somewhere")
  func menu() throws {
    let domain = try domain("project")
    let help = Help(language: .english, style: Style(isColored: false))
    var menu = ActionMenu(title: "", [], domain, mayChange: true, help: help)
    _ = menu.type(.paste("move"))
    #expect(menu.entries.prefix(2).map(\.words) == ["move", "remove"])
    let calm = ActionMenu(title: "", [], domain, mayChange: false, help: help)
    #expect(calm.entries.allSatisfy { !$0.action.method.access.changesState })
  }

  @Test("a line is cut into words as a shell would cut it")
  func words() {
    #expect(
      CommandWords.split(#"add "우유 사기" --due 'to day'  a\ b"#) == [
        "add", "우유 사기", "--due", "to day", "a b",
      ])
    #expect(CommandWords.split(#"add "" x"#) == ["add", "", "x"])
    #expect(CommandWords.split(#"say "open it's"#) == ["say", "open it's"])
    #expect(CommandWords.split("   ") == [])
  }

  @Test(
    "a line whose quote is open, or that ends with a backslash, is refused with what closes it",
    arguments: [
      (#"add "unclosed"#, #"close it with ""#), ("add 'unclosed", "close it with '"),
      (#"add "it's"#, #"close it with ""#), (#"add \"#, "a backslash at the end"),
      (#"add "a" 'b"#, "close it with '"), (#"add it's "all"#, "close it with '"),
    ])
  func unclosed(line: String, sentence: String) {
    #expect(CommandWords(line).problem?.message.en.contains(sentence) == true)
    #expect(CommandWords(line).problem?.message.ko?.isEmpty == false)
  }

  @Test(
    "a line that ends is not",
    arguments: ["", "add milk", #"add "it's""#, #"add \"a"#, #"add 'a\' b"#, #"add \\"#])
  func closed(line: String) { #expect(CommandWords(line).problem == nil) }

  @Test("the lines of before are fetched one after the other, and what was being typed comes back")
  func history() {
    var history = LineHistory()
    #expect(history.fetch(-1, from: "x") == nil)
    for line in ["add one", "add one", " add secret", "", "list"] { history.add(line) }
    #expect(history.fetch(1, from: "draft") == nil)
    #expect(history.fetch(-1, from: "draft") == "list")
    #expect(history.fetch(-1, from: "list --all") == "add one")
    #expect(history.fetch(-1, from: "add one") == nil)
    #expect(history.fetch(1, from: "add one") == "list")
    #expect(history.fetch(1, from: "list") == "draft")
    #expect(history.fetch(1, from: "draft") == nil)
  }

  @Test("docs/screens.md says how many changing commands come out as actions of rows")
  func counted() throws {
    var (all, found) = (0, 0)
    for name in ["bank", "juice", "project", "transit"] {
      let domain = try domain(name)
      let views = ScreenView.all(of: domain)
      for method in domain.methods
      where method.access.changesState && method.command != nil && !method.isStream {
        all += 1
        let isOfRow = views.contains { view in
          view.rendering.sources.contains { view.rowParameter(of: method, at: $0) != nil }
        }
        if isOfRow { found += 1 }
      }
    }
    let page = try String(
      contentsOfFile: "\(BuiltPrograms.repository())/docs/screens.md", encoding: .utf8)
    #expect(page.contains("\(found) of the \(all) changing commands"))
  }

  private static let rowsAndKeys: [(String, String, String, JSONValue, String)] = [
    ("bank", "desks", "/tellers", ["teller": 4, "ticket": 9, "serving": 9], "dnrtpse"),
    ("bank", "desks", "/tellers", ["teller": 4, "serving": 0], "dcpse"),
    ("juice", "orders", "/items", ["id": 3], "x"),
    ("juice", "orders", "/items", ["id": 3, "undoneAt": "2026-11-22T00:00:00Z"], ""),
    ("transit", "favourites", "/favourites", ["name": "강남", "alarm": true], "xD+"),
    ("transit", "favourites", "/favourites", ["name": "강남", "alarm": false], "sD+"),
    ("transit", "stations", "/places", ["name": "강남", "id": "13195"], "f+"),
    ("transit", "stations", "/places", ["name": "virtual"], "f"),
  ]

  @Test(
    "what cannot be done with a row has no key there",
    arguments: rowsAndKeys)
  func conditions(name: String, screen: String, source: String, row: JSONValue, keys: String) throws
  {
    let root = BuiltPrograms.repository()
    let bytes = try Data(contentsOf: URL(filePath: "\(root)/deploy/domains/\(name).json"))
    let domain = try DomainDescription(openRPC: try JSON.parse(Array(bytes)))
    let found = try #require(domain.screens.first { $0.name == screen })
    let offered = found.actions.filter {
      RowAction.declared($0, for: [row], at: source, of: .null, in: domain) != nil
    }
    #expect(offered.map(\.key).joined() == keys)
  }
}
