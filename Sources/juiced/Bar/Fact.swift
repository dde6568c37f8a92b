internal import Values

/// What a rule did: the store keeps it, watchers are told of it.
enum Fact: Hashable, Sendable {
  case ordered(Order)
  case undone(Reversal)
  case stocked(StockEntry)
  /// A fruit has come down to where it is low.
  case ranLow(fruit: Int)
  /// There is none of a fruit any more.
  case ranOut(fruit: Int)

  case fruitAdded(Fruit)
  case fruitRenamed(Fruit)
  case fruitRetired(Fruit)
  case thresholdSet(Fruit)
  /// A pack or its price has changed.
  case packSet(Fruit)

  /// A juice with a recipe that nobody has seen before.
  case recipeSet(Juice)
  case juiceRenamed(Juice)
  case juiceRetired(Juice)
  case currencySet(Currency)
}
