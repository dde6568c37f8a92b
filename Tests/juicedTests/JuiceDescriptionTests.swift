import DaemonRuntime
import IPCProtocol
import Testing
import Values

@testable import juiced

@Suite("The description of the juice bar")
struct JuiceDescriptionTests {
  private let domain = JuiceBar.description

  private func method(_ name: String) throws -> MethodDescription {
    try #require(domain.methods.first { $0.name == name })
  }

  @Test("the document is one that a client reads, and says the same again")
  func readable() throws {
    let read = try DomainDescription(openRPC: domain.openRPC)
    #expect(read.openRPC == domain.openRPC)
  }

  @Test("every text is there in both languages")
  func translated() {
    for method in domain.methods {
      #expect(method.summary.ko != nil, "\(method.name)")
      #expect(method.parameters.allSatisfy { $0.summary.ko?.isEmpty == false }, "\(method.name)")
      #expect(method.command?.examples.isEmpty == false, "\(method.name)")
      for rendering in [method.render, method.renderEvent] { check(rendering, method.name) }
    }
    #expect(domain.summary.ko != nil)
  }

  private func check(_ rendering: Rendering?, _ name: String) {
    switch rendering {
    case .message(.text(let text)): #expect(text.ko != nil, "\(name)")
    case .message(.cases(_, let cases)): #expect(cases.allSatisfy { $0.text.ko != nil }, "\(name)")
    case .table(let table): #expect(table.columns.allSatisfy { $0.header.ko != nil }, "\(name)")
    case .board, .raw, nil: break
    }
  }

  @Test("the Korean sentences are those of the original")
  func sentences() throws {
    guard case .message(.cases(_, let cases))? = try method("juice.order").render else {
      Issue.record("an order has no sentences")
      return
    }
    let one = try #require(cases.first { $0.value == "one" })
    #expect(one.text.ko?.hasPrefix("{order/name} 나왔습니다! 맛있게 드세요!\n") == true)
    #expect(BarReason.outOfStock.text.ko == "{fruits:이/가} 모자라요. 재고를 수정할까요?")
  }

  @Test("every refusal has a code of its own, from 1001, and a sentence in both languages")
  func refusals() {
    let codes = BarReason.allCases.map(\.rawValue)
    #expect(codes == Array(1001..<1001 + codes.count))
    #expect(domain.errors.map(\.kind.name).allSatisfy { $0.hasPrefix("juice.") })
    #expect(domain.errors.allSatisfy { $0.message.ko?.isEmpty == false })
    #expect(domain.errors.first?.kind == .init(code: 1001, name: "juice.outOfStock"))
  }

  @Test("only the shortage leads on, to the stock of what is missing")
  func followUp() {
    let leading = domain.errors.filter { $0.followUp != nil }
    #expect(leading.map(\.kind.name) == ["juice.outOfStock"])
    #expect(leading.first?.followUp?.method == "juice.stock.set")
    #expect(leading.first?.followUp?.each == "/missing")
  }

  @Test("every kind of event has its sentence")
  func events() throws {
    guard case .message(.cases("/kind", let cases))? = try method("juice.watch").renderEvent else {
      Issue.record("events have no sentences")
      return
    }
    var bar = try Bar.opened()
    let order = try bar.order("kiwi", cups: 1, by: deed())
    _ = bar.undo(order, by: deed())
    for kind in StockEntry.Kind.allCases { _ = bar.stock(bar.fruits[0], by: 1, kind, nil, deed()) }
    _ = try bar.addFruit("lemon", .init(), count: 0, low: nil, by: deed())
    _ = try bar.renameFruit("lemon", .init(word: "lime"))
    _ = try bar.setThreshold("lime", to: 0)
    _ = try bar.retireFruit("lime")
    _ = try bar.setRecipe("mix", [.init(fruit: "kiwi", count: 1)], .init())
    _ = try bar.renameJuice("mix", .init(word: "mixed"))
    _ = try bar.retireJuice("mixed")
    _ = try bar.setPack("kiwi", Pack(pieces: 12))
    _ = try bar.setCurrency("USD", hasRevenue: false)
    _ = try bar.setStock("kiwi", to: 1, by: deed())
    _ = try bar.setStock("mango", to: 0, by: deed())
    let facts = bar.takeFacts()
    let kinds = Set(facts.map { WatchEvent($0, in: bar, at: at(0)).kind } + ["bar"])
    #expect(kinds == Set(cases.map(\.value)))
  }

  @Test("the answer to an order is the JSON that its schema describes")
  func answer() throws {
    var bar = try Bar.opened()
    var order = try bar.order("strawberry", cups: 2, substitute: "mangoKiwi", by: deed(0.25))
    var writer = JSONWriter()
    try bar.ordered(order).write(to: &writer)
    let value = try JSON.parse(writer.bytes)
    #expect(
      value == [
        "phrase": "substitute",
        "order": [
          "id": 1, "juice": "mangoKiwi", "name": ["en": "mango kiwi juice", "ko": "망고키위쥬스"],
          "count": 2, "at": .string(at(0.25).description), "insteadOf": "strawberry",
          "insteadOfName": ["en": "strawberry juice", "ko": "딸기쥬스"],
        ],
        "stock": [
          ["fruit": "mango", "name": ["en": "mango", "ko": "망고"], "count": 6],
          ["fruit": "kiwi", "name": ["en": "kiwi", "ko": "키위"], "count": 8],
        ],
        "left": ["en": "mango 6, kiwi 8", "ko": "망고 6, 키위 8"],
      ])
    let checker = SchemaChecker(schemas: domain.schemas)
    let schema = try method("juice.order").result
    try checker.check(value, against: schema)
    order = try bar.order("kiwi", cups: 1, by: deed())
    var plain = JSONWriter()
    try bar.ordered(order).write(to: &plain)
    try checker.check(JSON.parse(plain.bytes), against: schema)
  }
}
