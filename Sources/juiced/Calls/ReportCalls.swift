internal import DaemonRuntime
internal import IPCProtocol

/// Sales, forecast and the ledger: each reads one moment of the store, beside the loop.
extension JuiceBar {
  nonisolated static let reportCalls: [Call<JuiceBar>] = [
    .task(
      "juice.sales", "Show what was sold, per juice, day or hour", ko: "판매 집계",
      words: CallWords(
        "sales",
        examples: [
          "matectl juice sales", "matectl juice sales --by day --output csv",
          "matectl juice sales --by hour --from 2026-11-21 --to 2026-11-21",
        ]),
      takes: Params.Sales.self, gives: Sales.self, shows: salesTable
    ) { bar, params, request in
      let period = try SalesPeriod(
        from: params.from, to: params.to, step: params.by, now: request.now)
      return try await bar.read { try SalesQuery(database: $0, period: period).sales() }
    },

    .task(
      "juice.forecast", "Show when each fruit runs out, and what to buy", ko: "소진 예상과 주문할 과일",
      words: CallWords(
        "forecast",
        flags: [.init("windowSeconds", long: "window"), .init("coverSeconds", long: "cover")],
        examples: ["matectl juice forecast", "matectl juice forecast --window 7d --cover 3d"]),
      takes: Params.Forecast.self, gives: Forecast.self, shows: forecastTable
    ) { bar, params, request in
      let window = try ForecastQuery.checked(params.windowSeconds, of: "--window")
      let cover = try ForecastQuery.checked(params.coverSeconds, of: "--cover")
      return try await bar.read {
        try ForecastQuery(database: $0, now: request.now).forecast(window: window, cover: cover)
      }
    },

    .task(
      "juice.ledger", "Show who changed the stock, and why", ko: "재고 장부",
      words: CallWords(
        "ledger <fruit>", flags: [.init("limit", short: "l")],
        examples: ["matectl juice ledger", "matectl juice ledger mango --limit 10"]),
      takes: Params.Ledger.self, gives: Answers.Ledger.self, shows: ledgerTable
    ) { bar, params, _ in
      let limit = try LedgerQuery.checked(limit: params.limit)
      let fruit = try await bar.place(ofFruit: params.fruit)
      return try await bar.read {
        try LedgerQuery(database: $0).ledger(fruit: fruit, limit: limit, before: params.before)
      }
    },

    .task(
      "juice.audit", "Count again: fruit in must be fruit in stock and fruit in sales",
      ko: "장부 맞추기: 들어온 과일 = 재고 + 판매", words: "audit", takes: NoParams.self,
      gives: Answers.Audit.self, shows: auditTable
    ) { bar, _, _ in try await bar.read { try AuditQuery(database: $0).audit() } },
  ]

  private nonisolated static let salesTable = Rendering.table(
    rows: "/rows",
    columns: [
      TableColumn("Period", ko: "기간", "/period"),
      TableColumn("Juice", ko: "쥬스", "/name"),
      TableColumn("Orders", ko: "주문", "/orders", format: "integer"),
      TableColumn("Cups", ko: "잔", "/cups", format: "integer"),
      TableColumn("Undone", ko: "취소", "/undone", format: "integer"),
      TableColumn("Sold", ko: "판매", "/sold", format: "integer"),
    ])

  private nonisolated static let forecastTable = Rendering.table(
    rows: "/items",
    columns: [
      TableColumn("Fruit", ko: "과일", "/name"),
      TableColumn(
        "In stock", ko: "재고", "/count", format: "integer",
        style: [StyleRule(when: "/isLow", is: true, use: .warning)]),
      TableColumn("Used an hour", ko: "시간당", "/perHour", format: "number"),
      TableColumn("Runs out in", ko: "소진까지", "/runsOutInSeconds", format: "duration"),
      TableColumn("On", ko: "날짜", "/runsOutAt", format: "date"),
      TableColumn("At", ko: "시각", "/runsOutAt", format: "time"),
      TableColumn("Buy", ko: "주문할 개수", "/reorder", format: "integer"),
    ])

  private nonisolated static let ledgerTable = Rendering.table(
    rows: "/items",
    columns: [
      TableColumn("Date", ko: "날짜", "/at", format: "date"),
      TableColumn("Time", ko: "시각", "/at", format: "time"),
      TableColumn("Fruit", ko: "과일", "/name"),
      TableColumn("Change", ko: "변화", "/step"),
      TableColumn("Kind", ko: "종류", "/kindName"),
      TableColumn("Order", ko: "주문", "/order", format: "integer"),
      TableColumn("Stock", ko: "재고", "/count", format: "integer"),
      TableColumn("By", ko: "한 사람", "/user"),
      TableColumn("Why", ko: "사유", "/reason"),
    ])

  private nonisolated static let auditTable = Rendering.table(
    rows: "/items",
    columns: [
      TableColumn("Fruit", ko: "과일", "/name"),
      TableColumn("Received", ko: "입고", "/received", format: "integer"),
      TableColumn("Sold", ko: "판매", "/sold", format: "integer"),
      TableColumn("In stock", ko: "재고", "/stock", format: "integer"),
      TableColumn(
        "Difference", ko: "차이", "/difference", format: "integer",
        style: [StyleRule(when: "/difference", is: 0, use: .success)]),
    ])
}
