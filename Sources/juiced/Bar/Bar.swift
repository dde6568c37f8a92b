internal import Values

/// The juice bar: its fruits, its menu, and the rules by which stock becomes sales.
///
/// A value without a clock, a file or a socket. A rule refuses before it changes anything, so that
/// stock never goes below zero and an order is taken whole or not at all.
struct Bar: Sendable {
  var fruits: [Fruit] = []
  var juices: [Juice] = []
  var nextOrder: Int64 = 1
  var nextRecipe: Int64 = 1
  var currency = Currency.won
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
  /// The most that a cup or a pack costs, in the smallest unit of the currency.
  static let price: Int64 = 100_000_000
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

/// Cups sold in one day of the calendar and what they brought, less those taken back in it.
struct SalesDay: Hashable, Sendable {
  /// The first moment, and the first one after it; microseconds since 1970.
  var range: Range<Int64> = 0..<0
  private(set) var cups: [Int: Int64] = [:]
  private(set) var total: Int64 = 0
  /// In the smallest unit of the currency, of juices that had a price.
  private(set) var revenues: [Int: Int64] = [:]
  private(set) var revenue: Int64 = 0

  mutating func add(_ cups: Int64, of juice: Int) {
    self.cups[juice, default: 0] += cups
    total += cups
  }

  mutating func add(revenue amount: Int64, of juice: Int) {
    revenues[juice] = (revenues[juice] ?? 0).saturated(adding: amount)
    revenue = revenue.saturated(adding: amount)
  }

  /// The cups of an order; negative where they are taken back.
  mutating func add(_ cups: Int64, of order: Order) {
    add(cups, of: order.juice)
    if let price = order.recipe.price { add(revenue: cups * price, of: order.juice) }
  }
}
