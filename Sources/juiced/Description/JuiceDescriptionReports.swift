internal import IPCProtocol

/// Sales, forecast, the ledger, and the bar as a file.
extension JuiceDescription {
  static let sales = MethodDescription(
    "juice.sales", summary: text("Show what was sold, per juice, day or hour", "판매 집계"),
    parameters: [
      ParameterDescription(
        "from", .string(format: .date), text("the first date; from the beginning", "시작일")),
      ParameterDescription("to", .string(format: .date), text("the last date", "종료일")),
      ParameterDescription(
        "by", .oneOf(SalesPeriod.Step.allCases.map(\.rawValue), default: "total"),
        text("in all, or by the day or hour (then today's)", "전체, 일별, 시간별(오늘)")),
    ],
    result: .object(
      [.init("by", .oneOf(SalesPeriod.Step.allCases.map(\.rawValue)))]
        + ["orders", "cups", "undone", "sold"].map { .init($0, .integer()) } + [
          .init("rows", .array(of: salesRow))
        ]),
    command: CommandDescription(
      ["sales"],
      examples: [
        "matectl juice sales", "matectl juice sales --by day --output csv",
        "matectl juice sales --by hour --from 2026-11-21 --to 2026-11-21",
      ]),
    render: .table(
      TableTemplate(
        rows: "/rows",
        columns: [
          TableColumn(text("Period", "기간"), "/period"),
          TableColumn(text("Juice", "쥬스"), "/name"),
          TableColumn(text("Orders", "주문"), "/orders", format: "integer"),
          TableColumn(text("Cups", "잔"), "/cups", format: "integer"),
          TableColumn(text("Undone", "취소"), "/undone", format: "integer"),
          TableColumn(text("Sold", "판매"), "/sold", format: "integer"),
        ])))

  private static let salesRow = JSONSchema.object(
    [
      .init("period", .string), .init("from", JuiceSchemas.time), .init("juice", .string),
      .init("name", JuiceSchemas.title),
    ] + ["orders", "cups", "undone", "sold"].map { .init($0, .integer()) },
    optional: ["period", "from"])

  static let forecast = MethodDescription(
    "juice.forecast",
    summary: text("Show when each fruit runs out, and what to buy", "소진 예상과 주문할 과일"),
    parameters: [
      ParameterDescription(
        "windowSeconds", .duration(default: ForecastQuery.usualWindow),
        text("how much of the past the rate is from, 5m to 365d", "속도를 재는 지난 시간 (5m~365d)")),
      ParameterDescription(
        "coverSeconds", .duration(default: ForecastQuery.usualCover),
        text("for how long a purchase should last, 5m to 365d", "한 번 사서 버틸 시간 (5m~365d)")),
    ],
    result: .object([
      .init("windowSeconds", .duration(0)), .init("coverSeconds", .duration(0)),
      .init("items", .array(of: forecastRow)),
    ]),
    command: CommandDescription(
      ["forecast"],
      flags: [.init("windowSeconds", long: "window"), .init("coverSeconds", long: "cover")],
      examples: ["matectl juice forecast", "matectl juice forecast --window 7d --cover 3d"]),
    render: .table(
      TableTemplate(
        rows: "/items",
        columns: [
          TableColumn(text("Fruit", "과일"), "/name"),
          TableColumn(
            text("In stock", "재고"), "/count", format: "integer",
            style: [StyleRule(when: "/isLow", is: true, use: .warning)]),
          TableColumn(text("Used an hour", "시간당"), "/perHour", format: "number"),
          TableColumn(text("Runs out in", "소진까지"), "/runsOutInSeconds", format: "duration"),
          TableColumn(text("On", "날짜"), "/runsOutAt", format: "date"),
          TableColumn(text("At", "시각"), "/runsOutAt", format: "time"),
          TableColumn(text("Buy", "주문할 개수"), "/reorder", format: "integer"),
        ])))

  private static let forecastRow = JSONSchema.object(
    [
      .init("fruit", .string), .init("name", JuiceSchemas.title), .init("count", .integer(0)),
      .init("low", .integer(0)), .init("isLow", .boolean), .init("used", .integer()),
      .init("perHour", .number(0)), .init("runsOutInSeconds", .duration(0)),
      .init("runsOutAt", JuiceSchemas.time), .init("reorder", .integer(0)),
    ], optional: ["runsOutInSeconds", "runsOutAt"])

  // MARK: The ledger

