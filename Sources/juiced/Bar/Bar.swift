/// The juice bar: its fruits, its menu, and the rules by which stock becomes sales.
///
/// A value without a clock, a file or a socket. A rule refuses before it changes anything, so that
/// stock never goes below zero and an order is taken whole or not at all.
struct Bar: Sendable {
  var fruits: [Fruit] = []
  var juices: [Juice] = []
  var nextOrder: Int64 = 1
  var nextRecipe: Int64 = 1
  /// What was sold since midnight.
  var today = SalesDay()
  private(set) var facts: [Fact] = []
  /// Places by every word that is accepted for them.
  var fruitNames = NameIndex()
  var juiceNames = NameIndex()

  /// What was done since the last time.
  mutating func takeFacts() -> [Fact] {
    defer { facts.removeAll(keepingCapacity: true) }
    return facts
  }

  mutating func record(_ fact: Fact) { facts.append(fact) }

  // MARK: Looking

  var fruitsOnSale: [Fruit] { fruits.filter { !$0.isRetired } }
  var menu: [Juice] { juices.filter { !$0.isRetired } }

  /// Cups of a recipe that the stock is enough for.
  func canMake(_ recipe: Recipe) -> Int64 {
    recipe.ingredients.map { fruits[$0.fruit].count / $0.count }.min() ?? 0
  }

  /// Juices on the menu of which so many cups can be made now.
  func alternatives(for cups: Int64) -> [Juice] { menu.filter { canMake($0.recipe) >= cups } }
}

/// Every limit of the bar; counts are pieces or cups.
enum BarLimits {
  /// The most of anything in one call.
  static let count: Int64 = 1_000_000
  /// The most pieces of one fruit in stock.
  static let stock: Int64 = 1_000_000_000
  static let fruits = 1000
  static let juices = 1000
  static let ingredients = 64
  /// Characters of a word for a fruit or juice.
  static let name = 32
  /// Characters of a name in a language.
  static let title = 64
  /// Characters of the reason for a change.
  static let reason = 200
}

/// Cups sold in one day of the calendar, less those taken back in it.
struct SalesDay: Hashable, Sendable {
  /// The first moment, and the first one after it; microseconds since 1970.
  var range: Range<Int64> = 0..<0
  private(set) var cups: [Int: Int64] = [:]
  private(set) var total: Int64 = 0

  mutating func add(_ cups: Int64, of juice: Int) {
    self.cups[juice, default: 0] += cups
    total += cups
  }
}
