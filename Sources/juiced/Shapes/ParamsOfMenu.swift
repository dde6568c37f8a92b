internal import IPCProtocol

/// What the calls about fruits and recipes are given.
extension Params {
  struct FruitAdd: Shape {
    let fruit: String
    let name: String?
    let nameKo: String?
    let count: Int64
    let low: Int64?
    let pack: Int64?
    let packPrice: Int64?

    static let shape = ShapeOf<FruitAdd>([
      Member(
        "fruit", \.fruit, .word, "the word for it, as lemon", ko: "과일을 나타내는 낱말 (예: lemon)"),
      .englishName(\.name), .koreanName(\.nameKo),
      Member("count", \.count, default: 0, "pieces in stock", ko: "재고"),
      // Without a default: a fruit that comes back keeps its own.
      Member("low", \.low, "where it is low; 5 if left out", ko: "부족 기준, 없으면 5"),
      .pack(\.pack), .packPrice(\.packPrice),
    ])

    var naming: Bar.Naming { Bar.Naming(english: name, korean: nameKo) }
  }

  struct FruitRename: Shape {
    let fruit: String
    let to: String?
    let name: String?
    let nameKo: String?

    static let shape = ShapeOf<FruitRename>([
      .fruit(\.fruit, "the fruit to rename", ko: "이름을 바꿀 과일"), .newWord(\.to),
      .englishName(\.name), .koreanName(\.nameKo),
    ])

    var naming: Bar.Naming { Bar.Naming(word: to, english: name, korean: nameKo) }
  }

  struct FruitRetire: Shape {
    let fruit: String

    static let shape = ShapeOf<FruitRetire>([
      .fruit(\.fruit, "the fruit to retire", ko: "내릴 과일")
    ])
  }

  struct RecipeSet: Shape {
    let juice: String
    let recipe: [Answers.Ingredient]?
    let price: Int64?
    let name: String?
    let nameKo: String?

    static let shape = ShapeOf<RecipeSet>([
      .juice(\.juice, "a juice on the menu, or the word for a new one", ko: "쥬스 이름, 또는 새 이름말"),
      Member(
        "recipe", \.recipe, "what goes into a cup, in order, as mango=2; left out, it stays",
        ko: "한 잔의 재료 (예: mango=2)",
        completes: CompletionSource(method: "juice.stock", values: "/items/*/fruit")),
      .price(\.price), .englishName(\.name), .koreanName(\.nameKo),
    ])

    var naming: Bar.Naming { Bar.Naming(english: name, korean: nameKo) }

    var ingredients: [Bar.WantedIngredient]? {
      recipe?.map { Bar.WantedIngredient(fruit: $0.fruit, count: $0.count) }
    }
  }

  struct RecipeAdd: Shape {
    let juice: String
    let recipe: [Answers.Ingredient]
    let price: Int64?
    let name: String?
    let nameKo: String?

    static let shape = ShapeOf<RecipeAdd>([
      Member(
        "juice", \.juice, .word, "the word for it, as mangoMilk", ko: "쥬스를 나타내는 낱말 (예: mangoMilk)"
      ),
      Member(
        "recipe", \.recipe, "what goes into a cup, in order, as mango=2",
        ko: "한 잔의 재료 (예: mango=2)",
        completes: CompletionSource(method: "juice.stock", values: "/items/*/fruit")),
      .price(\.price), .englishName(\.name), .koreanName(\.nameKo),
    ])

    var naming: Bar.Naming { Bar.Naming(english: name, korean: nameKo) }

    var ingredients: [Bar.WantedIngredient] {
      recipe.map { Bar.WantedIngredient(fruit: $0.fruit, count: $0.count) }
    }
  }

  struct CurrencySet: Shape {
    let currency: String

    static let shape = ShapeOf<CurrencySet>([
      Member("currency", \.currency, "its code, as KRW or USD", ko: "통화 코드 (예: KRW, USD)")
    ])
  }

  struct RecipeRename: Shape {
    let juice: String
    let to: String?
    let name: String?
    let nameKo: String?

    static let shape = ShapeOf<RecipeRename>([
      .juice(\.juice, "the juice to rename", ko: "이름을 바꿀 쥬스"), .newWord(\.to),
      .englishName(\.name), .koreanName(\.nameKo),
    ])

    var naming: Bar.Naming { Bar.Naming(word: to, english: name, korean: nameKo) }
  }

  struct RecipeRetire: Shape {
    let juice: String

    static let shape = ShapeOf<RecipeRetire>([
      .juice(\.juice, "the juice to retire", ko: "내릴 쥬스")
    ])
  }
}
