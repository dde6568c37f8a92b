internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// Sales, forecast and the ledger: each reads one moment of the store, beside the loop.
extension JuiceBar {
  nonisolated static let reportCalls: [Call<JuiceBar>] = [
    .task(
      "juice.sales", "Show what was sold, per juice, day or hour", ko: "판매 집계",
      words: CallWords(
        "sales",
        examples: [
          "matectl juice sales", "matectl juice sales --by day --output csv",
          "matectl juice sales --by hour --from yesterday --to yesterday",
          "matectl juice sales --since 2h",
        ]),
      takes: Params.Sales.self, gives: Sales.self, shows: salesTable
    ) { bar, params, request in
      let period = try SalesPeriod(
        from: params.from, to: params.to, since: params.since, step: params.by, now: request.now,
        zone: SalesPeriod.zone(params.zone))
      return try await bar.read { try SalesQuery(database: $0, period: period).sales() }
    },

    .task(
      "juice.forecast", "Show between when each fruit runs out, and what to buy",
      ko: "소진 예상과 주문할 과일",
      words: CallWords(
        "forecast",
        flags: [.init("windowSeconds", long: "window"), .init("coverSeconds", long: "cover")],
        examples: ["matectl juice forecast", "matectl juice forecast --window 7d --cover 3d"]),
      takes: Params.Forecast.self, gives: Forecast.self, shows: forecastTable
    ) { bar, params, request in
      try await bar.forecast(params, request)
    },

    .task(
      "juice.reorder", "List what to buy", ko: "살 과일 목록",
      words: CallWords(
        "reorder",
        flags: [.init("windowSeconds", long: "window"), .init("coverSeconds", long: "cover")],
        examples: ["matectl juice reorder", "matectl juice reorder --cover 3d --output csv"]),
      takes: Params.Forecast.self, gives: Forecast.self, shows: reorderTable
    ) { bar, params, request in try await bar.forecast(params, request).purchases },

    .task(
      "juice.ledger", "Show who changed the stock, and why", ko: "재고 장부",
      words: CallWords(
        "ledger <fruit>", flags: [.init("limit", short: "l")],
        examples: ["matectl juice ledger", "matectl juice ledger mango --since yesterday"]),
      takes: Params.Ledger.self, gives: Answers.Ledger.self, shows: ledgerTable
    ) { bar, params, _ in
      let limit = try LedgerQuery.checked(limit: params.limit, all: params.all)
      let fruit = try await bar.place(ofFruit: params.fruit)
      return try await bar.read {
        try LedgerQuery(database: $0).ledger(
          fruit: fruit, limit: limit, before: params.before, since: params.since)
      }
    },

    .task(
      "juice.audit", "Hold stock, ledger, orders and sales against each other",
      ko: "장부 맞추기: 재고, 장부, 주문, 판매", words: "audit", takes: NoParams.self,
      gives: Answers.Audit.self, shows: auditTable
    ) { bar, _, _ in
      // A read has a thread of its own, which knows nothing of the request.
      let report = ProgressReport.current
      return try await bar.read { database in
        try AuditQuery(database: database).audit { done in
          report?.tell(ProgressNotice(done: done, of: AuditQuery.books))
        }
      }
    }.failed("/problems").reportingProgress,
  ]

  private nonisolated static let salesTable = Rendering.table(
    rows: "/rows",
    columns: [
      TableColumn("Period", ko: "기간", "/periodName"),
      TableColumn("Juice", ko: "쥬스", "/name"),
      TableColumn("Orders", ko: "주문", "/orders", format: "integer", rank: 6),
      TableColumn("Cups", ko: "잔", "/cups", format: "integer", rank: 5),
      TableColumn("Undone", ko: "취소", "/undone", format: "integer", rank: 7),
      TableColumn("Sold", ko: "판매", "/sold", format: "integer", rank: 2),
      TableColumn("Revenue", ko: "매출", "/revenue", format: "money", rank: 3),
    ],
    empty: LocalizedText(en: "Nothing was sold then", ko: "그동안 판매가 없어요"),
    footer: LocalizedText(en: "{revenueText}", ko: "{revenueText}"),
    chart: ChartTemplate(
      LocalizedText(en: "Cups sold", ko: "판매한 잔"), at: "/periodName", value: "/sold", by: "/name",
      format: "integer"))

