import IPCProtocol
import Testing
import Values

@testable import juiced

@Suite("Bar: fruits and recipes")
struct BarMenuTests {
  private var bar: Bar

  init() throws { bar = try Bar.opened() }

  @Test("a fruit is added with its names and its stock, and can be used at once")
  func addFruit() throws {
    var bar = bar
    let lemon = try bar.addFruit(
      "lemon", Bar.Naming(korean: "레몬"), count: 20, low: 3, by: deed(1))
    #expect(lemon.id == 5)
    #expect(lemon.title == LocalizedText(en: "lemon", ko: "레몬"))
    #expect(lemon.count == 20)
    let juice = try bar.setRecipe(
      "lemonade", [.init(fruit: "레몬", count: 2)], Bar.Naming(korean: "레모네이드"))
    #expect(bar.canMake(juice.recipe) == 10)
    #expect(try bar.order("레모네이드", cups: 10, by: deed()).cups == 10)
  }

  @Test(
    "a word is letters and digits of ASCII, a letter first, 32 at most",
    arguments: [
      "", "2fruits", "레몬", "le mon", "le-mon", "-", "a=b", "a\u{0}",
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    ])
  func badWord(_ word: String) throws {
    var bar = bar
    let error = refusal { try bar.addFruit(word, Bar.Naming(), count: 1, low: nil, by: deed()) }
    #expect(error?.reason == .invalidName)
    #expect(refusal { try bar.renameFruit("kiwi", .init(word: word)) }?.reason == .invalidName)
    #expect(bar.facts.isEmpty)
  }

