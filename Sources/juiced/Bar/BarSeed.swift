/// The bar on its first day.
///
/// Source: the teaching project's menu; 10 of each fruit, so that strawberry juice, which takes
/// 16, cannot be made at first.
extension Bar {
  private static let firstFruits = [
    ("strawberry", "딸기"), ("banana", "바나나"), ("pineapple", "파인애플"), ("kiwi", "키위"),
    ("mango", "망고"),
  ]

  private static let firstJuices: [(String, String, String, [(String, Int64)])] = [
    ("strawberry", "strawberry juice", "딸기쥬스", [("strawberry", 16)]),
    ("banana", "banana juice", "바나나쥬스", [("banana", 2)]),
    ("kiwi", "kiwi juice", "키위쥬스", [("kiwi", 3)]),
    ("pineapple", "pineapple juice", "파인애플쥬스", [("pineapple", 2)]),
    (
      "strawberryBanana", "strawberry banana juice", "딸바쥬스",
      [("strawberry", 10), ("banana", 1)]
    ),
    ("mango", "mango juice", "망고쥬스", [("mango", 3)]),
    ("mangoKiwi", "mango kiwi juice", "망고키위쥬스", [("mango", 2), ("kiwi", 1)]),
  ]

  static let firstStock: Int64 = 10

  /// What the bar starts with; its facts are there to be kept.
  static func first(by deed: Deed) throws(BarError) -> Bar {
    var bar = Bar()
    for (word, korean) in firstFruits {
      _ = try bar.addFruit(
        word, Naming(korean: korean), count: firstStock, low: nil, by: deed)
    }
    for (word, english, korean, ingredients) in firstJuices {
      _ = try bar.setRecipe(
        word, ingredients.map { WantedIngredient(fruit: $0.0, count: $0.1) },
        Naming(english: english, korean: korean))
    }
    return bar
  }
}
