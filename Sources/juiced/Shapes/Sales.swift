internal import IPCProtocol
internal import Values

/// How sales are totalled.
enum SalesStep: String, WireWord {
  case total, day, hour
}

/// What was sold, per juice, and per day or hour.
struct Sales: Shape {
  struct Row: Shape, Hashable {
    /// The local day or hour, as `2026-11-21` or `2026-11-21 14:00`; absent in a total.
    let period: String?
    /// The same to read.
    let periodName: LocalizedText
    /// When it began.
    let from: Timestamp?
    let juice: String
    let name: LocalizedText
    /// Orders taken in it, and their cups.
    let orders: Int64
    let cups: Int64
    /// Cups of orders that were undone in it, whenever they had been taken.
    let undone: Int64
    /// Cups less those undone.
    let sold: Int64
    /// What those brought, in the smallest unit of the currency.
    let revenue: Int64

    static let shape = ShapeOf<Row>([
      Member("period", \.period), Member("periodName", \.periodName),
      Member("from", \.from), Member("juice", \.juice),
      Member("name", \.name), Member("orders", \.orders), Member("cups", \.cups),
      Member("undone", \.undone), Member("sold", \.sold),
      Member("revenue", \.revenue),
    ])
  }

  let by: SalesStep
  let orders: Int64
  let cups: Int64
  let undone: Int64
  let sold: Int64
  let revenue: Int64
  let currency: String
  /// In a sentence; absent where nothing had a price.
  let revenueText: LocalizedText?
  let rows: [Row]

  static let shape = ShapeOf<Sales>([
    Member("by", \.by), Member("orders", \.orders), Member("cups", \.cups),
    Member("undone", \.undone), Member("sold", \.sold), Member("revenue", \.revenue),
    Member("currency", \.currency), Member("revenueText", \.revenueText), Member("rows", \.rows),
  ])
}
