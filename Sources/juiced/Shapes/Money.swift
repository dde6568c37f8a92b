internal import IPCProtocol
internal import Values

extension Answers {
  /// The money of the bar.
  struct Money: Shape, Hashable {
    /// As ISO 4217 has it.
    let currency: String
    /// How 12345 of its smallest unit is read.
    let example: LocalizedText

    static let shape = ShapeOf<Money>([
      Member("currency", \.currency), Member("example", \.example),
    ])

    init(_ currency: Currency) {
      self.currency = currency.code
      example = currency.text(12_345)
    }
  }
}

extension Currency {
  /// What a day or a report brought, in a sentence; nil where nothing had a price.
  func revenueText(_ amount: Int64?) -> LocalizedText? {
    amount.map { amount in
      let text = text(amount)
      return LocalizedText(en: "Revenue: \(text.en)", ko: "매출: \(text.text(in: .korean))")
    }
  }
}
