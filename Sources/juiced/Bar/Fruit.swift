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
  /// Pieces of a pack as it is bought, and what one costs in the smallest unit of the currency.
  var pack: Int64?
  var packPrice: Int64?
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

/// What goes into a cup and what it costs; it never changes: a changed recipe or price is another one.
///
/// So an order, which names its recipe, keeps the price of its moment without a word more.
struct Recipe: Hashable, Sendable {
  let id: Int64
  /// In the order in which the recipe was written.
  let ingredients: [Ingredient]
  /// Of a cup, in the smallest unit of the currency; nil where nobody has said.
  var price: Int64?
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