  private nonisolated static let forecastTable = Rendering.table(
    rows: "/items", key: "/fruit",
    columns: [
      TableColumn("Fruit", ko: "과일", "/name"),
      TableColumn(
        "In stock", ko: "재고", "/count", format: "integer",
        style: [StyleRule(when: "/isLow", is: true, use: .warning)]),
      TableColumn("A day", ko: "하루", "/perDay", format: "fixed1"),
      TableColumn("Out from", ko: "소진 (빠르면)", "/runsOutEarliest", format: "date"),
      TableColumn("At", ko: "시각", "/runsOutEarliest", format: "time"),
      TableColumn("To", ko: "소진 (늦으면)", "/runsOutLatest", format: "date"),
      TableColumn("Buy", ko: "살 개수", "/reorderFrom", format: "integer"),
      TableColumn("Up to", ko: "많으면", "/reorderTo", format: "integer"),
      TableColumn("Known from", ko: "근거", "/basis"),
    ])

  private nonisolated static let reorderTable = Rendering.table(
    rows: "/items", key: "/fruit",
    columns: [
      TableColumn("Word", ko: "이름말", "/fruit"),
      TableColumn("Fruit", ko: "과일", "/name", rank: 6),
      TableColumn("In stock", ko: "재고", "/count", format: "integer", rank: 5),
      TableColumn("Low at", ko: "부족 기준", "/low", format: "integer", rank: 8),
      TableColumn("Buy", ko: "살 개수", "/reorderFrom", format: "integer", rank: 1),
      TableColumn("Up to", ko: "많으면", "/reorderTo", format: "integer", rank: 4),
      TableColumn("Pack of", ko: "한 상자", "/pack", format: "integer", rank: 7),
      TableColumn("Packs", ko: "상자", "/packs", format: "integer", rank: 2),
      TableColumn("Cost", ko: "값", "/cost", format: "money", rank: 3),
    ],
    empty: LocalizedText(en: "Nothing needs to be bought", ko: "살 것이 없어요"),
    footer: LocalizedText(en: "{costText}", ko: "{costText}"))

  private nonisolated static let ledgerTable = Rendering.table(
    rows: "/items",
    columns: [
      TableColumn("Entry", ko: "기록", "/entry", format: "integer"),
      TableColumn("Date", ko: "날짜", "/at", format: "date", rank: 5),
      TableColumn("Time", ko: "시각", "/at", format: "time", rank: 6),
      TableColumn("Fruit", ko: "과일", "/name", rank: 1, least: 12),
      TableColumn("Change", ko: "변화", "/step", rank: 2),
      TableColumn("Kind", ko: "종류", "/kindName", rank: 4),
      TableColumn("Order", ko: "주문", "/order", format: "integer", rank: 9),
      TableColumn("Stock", ko: "재고", "/count", format: "integer", rank: 3),
      TableColumn("By", ko: "한 사람", "/user", rank: 8),
      TableColumn("Why", ko: "사유", "/reason", rank: 7),
    ],
    empty: LocalizedText(en: "The stock did not change then", ko: "그동안 재고가 바뀌지 않았어요"),
    footer: LocalizedText(en: "{remark}", ko: "{remark}"))

  private nonisolated static let auditTable = Rendering.table(
    rows: "/items",
    columns: [
      TableColumn("Fruit", ko: "과일", "/name"),
      TableColumn("Booked", ko: "입고·조정", "/received", format: "integer"),
      TableColumn("Sold", ko: "판매", "/sold", format: "integer"),
      TableColumn("In stock", ko: "재고", "/stock", format: "integer"),
      TableColumn(
        "Difference", ko: "차이", "/difference", format: "integer",
        style: [StyleRule(when: "/difference", is: 0, use: .success)]),
    ],
    footer: LocalizedText(en: "{remark}", ko: "{remark}"))

  fileprivate nonisolated func forecast(
    _ params: Params.Forecast, _ request: RequestContext
  ) async throws -> Forecast {
    let window = try ForecastQuery.checked(
      params.windowSeconds, of: "--window", within: ForecastQuery.windowBounds)
    let cover = try ForecastQuery.checked(params.coverSeconds, of: "--cover")
    let zone = try SalesPeriod.zone(params.zone)
    return try await read {
      try ForecastQuery(database: $0, now: request.now, zone: zone)
        .forecast(window: window, cover: cover)
    }
  }
}
