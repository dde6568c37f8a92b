import IPCProtocol
import Storage
import Testing
import Values

@testable import juiced

@Suite("Bar: stock")
struct BarStockTests {
  @Test("the stock is set to what was counted, or moved by steps, and each is an entry")
  func edits() throws {
    var bar = try Bar.opened()
    let set = try bar.setStock("딸기", to: 16, reason: "배달", by: deed(3, uid: 5))
    #expect(
      set
        == StockEntry(
          kind: .set, fruit: 0, change: 6, count: 16, at: at(3), uid: 5, reason: "배달"))
    let up = try bar.adjustStock("strawberry", by: 1, by: deed())
    #expect(up.count == 17)
    let down = try bar.adjustStock("strawberry", by: -17, by: deed())
    #expect(down.count == 0)
    #expect(bar.takeFacts() == [.stocked(set), .stocked(up), .stocked(down), .ranOut(fruit: 0)])
  }

  @Test("setting accepts 0 to 1000000 and nothing else", arguments: [-1, 1_000_001, Int64.min])
  func setBounds(_ count: Int64) throws {
    var bar = try Bar.opened()
    #expect(refusal { try bar.setStock("kiwi", to: count, by: deed()) }?.reason == .invalidCount)
    #expect(bar.facts.isEmpty)
    #expect(try bar.setStock("kiwi", to: 0, by: deed()).change == -10)
    #expect(try bar.setStock("kiwi", to: 1_000_000, by: deed()).change == 1_000_000)
  }

  @Test("a step of 0 or beyond 1000000 is refused", arguments: [0, 1_000_001, -1_000_001, .max])
  func stepBounds(_ by: Int64) throws {
    var bar = try Bar.opened()
    #expect(refusal { try bar.adjustStock("kiwi", by: by, by: deed()) }?.reason == .invalidCount)
    #expect(bar.facts.isEmpty)
  }

  @Test("a step of 0 is told that it must not be 0, in both languages")
  func noStep() throws {
    var bar = try Bar.opened()
    let error = try #require(refusal { try bar.adjustStock("kiwi", by: 0, by: deed()) })
    let texts = error.reason.text
    #expect(
      RefusalText.filled(texts.en, from: error.data)
        == "0 is no such count; it must not be 0, but a whole number from -1000000 to 1000000")
    let korean = RefusalText.filled(
      texts.text(in: .korean), from: error.data, in: .korean)
    #expect(korean.hasSuffix("쓸 수 없는 수예요. 0이 아닌, -1000000부터 1000000까지의 정수를 쓰세요"))
    let far = try #require(refusal { try bar.adjustStock("kiwi", by: -1_000_001, by: deed()) })
    #expect(
      RefusalText.filled(far.reason.text.en, from: far.data)
        == "-1000001 is no such count; give a whole number from -1000000 to -1")
  }

  @Test("a step below zero is refused with what there is")
  func belowZero() throws {
    var bar = try Bar.opened()
    let error = refusal { try bar.adjustStock("kiwi", by: -11, by: deed()) }
    #expect(error?.reason == .belowZero)
    #expect(error?.data["have"] == 10)
    #expect(bar.counts["kiwi"] == 10)
  }

  @Test("a billion pieces are the most that is kept")
  func full() throws {
    var bar = try Bar.opened()
    bar.fruits[3].count = 999_999_999
    #expect(try bar.adjustStock("kiwi", by: 1, by: deed()).count == 1_000_000_000)
    #expect(refusal { try bar.adjustStock("kiwi", by: 1, by: deed()) }?.reason == .stockFull)
  }

  @Test("a reason is one line of 1 to 200 characters")
  func reasons() throws {
    var bar = try Bar.opened()
    for reason in ["", "  ", "two\nlines", String(repeating: "x", count: 201), "\u{7}"] {
      let error = refusal { try bar.setStock("kiwi", to: 3, reason: reason, by: deed()) }
      #expect(error?.reason == .invalidReason)
    }
    #expect(bar.counts["kiwi"] == 10)
    _ = try bar.setStock("kiwi", to: 3, reason: String(repeating: "가", count: 200), by: deed())
  }

  @Test("an unknown fruit is answered with the nearest")
  func unknownFruit() throws {
    var bar = try Bar.opened()
    let error = refusal { try bar.setStock("바나니", to: 3, by: deed()) }
    #expect(error?.reason == .unknownFruit)
    #expect(error?.data["similar"] == ["바나나"])
    #expect(error?.sentence(in: .korean) == "바나니 과일은 없어요. 혹시 바나나인가요?")
  }

  @Test("a threshold that is put above the stock makes the fruit low at once")
  func threshold() throws {
    var bar = try Bar.opened()
    #expect(!bar.fruits[4].isLow)
    #expect(try bar.setThreshold("mango", to: 10).isLow)
    #expect(bar.takeFacts().last == .ranLow(fruit: 4))
    #expect(refusal { try bar.setThreshold("mango", to: -1) }?.reason == .invalidCount)
  }

  @Test("a booking of the stock is taken back once, and never below zero")
  func undoEntry() throws {
    let database = try Database(path: ":memory:")
    try Migrator(BarMigrations.all).migrate(database)
    let store = BarStore(database: database)
    var bar = try Bar.first(by: deed())
    _ = try bar.adjustStock("mango", by: 24, as: .received, by: deed(1))
    _ = try bar.adjustStock("kiwi", by: -3, as: .spoiled, reason: "soft", by: deed(2))
    try store.save(bar.takeFacts())
    // The first day's five entries come before.
    let (received, undoneAt) = try #require(try store.entry(6))
    #expect(received.kind == .received && received.change == 24 && undoneAt == nil)
    let (spoiled, _) = try #require(try store.entry(7))
    _ = try bar.undo(spoiled, 7, by: deed(3))
    try store.save(bar.takeFacts())
    #expect(bar.counts["kiwi"] == 10)
    #expect(try store.entry(7)?.undoneAt == at(3))
    _ = try bar.undo(spoiled, 7, by: deed(4))
    #expect(throws: SQLiteError.self) { try store.save(bar.takeFacts()) }
    // Eleven cups took 33 of the 34: the delivery cannot be taken back any more.
    _ = try bar.order("mango", cups: 11, by: deed(5))
    #expect(refusal { try bar.undo(received, 6, by: deed(6)) }?.reason == .belowZero)
    #expect(bar.counts["mango"] == 1)
  }
}
