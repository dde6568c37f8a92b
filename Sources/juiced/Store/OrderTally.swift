internal import Values

/// What a row of orders adds up to: the totals and stocks that they change, each once.
struct OrderTally {
  struct Sale: Hashable {
    let bucket: Int64
    let recipe: Int64
    var orders: Int64
    var cups: Int64
  }

  private(set) var sales: [Sale] = []
  private(set) var taken: [(fruit: Int, pieces: Int64)] = []

  init(_ orders: some Sequence<Order>) {
    for order in orders { add(order) }
  }

  /// A turn's orders are of few juices, so a look along a short list finds them soonest.
  private mutating func add(_ order: Order) {
    let bucket = SalesBucket.containing(order.at.microseconds)
    let recipe = order.recipe
    if let place = sales.firstIndex(where: { $0.recipe == recipe.id && $0.bucket == bucket }) {
      sales[place].orders += 1
      sales[place].cups += order.cups
    } else {
      sales.append(Sale(bucket: bucket, recipe: recipe.id, orders: 1, cups: order.cups))
    }
    for ingredient in recipe.ingredients {
      let pieces = ingredient.count * order.cups
      if let place = taken.firstIndex(where: { $0.fruit == ingredient.fruit }) {
        taken[place].pieces += pieces
      } else {
        taken.append((ingredient.fruit, pieces))
      }
    }
  }
}
