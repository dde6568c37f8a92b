import Foundation
@testable import IPCProtocol
import LinuxSystem
import TestSupport
import Testing
import Values

@testable import matectl

/// What becomes of what stands in a form's fields, was chosen there, or was taken out of them.
@Suite("Fields of forms")
struct ActionFormTests {
  private func domain(_ name: String) throws -> DomainDescription {
    let file = "\(BuiltPrograms.repository())/deploy/domains/\(name).json"
    let bytes = try Data(contentsOf: URL(filePath: file))
    return try DomainDescription(openRPC: try JSON.parse(Array(bytes)))
  }

  private func form(
    _ method: String, of name: String, _ fixed: JSONObject, row: JSONValue? = nil,
    asks: [RowAction.Ask]? = nil, isWhole: Bool = false
  ) throws -> ActionForm {
    let domain = try domain(name)
    let found = try #require(domain.methods.first { $0.name == method })
    let help = Help(language: .english, style: Style(isColored: false))
    var form = try #require(
      ActionForm(
        found, fixed: fixed, row: row, schemas: domain.schemas, help: help,
        names: MemberNames(domain), asks: asks, isWhole: isWhole))
    form.focus = 0
    return form
  }

  private func word(_ name: String, in form: ActionForm) -> String? {
    form.fields.first { $0.parameter.name == name }?.word
  }

  private func empty(_ name: String, in form: inout ActionForm) throws {
    form.focus = try #require(form.fields.firstIndex { $0.parameter.name == name })
    _ = form.press(.control("u"))
  }

  @Test("what is emptied is taken away, also beside what was changed")
  func emptied() throws {
    let domain = try domain("project")
    let row: JSONValue = ["id": 4, "title": "milk", "due": "2026-12-01", "group": "home"]
    for name in ["title", "due", "group"] {
      var form = try form("project.edit", of: "project", ["id": 4], row: row)
      try empty(name, in: &form)
      #expect(try form.call(in: domain).params == ["id": 4, name: ""])
      let other = name == "title" ? "group" : "title"
      form.focus = try #require(form.fields.firstIndex { $0.parameter.name == other })
      form.type("x")
      let params = try form.call(in: domain).params
      #expect(params[name] == "" && params[other] != nil)
    }
  }

  @Test("what cannot be taken away is refused at its field, with the way to leave it as it is")
  func kept() throws {
    let domain = try domain("juice")
    let asks = [RowAction.Ask(name: "price", given: 450), .init(name: "name", given: "mango")]
    var form = try form("juice.recipe.set", of: "juice", ["juice": "mango"], asks: asks)
    try empty("price", in: &form)
    do {
      _ = try form.call(in: domain)
      Issue.record("a price is a number")
    } catch {
      #expect(error.parameter == "price")
      #expect(error.error.message.en.contains("450 again to leave it as it is"))
    }
  }

  @Test("numbers, durations and lists stand there as they are typed, and lines are kept")
  func given() throws {
    let pairs: JSONValue = [["fruit": "kiwi", "count": 1], ["fruit": "mango", "count": 2]]
    let asks = [RowAction.Ask(name: "recipe", given: pairs), .init(name: "price", given: 450)]
    let recipe = try form("juice.recipe.set", of: "juice", ["juice": "mix"], asks: asks)
    #expect(word("recipe", in: recipe) == "kiwi=1,mango=2" && word("price", in: recipe) == "450")
    let times = [RowAction.Ask(name: "durationSeconds", given: 90)]
    let service = try form("bank.service.set", of: "bank", ["service": "loan"], asks: times)
    #expect(word("durationSeconds", in: service) == "1m30s")
    var edit = try form(
      "project.edit", of: "project", ["id": 1], asks: [.init(name: "body", given: "a\nb")])
    edit.type("!")
    #expect(try edit.call(in: domain("project")).params == ["id": 1, "body": "a\nb!"])
  }

  @Test("keys edit anywhere in a field; arrows go through choices only where nobody has typed")
  func keys() throws {
    var edit = try form(
      "project.edit", of: "project", ["id": 1],
      asks: [.init(name: "title", given: "milk"), .init(name: "due", given: "2030-01-02")])
    for key in [Key.left, .left, .text("X"), .home, .delete, .tab, .left, .text("1")] {
      let isTaken = edit.press(key)
      #expect(isTaken, "\(key)")
    }
    #expect(word("title", in: edit) == "iXlk")
    // Who goes into a date does not begin another one.
    #expect(word("due", in: edit) == "2030-01-012")
    var take = try form("bank.take", of: "bank", [:])
    take.fields[0].choices = ["deposit", "loan"]
    for (key, wanted) in [
      (Key.right, "deposit"), (.right, "loan"), (.left, "deposit"), (.text("l"), "l"),
      (.text("x"), "lx"), (.left, "lx"), (.delete, "l"), (.right, "loan"), (.home, "loan"),
      (.left, "loan"), (.text("a"), "aloan"), (.right, "aloan"),
    ] {
      _ = take.press(key)
      #expect(take.fields[0].word == wanted, "\(key)")
    }
  }

  @Test("arrows move in a choice that stood there once somebody has gone into it")
  func intoChoice() throws {
    var take = try form("bank.take", of: "bank", [:])
    take.fields[0].choices = ["deposit", "loan", "loans"]
    (take.fields[0].given, take.fields[0].word) = ("loan", "loan")
    for (key, wanted) in [
      (Key.home, "loan"), (.right, "loan"), (.left, "loan"), (.text(" "), " loan"),
      (.backspace, "loan"), (.end, "loan"), (.left, "deposit"), (.right, "loan"),
      (.right, "loans"),
    ] {
      _ = take.press(key)
      #expect(take.fields[0].word == wanted, "\(key)")
    }
  }

  @Test(
    "a text of several lines takes lines by keys and pastes, any other field makes spaces of them")
  func lines() throws {
    let domain = try domain("project")
    var edit = try form(
      "project.edit", of: "project", ["id": 1],
      asks: [.init(name: "title", given: "t"), .init(name: "body", given: "a\r\nb")])
    for key in [Key.paste("\n1\n2\n"), .tab, .paste("\n1\n2\n"), .control("j"), .alt("\r")] {
      let isTaken = edit.press(key)
      #expect(isTaken, "\(key)")
    }
    _ = edit.press(.up)
    #expect(edit.focus == 1)
    #expect(
      try edit.call(in: domain).params == ["id": 1, "title": "t 1 2", "body": "a\r\nb\n1\n2\n\n\n"])
    for _ in 0..<6 { _ = edit.press(.up) }
    for key in [Key.control("j"), .alt("\r")] {
      let isTaken = edit.press(key)
      #expect(edit.focus == 0 && !isTaken)
    }
    let new = try form("project.add", of: "project", [:])
    let long = new.fields.filter(\.text.mayHaveLines).map(\.parameter.name)
    #expect(long == ["body"])
    // What came with lines keeps them, whatever its description says.
    let other = try form(
      "project.edit", of: "project", ["id": 1], asks: [.init(name: "title", given: "a\nb")])
    #expect(other.fields[0].text.mayHaveLines && !edit.fields[0].text.mayHaveLines)
  }

  @Test("a form of any size has the cursor where the next sign goes, in both languages")
  func drawn() throws {
    let method = MethodDescription("toy.board", summary: LocalizedText(en: "board"))
    let rendering = Rendering.table(rows: "", columns: [])
    let view = ScreenView(
      title: LocalizedText(en: "t"), method: method, rendering: rendering, keys: [])
    var numbers = SeededNumbers(seed: 24)
    let keys: [Key] = [
      .text("a"), .text("가"), .text("🍓"), .text(" "), .control("j"), .left, .right, .up, .down,
      .home,
      .end, .backspace, .tab, .paste("여러 낱말\n둘째 줄 of words"), .control("w"), .alt("b"), .delete,
    ]
    for language in [Language.english, .korean] {
      var state = ScreenState(domain: "toy", language: language, tabs: [ViewState(view)])
      var edit = try form(
        "project.edit", of: "project", ["id": 1],
        asks: ["title", "due", "group", "body"].map { .init(name: $0) })
      for _ in 0..<800 {
        _ = edit.press(numbers.one(of: keys))
        state.overlay = .form(edit)
        let painter = ScreenPainter(
          &state, columns: 1 + numbers.below(80), rows: 6 + numbers.below(19))
        guard case .form(let drawn)? = state.overlay, let cursor = painter.cursor else {
          Issue.record("no cursor")
          return
        }
        edit = drawn
        let text = edit.fields[edit.focus].text
        #expect(cursor.column < painter.grid.columns && cursor.row < painter.grid.rows.count)
        #expect(painter.grid.lines.allSatisfy { $0.terminalCells <= painter.grid.columns })
        // A click where the cursor is leaves it there.
        let typed = try #require(
          painter.typed.last { $0.row == cursor.row && $0.field == edit.focus })
        guard typed.columns.count > 4, typed.columns.contains(cursor.column) else { continue }
        var clicked = text
        typed.click(cursor.column, &clicked)
        #expect(clicked.cursor == text.cursor)
      }
    }
  }

  @Test("a space goes on to the next choice only where nothing else was typed")
  func space() throws {
    var list = try form("juice.recipe.add", of: "juice", ["juice": "mix"])
    list.fields[0].choices = ["strawberry", "kiwi"]
    #expect(list.fields[0].parameter.name == "recipe" && !list.isCycledBySpace)
    var plain = try form("bank.take", of: "bank", [:])
    plain.fields[0].choices = ["deposit", "loan"]
    #expect(plain.isCycledBySpace)
    plain.cycle(by: 1)
    #expect(plain.isCycledBySpace)
    plain.type("L")
    #expect(plain.fields[0].word == "L" && !plain.isCycledBySpace)
  }

  @Test("a letter begins another value where one was chosen; of several the last one goes on")
  func chosen() throws {
    var list = try form("juice.recipe.add", of: "juice", ["juice": "mix"])
    list.fields[0].choices = ["strawberry", "kiwi"]
    list.cycle(by: 1)
    list.type("=")
    list.type("2")
    list.type(",")
    list.cycle(by: -1)
    #expect(list.fields[0].word == "strawberry=2,kiwi")
    // What stands there already is no choice any more.
    for step in [1, 1, -1, -1] {
      list.cycle(by: step)
      #expect(list.fields[0].word == "strawberry=2,kiwi")
    }
    list.type("b")
    #expect(list.fields[0].word == "strawberry=2,b")
    var plain = try form("bank.take", of: "bank", [:])
    plain.fields[0].choices = ["deposit", "loan"]
    plain.cycle(by: 1)
    plain.type("l")
    #expect(plain.fields[0].word == "l")
    plain.cycle(by: 1)
    #expect(plain.fields[0].word == "loan")
  }

  @Test("several values have commas or spaces between, or both")
  func several() throws {
    let domain = try domain("juice")
    for text in ["kiwi=1 mango=2", "kiwi=1, mango=2", "kiwi=1,mango=2", " kiwi=1 ,  mango=2,"] {
      var form = try form("juice.recipe.add", of: "juice", ["juice": "mix"])
      form.fields[0].word = text
      let expected: JSONValue = [["fruit": "kiwi", "count": 1], ["fruit": "mango", "count": 2]]
      #expect(try form.call(in: domain).params["recipe"] == expected)
    }
    var set = try form("bank.teller.set", of: "bank", ["teller": 4])
    set.fields[0].word = "deposit, fx"
    #expect(try set.call(in: self.domain("bank")).params["services"] == ["deposit", "fx"])
  }

  @Test("a count that is as it was is confirmed where it alone is asked for")
  func confirmed() throws {
    let asks = [RowAction.Ask(name: "count", given: 7)]
    for isWhole in [false, true] {
      let form = try form(
        "juice.stock.set", of: "juice", ["fruit": "kiwi"], asks: asks, isWhole: isWhole)
      #expect(try form.call(in: domain("juice")).params == ["fruit": "kiwi", "count": 7])
      #expect((form.fields.count > 1) == isWhole)
    }
    let two = try form(
      "juice.stock.set", of: "juice", ["fruit": "kiwi"],
      asks: asks + [.init(name: "lowest", given: 3)])
    #expect(try two.call(in: domain("juice")).params == ["fruit": "kiwi"])
  }
}
