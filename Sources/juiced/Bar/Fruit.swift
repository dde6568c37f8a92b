internal import Values

/// A fruit and what there is of it.
struct Fruit: Hashable, Sendable {
  /// Its place in ``Bar/fruits``, for ever.
  let id: Int
  /// The word for it on the wire.
  var name: String
  var title: LocalizedText
  /// Pieces in stock; never negative.
  var count: Int64
  /// At this many pieces or fewer it is low.
  var low: Int64
  /// Retired fruits are kept for the sake of past sales.
  var isRetired = false

  var isLow: Bool { count <= low }

  /// What low is unless somebody says otherwise.
  static let usualLow: Int64 = 5
}

/// So many pieces of a fruit, for one cup.
struct Ingredient: Hashable, Sendable {
  /// ``Fruit/id``.
  let fruit: Int
  let count: Int64
}

/// What goes into a cup; it never changes: a changed recipe is another one.
struct Recipe: Hashable, Sendable {
  let id: Int64
  /// In the order in which the recipe was written.
  let ingredients: [Ingredient]
}

/// A juice on the menu.
struct Juice: Hashable, Sendable {
  /// Its place in ``Bar/juices``, for ever.
  let id: Int
  var name: String
  var title: LocalizedText
  var recipe: Recipe
  var isRetired = false
}
