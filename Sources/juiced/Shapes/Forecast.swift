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
    /// Pieces that went into sales in the window, less those that came back.
    let used: Int64
    let perHour: Double
    /// Absent where nothing is used.
    let runsOutInSeconds: Double?
    let runsOutAt: Timestamp?
    /// Pieces to buy, so that the stock lasts for the cover and does not come down to low.
    let reorder: Int64

    static let shape = ShapeOf<Row>([
      Member("fruit", \.fruit), Member("name", \.name), Member("count", \.count, .from(0)),
      Member("low", \.low, .from(0)), Member("isLow", \.isLow), Member("used", \.used),
      Member("perHour", \.perHour, .from(0)),
      Member("runsOutInSeconds", \.runsOutInSeconds, .seconds),
      Member("runsOutAt", \.runsOutAt), Member("reorder", \.reorder, .from(0)),
    ])
  }

  /// How much of the past the rate is from; less than was asked for in a bar that is younger.
  let windowSeconds: Double
  /// For how long a purchase should last.
  let coverSeconds: Double
  let items: [Row]

  static let shape = ShapeOf<Forecast>([
    Member("windowSeconds", \.windowSeconds, .seconds),
    Member("coverSeconds", \.coverSeconds, .seconds), Member("items", \.items),
  ])
}
