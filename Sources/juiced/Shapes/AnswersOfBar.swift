internal import Values

/// The bar in the words of the wire.
extension Bar {
  var menuAnswer: Answers.Menu { Answers.Menu(items: menu.map { answer($0) }) }

  func answer(_ juice: Juice) -> Answers.MenuItem {
    let ingredients = juice.recipe.ingredients
    return Answers.MenuItem(
      juice: juice.name, name: juice.title,
      recipe: ingredients.map {
        Answers.Ingredient(fruit: fruits[$0.fruit].name, count: $0.count)
      },
      ingredients: title(of: ingredients.map { ($0.fruit, $0.count) }),
      canMake: juice.isRetired ? 0 : canMake(juice.recipe),
      soldToday: today.cups[juice.id] ?? 0)
  }

  /// `strawberry 10, banana 1` in both languages.
  func title(of counts: [(fruit: Int, count: Int64)]) -> LocalizedText {
    func joined(_ language: Language) -> String {
      var text = ""
      for (fruit, count) in counts {
        if !text.isEmpty { text += ", " }
        text += fruits[fruit].title.text(in: language)
        text += " "
        text += String(count)
      }
      return text
    }
    return LocalizedText(en: joined(.english), ko: joined(.korean))
  }

  func stockAnswer(all: Bool) -> Answers.Stock {
    Answers.Stock(items: fruits.filter { all || !$0.isRetired }.map { answer($0) })
  }

  func answer(_ fruit: Fruit) -> Answers.StockItem {
    Answers.StockItem(
      fruit: fruit.name, name: fruit.title, count: fruit.count, low: fruit.low,
      isLow: fruit.isLow, isRetired: fruit.isRetired ? true : nil)
  }

  func level(_ fruit: Int) -> Answers.Level {
    Answers.Level(
      fruit: fruits[fruit].name, name: fruits[fruit].title, count: fruits[fruit].count)
  }

  func levels(of recipe: Recipe) -> [Answers.Level] { recipe.ingredients.map { level($0.fruit) } }

  func left(of recipe: Recipe) -> LocalizedText {
    title(of: recipe.ingredients.map { ($0.fruit, fruits[$0.fruit].count) })
  }

  func answer(_ order: Order) -> Answers.Order {
    let juice = juices[order.juice]
    let wanted = order.insteadOf.map { juices[$0] }
    return Answers.Order(
      id: order.id, juice: juice.name, name: juice.title, count: order.cups, at: order.at,
      insteadOf: wanted?.name, insteadOfName: wanted?.title)
  }

  func ordered(_ order: Order) -> Answers.Ordered {
    let phrase: Answers.Ordered.Phrase =
      order.insteadOf != nil ? .substitute : order.cups == 1 ? .one : .several
    return Answers.Ordered(
      phrase: phrase, order: answer(order), stock: levels(of: order.recipe),
      left: left(of: order.recipe))
  }

  func undone(_ reversal: Reversal) -> Answers.Undone {
    Answers.Undone(
      order: answer(reversal.order), at: reversal.at, stock: levels(of: reversal.order.recipe),
      left: left(of: reversal.order.recipe))
  }

  func stocked(_ entry: StockEntry) -> Answers.StockChange {
    let fruit = fruits[entry.fruit]
    return Answers.StockChange(
      fruit: fruit.name, name: fruit.title, count: entry.count, change: entry.change,
      step: signed(entry.change))
  }
}
