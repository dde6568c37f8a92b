internal import CivilTime
internal import IPCProtocol

/// What is set beside a count.
struct StockSettings: Hashable, Sendable {
  var low: Int64?
  var pack = Pack()

  var isEmpty: Bool { self == StockSettings() }
}

/// How a fruit is bought; what is nil stays as it is.
struct Pack: Hashable, Sendable {
  /// Pieces of one.
  var pieces: Int64?
  /// In the smallest unit of the currency.
  var price: Int64?

  func check() throws(BarError) {
    if let pieces, !(1...BarLimits.count).contains(pieces) { throw .count(pieces, from: 1) }
    try Bar.check(price: price)
  }
}

/// Stock edits by people.
extension Bar {
  /// Sets the stock of a fruit to what was counted.
  mutating func setStock(
    _ word: String, to count: Int64, reason: String? = nil, by deed: Deed
  ) throws(BarError) -> StockEntry {
    let fruit = try fruit(word)
    guard (0...BarLimits.count).contains(count) else { throw .count(count, from: 0) }
    try check(reason: reason)
    return stock(fruit, by: count - fruit.count, .set, reason, deed)
  }

  /// Sets what was counted, where it is low, or how it is bought; at least one of them.
  mutating func set(
    _ word: String, count: Int64?, _ settings: StockSettings, reason: String?, by deed: Deed
  ) throws(BarError) -> (entry: StockEntry?, fruit: Fruit) {
    let fruit = try fruit(word)
    guard count != nil || !settings.isEmpty else {
      throw BarError(
        .nothingToSet, ["fruit": .string(fruit.name), "fruitName": fruit.title.jsonValue])
    }
    // What is refused is refused before anything changed.
    if let low = settings.low, !(0...BarLimits.count).contains(low) { throw .count(low, from: 0) }
    try settings.pack.check()
    var entry: StockEntry?
    if let count { entry = try setStock(word, to: count, reason: reason, by: deed) }
    if let low = settings.low { _ = try setThreshold(word, to: low) }
    if settings.pack != Pack() { _ = try setPack(word, settings.pack) }
    return (entry, fruits[fruit.id])
  }

  /// Moves the stock of a fruit up or down.
  mutating func adjustStock(
    _ word: String, by pieces: Int64, as kind: StockEntry.Kind = .adjusted, reason: String? = nil,
    bestBefore: CivilDate? = nil, by deed: Deed
  ) throws(BarError) -> StockEntry {
    let fruit = try fruit(word)
    guard pieces != 0, (-BarLimits.count...BarLimits.count).contains(pieces) else {
      throw .step(pieces)
    }
    try checkRoom(fruit, for: pieces)
    try check(reason: reason)
    return stock(fruit, by: pieces, kind, reason, deed, bestBefore: bestBefore)
  }

  /// Takes an entry back: what it added goes, what it took comes back; once.
  mutating func undo(_ entry: StockEntry, _ id: Int64, by deed: Deed) throws(BarError) -> StockEntry
  {
    let fruit = fruits[entry.fruit]
    try checkRoom(fruit, for: -entry.change)
    return stock(fruit, by: -entry.change, .undone, nil, deed, reverses: id)
  }

  private func checkRoom(_ fruit: Fruit, for pieces: Int64) throws(BarError) {
    guard fruit.count + pieces >= 0 else { throw .belowZero(fruit, by: pieces) }
    guard fruit.count + pieces <= BarLimits.stock else { throw .stockFull(fruit) }
  }

  mutating func stock(
    _ fruit: Fruit, by pieces: Int64, _ kind: StockEntry.Kind, _ reason: String?, _ deed: Deed,
    reverses: Int64? = nil, bestBefore: CivilDate? = nil
  ) -> StockEntry {
    let entry = StockEntry(
      kind: kind, fruit: fruit.id, change: pieces, count: fruit.count + pieces, at: deed.at,
      uid: deed.uid, reason: reason, reverses: reverses,
      bestBefore: bestBefore, afterOrder: nextOrder - 1)
    record(.stocked(entry))
    change(fruit.id, by: pieces)
    return entry
  }

  /// Sets where a fruit is low.
  mutating func setThreshold(_ word: String, to count: Int64) throws(BarError) -> Fruit {
    let fruit = try fruit(word)
    guard (0...BarLimits.count).contains(count) else { throw .count(count, from: 0) }
    let wasLow = fruit.isLow
    fruits[fruit.id].low = count
    record(.thresholdSet(fruits[fruit.id]))
    if !wasLow, fruits[fruit.id].isLow { record(.ranLow(fruit: fruit.id)) }
    return fruits[fruit.id]
  }

  /// Says in which packs a fruit is bought, and what one costs.
  mutating func setPack(_ word: String, _ pack: Pack) throws(BarError) -> Fruit {
    let fruit = try fruit(word)
    try pack.check()
    fruits[fruit.id].pack = pack.pieces ?? fruit.pack
    fruits[fruit.id].packPrice = pack.price ?? fruit.packPrice
    if fruits[fruit.id] != fruit { record(.packSet(fruits[fruit.id])) }
    return fruits[fruit.id]
  }

  private func check(reason: String?) throws(BarError) {
    guard let reason else { return }
    guard TitleRule.isGood(reason, atMost: BarLimits.reason) else {
      throw BarError(.invalidReason, ["maximum": .integer(BarLimits.reason)])
    }
  }
}
