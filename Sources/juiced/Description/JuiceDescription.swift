internal import IPCProtocol

/// The juice bar as clients know it: what `juiced --describe` prints and `rpc.discover` answers.
enum JuiceDescription {
  static let domain = DomainDescription(
    domain: "juice", version: "1.0.0", exec: "juiced",
    summary: LocalizedText(
      en: "Run a juice bar: its menu, its stock, its sales",
      ko: "쥬스 메이커: 메뉴, 재고, 판매"),
    methods: [
      menu, order, undo, orders, watch, stock, stockSet, stockAdjust, stockLow, sales, forecast,
      ledger, audit, fruitAdd, fruitRename, fruitRetire, recipeSet, recipeRename, recipeRetire,
      export, `import`,
    ],
    errors: BarError.Reason.allCases.map {
      ErrorDescription(
        $0.kind, message: $0.text, followUp: $0 == .outOfStock ? stockEdit : nil)
    },
    schemas: JuiceSchemas.all)

  /// The refusal asks already; yes leads to the stock of each fruit that is missing.
  private static let stockEdit = FollowUp(
    method: "juice.stock.set", each: "/missing", parameters: [.init("fruit", "/fruit")],
    asks: [
      .init(
        "count",
        text(
          "{name}: {have} in stock, {need} needed; new count",
          "{name} 재고 {have}개, 필요한 개수 {need}개. 새 재고"),
        defaultValue: "/need")
    ])

  // MARK: Shared by the methods

  static func text(_ en: String, _ ko: String) -> LocalizedText { LocalizedText(en: en, ko: ko) }

  static func message(_ en: String, _ ko: String) -> Rendering {
    .message(.text(text(en, ko)))
  }

  static func cases(by pointer: String, _ cases: [(String, String, String)]) -> Rendering {
    .message(.cases(by: pointer, cases.map { MessageCase($0.0, text($0.1, $0.2)) }))
  }

  private static let word = JSONSchema.string(minLength: 1, maxLength: 64)

  static func juice(_ en: String, _ ko: String) -> ParameterDescription {
    ParameterDescription(
      "juice", word, required: true, text(en, ko),
      completion: CompletionSource(
        method: "juice.menu", values: "/items/*/juice", aliases: "/items/*/name/*"))
  }

  static func fruit(required: Bool = true, _ en: String, _ ko: String) -> ParameterDescription {
    ParameterDescription(
      "fruit", word, required: required, text(en, ko),
      completion: CompletionSource(
        method: "juice.stock", values: "/items/*/fruit", aliases: "/items/*/name/*"))
  }

  static let reason = ParameterDescription(
    "reason", .string, text("why, for the ledger", "사유 (장부에 남음)"))

  /// The word and the names of a fruit or a juice.
  static let names = [
    ParameterDescription("name", .string, text("its name in English", "영어 이름")),
    ParameterDescription("nameKo", .string, text("its name in Korean", "한국어 이름")),
  ]

  static let newWord = ParameterDescription(
    "to", .string, text("the new word for it", "새 이름말"))

  static func limit(_ usual: Int64) -> ParameterDescription {
    ParameterDescription(
      "limit", .integer(default: usual), text("1 to 1000 lines", "줄 수 (1~1000)"))
  }
}
