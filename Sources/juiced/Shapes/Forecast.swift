internal import IPCProtocol
internal import Values

/// When each fruit runs out if people go on ordering as they do, and what to buy.
struct Forecast: Shape {
  struct Row: Shape, Hashable {
    let fruit: String
    let name: LocalizedText
    let count: Int64
    let low: Int64
    let isLow: Bool
    /// Whether there were days and cups enough to say something.
    let isKnown: Bool
    /// From how many days and cups, or how many are missing.
    let basis: LocalizedText
    /// Pieces to buy, on ordinary days and on nine of ten.
    ///
    /// The stock then lasts for the cover and does not come down to low; where nothing is known, it is
    /// what fills it up to low.
    let reorderFrom: Int64
    let reorderTo: Int64
    /// Pieces of a pack, how many packs last on nine of ten days, and what they cost; as far as it is known
    /// how the fruit is bought.
    var pack: Int64?
    var packs: Int64?
    var cost: Int64?
    /// Pieces of an ordinary day; absent where nothing is known.
    var perDay: Double?
    /// Each in nine of ten cases; absent where that is unknown or far away.
    var runsOutEarliest: Timestamp?
    var runsOutLatest: Timestamp?

    static let shape = ShapeOf<Row>([
      Member("fruit", \.fruit), Member("name", \.name), Member("count", \.count, .from(0)),
      Member("low", \.low, .from(0)), Member("isLow", \.isLow), Member("isKnown", \.isKnown),
      Member("basis", \.basis), Member("reorderFrom", \.reorderFrom, .from(0)),
      Member("reorderTo", \.reorderTo, .from(0)), Member("pack", \.pack, .from(1)),
      Member("packs", \.packs, .from(0)), Member("cost", \.cost, .from(0)),
      Member("perDay", \.perDay, .from(0)), Member("runsOutEarliest", \.runsOutEarliest),
      Member("runsOutLatest", \.runsOutLatest),
    ])
  }

  /// How many whole days of the past the use is from, in seconds; less than was asked for in a bar that
  /// is younger.
  let windowSeconds: Double
  /// For how long a purchase should last.
  let coverSeconds: Double
  /// The code of the currency of costs.
  let currency: String
  /// What all packs cost, in a sentence; absent where no price is known.
  let costText: LocalizedText?
  let items: [Row]

  static let shape = ShapeOf<Forecast>([
    Member("windowSeconds", \.windowSeconds, .seconds),
    Member("coverSeconds", \.coverSeconds, .seconds), Member("currency", \.currency),
    Member("costText", \.costText), Member("items", \.items),
  ])

  init(windowSeconds: Double, coverSeconds: Double, currency: Currency, items: [Row]) {
    (self.windowSeconds, self.coverSeconds) = (windowSeconds, coverSeconds)
    (self.currency, self.items) = (currency.code, items)
    let costs = items.compactMap(\.cost)
    let whole = currency.text(costs.reduce(0) { $0.saturated(adding: $1) })
    costText =
      costs.isEmpty
      ? nil : LocalizedText(en: "Cost: \(whole.en)", ko: "값: \(whole.text(in: .korean))")
  }

  /// What there is to buy.
  var purchases: Forecast {
    Forecast(
      windowSeconds: windowSeconds, coverSeconds: coverSeconds,
      currency: Currency(currency) ?? .won, items: items.filter { $0.reorderTo > 0 })
  }
}
