internal import DaemonRuntime
internal import Storage
internal import Values

/// Reads orders and the ledger, newest first, beside the loop.
struct LedgerQuery {
  /// The most entries of one answer, where a number of them is asked for.
  static let maximum: Int64 = 1000
  /// The most where all are asked for.
  static let all: Int64 = 100_000

  let database: Database

  /// How many entries somebody wants.
  ///
  /// - Throws: ``BarReason/invalidCount`` for none and for more than ``maximum``.
  static func checked(limit: Int64, all: Bool) throws(BarError) -> Int64 {
    if all { return Self.all }
    guard (1...maximum).contains(limit) else { throw .count(limit, from: 1, to: maximum) }
    return limit
  }

  /// What is said of entries that an answer leaves out; nil of none.
  private static func remark(_ more: Int, _ limit: Int64) -> LocalizedText? {
    guard more > 0 else { return nil }
    let way =
      limit < all
      ? LocalizedText(en: "`--all` shows them", ko: "`--all`로 볼 수 있어요")
      : LocalizedText(
        en: "`--since` and `--before` show a part", ko: "`--since`나 `--before`로 나누어 보세요")
    return LocalizedText(
      en: "and \(more) more; \(way.en)",
      ko: "이보다 앞선 줄이 \(more)개 더 있어요. \(way.text(in: .korean))")
  }

  // MARK: Orders

  /// Orders, of which only those with numbers below `before`, and not taken before `since`.
  func orders(
    limit: Int64, before: Int64?, since: Timestamp? = nil
  ) throws -> Answers.Orders {
    var users = UserNames()
    let items = try database.query(
      """
      SELECT orders.id, juice.name, juice.en, juice.ko, cups, orders.at, orders.uid, wanted.name,
      wanted.en, wanted.ko, reversal.at, recipe.price * cups FROM orders
      JOIN recipe ON recipe.id = orders.recipe JOIN juice ON juice.id = recipe.juice
      LEFT JOIN juice AS wanted ON wanted.id = orders.instead_of
      LEFT JOIN reversal ON reversal.orders = orders.id
      WHERE orders.id < ? AND orders.at >= ? ORDER BY orders.id DESC LIMIT ?
      """, .integer(before ?? Int64.max), .integer(since?.microseconds ?? Int64.min),
      .integer(limit)
    ) { row in Self.order(row, &users) }
    let currency = try BarStore(database: database).currency().code
    guard items.count == limit, let last = items.last else {
      return Answers.Orders(items: items, currency: currency)
    }
    let more =
      try database.first(
        "SELECT count(*) FROM orders WHERE id < ? AND at >= ?", .integer(last.id),
        .integer(since?.microseconds ?? Int64.min)
      ) { row in Int(row.integer(0)) } ?? 0
    return Answers.Orders(
      items: items, currency: currency, more: more, remark: Self.remark(more, limit))
  }

  private static func order(_ row: borrowing Row, _ users: inout UserNames) -> Answers.Order {
    let uid = UInt32(truncatingIfNeeded: row.integer(6))
    let undoneAt = row.optionalInteger(10).map { Timestamp(microseconds: $0) }
    var order = Answers.Order(
      id: row.integer(0), juice: row.text(1), name: title(row, 2), count: row.integer(4),
      at: Timestamp(microseconds: row.integer(5)), amount: row.optionalInteger(11))
    order.insteadOf = row.optionalText(7)
    if order.insteadOf != nil { order.insteadOfName = title(row, 8) }
    order.uid = Int64(uid)
    order.user = users.name(of: uid)
    order.undoneAt = undoneAt
    order.state =
      undoneAt == nil
      ? LocalizedText(en: "sold", ko: "판매") : LocalizedText(en: "undone", ko: "취소")
    return order
  }

  private static func title(_ row: borrowing Row, _ column: Int) -> LocalizedText {
    LocalizedText(en: row.text(column), ko: row.optionalText(column + 1))
  }

  // MARK: The ledger

  /// Entries of a fruit by its place, or of all, of which only those older than `before`, and not
  /// older than `since`.
  ///
  /// Each has the stock that it left behind: counted back from what there is now, over whatever was
  /// booked later, whatever clocks said then.
  func ledger(
    fruit: Int?, limit: Int64, before: Timestamp?, since: Timestamp? = nil
  ) throws -> Answers.Ledger {
    let isPart = before != nil || since != nil
    let moments =
      (since ?? Timestamp(microseconds: .min))..<(before ?? Timestamp(microseconds: .max))
    var window = isPart ? max(limit, Self.maximum) : limit
    var part = try newest(window, fruit: fruit, in: moments, limit: limit)
    // Further back, where those that are wanted may be; but not behind all that is older than they are.
    while isPart, part.items.count < limit, part.seen == window, !part.isOlder {
      window *= 4
      part = try newest(window, fruit: fruit, in: moments, limit: limit)
    }
    guard part.items.count == limit else { return Answers.Ledger(items: part.items) }
    let all = try count(fruit: fruit, before: before, since: since)
    let more = all - part.items.count
    return Answers.Ledger(items: part.items, more: more, remark: Self.remark(more, limit))
  }

  private struct Part {
    var items: [Answers.LedgerLine] = []
    /// Bookings that were gone over.
    var seen: Int64 = 0
    /// Whether the last half of them is all older than what is wanted.
    var isOlder = false
  }

