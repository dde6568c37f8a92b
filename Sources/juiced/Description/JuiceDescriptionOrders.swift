internal import IPCProtocol

/// The menu, orders, and taking them back.
extension JuiceDescription {
  static let menu = MethodDescription(
    "juice.menu",
    summary: text("Show the menu and how many cups can be made now", "메뉴와 지금 만들 수 있는 잔 수"),
    isForToday: true,
    result: .object([.init("items", .array(of: .reference("MenuItem")))]),
    command: CommandDescription(["menu"], examples: ["matectl juice menu"]),
    render: .table(
      TableTemplate(
        rows: "/items",
        columns: [
          TableColumn(text("Juice", "쥬스"), "/juice"),
          TableColumn(text("Name", "이름"), "/name"),
          TableColumn(text("Recipe", "레시피"), "/ingredients"),
          TableColumn(
            text("Can make", "가능"), "/canMake", format: "integer",
            style: [StyleRule(when: "/canMake", is: 0, use: .danger)]),
          TableColumn(text("Sold today", "오늘 판매"), "/soldToday", format: "integer"),
        ])))

  static let order = MethodDescription(
    "juice.order", summary: text("Order a juice", "쥬스 주문"), access: .write,
    parameters: [
      juice("its word or its name in either language", "쥬스 이름 (영어, 한국어)"),
      ParameterDescription(
        "count", .integer(default: 1), text("1 to 1000000 cups", "잔 수 (1~1000000)")),
      ParameterDescription(
        "substitute", .string(minLength: 1, maxLength: 64),
        text("another juice that will do if the first is short", "모자랄 때 대신할 쥬스"),
        completion: CompletionSource(
          method: "juice.menu", values: "/items/*/juice", aliases: "/items/*/name/*")),
    ],
    result: .object([
      .init("phrase", .oneOf(["one", "several", "substitute"])),
      .init("order", .reference("Order")), .init("stock", JuiceSchemas.levels),
      .init("left", JuiceSchemas.title),
    ]),
    command: CommandDescription(
      ["order"], positionals: ["juice"], flags: [.init("count", short: "n")],
      examples: [
        "matectl juice order strawberryBanana", "matectl juice order 딸바쥬스 -n 2",
        "matectl juice order strawberry --substitute mango",
      ]),
    render: cases(
      by: "/phrase",
      [
        (
          "one", "Your {order/name} is ready! Enjoy!\n" + numberEnglish,
          "{order/name} 나왔습니다! 맛있게 드세요!\n" + numberKorean
        ),
        (
          "several",
          "Your {order/count} cups of {order/name} are ready! Enjoy!\n" + numberEnglish,
          "{order/name} {order/count}잔 나왔습니다! 맛있게 드세요!\n" + numberKorean
        ),
        (
          "substitute",
          "Instead of {order/insteadOfName}: {order/count} of {order/name}! Enjoy!\n"
            + numberEnglish,
          "{order/insteadOfName} 대신 {order/name} {order/count}잔 나왔습니다! 맛있게 드세요!\n"
            + numberKorean
        ),
      ]))

  private static let numberEnglish = "Order {order/id}; left in stock: {left}"
  private static let numberKorean = "주문 {order/id}번 · 남은 재고: {left}"

  static let undo = MethodDescription(
    "juice.undo",
    summary: text("Undo an order: its fruit goes back, exactly and once", "주문 취소"),
    access: .write,
    parameters: [
      ParameterDescription(
        "order", .integer(), required: true, text("the order's number", "주문 번호"),
        completion: CompletionSource(method: "juice.orders", values: "/items/*/id"))
    ],
    result: .object([
      .init("order", .reference("Order")), .init("at", JuiceSchemas.time),
      .init("stock", JuiceSchemas.levels), .init("left", JuiceSchemas.title),
    ]),
    command: CommandDescription(
      ["undo"], positionals: ["order"], examples: ["matectl juice undo 17"]),
    render: message(
      "Order {order/id} undone: {order/count} of {order/name}; in stock again: {left}",
      "{order/id}번 주문 취소: {order/name} {order/count}잔 · 재고: {left}"))

  static let orders = MethodDescription(
    "juice.orders", summary: text("List the last orders", "최근 주문 목록"),
    parameters: [
      limit(20),
      ParameterDescription(
        "before", .integer(), text("only orders before this number", "이 번호보다 앞선 주문만")),
    ],
    result: .object([.init("items", .array(of: .reference("Order")))]),
    command: CommandDescription(
      ["orders"], flags: [.init("limit", short: "l")],
      examples: ["matectl juice orders", "matectl juice orders --limit 5"]),
    render: .table(
      TableTemplate(
        rows: "/items",
        columns: [
          TableColumn(text("Order", "주문"), "/id", format: "integer"),
          TableColumn(text("Juice", "쥬스"), "/name"),
          TableColumn(text("Cups", "잔"), "/count", format: "integer"),
          TableColumn(text("Date", "날짜"), "/at", format: "date"),
          TableColumn(text("Time", "시각"), "/at", format: "time"),
          TableColumn(text("By", "주문자"), "/user"),
          TableColumn(text("State", "상태"), "/state"),
        ])))

  static let watch = MethodDescription(
    "juice.watch", summary: text("Follow stock and sales as they change", "재고와 판매를 실시간으로 보기"),
    isStream: true,
    command: CommandDescription(
      ["watch"], examples: ["matectl juice watch", "matectl juice watch --json"]),
    renderEvent: cases(by: "/kind", watchCases))

  private static let watchCases = [
    (
      "bar", "In stock: {left}; {soldTodayInAll} cups sold today",
      "재고: {left} · 오늘 {soldTodayInAll}잔 판매"
    ),
    (
      "ordered",
      "#{order/id} {order/name} x{order/count}; left: {left}; "
        + "{soldToday} sold today, {soldTodayInAll} in all",
      "#{order/id} {order/name} {order/count}잔 · 남은 재고: {left} · "
        + "오늘 {soldToday}잔, 전체 {soldTodayInAll}잔"
    ),
    (
      "undone", "#{order/id} undone: {order/name} x{order/count}; in stock: {left}",
      "#{order/id} 취소: {order/name} {order/count}잔 · 재고: {left}"
    ),
    ("low", "{name} runs low: {count} left", "{name:이/가} 얼마 안 남았어요: {count}개"),
    ("out", "{name} has run out", "{name:이/가} 다 떨어졌어요"),
    ("set", "{name}: {count} in stock ({step})", "{name} 재고 {count}개 ({step})"),
    ("adjusted", "{name}: {count} in stock ({step})", "{name} 재고 {count}개 ({step})"),
    ("added", "{name}: {count} in stock ({step})", "{name} 재고 {count}개 ({step})"),
    ("imported", "{name}: {count} in stock ({step})", "{name} 재고 {count}개 ({step})"),
    ("fruitAdded", "New fruit: {name}", "새 과일: {name}"),
    ("fruitRenamed", "{name} has a new name", "{name:으로/로} 이름 변경"),
    ("fruitRetired", "{name} is no longer kept", "{name:은/는} 더 두지 않아요"),
    ("thresholdSet", "{name} is low at {low}", "{name:은/는} {low}개부터 부족"),
    ("recipeSet", "{name} is made of {ingredients}", "{name} 레시피: {ingredients}"),
    ("juiceRenamed", "{name} has a new name", "{name:으로/로} 이름 변경"),
    ("juiceRetired", "{name} is off the menu", "{name:은/는} 메뉴에서 내렸어요"),
  ]
}
