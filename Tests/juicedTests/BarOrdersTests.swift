import IPCProtocol
import Testing
import Values

@testable import juiced

@Suite("Bar: orders")
struct BarOrdersTests {
  @Test("the first day has 10 of each fruit, and the seven juices of the original")
  func firstDay() throws {
    let bar = try Bar.opened()
    #expect(
      bar.counts == ["strawberry": 10, "banana": 10, "pineapple": 10, "kiwi": 10, "mango": 10])
    let recipes = bar.menu.map { juice in
      (juice.title.ko ?? "")
        + juice.recipe.ingredients.map { " \(bar.fruits[$0.fruit].title.ko ?? "")\($0.count)" }
        .joined()
    }
    #expect(
      recipes == [
        "딸기쥬스 딸기16", "바나나쥬스 바나나2", "키위쥬스 키위3", "파인애플쥬스 파인애플2",
        "딸바쥬스 딸기10 바나나1", "망고쥬스 망고3", "망고키위쥬스 망고2 키위1",
      ])
  }

  @Test("with the first stock no strawberry juice can be made, and the others so many times")
  func canMake() throws {
    let bar = try Bar.opened()
    // 10/16, 10/2, 10/3, 10/2, min(10/10, 10/1), 10/3, min(10/2, 10/1), all rounded down.
    #expect(bar.menu.map { bar.canMake($0.recipe) } == [0, 5, 3, 5, 1, 3, 5])
  }

  @Test("one strawberry banana juice uses up all strawberries")
  func strawberryBanana() throws {
    var bar = try Bar.opened()
    let order = try bar.order("strawberryBanana", cups: 1, by: deed(1))
    #expect(order.id == 1)
    #expect(bar.counts["strawberry"] == 0)
    #expect(bar.counts["banana"] == 9)
    #expect(refusal { try bar.order("strawberryBanana", cups: 1, by: deed(2)) } != nil)
  }

  @Test(
    "a juice is ordered by its word or its name in either language, in any case",
    arguments: ["mangoKiwi", "mango kiwi juice", "망고키위쥬스", "MANGOKIWI", "Mango Kiwi Juice"])
  func names(_ word: String) throws {
    var bar = try Bar.opened()
    #expect(try bar.order(word, cups: 1, by: deed()).juice == 6)
    #expect(bar.counts["mango"] == 8)
    #expect(bar.counts["kiwi"] == 9)
  }

  @Test("Hangul typed as separate letters is the same name")
  func decomposed() throws {
    var bar = try Bar.opened()
    // 망고쥬스 as conjoining letters: ㅁㅏㅇ ㄱㅗ ㅈㅠ ㅅㅡ.
    let word = "\u{1106}\u{1161}\u{11BC}\u{1100}\u{1169}\u{110C}\u{1172}\u{1109}\u{1173}"
    #expect(try bar.order(word, cups: 1, by: deed()).juice == 5)
  }

  @Test("a shortage names every missing fruit in recipe order, and what can be made instead")
  func shortage() throws {
    var bar = try Bar.opened()
    let before = bar.counts
    let error = try #require(refusal { try bar.order("mangoKiwi", cups: 11, by: deed()) })
    #expect(error.reason == .outOfStock)
    let missing: JSONValue = [
      [
        "fruit": "mango", "name": ["en": "mango", "ko": "망고"], "need": 22, "have": 10,
        "short": 12,
      ],
      ["fruit": "kiwi", "name": ["en": "kiwi", "ko": "키위"], "need": 11, "have": 10, "short": 1],
    ]
    #expect(error.data["missing"] == missing)
    #expect(error.data["juice"] == "mangoKiwi")
    #expect(error.data["canMake"] == 5)
    #expect(error.data["alternatives"] == [])
    #expect(bar.counts == before)
    #expect(bar.facts.isEmpty)
    #expect(bar.nextOrder == 1)
  }

  @Test("only what is missing is named, and the alternatives are enough for the order")
  func partial() throws {
    var bar = try Bar.opened()
    let error = try #require(refusal { try bar.order("strawberryBanana", cups: 2, by: deed()) })
    #expect(error.data["missing"]?.arrayValue?.count == 1)
    #expect(error.data["missing"]?.arrayValue?.first?["short"] == 10)
    #expect(
      error.data["alternatives"] == ["banana", "kiwi", "pineapple", "mango", "mangoKiwi"])
  }

  @Test(
    "the Korean sentence has the right particle behind the last fruit",
    arguments: [
      ("strawberry", 1, "딸기가 모자라요. 재고를 수정할까요?"),
      ("pineapple", 6, "파인애플이 모자라요. 재고를 수정할까요?"),
      ("mango", 4, "망고가 모자라요. 재고를 수정할까요?"),
      ("strawberryBanana", 11, "딸기, 바나나가 모자라요. 재고를 수정할까요?"),
      ("mangoKiwi", 11, "망고, 키위가 모자라요. 재고를 수정할까요?"),
    ] as [(String, Int64, String)])
  func koreanShortage(_ juice: String, _ cups: Int64, _ sentence: String) throws {
    var bar = try Bar.opened()
    let error = try #require(refusal { try bar.order(juice, cups: cups, by: deed()) })
    #expect(error.sentence(in: .korean) == sentence)
  }

  @Test("a substitute is made where the first juice is short, and only then")
  func substitute() throws {
    var bar = try Bar.opened()
    let order = try bar.order("strawberry", cups: 2, substitute: "망고쥬스", by: deed())
    #expect(order.juice == 5)
    #expect(order.insteadOf == 0)
    #expect(bar.counts["mango"] == 4)
    let first = try bar.order("kiwi", cups: 1, substitute: "mango", by: deed())
    #expect(first.juice == 2)
    #expect(first.insteadOf == nil)
  }

  @Test("where the substitute is short too the refusal is about the first")
  func shortSubstitute() throws {
    var bar = try Bar.opened()
    let error = refusal { try bar.order("strawberry", cups: 4, substitute: "mango", by: deed()) }
    #expect(error?.data["juice"] == "strawberry")
    #expect(error?.data["missing"]?.arrayValue?.first?["need"] == 64)
    let unknown = refusal { try bar.order("kiwi", cups: 1, substitute: "manog", by: deed()) }
    #expect(unknown?.reason == .unknownJuice)
    #expect(bar.facts.isEmpty)
  }

  @Test("counts outside 1 to 1000000 are refused", arguments: [0, -1, 1_000_001, Int64.max, .min])
  func counts(_ cups: Int64) throws {
    var bar = try Bar.opened()
    let error = refusal { try bar.order("mango", cups: cups, by: deed()) }
    #expect(error?.reason == .invalidCount)
    #expect(error?.data["count"] == .integer(cups))
    #expect(bar.counts["mango"] == 10)
  }

  @Test("the largest order of the largest recipe is refused by its fruit, not by arithmetic")
  func largest() throws {
    var bar = try Bar.opened()
    _ = try bar.setRecipe("big", [.init(fruit: "mango", count: 1_000_000)], Bar.Naming())
    let error = refusal { try bar.order("big", cups: 1_000_000, by: deed()) }
    #expect(error?.data["missing"]?.arrayValue?.first?["need"] == 1_000_000_000_000)
  }

  @Test(
    "a mistyped name is answered with the nearest one, in the language it was typed in",
    arguments: [
      ("mangp", "mango"), ("stawberryBanana", "strawberryBanana"), ("딸바쥬소", "딸바쥬스"),
      ("망고키워쥬스", "망고키위쥬스"),
    ])
  func nearest(_ word: String, _ meant: String) throws {
    var bar = try Bar.opened()
    let error = refusal { try bar.order(word, cups: 1, by: deed()) }
    #expect(error?.reason == .unknownJuice)
    #expect(error?.data["similar"]?.arrayValue?.first == .string(meant))
    #expect(error?.wireError.message == "there is no juice \(word); do you mean \(meant)?")
  }

  @Test("what is near to nothing is answered with where to look")
  func unknown() throws {
    var bar = try Bar.opened()
    let error = refusal { try bar.order("coffee", cups: 1, by: deed()) }
    #expect(error?.data["similar"] == [])
    #expect(error?.wireError.message == "there is no juice coffee; see `matectl juice menu`")
  }

  @Test("undoing puts back exactly what was taken, also after the recipe was changed")
  func undo() throws {
    var bar = try Bar.opened()
    let order = try bar.order("mangoKiwi", cups: 3, by: deed(1))
    #expect(bar.counts["mango"] == 4)
    #expect(bar.counts["kiwi"] == 7)
    _ = try bar.setRecipe("mangoKiwi", [.init(fruit: "banana", count: 9)], Bar.Naming())
    let reversal = bar.undo(order, by: deed(2, uid: 7))
    #expect(reversal.uid == 7)
    #expect(bar.counts["mango"] == 10)
    #expect(bar.counts["kiwi"] == 10)
    #expect(bar.counts["banana"] == 10)
  }

  @Test("cups of today go up with orders and down with undone ones")
  func today() throws {
    var bar = try Bar.opened()
    let order = try bar.order("kiwi", cups: 2, by: deed())
    _ = try bar.order("mango", cups: 1, by: deed())
    #expect(bar.today.total == 3)
    #expect(bar.today.cups[2] == 2)
    _ = bar.undo(order, by: deed())
    #expect(bar.today.total == 1)
    #expect(bar.today.cups[2] == 0)
  }

  @Test("a fruit is said to run low when it comes down to its threshold, and out when none is left")
  func low() throws {
    var bar = try Bar.opened()
    func warnings() -> [Fact] {
      bar.takeFacts().filter {
        switch $0 {
        case .ranLow, .ranOut: true
        default: false
        }
      }
    }
    _ = try bar.order("pineapple", cups: 2, by: deed())
    #expect(warnings().isEmpty)  // 6 left
    _ = try bar.order("pineapple", cups: 1, by: deed())
    #expect(warnings() == [.ranLow(fruit: 2)])  // 4 left
    _ = try bar.order("pineapple", cups: 1, by: deed())
    #expect(warnings().isEmpty)  // 2 left: that it is low was said
    _ = try bar.order("pineapple", cups: 1, by: deed())
    #expect(warnings() == [.ranOut(fruit: 2)])
    _ = try bar.setStock("pineapple", to: 0, by: deed())
    #expect(warnings().isEmpty)
    _ = try bar.adjustStock("pineapple", by: 12, by: deed())
    #expect(warnings().isEmpty)
    _ = try bar.setStock("pineapple", to: 5, by: deed())
    #expect(warnings() == [.ranLow(fruit: 2)])
    // From plenty to nothing is said once.
    _ = try bar.order("strawberryBanana", cups: 1, by: deed())
    #expect(warnings() == [.ranOut(fruit: 0)])
  }

  @Test("ten thousand random orders, edits and undos never lose or make a piece of fruit")
  func books() throws {
    var random = SystemRandomNumberGenerator()
    var bar = try Bar.opened()
    var received = bar.fruits.map(\.count)
    var sold = [Int64](repeating: 0, count: bar.fruits.count)
    var open: [Order] = []
    for step in 0..<10_000 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        let fruit = Int.random(in: 0..<5, using: &random)
        let by = Int64.random(in: -20...60, using: &random)
        if (try? bar.adjustStock(bar.fruits[fruit].name, by: by, by: deed())) != nil {
          received[fruit] += by
        }
      case 1:
        guard let order = open.popLast() else { continue }
        _ = bar.undo(order, by: deed())
        for part in order.recipe.ingredients { sold[part.fruit] -= part.count * order.cups }
      default:
        let juice = bar.menu[Int.random(in: 0..<7, using: &random)].name
        let cups = Int64.random(in: 1...3, using: &random)
        guard let order = try? bar.order(juice, cups: cups, by: deed(Double(step))) else {
          continue
        }
        open.append(order)
        for part in order.recipe.ingredients { sold[part.fruit] += part.count * order.cups }
      }
      #expect(bar.fruits.allSatisfy { $0.count >= 0 })
      #expect(bar.fruits.indices.allSatisfy { bar.fruits[$0].count + sold[$0] == received[$0] })
    }
    #expect(bar.nextOrder > 100)
  }
}
