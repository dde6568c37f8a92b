internal import Values

/// The bar in the words of the wire.
extension Bar {
  var menuAnswer: Answers.Menu {
    let hasPrices = !today.revenues.isEmpty || menu.contains { $0.recipe.price != nil }
    return Answers.Menu(
      items: menu.map { answer($0) }, currency: currency.code,
      revenueText: currency.revenueText(hasPrices ? today.revenue : nil))
  }

  func answer(_ juice: Juice) -> Answers.MenuItem {
    let ingredients = juice.recipe.ingredients
    return Answers.MenuItem(
      juice: juice.name, name: juice.title,
      recipe: ingredients.map {
        Answers.Ingredient(fruit: fruits[$0.fruit].name, count: $0.count)
      },
      ingredients: title(of: ingredients.map { ($0.fruit, $0.count) }),
      price: juice.recipe.price, priceText: juice.recipe.price.map(priceText),
      canMake: juice.isRetired ? 0 : canMake(juice.recipe),
      soldToday: today.cups[juice.id] ?? 0, revenueToday: today.revenues[juice.id])
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
      isLow: fruit.isLow, pack: fruit.pack, packPrice: fruit.packPrice,
      isRetired: fruit.isRetired ? true : nil)
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
      amount: order.amount, insteadOf: wanted?.name, insteadOfName: wanted?.title)
  }

  func ordered(_ order: Order) -> Answers.Ordered {
    let phrase: Answers.Ordered.Phrase =
      order.insteadOf != nil ? .substitute : order.cups == 1 ? .one : .several
    return Answers.Ordered(
      phrase: phrase, order: answer(order), due: order.amount.map(due),
      stock: levels(of: order.recipe),
      left: left(of: order.recipe))
  }

  private func priceText(_ price: Int64) -> LocalizedText {
    let text = currency.text(price)
    return LocalizedText(en: "; \(text.en)", ko: " · \(text.text(in: .korean))")
  }

  private func due(_ amount: Int64) -> LocalizedText {
    let text = currency.text(amount)
    return LocalizedText(en: " (\(text.en))", ko: " (\(text.text(in: .korean)))")
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

  /// A fruit of which something was set, and a count perhaps.
  func stocked(_ entry: StockEntry?, _ settings: StockSettings, of fruit: Fruit)
    -> Answers.StockChange
  {
    let fruit = fruits[fruit.id]
    var parts: [LocalizedText] = []
    if settings.low != nil {
      parts.append(LocalizedText(en: "low at \(fruit.low)", ko: "\(fruit.low)개부터 부족"))
    }
    if settings.pack.pieces != nil, let pack = fruit.pack {
      parts.append(LocalizedText(en: "packs of \(pack)", ko: "한 상자 \(pack)개"))
    }
    if settings.pack.price != nil, let price = fruit.packPrice.map(currency.text) {
      parts.append(
        LocalizedText(en: "a pack costs \(price.en)", ko: "상자값 \(price.text(in: .korean))"))
    }
    let change = entry?.change ?? 0
    let also = LocalizedText(
      en: parts.map { "; " + $0.en }.joined(),
      ko: parts.map { " · " + $0.text(in: .korean) }.joined())
    return Answers.StockChange(
      fruit: fruit.name, name: fruit.title, count: fruit.count, change: change,
      step: signed(change), also: parts.isEmpty ? nil : also)
  }
}
