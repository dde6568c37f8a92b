internal import IPCProtocol
internal import Values

/// What goes bad next.
struct Expiring: Shape {
  struct Row: Shape, Hashable {
    /// The last day on which it is good, as `2026-12-01`.
    let bestBefore: String
    /// Days from today on; negative where it is past.
    let days: Int64
    let isPast: Bool
    let fruit: String
    let name: LocalizedText
    /// Pieces that are left of the delivery.
    let left: Int64
    /// The number of its booking in the ledger.
    let entry: Int64
    let state: LocalizedText

    static let shape = ShapeOf<Row>(
      named: "Lot",
      [
        Member("bestBefore", \.bestBefore), Member("days", \.days), Member("isPast", \.isPast),
        Member("fruit", \.fruit), Member("name", \.name), Member("left", \.left, .from(1)),
        Member("entry", \.entry, .from(1)), Member("state", \.state),
      ])
  }

  /// Soonest first.
  let items: [Row]
  /// Pieces that are past their day, and what to do with them; absent where there are none.
  let remark: LocalizedText?

  static let shape = ShapeOf<Expiring>([Member("items", \.items), Member("remark", \.remark)])

  init(items: [Row]) {
    self.items = items
    let past = items.filter(\.isPast).reduce(0) { $0 + $1.left }
    let word = items.first?.fruit ?? ""
    remark =
      past == 0
      ? nil
      : LocalizedText(
        en: "Past their day: \(past); book them with `matectl juice stock spoil \(word)`",
        ko: "날짜가 지난 것: \(past)개. 버렸으면 `matectl juice stock spoil \(word)` 명령을 쓰세요")
  }
}
