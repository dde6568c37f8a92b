internal import DaemonRuntime
internal import IPCProtocol
internal import Storage

/// The calls of the juice bar: typed in, typed out, a few lines each.
@LoopActor
final class JuiceService: DomainService {
  nonisolated static let description = JuiceDescription.domain
  nonisolated static var migrations: [Migration] { BarMigrations.all }
  /// An order changes three rows on three pages: a quarter of the bytes, and a commit of one order
  /// is a fifth faster.
  nonisolated static var pageBytes: Int { 1024 }

  private let bar: JuiceBar

  init(host: DomainHost) { bar = JuiceBar(host: host) }

  func load() throws { try bar.load() }
  func mark() { bar.mark() }
  func revert() { bar.revert() }

  var statusSentence: String {
    let bar = bar.current(at: bar.now)
    let possible = bar.menu.count { bar.canMake($0.recipe) > 0 }
    let low = bar.fruitsOnSale.count(where: \.isLow)
    return "\(possible) of \(bar.menu.count) juices can be made, \(low) fruits low, "
      + "\(bar.today.total) cups sold today"
  }

  var gauges: [Gauge] {
    let bar = bar.current(at: bar.now)
    return [
      Gauge("juice_orders", help: "orders ever taken", Double(bar.nextOrder - 1)),
      Gauge("juice_sold_today", help: "cups sold since midnight", Double(bar.today.total)),
    ]
      + bar.fruitsOnSale.map { fruit in
        Gauge(
          "juice_stock", help: "pieces in stock", labels: [("fruit", fruit.name)],
          Double(fruit.count))
      }
      + bar.menu.map { juice in
        Gauge(
          "juice_cups", help: "cups that can be made now", labels: [("juice", juice.name)],
          Double(bar.canMake(juice.recipe)))
      }
  }

  func register(in methods: inout MethodTable) {
    registerOrders(in: &methods)
    registerStock(in: &methods)
    registerFruits(in: &methods)
    registerRecipes(in: &methods)
    registerReports(in: &methods)
    registerFile(in: &methods)
  }

  // MARK: Orders

  private func registerOrders(in methods: inout MethodTable) {
    let bar = bar
    methods.read(Method<NoParams, Answers.Menu>(JuiceDescription.menu)) { _, request in
      bar.current(at: request.now).menuAnswer
    }
    methods.change(
      Method<Params.Order, Answers.Ordered>(JuiceDescription.order), gathers: true
    ) { params, request in try bar.order(params, request) }
    methods.change(Method<Params.Undo, Answers.Undone>(JuiceDescription.undo)) {
      params, request in
      try bar.undo(params.order, request)
    }
    methods.stream(Method<NoParams, NoResult>(JuiceDescription.watch)) { _, _, stream in
      bar.watch(stream)
    }
  }

  // MARK: Stock

  private func registerStock(in methods: inout MethodTable) {
    let bar = bar
    methods.read(Method<Params.Stock, Answers.Stock>(JuiceDescription.stock)) {
      params, request in
      bar.current(at: request.now).stockAnswer(all: params.all ?? false)
    }
    methods.change(Method<Params.StockSet, Answers.StockChanged>(JuiceDescription.stockSet)) {
      params, request in
      try bar.change(request) { bar, deed throws(BarError) in
        let entry = try bar.setStock(
          params.fruit, to: params.count, reason: params.reason, by: deed)
        return bar.stocked(entry)
      }
    }
    methods.change(Method<Params.StockAdjust, Answers.StockChanged>(JuiceDescription.stockAdjust)) {
      params, request in
      try bar.change(request) { bar, deed throws(BarError) in
        let entry = try bar.adjustStock(
          params.fruit, by: params.by, reason: params.reason, by: deed)
        return bar.stocked(entry)
      }
    }
    methods.change(Method<Params.Threshold, Answers.StockItem>(JuiceDescription.stockLow)) {
      params, request in
      try bar.change(request) { bar, _ throws(BarError) in
        let fruit = try bar.setThreshold(params.fruit, to: params.count)
        return bar.answer(fruit)
      }
    }
  }

  // MARK: Fruits and recipes

  private func registerFruits(in methods: inout MethodTable) {
    let bar = bar
    methods.change(Method<Params.FruitAdd, Answers.StockItem>(JuiceDescription.fruitAdd)) {
      params, request in
      try bar.change(request) { bar, deed throws(BarError) in
        let naming = Bar.Naming(english: params.name, korean: params.nameKo)
        let fruit = try bar.addFruit(
          params.fruit, naming, count: params.count ?? 0, low: params.low, by: deed)
        return bar.answer(fruit)
      }
    }
    methods.change(Method<Params.FruitRename, Answers.StockItem>(JuiceDescription.fruitRename)) {
      params, request in
      try bar.change(request) { bar, _ throws(BarError) in
        let naming = Bar.Naming(word: params.to, english: params.name, korean: params.nameKo)
        let fruit = try bar.renameFruit(params.fruit, naming)
        return bar.answer(fruit)
      }
    }
    methods.change(Method<Params.Fruit, Answers.StockItem>(JuiceDescription.fruitRetire)) {
      params, request in
      try bar.change(request) { bar, _ throws(BarError) in
        let fruit = try bar.retireFruit(params.fruit)
        return bar.answer(fruit)
      }
    }
  }

