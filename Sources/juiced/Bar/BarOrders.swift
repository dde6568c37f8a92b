/// Orders, and taking them back.
extension Bar {
  /// Takes fruit for so many cups of a juice, all of it or nothing.
  ///
  /// Juices go by any of their names. A substitute is made where the first juice is short; where
  /// both are, the refusal is about the first. Cups are 1 to ``BarLimits/count``.
  mutating func order(
    _ word: String, cups: Int64, substitute: String? = nil, by deed: Deed
  ) throws(BarError) -> Order {
    let wanted = try juice(word)
    let other: Juice? =
      if let substitute { try juice(substitute) } else { nil }
    guard (1...BarLimits.count).contains(cups) else { throw .count(cups, from: 1) }
    if canMake(wanted.recipe) >= cups { return take(wanted, cups, insteadOf: nil, deed) }
    guard let other, canMake(other.recipe) >= cups else { throw shortage(of: wanted, cups) }
    return take(other, cups, insteadOf: wanted.id, deed)
  }

  private mutating func take(
    _ juice: Juice, _ cups: Int64, insteadOf wanted: Int?, _ deed: Deed
  ) -> Order {
    let order = Order(
      id: nextOrder, juice: juice.id, recipe: juice.recipe, cups: cups, at: deed.at,
      uid: deed.uid, insteadOf: wanted)
    nextOrder += 1
    today.add(cups, of: order)
    record(.ordered(order))
    for ingredient in juice.recipe.ingredients {
      change(ingredient.fruit, by: -ingredient.count * cups)
    }
    return order
  }

  /// Makes the bar what it was before its last order, which nobody is told of.
  mutating func takeBack(_ order: Order) {
    nextOrder = order.id
    today.add(-order.cups, of: order)
    for ingredient in order.recipe.ingredients {
      fruits[ingredient.fruit].count += ingredient.count * order.cups
    }
  }

  private func shortage(of juice: Juice, _ cups: Int64) -> BarError {
    let missing = juice.recipe.ingredients.compactMap { ingredient -> BarError.Shortage? in
      let fruit = fruits[ingredient.fruit]
      let need = ingredient.count * cups
      return fruit.count < need ? BarError.Shortage(fruit: fruit, need: need) : nil
    }
    return .outOfStock(
      juice, cups, missing: missing, canMake: canMake(juice.recipe),
      alternatives: alternatives(for: cups))
  }

  /// Puts back exactly what an order took, whatever its recipe is by now; once.
  ///
  /// The entry belongs to the moment of the undoing: what was reported before stays as it was.
  mutating func undo(_ order: Order, by deed: Deed) -> Reversal {
    let reversal = Reversal(
      order: order, at: deed.at, uid: deed.uid, afterOrder: nextOrder - 1)
    today.add(-order.cups, of: order)
    record(.undone(reversal))
    for ingredient in order.recipe.ingredients {
      change(ingredient.fruit, by: ingredient.count * order.cups)
    }
    return reversal
  }

  /// Changes the stock, and says so where a fruit runs low or out.
  mutating func change(_ fruit: Int, by pieces: Int64) {
    let before = fruits[fruit]
    fruits[fruit].count += pieces
    if before.count > 0, fruits[fruit].count == 0 {
      record(.ranOut(fruit: fruit))
    } else if !before.isLow, fruits[fruit].isLow {
      record(.ranLow(fruit: fruit))
    }
  }
}
