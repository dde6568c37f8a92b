internal import IPCProtocol
internal import Values

/// The ledger and its audit.
extension Answers {
  /// A line of the ledger: one fruit and one reason.
  struct LedgerLine: Shape {
    /// The number of a booking of the stock, by which it can be undone.
    let entry: Int64?
    let at: Timestamp
    /// `order`, `undo`, `added`, `set`, `adjusted`, `imported`, `received`, `spoiled`, `undone`.
    let kind: String
    let kindName: LocalizedText
    let fruit: String
    let name: LocalizedText
    let change: Int64
    /// The change with its sign, as `+5`.
    let step: String
    /// Pieces of the fruit afterwards.
    let count: Int64
    let order: Int64?
    let reason: String?
    let uid: Int64
    let user: String

    static let shape = ShapeOf<LedgerLine>([
      Member("entry", \.entry, .from(1)), Member("at", \.at), Member("kind", \.kind),
      Member("kindName", \.kindName),
      Member("fruit", \.fruit), Member("name", \.name), Member("change", \.change),
      Member("step", \.step), Member("count", \.count),
      Member("order", \.order, .from(1)), Member("reason", \.reason),
      Member("uid", \.uid, .from(0)), Member("user", \.user),
    ])
  }

  struct Ledger: Shape {
    let items: [LedgerLine]
    /// How many older ones are left out.
    var more = 0
    /// The same in a sentence, with what shows them; absent where nothing is left out.
    var remark: LocalizedText?

    static let shape = ShapeOf<Ledger>([
      Member("items", \.items), Member("more", \.more, .from(0)), Member("remark", \.remark),
    ])
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
    /// Where the books differ; empty where they agree.
    let problems: [AuditProblemLine]
    /// All of it in a sentence.
    let remark: LocalizedText

    static let shape = ShapeOf<Audit>([
      Member("verdict", \.verdict), Member("orders", \.orders, .from(0)),
      Member("items", \.items), Member("problems", \.problems), Member("remark", \.remark),
    ])

    /// As many as a sentence holds.
    private static let shownProblems = 3

    init(orders: Int64, items: [AuditLine], problems: [AuditProblem]) {
      verdict = problems.isEmpty ? .balanced : .unbalanced
      self.orders = orders
      self.items = items
      self.problems = problems.map {
        AuditProblemLine(book: $0.book.rawValue, text: $0.text)
      }
      guard !problems.isEmpty else {
        remark = LocalizedText(
          en: "Stock, ledger, orders and sales agree; orders counted: \(orders)",
          ko: "재고, 장부, 주문, 판매가 모두 맞아요. 센 주문: \(orders)건")
        return
      }
      let shown = problems.prefix(Self.shownProblems).map(\.text)
      let rest = problems.count - shown.count
      remark = LocalizedText(
        en: "The books differ: " + shown.map(\.en).joined(separator: "; ")
          + (rest > 0 ? "; and \(rest) more" : "")
          + ". Go back to a backup with `matectl restore juice FILE`",
        ko: "장부가 맞지 않아요. " + shown.map { $0.text(in: .korean) }.joined(separator: " · ")
          + (rest > 0 ? " · 그 밖에 \(rest)건" : "")
          + ". `matectl restore juice FILE` 명령으로 백업을 되돌릴 수 있어요")
    }
  }

  struct AuditProblemLine: Shape, Hashable {
    /// `stock`, `ledger`, `orders`, `sales` or `dates`.
    let book: String
    let text: LocalizedText

    static let shape = ShapeOf<AuditProblemLine>(
      named: "AuditProblem", [Member("book", \.book), Member("text", \.text)])
  }
}
