internal import IPCProtocol

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

  /// Moves the stock of a fruit up or down.
  mutating func adjustStock(
    _ word: String, by pieces: Int64, as kind: StockEntry.Kind = .adjusted, reason: String? = nil,
    by deed: Deed
  ) throws(BarError) -> StockEntry {
    let fruit = try fruit(word)
    guard pieces != 0, (-BarLimits.count...BarLimits.count).contains(pieces) else {
      throw .step(pieces)
    }
    try checkRoom(fruit, for: pieces)
    try check(reason: reason)
    return stock(fruit, by: pieces, kind, reason, deed)
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
    reverses: Int64? = nil
  ) -> StockEntry {
    let entry = StockEntry(
      kind: kind, fruit: fruit.id, change: pieces, count: fruit.count + pieces, at: deed.at,
      uid: deed.uid, reason: reason, reverses: reverses)
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

  private func check(reason: String?) throws(BarError) {
    guard let reason else { return }
    guard TitleRule.isGood(reason, atMost: BarLimits.reason) else {
      throw BarError(.invalidReason, ["maximum": .integer(BarLimits.reason)])
    }
  }
}