  static let ledger = MethodDescription(
    "juice.ledger", summary: text("Show who changed the stock, and why", "재고 장부"),
    parameters: [
      fruit(required: false, "only this fruit", "이 과일만"), limit(50),
      ParameterDescription(
        "before", .string(format: .dateTime), text("only what was before", "이 시각 전만")),
    ],
    result: .object([.init("items", .array(of: ledgerLine))]),
    command: CommandDescription(
      ["ledger"], positionals: ["fruit"], flags: [.init("limit", short: "l")],
      examples: ["matectl juice ledger", "matectl juice ledger mango --limit 10"]),
    render: .table(
      TableTemplate(
        rows: "/items",
        columns: [
          TableColumn(text("Date", "날짜"), "/at", format: "date"),
          TableColumn(text("Time", "시각"), "/at", format: "time"),
          TableColumn(text("Fruit", "과일"), "/name"),
          TableColumn(text("Change", "변화"), "/step"),
          TableColumn(text("Kind", "종류"), "/kindName"),
          TableColumn(text("Order", "주문"), "/order", format: "integer"),
          TableColumn(text("Stock", "재고"), "/count", format: "integer"),
          TableColumn(text("By", "한 사람"), "/user"),
          TableColumn(text("Why", "사유"), "/reason"),
        ])))

  private static let ledgerLine = JSONSchema.object(
    [
      .init("at", JuiceSchemas.time), .init("kind", .string),
      .init("kindName", JuiceSchemas.title), .init("fruit", .string),
      .init("name", JuiceSchemas.title), .init("change", .integer()), .init("step", .string),
      .init("count", .integer(0)), .init("order", .integer(1)), .init("reason", .string),
      .init("uid", .integer(0)), .init("user", .string),
    ], optional: ["count", "order", "reason"])

  static let audit = MethodDescription(
    "juice.audit",
    summary: text(
      "Count again: fruit in must be fruit in stock and fruit in sales", "장부 맞추기: 들어온 과일 = 재고 + 판매"),
    result: .object([
      .init("verdict", .oneOf(["balanced", "unbalanced"])), .init("orders", .integer(0)),
      .init("items", .array(of: auditLine)),
    ]),
    command: CommandDescription(["audit"], examples: ["matectl juice audit"]),
    render: .table(
      TableTemplate(
        rows: "/items",
        columns: [
          TableColumn(text("Fruit", "과일"), "/name"),
          TableColumn(text("Received", "입고"), "/received", format: "integer"),
          TableColumn(text("Sold", "판매"), "/sold", format: "integer"),
          TableColumn(text("In stock", "재고"), "/stock", format: "integer"),
          TableColumn(
            text("Difference", "차이"), "/difference", format: "integer",
            style: [StyleRule(when: "/difference", is: 0, use: .success)]),
        ])))

  private static let auditLine = JSONSchema.object(
    [.init("fruit", .string), .init("name", JuiceSchemas.title)]
      + ["received", "sold", "stock", "difference"].map { .init($0, .integer()) })

  // MARK: The bar as a file

  private static let format = ParameterDescription(
    "format", .oneOf(BarFile.Format.allCases.map(\.rawValue)),
    text("json or csv", "json 또는 csv"))

  static let export = MethodDescription(
    "juice.export", summary: text("Print menu, recipes and stock as a file", "메뉴, 레시피, 재고 내보내기"),
    parameters: [format],
    result: .object([.init("format", .string), .init("text", .string)]),
    command: CommandDescription(
      ["export"], flags: [.init("format", short: "f")],
      examples: ["matectl juice export > bar.json", "matectl juice export -f csv > bar.csv"]),
    render: message("{text}", "{text}"))

  static let `import` = MethodDescription(
    "juice.import",
    summary: text(
      "Take over menu, recipes and stock from a file, whole or not at all", "파일에서 가져오기"),
    access: .admin,
    parameters: [
      ParameterDescription(
        "file", .string(minLength: 1), required: true,
        text("a file as export prints it; - is standard input", "내보낸 파일, -는 표준 입력"),
        source: .file),
      format,
      ParameterDescription(
        "replace", .boolean(default: false),
        text("retire what is not in the file", "파일에 없는 것은 내림")),
    ],
    result: .object(["added", "changed", "retired"].map { .init($0, .integer(0)) }),
    command: CommandDescription(
      ["import"], positionals: ["file"], flags: [.init("format", short: "f")],
      examples: ["matectl juice import bar.json", "matectl --dry-run juice import bar.csv"]),
    render: message(
      "{added} added, {changed} changed, {retired} retired",
      "추가 {added}, 변경 {changed}, 내림 {retired}"))
}
