internal import IPCProtocol
internal import Values

/// The ledger and its audit.
extension Answers {
  /// A line of the ledger: one fruit and one reason.
  struct LedgerLine: Shape {
    let at: Timestamp
    /// `order`, `undo`, `added`, `set`, `adjusted`, `imported`.
    let kind: String
    let kindName: LocalizedText
    let fruit: String
    let name: LocalizedText
    let change: Int64
    /// The change with its sign, as `+5`.
    let step: String
    /// Pieces afterwards, where somebody counted.
    let count: Int64?
    let order: Int64?
    let reason: String?
    let uid: Int64
    let user: String

    static let shape = ShapeOf<LedgerLine>([
      Member("at", \.at), Member("kind", \.kind), Member("kindName", \.kindName),
      Member("fruit", \.fruit), Member("name", \.name), Member("change", \.change),
      Member("step", \.step), Member("count", \.count, .from(0)),
      Member("order", \.order, .from(1)), Member("reason", \.reason),
      Member("uid", \.uid, .from(0)), Member("user", \.user),
    ])
  }

  struct Ledger: Shape {
    let items: [LedgerLine]

    static let shape = ShapeOf<Ledger>([Member("items", \.items)])
  }

  struct AuditLine: Shape, Hashable {
    let fruit: String
    let name: LocalizedText
    /// What came in, less what was taken out without a sale.
    let received: Int64
    /// What went into sales that were not undone.
    let sold: Int64
    let stock: Int64
    /// Received less sold less stock: 0 in a bar whose books are right.
    let difference: Int64

    static let shape = ShapeOf<AuditLine>([
      Member("fruit", \.fruit), Member("name", \.name), Member("received", \.received),
      Member("sold", \.sold), Member("stock", \.stock), Member("difference", \.difference),
    ])
  }

  struct Audit: Shape {
    /// Chooses the sentence.
    enum Verdict: String, WireWord {
      case balanced, unbalanced
    }

    let verdict: Verdict
    let orders: Int64
    let items: [AuditLine]

    static let shape = ShapeOf<Audit>([
      Member("verdict", \.verdict), Member("orders", \.orders, .from(0)),
      Member("items", \.items),
    ])
  }
}
