internal import IPCProtocol
internal import Values

/// Fruits and juices: adding, renaming, retiring.
extension Bar {
  /// A name as somebody wants it; what is nil stays as it is, or is made from the word.
  struct Naming: Hashable, Sendable {
    var word: String?
    var english: String?
    var korean: String?
  }

  // MARK: Fruits

  /// Adds a fruit, or brings a retired one back with what is left of it.
  mutating func addFruit(
    _ word: String, _ naming: Naming, count: Int64, low: Int64?, pack: Pack = Pack(),
    by deed: Deed
  ) throws(BarError) -> Fruit {
    let retired = fruits.first { $0.isRetired && $0.name == word }
    var fruit =
      retired
      ?? Fruit(
        id: fruits.count, name: word, title: LocalizedText(en: word), count: 0,
        low: Fruit.usualLow)
    guard (0...BarLimits.count).contains(count) else { throw .count(count, from: 0) }
    if let low, !(0...BarLimits.count).contains(low) { throw .count(low, from: 0) }
    try pack.check()
    guard retired != nil || fruits.count < BarLimits.fruits else {
      throw .tooMany("fruits", "과일", BarLimits.fruits)
    }
    fruit.title = try checked(naming, word, fruit.title, in: fruitNames, at: fruit.id)
    fruit.low = low ?? fruit.low
    fruit.pack = pack.pieces ?? fruit.pack
    fruit.packPrice = pack.price ?? fruit.packPrice
    fruit.isRetired = false
    keep(fruit, .fruitAdded(fruit))
    if count > 0 { _ = stock(fruit, by: count, .added, nil, deed) }
    return fruits[fruit.id]
  }

  /// Changes the word for a fruit or its names; recipes and past sales follow.
  mutating func renameFruit(_ word: String, _ naming: Naming) throws(BarError) -> Fruit {
    var fruit = try fruit(word)
    fruit.title = try checked(
      naming, naming.word ?? fruit.name, fruit.title, in: fruitNames, at: fruit.id)
    try checkUnused(naming.word, by: fruit.id, among: fruits.map { ($0.id, $0.name) })
    fruit.name = naming.word ?? fruit.name
    keep(fruit, .fruitRenamed(fruit))
    return fruit
  }

  /// Takes a fruit off the stock list; what is left of it is kept with it.
  mutating func retireFruit(_ word: String) throws(BarError) -> Fruit {
    var fruit = try fruit(word)
    let users = menu.filter { $0.recipe.ingredients.contains { $0.fruit == fruit.id } }
    guard users.isEmpty else { throw .inUse(fruit, by: users) }
    fruit.isRetired = true
    keep(fruit, .fruitRetired(fruit))
    return fruit
  }

  private mutating func keep(_ fruit: Fruit, _ fact: Fact) {
    if fruit.id == fruits.count { fruits.append(fruit) } else { fruits[fruit.id] = fruit }
    indexNames()
    record(fact)
  }

  // MARK: Juices

  /// One line of a recipe as somebody writes it.
  struct WantedIngredient: Hashable, Sendable {
    let fruit: String
    let count: Int64
  }

  /// Puts a juice on the menu, or gives it another recipe; past sales keep theirs.
  ///
  /// Without ingredients, or without a price, it keeps those that it has.
  mutating func setRecipe(
    _ word: String, _ wanted: [WantedIngredient]?, _ naming: Naming, price: Int64? = nil
  ) throws(BarError) -> Juice {
    let known = juiceNames.place(of: word) ?? juices.first { $0.name == word }?.id
    try Self.check(price: price)
    guard known != nil || juices.count < BarLimits.juices else {
      throw .tooMany("juices", "쥬스", BarLimits.juices)
    }
    let before = known.map { juices[$0] }
    let ingredients =
      if wanted == nil, let before { before.recipe.ingredients } else {
        try ingredients(wanted ?? [], for: word)
      }
    let recipe = Recipe(
      id: nextRecipe, ingredients: ingredients, price: price ?? before?.recipe.price)
    var juice =
      before
      ?? Juice(id: juices.count, name: word, title: LocalizedText(en: word), recipe: recipe)
    juice.title = try checked(naming, juice.name, juice.title, in: juiceNames, at: juice.id)
    // A price alone brings nothing back that was taken off the menu.
    if wanted != nil || before == nil { juice.isRetired = false }
    give(recipe, to: &juice, isNew: known == nil)
    keep(juice, .recipeSet(juice))
    return juice
  }

  /// The same recipe at the same price once more is no new one.
  mutating func give(_ recipe: Recipe, to juice: inout Juice, isNew: Bool) {
    let isOther =
      juice.recipe.ingredients != recipe.ingredients || juice.recipe.price != recipe.price
    guard isNew || isOther else { return }
    juice.recipe = recipe
    nextRecipe += 1
  }

