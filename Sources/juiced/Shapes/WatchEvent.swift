internal import IPCProtocol
internal import Values

/// One event of `juice.watch`; members that do not belong to its kind are absent.
struct WatchEvent: Shape {
  /// `bar` with the whole state, or what happened.
  let kind: String
  let at: Timestamp
  /// The whole stock, in `bar`.
  var items: [Answers.StockItem]?
  var order: Answers.Order?
  var fruit: String?
  var juice: String?
  var name: LocalizedText?
  var count: Int64?
  var change: Int64?
  var step: String?
  var reason: String?
  var low: Int64?
  var pack: Int64?
  var packPrice: Int64?
  var price: Int64?
  var currency: String?
  /// What there is now of the fruits that changed.
  var stock: [Answers.Level]?
  /// The same, or the whole stock, to read: `strawberry 10, banana 1`.
  var left: LocalizedText?
  var ingredients: LocalizedText?
  /// Cups since midnight: of the juice, and of all.
  var soldToday: Int64?
  var soldTodayInAll: Int64?

  static let shape = ShapeOf<WatchEvent>([
    Member("kind", \.kind), Member("at", \.at), Member("items", \.items),
    Member("order", \.order), Member("fruit", \.fruit), Member("juice", \.juice),
    Member("name", \.name), Member("count", \.count), Member("change", \.change),
    Member("step", \.step), Member("reason", \.reason), Member("low", \.low),
    Member("pack", \.pack), Member("packPrice", \.packPrice), Member("price", \.price),
    Member("currency", \.currency),
    Member("stock", \.stock), Member("left", \.left), Member("ingredients", \.ingredients),
    Member("soldToday", \.soldToday), Member("soldTodayInAll", \.soldTodayInAll),
  ])

  private init(_ kind: String, at now: Timestamp) {
    self.kind = kind
    at = now
  }

  /// The whole state.
  init(of bar: Bar, at now: Timestamp) {
    self.init("bar", at: now)
    items = bar.stockAnswer(all: false).items
    left = bar.title(of: bar.fruitsOnSale.map { ($0.id, $0.count) })
    soldTodayInAll = bar.today.total
  }

  init(_ fact: Fact, in bar: Bar, at now: Timestamp) {
    switch fact {
    case .ordered(let order): self.init("ordered", order, in: bar, at: order.at)
    case .undone(let reversal): self.init("undone", reversal.order, in: bar, at: reversal.at)
    case .stocked(let entry):
      // `undone` is an order's.
      let kind = entry.kind == .undone ? "undoneStock" : entry.kind.rawValue
      self.init(kind, bar.fruits[entry.fruit], at: entry.at)
      count = entry.count
      change = entry.change
      step = signed(entry.change)
      reason = entry.reason
    case .ranLow(let fruit):
      self.init("low", bar.fruits[fruit], at: now)
      low = bar.fruits[fruit].low
    case .ranOut(let fruit): self.init("out", bar.fruits[fruit], at: now)
    case .fruitAdded(let fruit): self.init("fruitAdded", fruit, at: now)
    case .fruitRenamed(let fruit): self.init("fruitRenamed", fruit, at: now)
    case .fruitRetired(let fruit): self.init("fruitRetired", fruit, at: now)
    case .thresholdSet(let fruit):
      self.init("thresholdSet", fruit, at: now)
      low = fruit.low
    case .packSet(let fruit):
      self.init("packSet", fruit, at: now)
      (pack, packPrice) = (fruit.pack, fruit.packPrice)
    case .currencySet(let currency):
      self.init("currencySet", at: now)
      self.currency = currency.code
    case .recipeSet(let juice):
      self.init("recipeSet", juice, at: now)
      price = juice.recipe.price
      ingredients = bar.title(of: juice.recipe.ingredients.map { ($0.fruit, $0.count) })
    case .juiceRenamed(let juice): self.init("juiceRenamed", juice, at: now)
    case .juiceRetired(let juice): self.init("juiceRetired", juice, at: now)
    }
  }

  private init(_ kind: String, _ order: Order, in bar: Bar, at time: Timestamp) {
    self.init(kind, at: time)
    self.order = bar.answer(order)
    stock = bar.levels(of: order.recipe)
    left = bar.left(of: order.recipe)
    soldToday = bar.today.cups[order.juice] ?? 0
    soldTodayInAll = bar.today.total
  }

  private init(_ kind: String, _ fruit: Fruit, at now: Timestamp) {
    self.init(kind, at: now)
    self.fruit = fruit.name
    name = fruit.title
    count = fruit.count
  }

  private init(_ kind: String, _ juice: Juice, at now: Timestamp) {
    self.init(kind, at: now)
    self.juice = juice.name
    name = juice.title
  }
}
