internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// The menu, orders, and taking them back.
extension JuiceBar {
  nonisolated static let orderCalls: [Call<JuiceBar>] = [
    .task(
      "juice.menu", "Show the menu and how many cups can be made now", ko: "메뉴와 지금 만들 수 있는 잔 수",
      words: "menu", takes: Params.Menu.self, gives: Answers.Menu.self, shows: menuTable
    ) { bar, params, request in
      try await bar.menu(zone: params.zone.map(SalesPeriod.zone), at: request.now)
    }.forToday,

    .change(
      "juice.order", "Order a juice", ko: "쥬스 주문",
      words: CallWords(
        "order <juice>", flags: [.init("count", short: "n")],
        examples: [
          "matectl juice order strawberryBanana", "matectl juice order 딸바쥬스 -n 2",
          "matectl juice order strawberry --substitute mango",
        ]),
      gathers: true, takes: Params.Order.self, gives: Answers.Ordered.self, shows: orderCases
    ) { bar, params, request in try bar.order(params, request) },

    .change(
      "juice.undo", "Undo an order: its fruit goes back, exactly and once", ko: "주문 취소",
      words: CallWords("undo <order>", examples: ["matectl juice undo 17"]),
      takes: Params.Undo.self, gives: Answers.Undone.self,
      shows: .message(
        "Order {order/id} undone: {order/count} of {order/name}; in stock again: {left}",
        ko: "{order/id}번 주문 취소: {order/name} {order/count}잔 · 재고: {left}")
    ) { bar, params, request in try bar.undo(params.order, request) }.idempotent,

    .task(
      "juice.orders", "List the last orders", ko: "최근 주문 목록",
      words: CallWords(
        "orders", flags: [.init("limit", short: "l")],
        examples: ["matectl juice orders", "matectl juice orders --since 2h"]),
      takes: Params.Orders.self, gives: Answers.Orders.self, shows: ordersTable
    ) { bar, params, _ in
      let limit = try LedgerQuery.checked(limit: params.limit, all: params.all)
      return try await bar.read {
        try LedgerQuery(database: $0).orders(
          limit: limit, before: params.before, since: params.since)
      }
    },

    .stream(
      "juice.watch", "Follow stock and sales as they change", ko: "재고와 판매를 실시간으로 보기",
      words: CallWords("watch", examples: ["matectl juice watch", "matectl juice watch --json"]),
      takes: NoParams.self, sends: WatchEvent.self, gives: NoResult.self, showsEvent: watchEvents
    ) { bar, _, _, stream in bar.watch(stream) },
  ]

  private nonisolated static let menuTable = Rendering.table(
    rows: "/items",
    columns: [
      TableColumn("Juice", ko: "쥬스", "/juice"),
      TableColumn("Name", ko: "이름", "/name", rank: 3),
      TableColumn("Recipe", ko: "레시피", "/ingredients", rank: 5),
      TableColumn(
        "Can make", ko: "가능", "/canMake", format: "integer",
        style: [StyleRule(when: "/canMake", is: 0, use: .danger)], rank: 1),
      TableColumn("Sold today", ko: "오늘 판매", "/soldToday", format: "integer", rank: 4),
      TableColumn("Price", ko: "가격", "/price", format: "money", rank: 2),
      TableColumn("Revenue today", ko: "오늘 매출", "/revenueToday", format: "money", rank: 6),
    ],
    footer: LocalizedText(en: "{revenueText}", ko: "{revenueText}"))

  private nonisolated static let orderCases: Rendering = {
    let numberEnglish = "\nOrder {order/id}{due}; left in stock: {left}"
    let numberKorean = "\n주문 {order/id}번{due} · 남은 재고: {left}"
    return .cases(
      by: "/phrase",
      [
        MessageCase(
          "one", "Your {order/name} is ready! Enjoy!" + numberEnglish,
          ko: "{order/name} 나왔습니다! 맛있게 드세요!" + numberKorean),
        MessageCase(
          "several", "Your {order/count} cups of {order/name} are ready! Enjoy!" + numberEnglish,
          ko: "{order/name} {order/count}잔 나왔습니다! 맛있게 드세요!" + numberKorean),
        MessageCase(
          "substitute",
          "Instead of {order/insteadOfName}: {order/count} of {order/name}! Enjoy!"
            + numberEnglish,
          ko: "{order/insteadOfName} 대신 {order/name} {order/count}잔 나왔습니다! 맛있게 드세요!"
            + numberKorean),
      ])
  }()

