internal import IPCProtocol

/// The stock, and the fruits and recipes that are data.
extension JuiceDescription {
  static let stock = MethodDescription(
    "juice.stock", summary: text("Show what is in stock", "재고 보기"),
    parameters: [
      ParameterDescription(
        "all", .boolean(default: false), text("also retired fruits", "내린 과일도"))
    ],
    result: .object([.init("items", .array(of: .reference("StockItem")))]),
    command: CommandDescription(["stock"], examples: ["matectl juice stock"]),
    render: .table(
      TableTemplate(
        rows: "/items",
        columns: [
          TableColumn(text("Fruit", "과일"), "/fruit"),
          TableColumn(text("Name", "이름"), "/name"),
          TableColumn(
            text("In stock", "재고"), "/count", format: "integer",
            style: [StyleRule(when: "/isLow", is: true, use: .warning)]),
          TableColumn(text("Low at", "부족 기준"), "/low", format: "integer"),
        ])))

  static let stockSet = MethodDescription(
    "juice.stock.set", summary: text("Set the stock to what was counted", "재고 수정"),
    access: .write,
    parameters: [
      fruit("its word or its name in either language", "과일 이름 (영어, 한국어)"),
      ParameterDescription(
        "count", .integer(), required: true, text("0 to 1000000 pieces", "개수 (0~1000000)")),
      reason,
    ],
    result: .reference("StockChange"),
    command: CommandDescription(
      ["stock", "set"], positionals: ["fruit", "count"], flags: [.init("reason", short: "r")],
      examples: ["matectl juice stock set mango 30", "matectl juice stock set 딸기 16 -r 배달"]),
    render: stockMessage)

  static let stockAdjust = MethodDescription(
    "juice.stock.adjust", summary: text("Move the stock up or down", "재고 늘리기, 줄이기"),
    access: .write,
    parameters: [
      fruit("its word or its name in either language", "과일 이름 (영어, 한국어)"),
      ParameterDescription(
        "by", .integer(), required: true,
        text("-1000000 to 1000000 pieces, as +5 or -1", "더하거나 뺄 개수 (예: +5, -1)")),
      reason,
    ],
    result: .reference("StockChange"),
    command: CommandDescription(
      ["stock", "adjust"], positionals: ["fruit", "by"], flags: [.init("reason", short: "r")],
      examples: ["matectl juice stock adjust mango +5", "matectl juice stock adjust kiwi -1"]),
    render: stockMessage)

  private static let stockMessage = message(
    "{name}: {count} in stock ({step})", "{name} 재고 {count}개 ({step})")

  static let stockLow = MethodDescription(
    "juice.stock.low", summary: text("Set where a fruit is low", "부족 기준 정하기"),
    access: .write,
    parameters: [
      fruit("its word or its name in either language", "과일 이름 (영어, 한국어)"),
      ParameterDescription(
        "count", .integer(), required: true,
        text("it is low at 0 to 1000000 pieces or fewer", "이 개수부터 부족 (0~1000000)")),
    ],
    result: .reference("StockItem"),
    command: CommandDescription(
      ["stock", "low"], positionals: ["fruit", "count"],
      examples: ["matectl juice stock low mango 6"]),
    render: message("{name} is low at {low}", "{name:은/는} {low}개부터 부족"))

  // MARK: Fruits

  static let fruitAdd = MethodDescription(
    "juice.fruit.add", summary: text("Add a fruit, or bring a retired one back", "과일 추가"),
    access: .admin,
    parameters: [
      ParameterDescription(
        "fruit", .string(minLength: 1, maxLength: 64), required: true,
        text("the word for it, as lemon", "과일을 나타내는 낱말 (예: lemon)"))
    ] + names + [
      ParameterDescription(
        "count", .integer(default: 0), text("pieces in stock", "재고")),
      ParameterDescription(
        "low", .integer(), text("where it is low; 5 if left out", "부족 기준, 없으면 5")),
    ],
    result: .reference("StockItem"),
    command: CommandDescription(
      ["fruit", "add"], positionals: ["fruit"], flags: [.init("count", short: "n")],
      examples: ["matectl juice fruit add lemon --name-ko 레몬 --count 20"]),
    render: message("{name}: {count} in stock", "{name} 재고 {count}개"))

  static let fruitRename = MethodDescription(
    "juice.fruit.rename", summary: text("Change the word or the names of a fruit", "과일 이름 변경"),
    access: .admin,
    parameters: [
      fruit("the fruit to rename", "이름을 바꿀 과일"), newWord,
    ] + names,
    result: .reference("StockItem"),
    command: CommandDescription(
      ["fruit", "rename"], positionals: ["fruit", "to"],
      examples: ["matectl juice fruit rename kiwi goldKiwi --name-ko 골드키위"]),
    render: message("{fruit} is {name}", "{fruit}: {name}"))

  static let fruitRetire = MethodDescription(
    "juice.fruit.retire", summary: text("Take a fruit off the stock list", "과일 내리기"),
    access: .admin, parameters: [fruit("the fruit to retire", "내릴 과일")],
    result: .reference("StockItem"),
    command: CommandDescription(
      ["fruit", "retire"], positionals: ["fruit"],
      examples: ["matectl juice fruit retire pineapple"]),
    render: message(
      "{name} is no longer kept ({count} left)", "{name:은/는} 더 두지 않아요 (남은 {count}개)"))

  // MARK: Recipes

  static let recipeSet = MethodDescription(
    "juice.recipe.set",
    summary: text(
      "Put a juice on the menu, or give it another recipe; past sales keep theirs",
      "레시피 추가 또는 변경"),
    access: .admin,
    parameters: [
      juice("a juice on the menu, or the word for a new one", "쥬스 이름, 또는 새 이름말"),
      ParameterDescription(
        "recipe", .array(of: .reference("Ingredient")), required: true,
        text("what goes into a cup, in order, as mango=2", "한 잔의 재료 (예: mango=2)"),
        completion: CompletionSource(method: "juice.stock", values: "/items/*/fruit")),
    ] + names,
    result: .reference("MenuItem"),
    command: CommandDescription(
      ["recipe", "set"], positionals: ["juice", "recipe"],
      examples: [
        "matectl juice recipe set mangoKiwi mango=2 kiwi=1",
        "matectl juice recipe set tropical pineapple=1 mango=1 --name-ko 열대쥬스",
      ]),
    render: message("{name} is made of {ingredients}", "{name} 레시피: {ingredients}"))

  static let recipeRename = MethodDescription(
    "juice.recipe.rename", summary: text("Change the word or the names of a juice", "쥬스 이름 변경"),
    access: .admin,
    parameters: [juice("the juice to rename", "이름을 바꿀 쥬스"), newWord] + names,
    result: .reference("MenuItem"),
    command: CommandDescription(
      ["recipe", "rename"], positionals: ["juice", "to"],
      examples: ["matectl juice recipe rename mango --name-ko 망고에이드"]),
    render: message("{juice} is {name}", "{juice}: {name}"))

  static let recipeRetire = MethodDescription(
    "juice.recipe.retire", summary: text("Take a juice off the menu", "메뉴에서 내리기"),
    access: .admin, parameters: [juice("the juice to retire", "내릴 쥬스")],
    result: .reference("MenuItem"),
    command: CommandDescription(
      ["recipe", "retire"], positionals: ["juice"],
      examples: ["matectl juice recipe retire kiwi"]),
    render: message("{name} is off the menu", "{name:은/는} 메뉴에서 내렸어요"))
}
