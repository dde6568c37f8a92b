internal import Values

/// Two books that do not say the same.
struct AuditProblem: Hashable, Sendable {
  enum Book: String, Hashable, Sendable {
    case stock, ledger, orders, sales, dates

    fileprivate var title: LocalizedText {
      switch self {
      case .stock: LocalizedText(en: "stock", ko: "재고")
      case .ledger: LocalizedText(en: "ledger", ko: "장부")
      case .orders: LocalizedText(en: "orders", ko: "주문")
      case .sales: LocalizedText(en: "sales", ko: "판매")
      case .dates: LocalizedText(en: "best-before dates", ko: "먹을 수 있는 날짜")
      }
    }
  }

  let book: Book
  let text: LocalizedText

  /// Nil where a fruit's line is right.
  init?(difference line: Answers.AuditLine) {
    guard line.difference != 0 else { return nil }
    book = .stock
    let wanted = line.received - line.sold
    text = LocalizedText(
      en: "\(line.name.en): \(line.stock) in stock, \(wanted) by ledger and orders",
      ko: "\(line.name.text(in: .korean)): 재고 \(line.stock)개, 장부와 주문으로는 \(wanted)개")
  }

  init(_ book: Book, missing: Int64, of last: Int64) {
    self.book = book
    text = LocalizedText(
      en: "\(book.title.en): \(missing) of \(last) rows missing",
      ko: "\(book.title.text(in: .korean)): \(last)줄 가운데 \(missing)줄 없음")
  }

  init(_ book: Book, unreadable count: Int64) {
    self.book = book
    text = LocalizedText(
      en: "\(book.title.en): rows that belong to nothing: \(count)",
      ko: "\(book.title.text(in: .korean)): 짝이 없는 \(count)줄")
  }

  init(dates count: Int64) {
    book = .dates
    text = LocalizedText(
      en: "best-before dates: deliveries that differ from ledger or stock: \(count)",
      ko: "먹을 수 있는 날짜: 장부나 재고와 다른 \(count)건")
  }

  init(sales count: Int64) {
    book = .sales
    text = LocalizedText(
      en: "sales: totals that differ from the orders: \(count)",
      ko: "판매: 주문과 다른 합계 \(count)개")
  }
}
