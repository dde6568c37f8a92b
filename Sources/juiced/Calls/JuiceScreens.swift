internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// What keys do on the juice bar's full screen.
extension JuiceBar {
  nonisolated static let screens: [ScreenDescription] = [
    ScreenDescription(
      LocalizedText(en: "Menu", ko: "메뉴"), "juice.menu", name: "menu",
      actions: [
        .init(
          "o", text("order", "주문"), "juice.order", [.init("juice", .row("/juice"))],
          repeats: true),
        .init(
          "c", text("order several", "여러 잔 주문"), "juice.order",
          [.init("juice", .row("/juice")), .init("count", .ask())]),
        .init(
          "e", text("edit", "수정"), "juice.recipe.set",
          [
            .init("juice", .row("/juice")), .init("recipe", .ask("/recipe")),
            .init("price", .ask("/price")),
          ] + names),
      ], usual: "o"),
    ScreenDescription(
      LocalizedText(en: "Stock", ko: "재고"), "juice.stock", name: "stock",
      actions: [
        .init(
          "+", text("one more", "하나 더"), "juice.stock.adjust", fruit + [.init("by", .value(1))],
          repeats: true),
        .init(
          "-", text("one less", "하나 덜"), "juice.stock.adjust", fruit + [.init("by", .value(-1))],
          repeats: true),
        .init(
          "e", text("set", "재고 수정"), "juice.stock.set", fruit + [.init("count", .ask("/count"))]),
        .init("c", text("receive", "입고"), "juice.stock.receive", fruit),
        .init("x", text("spoil", "폐기"), "juice.stock.spoil", fruit + [.init("count", .mayAsk)]),
        .init("n", text("rename", "이름 바꾸기"), "juice.fruit.rename", fruit + names),
      ], usual: "e"),
    ScreenDescription(
      LocalizedText(en: "Orders", ko: "주문"), "juice.orders", name: "orders",
      actions: [
        .init(
          "x", text("undo", "주문 취소"), "juice.undo", [.init("order", .row("/id"))],
          unless: "/undoneAt")
      ]),
    // What else is a tab without a word of ours, under the title that it has in Korean.
    ScreenDescription(
      text("Stock expiring", "기한 임박"), "juice.stock.expiring", name: "stock-expiring"),
    ScreenDescription(text("Sales", "매출"), "juice.sales", name: "sales"),
    ScreenDescription(text("Forecast", "예측"), "juice.forecast", name: "forecast"),
    ScreenDescription(text("Reorder", "발주"), "juice.reorder", name: "reorder"),
    ScreenDescription(text("Ledger", "수불 내역"), "juice.ledger", name: "ledger"),
  ]

  private nonisolated static let names: [ScreenDescription.Parameter] = [
    .init("name", .ask("/name/en")), .init("nameKo", .ask("/name/ko")),
  ]

  private nonisolated static let fruit: [ScreenDescription.Parameter] = [
    .init("fruit", .row("/fruit"))
  ]

  private nonisolated static func text(_ en: String, _ ko: String) -> LocalizedText {
    LocalizedText(en: en, ko: ko)
  }
}