  private func registerRecipes(in methods: inout MethodTable) {
    let bar = bar
    methods.change(Method<Params.RecipeSet, Answers.MenuItem>(JuiceDescription.recipeSet)) {
      params, request in
      try bar.change(request) { bar, _ throws(BarError) in
        let juice = try bar.setRecipe(
          params.juice,
          params.recipe.map { Bar.WantedIngredient(fruit: $0.fruit, count: $0.count) },
          Bar.Naming(english: params.name, korean: params.nameKo))
        return bar.answer(juice)
      }
    }
    methods.change(Method<Params.JuiceRename, Answers.MenuItem>(JuiceDescription.recipeRename)) {
      params, request in
      try bar.change(request) { bar, _ throws(BarError) in
        let naming = Bar.Naming(word: params.to, english: params.name, korean: params.nameKo)
        let juice = try bar.renameJuice(params.juice, naming)
        return bar.answer(juice)
      }
    }
    methods.change(Method<Params.Juice, Answers.MenuItem>(JuiceDescription.recipeRetire)) {
      params, request in
      try bar.change(request) { bar, _ throws(BarError) in
        let juice = try bar.retireJuice(params.juice)
        return bar.answer(juice)
      }
    }
  }

  // MARK: Reports

  /// Reports read beside the loop, each one moment of the store.
  private func registerReports(in methods: inout MethodTable) {
    let bar = bar
    methods.task(Method<Params.Sales, Sales>(JuiceDescription.sales)) { params, request in
      let step = params.by.flatMap(SalesPeriod.Step.init(rawValue:)) ?? .total
      let period = try SalesPeriod(
        from: params.from, to: params.to, step: step, now: request.now)
      return try await bar.read { try SalesQuery(database: $0, period: period).sales() }
    }
    methods.task(Method<Params.Forecast, Forecast>(JuiceDescription.forecast)) {
      params, request in
      let window = try Self.seconds(
        params.windowSeconds, else: ForecastQuery.usualWindow, "--window")
      let cover = try Self.seconds(params.coverSeconds, else: ForecastQuery.usualCover, "--cover")
      return try await bar.read {
        try ForecastQuery(database: $0, now: request.now).forecast(window: window, cover: cover)
      }
    }
    methods.task(Method<NoParams, Answers.Audit>(JuiceDescription.audit)) { _, _ in
      try await bar.read { try AuditQuery(database: $0).audit() }
    }
    registerLists(in: &methods)
  }

  private func registerLists(in methods: inout MethodTable) {
    let bar = bar
    methods.task(Method<Params.Orders, Answers.Orders>(JuiceDescription.orders)) { params, _ in
      let limit = try Self.limit(params.limit, else: 20)
      return try await bar.read {
        try LedgerQuery(database: $0).orders(limit: limit, before: params.before)
      }
    }
    methods.task(Method<Params.Ledger, Answers.Ledger>(JuiceDescription.ledger)) { params, _ in
      let limit = try Self.limit(params.limit, else: 50)
      let fruit = try await bar.place(ofFruit: params.fruit)
      let before = params.before.flatMap { Timestamp(rfc3339: $0) }
      return try await bar.read {
        try LedgerQuery(database: $0).ledger(fruit: fruit, limit: limit, before: before)
      }
    }
  }

  private nonisolated static func limit(
    _ limit: Int64?, else usual: Int64
  ) throws(BarError) -> Int64 {
    guard let limit else { return usual }
    guard (1...LedgerQuery.maximum).contains(limit) else {
      throw .count(limit, from: 1, to: LedgerQuery.maximum)
    }
    return limit
  }

  private nonisolated static func seconds(
    _ seconds: Double?, else usual: Double, _ name: String
  ) throws(BarError) -> Double {
    guard let seconds else { return usual }
    guard ForecastQuery.bounds.contains(seconds) else {
      throw BarError(
        .invalidDuration,
        [
          "what": .string(name), "seconds": .double(seconds),
          "minimum": .double(ForecastQuery.bounds.lowerBound),
          "maximum": .double(ForecastQuery.bounds.upperBound),
        ])
    }
    return seconds
  }

  // MARK: The bar as a file

  private func registerFile(in methods: inout MethodTable) {
    let bar = bar
    methods.read(Method<Params.Export, Answers.Exported>(JuiceDescription.export)) {
      params, request in
      let format = params.format.flatMap(BarFile.Format.init(rawValue:)) ?? .json
      return Answers.Exported(
        format: format.rawValue, text: bar.current(at: request.now).text(format))
    }
    methods.change(Method<Params.Import, Answers.Imported>(JuiceDescription.import)) {
      params, request in
      let format = params.format.flatMap(BarFile.Format.init(rawValue:))
      let file = try BarFile(params.file, format: format)
      let count = try bar.change(request) { bar, deed throws(BarError) in
        try bar.take(file, replaces: params.replace ?? false, by: deed)
      }
      return Answers.Imported(
        added: count.added, changed: count.changed, retired: count.retired)
    }
  }
}
