internal import CivilTime
internal import DaemonRuntime
internal import Glibc
internal import IPCProtocol
internal import Loop
internal import Storage
internal import Values

/// The bar in memory and on disk, one change at a time.
///
/// A rule refuses before it changes anything; what it did is written and told to watchers in the
/// same turn. Whatever does not stay is taken back, and after a failure of the disk read again.
@LoopActor
final class JuiceBar {
  private nonisolated let host: DomainHost
  private let store: BarStore
  private var bar = Bar()
  private var undoing: Undoing?
  private let changes = Topic<WatchEvent, NoResult>()
  /// Orders that are taken, and written all together by the commit.
  private let orders: Gathering<Order>

  init(host: DomainHost) {
    self.host = host
    let store = BarStore(database: host.database)
    self.store = store
    orders = host.gathering("orders") { orders throws(SQLiteError) in try store.insert(orders) }
  }

  var now: Timestamp { host.now }

  /// Reads one moment of the store, which has every order that was acknowledged.
  nonisolated func read<T: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> T
  ) async throws -> T { try await host.read(body) }

  // MARK: The store is the truth

  /// Reads the bar; a new one is stocked with what it has on its first day.
  func load() throws {
    undoing = nil
    if let stored = try store.load(today: Self.day(containing: now)) {
      bar = stored
      return
    }
    try host.transaction {
      bar = try Bar.first(by: Deed(at: now, uid: getuid()))
      try store.save(bar.takeFacts())
    }
    turnPage(at: now)
  }

  /// The day on the clocks of the machine, which may have been moved to another zone since.
  private static func day(containing moment: Timestamp) -> Range<Timestamp> {
    TimeZoneDatabase().local().dayRange(containing: moment)
  }

  /// A new day begins with no cups sold.
  private func turnPage(at now: Timestamp) {
    guard !bar.today.range.contains(now.microseconds) else { return }
    let day = Self.day(containing: now)
    bar.today = SalesDay()
    bar.today.range = day.lowerBound.microseconds..<day.upperBound.microseconds
  }

  /// The bar as it is at a moment, which may be the first of a new day.
  func current(at now: Timestamp) -> Bar {
    turnPage(at: now)
    return bar
  }

  // MARK: Rehearsals

  /// How the change under way is taken back.
  ///
  /// A bar takes orders all day: one is put back by its own numbers. For anything else, which is rare,
  /// the bar is kept as it was; it has at most some thousand fruits and juices, whatever it has sold.
  private enum Undoing {
    case nothing
    case order(Order)
    case all(Bar)
  }

  func mark() { undoing = .nothing }

  func unmark() { undoing = nil }

  func revert() {
    defer { undoing = nil }
    switch undoing {
    case .order(let order): bar.takeBack(order)
    case .all(let before): bar = before
    case .nothing, nil: return
    }
  }

  /// Must be called before a change that is no order, or before a second one.
  private func keepBefore() {
    switch undoing {
    case .nothing: undoing = .all(bar)
    case .order(let order):
      var before = bar
      before.takeBack(order)
      undoing = .all(before)
    case .all, nil: return
    }
  }

  // MARK: Changes

  /// Applies a rule, and keeps and tells what it did.
  ///
  /// A rule that answers with the bar's members does so in a statement of its own: in
  /// `bar.answer(try bar.order(…))` the bar would be copied before the order.
  func change<T>(
    _ request: RequestContext, _ rule: (inout Bar, Deed) throws(BarError) -> T
  ) throws -> T {
    turnPage(at: request.now)
    keepBefore()
    let result = try rule(&bar, Deed(at: request.now, uid: request.peer.uid))
    let facts = bar.takeFacts()
    try store.save(facts)
    tell(facts, at: request.now)
    return result
  }

  /// Takes an order, whose rows the commit writes: a busy bar writes a fruit once for all of them.
  func order(_ params: Params.Order, _ request: RequestContext) throws -> Answers.Ordered {
    turnPage(at: request.now)
    if case .order = undoing { keepBefore() }
    let order = try bar.order(
      params.juice, cups: params.count, substitute: params.substitute,
      by: Deed(at: request.now, uid: request.peer.uid))
    if case .nothing = undoing { undoing = .order(order) }
    orders.add(order)
    tell(bar.takeFacts(), at: request.now)
    return bar.ordered(order)
  }

  /// Takes an order back, if there is one and nobody did so before.
  func undo(_ id: Int64, _ request: RequestContext) throws -> Answers.Undone {
    guard let (order, undoneAt) = try store.order(id) else {
      throw BarError(.unknownOrder, ["order": .integer(id)])
    }
    if let undoneAt {
      throw BarError(
        .alreadyUndone, ["order": .integer(id), "at": .string(undoneAt.description)])
    }
    return try change(request) { bar, deed throws(BarError) in
      let reversal = bar.undo(order, by: deed)
      return bar.undone(reversal)
    }
  }

  /// Takes a booking of the stock back, if there is one and nobody did so before.
  func undoStock(_ id: Int64, _ request: RequestContext) throws -> Answers.StockChange {
    guard let (entry, undoneAt) = try store.entry(id), entry.kind != .undone else {
      throw BarError(.unknownEntry, ["entry": .integer(id)])
    }
    if let undoneAt {
      throw BarError(
        .entryUndone, ["entry": .integer(id), "at": .string(undoneAt.description)])
    }
    return try change(request) { bar, deed throws(BarError) in
      let reversal = try bar.undo(entry, id, by: deed)
      return bar.stocked(reversal)
    }
  }

  /// Chooses the money; once there was revenue it stays.
  func setCurrency(_ code: String, _ request: RequestContext) throws -> Answers.Money {
    let hasRevenue = try store.hasRevenue()
    return try change(request) { bar, _ throws(BarError) in
      let currency = try bar.setCurrency(code, hasRevenue: hasRevenue)
      return Answers.Money(currency)
    }
  }

  /// Books what went bad; without a count all that is past its day.
  func spoil(
    _ params: Params.StockSpoil, in zone: TimeZoneRules, _ request: RequestContext
  ) throws -> Answers.StockChange {
    let fruit = try bar.fruit(params.fruit)
    let past = try LotStore(database: host.database)
      .past(fruit.id, on: zone.local(at: request.now).date)
    return try change(request) { bar, deed throws(BarError) in
      if params.count == nil, past == 0 {
        throw BarError(
          .nothingPast, ["fruit": .string(fruit.name), "fruitName": fruit.title.jsonValue])
      }
      let count = params.count ?? past
      guard (1...BarLimits.count).contains(count) else { throw .count(count, from: 1) }
      let entry = try bar.adjustStock(
        fruit.name, by: -count, as: .spoiled, reason: params.reason, by: deed)
      return bar.stocked(entry)
    }
  }

  /// Takes over a file, whole or not at all.
  func take(_ file: BarFile, replaces: Bool, _ request: RequestContext) throws
    -> Answers.Imported
  {
    let hasRevenue = try store.hasRevenue()
    return Answers.Imported(
      try change(request) { bar, deed throws(BarError) in
        try bar.take(file, replaces: replaces, hasRevenue: hasRevenue, by: deed)
      })
  }

  /// The menu with what was sold on the reader's day, which may be another one than the bar's.
  func menu(zone: TimeZoneRules?, at now: Timestamp) async throws -> Answers.Menu {
    var bar = current(at: now)
    guard let zone else { return bar.menuAnswer }
    let day = zone.dayRange(containing: now)
    if day.lowerBound.microseconds..<day.upperBound.microseconds != bar.today.range {
      bar.today = try await read { try BarStore(database: $0).salesDay(day) }
    }
    return bar.menuAnswer
  }

  /// Where a fruit stands in the store, for a report about it; also one that is retired.
  func place(ofFruit word: String?) throws(BarError) -> Int? {
    guard let word else { return nil }
    if let known = bar.fruits.first(where: { $0.name == word }) { return known.id }
    return try bar.fruit(word).id
  }

  // MARK: Watchers

  private func tell(_ facts: [Fact], at now: Timestamp) {
    for fact in facts {
      switch fact {
      case .ranLow(let fruit), .ranOut(let fruit): noteLow(bar.fruits[fruit])
      default: break
      }
      if changes.isFollowed { host.publish(WatchEvent(fact, in: bar, at: now), to: changes) }
    }
  }

  /// Somebody has to order fruit; the journal is where machines look.
  private func noteLow(_ fruit: Fruit) {
    host.afterCommit { [host] in
      host.log(
        .notice, "\(fruit.name) runs low: \(fruit.count) left", id: .ranLow,
        fields: [("JUICE_FRUIT", fruit.name), ("JUICE_COUNT", String(fruit.count))])
    }
  }

  func watch(_ stream: StreamOf<WatchEvent, NoResult>) {
    stream.follow(changes) { [unowned self] in
      WatchEvent(of: current(at: now), at: now)
    }
  }
}

extension MessageID {
  static let ranLow = MessageID("a10e3bce56ba4d6b986a3dc8a54500f7")
}