  /// Puts a juice on the menu that is not on it yet.
  mutating func addJuice(
    _ word: String, _ wanted: [WantedIngredient], _ naming: Naming, price: Int64?
  ) throws(BarError) -> Juice {
    guard juiceNames.place(of: word) == nil else {
      throw BarError(.nameTaken, ["word": .string(word)])
    }
    return try setRecipe(word, wanted, naming, price: price)
  }

  static func check(price: Int64?) throws(BarError) {
    guard let price, !(0...BarLimits.price).contains(price) else { return }
    throw BarError(
      .invalidPrice, ["price": .integer(price), "maximum": .integer(BarLimits.price)])
  }

  /// - Throws: Where that is no code, or where there was `revenue` in another money already.
  mutating func setCurrency(_ code: String, hasRevenue: Bool) throws(BarError) -> Currency {
    guard let currency = Currency(code) else {
      throw BarError(.unknownCurrency, ["currency": .string(code)])
    }
    guard currency != self.currency else { return currency }
    guard currency.isInUse else {
      throw BarError(.unknownCurrency, ["currency": .string(code)])
    }
    guard !hasRevenue else {
      throw BarError(
        .currencyInUse, ["currency": .string(self.currency.code), "wanted": .string(code)])
    }
    self.currency = currency
    record(.currencySet(currency))
    return currency
  }

  func ingredients(
    _ wanted: [WantedIngredient], for word: String
  ) throws(BarError) -> [Ingredient] {
    guard !wanted.isEmpty else { throw BarError(.emptyRecipe, ["juice": .string(word)]) }
    guard wanted.count <= BarLimits.ingredients else {
      throw .tooMany("ingredients", "재료", BarLimits.ingredients)
    }
    var ingredients: [Ingredient] = []
    for line in wanted {
      let fruit = try fruit(line.fruit)
      guard (1...BarLimits.count).contains(line.count) else { throw .count(line.count, from: 1) }
      guard !ingredients.contains(where: { $0.fruit == fruit.id }) else {
        throw BarError(
          .doubleIngredient, ["fruit": .string(fruit.name), "fruitName": fruit.title.jsonValue])
      }
      ingredients.append(Ingredient(fruit: fruit.id, count: line.count))
    }
    return ingredients
  }

  mutating func renameJuice(_ word: String, _ naming: Naming) throws(BarError) -> Juice {
    var juice = try juice(word)
    juice.title = try checked(
      naming, naming.word ?? juice.name, juice.title, in: juiceNames, at: juice.id)
    try checkUnused(naming.word, by: juice.id, among: juices.map { ($0.id, $0.name) })
    juice.name = naming.word ?? juice.name
    keep(juice, .juiceRenamed(juice))
    return juice
  }

  /// Takes a juice off the menu; its sales stay.
  mutating func retireJuice(_ word: String) throws(BarError) -> Juice {
    var juice = try juice(word)
    juice.isRetired = true
    keep(juice, .juiceRetired(juice))
    return juice
  }

  private mutating func keep(_ juice: Juice, _ fact: Fact) {
    if juice.id == juices.count { juices.append(juice) } else { juices[juice.id] = juice }
    indexNames()
    record(fact)
  }

  // MARK: Names

  /// The title that comes of a wish, once every word of it is good and nobody else's.
  private func checked(
    _ naming: Naming, _ word: String, _ title: LocalizedText, in names: NameIndex, at place: Int
  ) throws(BarError) -> LocalizedText {
    try Self.check(word, naming)
    let wanted = LocalizedText(en: naming.english ?? title.en, ko: naming.korean ?? title.ko)
    for text in NameIndex.words(word, wanted) {
      guard let other = names.place(of: text), other != place else { continue }
      throw BarError(.nameTaken, ["word": .string(text)])
    }
    return wanted
  }

  /// Whether the word and the names of a wish are such.
  static func check(_ word: String, _ naming: Naming) throws(BarError) {
    guard TitleRule.isWord(word) else {
      throw BarError(.invalidName, ["word": .string(word), "maximum": .integer(BarLimits.name)])
    }
    for (path, text) in [("name", naming.english), ("nameKo", naming.korean)] {
      guard let text, !TitleRule.isGood(text, atMost: BarLimits.title) else { continue }
      throw BarError(
        .invalidTitle, ["maximum": .integer(BarLimits.title), "path": .string(path)])
    }
  }

  /// A retired one keeps its word as well: it may come back.
  private func checkUnused(
    _ word: String?, by place: Int, among names: [(Int, String)]
  ) throws(BarError) {
    guard let word, names.contains(where: { $0.1 == word && $0.0 != place }) else { return }
    throw BarError(.nameTaken, ["word": .string(word)])
  }
}