  @Test("a name is something to read on one line", arguments: ["", " ", "a\nb", "\u{2028}"])
  func badTitle(_ title: String) throws {
    var bar = bar
    #expect(
      refusal { try bar.renameFruit("kiwi", .init(korean: title)) }?.reason == .invalidTitle)
    #expect(
      refusal { try bar.renameJuice("kiwi", .init(english: title)) }?.reason == .invalidTitle)
  }

  @Test("no two fruits share a word or a name, in any language or case")
  func taken() throws {
    var bar = bar
    for naming in [
      Bar.Naming(word: "mango"), Bar.Naming(english: "Mango"), Bar.Naming(korean: "망고"),
      Bar.Naming(word: "MANGO"),
    ] {
      #expect(refusal { try bar.renameFruit("kiwi", naming) }?.reason == .nameTaken)
    }
    let double = refusal { try bar.addFruit("kiwi", .init(), count: 0, low: nil, by: deed()) }
    #expect(double?.reason == .nameTaken)
    // Its own names are free for it.
    #expect(try bar.renameFruit("kiwi", .init(english: "Kiwi")).title.en == "Kiwi")
  }

  @Test("a renamed fruit is found by its new names only, and recipes go on with it")
  func rename() throws {
    var bar = bar
    _ = try bar.renameFruit("kiwi", .init(word: "goldKiwi", english: "gold kiwi", korean: "골드키위"))
    #expect(refusal { try bar.fruit("키위") }?.reason == .unknownFruit)
    #expect(try bar.fruit("골드키위").id == 3)
    _ = try bar.order("kiwi", cups: 1, by: deed())
    #expect(bar.counts["goldKiwi"] == 7)
  }

  @Test("a fruit in a recipe is not retired; the juices that use it are named")
  func inUse() throws {
    var bar = bar
    let error = refusal { try bar.retireFruit("kiwi") }
    #expect(error?.reason == .fruitInUse)
    #expect(error?.data["juices"] == ["kiwi", "mangoKiwi"])
    _ = try bar.retireJuice("kiwi")
    _ = try bar.retireJuice("mangoKiwi")
    #expect(try bar.retireFruit("kiwi").isRetired)
    #expect(bar.fruitsOnSale.map(\.name) == ["strawberry", "banana", "pineapple", "mango"])
  }

  @Test("a retired fruit keeps what is left, takes undone orders, and comes back with all of it")
  func comeBack() throws {
    var bar = bar
    let order = try bar.order("pineapple", cups: 2, by: deed())
    _ = try bar.retireJuice("pineapple")
    _ = try bar.retireFruit("pineapple")
    #expect(bar.counts["pineapple"] == 6)
    _ = bar.undo(order, by: deed())
    #expect(bar.counts["pineapple"] == 10)
    let again = try bar.addFruit("pineapple", .init(), count: 5, low: nil, by: deed())
    #expect(again.id == 2)
    #expect(again.count == 15)
    #expect(again.title.ko == "파인애플")
  }

  @Test("a price brings no juice back that was taken off the menu; a recipe does")
  func priceOfRetired() throws {
    var bar = bar
    _ = try bar.retireJuice("kiwi")
    let priced = try bar.setRecipe("kiwi", nil, .init(), price: 900)
    #expect(priced.isRetired && priced.recipe.price == 900)
    #expect(!bar.menu.contains { $0.name == "kiwi" })
    let back = try bar.setRecipe("kiwi", [.init(fruit: "kiwi", count: 2)], .init())
    #expect(!back.isRetired && back.recipe.price == 900)
  }

  @Test(
    "a juice is ordered by its name without the word for juice, in either spelling",
    arguments: [
      ("딸기", "strawberry"), ("딸기주스", "strawberry"), ("딸기 쥬스", "strawberry"), ("망고키위", "mangoKiwi"),
      ("MANGO", "mango"), ("쥬스", nil), ("주스", nil), ("딸기쥬스쥬스", nil), ("", nil),
    ])
  func stems(word: String, name: String?) throws {
    #expect((try? bar.juice(word))?.name == name)
  }

  @Test("what is called so itself comes before what is called so in short")
  func stemsGiveWay() throws {
    var bar = bar
    let new = try bar.setRecipe("berry", [.init(fruit: "mango", count: 1)], .init(korean: "딸기"))
    #expect(try bar.juice("딸기").id == new.id)
    #expect(try bar.juice("딸기쥬스").name == "strawberry")
  }

  @Test("a changed recipe is a new one; the same recipe once more is not")
  func recipes() throws {
    var bar = bar
    let before = try bar.juice("mango").recipe
    let same = try bar.setRecipe("mango", [.init(fruit: "mango", count: 3)], .init())
    #expect(same.recipe == before)
    let changed = try bar.setRecipe(
      "망고쥬스", [.init(fruit: "mango", count: 2), .init(fruit: "banana", count: 1)], .init())
    #expect(changed.recipe.id == 8)
    #expect(changed.recipe.ingredients.map(\.fruit) == [4, 1])
    #expect(changed.name == "mango")
    #expect(bar.nextRecipe == 9)
  }

  @Test(
    "a recipe without ingredients, with an unknown one, twice the same or a bad count is refused")
  func badRecipes() throws {
    var bar = bar
    func reason(_ lines: [(String, Int64)]) -> BarReason? {
      refusal {
        try bar.setRecipe("mix", lines.map { .init(fruit: $0.0, count: $0.1) }, .init())
      }?.reason
    }
    #expect(reason([]) == .emptyRecipe)
    #expect(reason([("kiwi", 1), ("durian", 1)]) == .unknownFruit)
    #expect(reason([("kiwi", 1), ("키위", 2)]) == .doubleIngredient)
    for count in [0, -3, 1_000_001] as [Int64] {
      #expect(reason([("kiwi", count)]) == .invalidCount)
    }
    #expect(bar.facts.isEmpty)
    #expect(bar.menu.count == 7)
  }

  @Test("a juice off the menu cannot be ordered, and comes back when it gets a recipe")
  func retireJuice() throws {
    var bar = bar
    _ = try bar.retireJuice("딸바쥬스")
    for word in ["딸바쥬스", "strawberryBanana", "STRAWBERRYBANANA"] {
      let error = refusal { try bar.order(word, cups: 1, by: deed()) }
      #expect(error?.reason == .unknownJuice)
      // Nobody is told that what was sold yesterday never was.
      #expect(error?.wireError.message.contains("taken off the menu") == true, "\(word)")
    }
    let juice = try bar.setRecipe(
      "strawberryBanana", [.init(fruit: "strawberry", count: 1)], .init())
    #expect(juice.id == 4)
    #expect(try bar.order("딸바쥬스", cups: 1, by: deed()).juice == 4)
  }

  @Test("there are limits on how much a bar has, each with a name")
  func limits() throws {
    var bar = Bar()
    for number in 0..<BarLimits.fruits {
      _ = try bar.addFruit("f\(number)", .init(), count: 0, low: nil, by: deed())
    }
    let fruit = refusal { try bar.addFruit("more", .init(), count: 0, low: nil, by: deed()) }
    #expect(fruit?.reason == .tooMany)
    let lines = (0..<65).map { Bar.WantedIngredient(fruit: "f\($0)", count: 1) }
    #expect(refusal { try bar.setRecipe("mix", lines, .init()) }?.reason == .tooMany)
    #expect(
      try bar.setRecipe("mix", Array(lines.dropLast()), .init()).recipe.ingredients.count == 64)
  }
}