  /// Of so many of the newest bookings those within some time, `limit` at most.
  private func newest(
    _ window: Int64, fruit: Int?, in moments: Range<Timestamp>, limit: Int64
  ) throws -> Part {
    var users = UserNames()
    var stock = try stock()
    var part = Part()
    var lastWanted: Int64 = 0
    // Each kind gives its newest, and of those the newest are taken.
    try database.forEachRow(
      """
      SELECT entry.at, entry.kind, fruit.name, fruit.en, fruit.ko, entry.change, entry.count,
      entry.orders, entry.reason, entry.uid, entry.fruit, entry.id FROM (
        SELECT * FROM (SELECT at, kind, fruit, change, count, NULL AS orders, reason, uid, id, 0 AS place,
            after_order AS behind, 1 AS step, id AS entry, 0 AS undo
          FROM stock_entry WHERE ?1 IS NULL OR fruit = ?1 ORDER BY id DESC LIMIT ?2)
        UNION ALL
        SELECT * FROM (SELECT at, 'order', fruit, -cups * count, NULL, id, NULL, uid, id, place, id, 0, 0, 0
          FROM orders JOIN ingredient USING (recipe)
          WHERE ?1 IS NULL OR fruit = ?1 ORDER BY id DESC LIMIT ?2)
        UNION ALL
        SELECT * FROM (SELECT reversal.at, 'undo', fruit, cups * count, NULL, orders.id, NULL,
            reversal.uid, orders.id, place, after_order, 1, after_entry, number
          FROM reversal JOIN orders ON orders.id = reversal.orders JOIN ingredient USING (recipe)
          WHERE ?1 IS NULL OR fruit = ?1 ORDER BY number DESC LIMIT ?2)
      ) AS entry JOIN fruit ON fruit.id = entry.fruit
      ORDER BY behind DESC, step DESC, entry.entry DESC, undo DESC, entry.place
      LIMIT ?2
      """, bindings: [.optional(fruit.map(Int64.init)), .integer(window)]
    ) { row in
      part.seen += 1
      let count = stock[row.integer(10)] ?? 0
      stock[row.integer(10)] = count - row.integer(5)
      let at = Timestamp(microseconds: row.integer(0))
      if at >= moments.lowerBound { lastWanted = part.seen }
      guard moments.contains(at), part.items.count < limit else { return }
      part.items.append(Self.line(row, count, &users))
    }
    part.isOlder = lastWanted <= part.seen / 2
    return part
  }

  private func count(fruit: Int?, before: Timestamp?, since: Timestamp?) throws -> Int {
    let parts = try database.query(
      """
      SELECT count(*) FROM stock_entry WHERE at < ?1 AND at >= ?3 AND (?2 IS NULL OR fruit = ?2)
      UNION ALL
      SELECT count(*) FROM orders JOIN ingredient USING (recipe)
        WHERE at < ?1 AND at >= ?3 AND (?2 IS NULL OR fruit = ?2)
      UNION ALL
      SELECT count(*) FROM reversal JOIN orders ON orders.id = reversal.orders
        JOIN ingredient USING (recipe)
        WHERE reversal.at < ?1 AND reversal.at >= ?3 AND (?2 IS NULL OR fruit = ?2)
      """, .integer(before?.microseconds ?? Int64.max), .optional(fruit.map(Int64.init)),
      .integer(since?.microseconds ?? Int64.min)
    ) { row in Int(row.integer(0)) }
    return parts.reduce(0, +)
  }

  /// What there is of each fruit.
  private func stock() throws -> [Int64: Int64] {
    var stock: [Int64: Int64] = [:]
    try database.forEachRow("SELECT id, count FROM fruit", bindings: []) { row in
      stock[row.integer(0)] = row.integer(1)
    }
    return stock
  }

  private static func line(
    _ row: borrowing Row, _ count: Int64, _ users: inout UserNames
  ) -> Answers.LedgerLine {
    let kind = row.text(1)
    let uid = UInt32(truncatingIfNeeded: row.integer(9))
    let isOrder = row.optionalInteger(7) != nil
    return Answers.LedgerLine(
      entry: isOrder ? nil : row.integer(11), at: Timestamp(microseconds: row.integer(0)),
      kind: kind, kindName: kindName(kind),
      fruit: row.text(2), name: title(row, 3), change: row.integer(5),
      step: signed(row.integer(5)), count: count, order: row.optionalInteger(7),
      reason: row.optionalText(8), uid: Int64(uid), user: users.name(of: uid))
  }

  private static func kindName(_ kind: String) -> LocalizedText {
    switch kind {
    case "order": LocalizedText(en: "order", ko: "주문")
    case "undo": LocalizedText(en: "undo", ko: "주문 취소")
    case "added": LocalizedText(en: "added", ko: "추가")
    case "set": LocalizedText(en: "set", ko: "지정")
    case "received": LocalizedText(en: "received", ko: "입고")
    case "spoiled": LocalizedText(en: "spoiled", ko: "폐기")
    case "undone": LocalizedText(en: "undone", ko: "기록 취소")
    case "adjusted": LocalizedText(en: "adjusted", ko: "조정")
    default: LocalizedText(en: "imported", ko: "가져옴")
    }
  }
}