  private nonisolated static let ordersTable = Rendering.table(
    rows: "/items",
    columns: [
      TableColumn("Order", ko: "주문", "/id", format: "integer"),
      TableColumn("Juice", ko: "쥬스", "/name"),
      TableColumn("Cups", ko: "잔", "/count", format: "integer", rank: 2),
      TableColumn("Date", ko: "날짜", "/at", format: "date", rank: 6),
      TableColumn("Time", ko: "시각", "/at", format: "time", rank: 5),
      TableColumn("By", ko: "주문자", "/user", rank: 7),
      TableColumn("State", ko: "상태", "/state", rank: 3),
      TableColumn("Amount", ko: "금액", "/amount", format: "money", rank: 4),
    ],
    empty: LocalizedText(en: "No orders then", ko: "그동안 주문이 없어요"),
    footer: LocalizedText(en: "{remark}", ko: "{remark}"))

  private nonisolated static let watchEvents: Rendering = {
    let stocked = LocalizedText(
      en: "{name}: {count} in stock ({step})", ko: "{name} 재고 {count}개 ({step})")
    return .cases(
      by: "/kind",
      [
        MessageCase(
          "bar", "In stock: {left}; cups sold today: {soldTodayInAll}",
          ko: "재고: {left} · 오늘 {soldTodayInAll}잔 판매"),
        MessageCase(
          "ordered",
          "#{order/id} {order/name} x{order/count}; left: {left}; "
            + "{soldToday} sold today, {soldTodayInAll} in all",
          ko: "#{order/id} {order/name} {order/count}잔 · 남은 재고: {left} · "
            + "오늘 {soldToday}잔, 전체 {soldTodayInAll}잔"),
        MessageCase(
          "undone", "#{order/id} undone: {order/name} x{order/count}; in stock: {left}",
          ko: "#{order/id} 취소: {order/name} {order/count}잔 · 재고: {left}"),
        MessageCase("low", "{name} runs low: {count} left", ko: "{name:이/가} 얼마 안 남았어요: {count}개"),
        MessageCase("out", "{name} has run out", ko: "{name:이/가} 다 떨어졌어요"),
        MessageCase("set", stocked), MessageCase("adjusted", stocked),
        MessageCase("received", stocked), MessageCase("spoiled", stocked),
        MessageCase("undoneStock", stocked), MessageCase("added", stocked),
        MessageCase("imported", stocked),
        MessageCase("fruitAdded", "New fruit: {name}", ko: "새 과일: {name}"),
        MessageCase("fruitRenamed", "{name} has a new name", ko: "{name:으로/로} 이름 변경"),
        MessageCase("fruitRetired", "{name} is no longer kept", ko: "{name:은/는} 더 두지 않아요"),
        MessageCase(
          "packSet", "{name}: packs of {pack}, {packPrice} each",
          ko: "{name} 한 상자 {pack}개, 상자값 {packPrice}"),
        MessageCase("currencySet", "The currency is {currency}", ko: "통화: {currency}"),
        MessageCase("thresholdSet", "{name} is low at {low}", ko: "{name:은/는} {low}개부터 부족"),
        MessageCase(
          "recipeSet", "{name} is made of {ingredients}", ko: "{name} 레시피: {ingredients}"),
        MessageCase("juiceRenamed", "{name} has a new name", ko: "{name:으로/로} 이름 변경"),
        MessageCase("juiceRetired", "{name} is off the menu", ko: "{name:은/는} 메뉴에서 내렸어요"),
      ])
  }()
}
