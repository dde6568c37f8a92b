internal import CivilTime
internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// The stock: what there is, what was counted, and where it is low.
extension JuiceBar {
  nonisolated static let stockCalls: [Call<JuiceBar>] = [
    .read(
      "juice.stock", "Show what is in stock", ko: "재고 보기", words: "stock",
      takes: Params.Stock.self, gives: Answers.Stock.self, shows: stockTable
    ) { bar, params, request in bar.current(at: request.now).stockAnswer(all: params.all) },

    .change(
      "juice.stock.set",
      "Set the stock to what was counted, or where it is low and how it is bought",
      ko: "재고 수정, 최저 재고와 상자",
      words: CallWords(
        "stock set <fruit> <count>", flags: [.init("reason", short: "r")],
        examples: [
          "matectl juice stock set mango 30", "matectl juice stock set 딸기 16 -r 배달",
          "matectl juice stock set mango --lowest 6 --pack 12 --pack-price 18000",
        ]),
      takes: Params.StockSet.self, gives: Answers.StockChange.self, shows: stockMessage
    ) { bar, params, request in
      try bar.change(request) { bar, deed throws(BarError) in
        let (entry, fruit) = try bar.set(
          params.fruit, count: params.count, params.settings, reason: params.reason, by: deed)
        return bar.stocked(entry, params.settings, of: fruit)
      }
    },

    .change(
      "juice.stock.adjust", "Move the stock up or down", ko: "재고 늘리기, 줄이기",
      words: CallWords(
        "stock adjust <fruit> <by>", flags: [.init("reason", short: "r")],
        examples: ["matectl juice stock adjust mango +5", "matectl juice stock adjust kiwi -1"]),
      takes: Params.StockAdjust.self, gives: Answers.StockChange.self, shows: stockMessage
    ) { bar, params, request in
      try bar.change(request) { bar, deed throws(BarError) in
        let entry = try bar.adjustStock(
          params.fruit, by: params.by, reason: params.reason, by: deed)
        return bar.stocked(entry)
      }
    },

    .change(
      "juice.stock.receive", "Book a delivery", ko: "들어온 과일",
      words: CallWords(
        "stock receive <fruit> <count>", flags: [.init("reason", short: "r")],
        examples: [
          "matectl juice stock receive mango 24", "matectl juice stock receive 딸기 40",
          "matectl juice stock receive banana 20 --best-before 3d",
        ]),
      takes: Params.StockReceive.self, gives: Answers.StockChange.self, shows: stockMessage
    ) { bar, params, request in
      let today = try SalesPeriod.zone(params.zone).local(at: request.now).date
      return try bar.change(request) { bar, deed throws(BarError) in
        guard params.count > 0 else { throw .count(params.count, from: 1) }
        let day: CivilDate? =
          if let text = params.bestBefore { try BestBefore.day(text, today: today) } else { nil }
        let entry = try bar.adjustStock(
          params.fruit, by: params.count, as: .received, reason: params.reason, bestBefore: day,
          by: deed)
        return bar.stocked(entry)
      }
    },

    .change(
      "juice.stock.spoil", "Book what went bad", ko: "상해서 버린 과일",
      words: CallWords(
        "stock spoil <fruit> <count>", flags: [.init("reason", short: "r")],
        examples: [
          "matectl juice stock spoil mango 2 -r bruised", "matectl juice stock spoil mango",
        ]),
      takes: Params.StockSpoil.self, gives: Answers.StockChange.self, shows: stockMessage
    ) { bar, params, request in
      try bar.spoil(params, in: SalesPeriod.zone(params.zone), request)
    },

    .task(
      "juice.stock.expiring", "Show what goes bad next, soonest first", ko: "곧 상할 재고",
      words: CallWords(
        "stock expiring", flags: [.init("withinSeconds", long: "within")],
        examples: ["matectl juice stock expiring", "matectl juice stock expiring --within 3d"]),
      takes: Params.Expiring.self, gives: Expiring.self, shows: expiringTable
    ) { bar, params, request in
      let within = try ForecastQuery.checked(
        params.withinSeconds, of: "--within", within: ExpiryQuery.bounds)
      let today = try SalesPeriod.zone(params.zone).local(at: request.now).date
      return try await bar.read {
        try ExpiryQuery(database: $0, today: today).expiring(days: Int(within / 86_400))
      }
    },

    .change(
      "juice.stock.undo", "Take a booking of the stock back, once; the ledger has its number",
      ko: "재고 기록 취소 (번호는 장부에)",
      words: CallWords("stock undo <entry>", examples: ["matectl juice stock undo 6"]),
      takes: Params.StockUndo.self, gives: Answers.StockChange.self, shows: stockMessage
    ) { bar, params, request in try bar.undoStock(params.entry, request) }.idempotent,

    .change(
      "juice.stock.low", "Set where a fruit is low", ko: "부족 기준 정하기",
      words: CallWords(
        "stock low <fruit> <count>", examples: ["matectl juice stock low mango 6"]),
      takes: Params.Threshold.self, gives: Answers.StockItem.self,
      shows: .message("{name} is low at {low}", ko: "{name:은/는} {low}개부터 부족")
    ) { bar, params, request in
      try bar.change(request) { bar, _ throws(BarError) in
        let fruit = try bar.setThreshold(params.fruit, to: params.count)
        return bar.answer(fruit)
      }
    }.idempotent,
  ]

  private nonisolated static let stockTable = Rendering.table(
    rows: "/items",
    columns: [
      TableColumn("Fruit", ko: "과일", "/fruit"),
      TableColumn("Name", ko: "이름", "/name"),
      TableColumn(
        "In stock", ko: "재고", "/count", format: "integer",
        style: [StyleRule(when: "/isLow", is: true, use: .warning)]),
      TableColumn("Low at", ko: "부족 기준", "/low", format: "integer"),
    ])

  private nonisolated static let expiringTable = Rendering.table(
    rows: "/items",
    columns: [
      TableColumn("Best before", ko: "먹을 수 있는 날", "/bestBefore"),
      TableColumn("Days", ko: "남은 날", "/days", format: "integer"),
      TableColumn("Fruit", ko: "과일", "/name"),
      TableColumn("Pieces", ko: "개수", "/left", format: "integer"),
      TableColumn(
        "State", ko: "상태", "/state",
        style: [StyleRule(when: "/isPast", is: true, use: .danger)]),
      TableColumn("Entry", ko: "기록", "/entry", format: "integer"),
    ],
    empty: LocalizedText(en: "Nothing goes bad by then", ko: "그때까지 상할 것이 없어요"),
    footer: LocalizedText(en: "{remark}", ko: "{remark}"))

  private nonisolated static let stockMessage = Rendering.message(
    "{name}: {count} in stock ({step}){also}", ko: "{name} 재고 {count}개 ({step}){also}")
}
