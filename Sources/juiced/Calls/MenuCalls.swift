internal import DaemonRuntime
internal import IPCProtocol

/// The fruits and recipes that are data.
extension JuiceBar {
  nonisolated static let menuCalls: [Call<JuiceBar>] = [
    .change(
      "juice.fruit.add", "Add a fruit, or bring a retired one back", ko: "과일 추가", access: .admin,
      words: CallWords(
        "fruit add <fruit>", flags: [.init("count", short: "n")],
        examples: ["matectl juice fruit add lemon --name-ko 레몬 --count 20"]),
      takes: Params.FruitAdd.self, gives: Answers.StockItem.self,
      shows: .message("{name}: {count} in stock", ko: "{name} 재고 {count}개")
    ) { bar, params, request in
      try bar.change(request) { bar, deed throws(BarError) in
        let fruit = try bar.addFruit(
          params.fruit, params.naming, count: params.count, low: params.low,
          pack: Pack(pieces: params.pack, price: params.packPrice), by: deed)
        return bar.answer(fruit)
      }
    }.idempotent,

    .change(
      "juice.fruit.rename", "Change the word or the names of a fruit", ko: "과일 이름 변경",
      access: .admin,
      words: CallWords(
        "fruit rename <fruit> <to>",
        examples: ["matectl juice fruit rename kiwi goldKiwi --name-ko 골드키위"]),
      takes: Params.FruitRename.self, gives: Answers.StockItem.self,
      shows: .message("{fruit} is {name}", ko: "{fruit}: {name}")
    ) { bar, params, request in
      try bar.change(request) { bar, _ throws(BarError) in
        let fruit = try bar.renameFruit(params.fruit, params.naming)
        return bar.answer(fruit)
      }
    }.idempotent,

    .change(
      "juice.fruit.retire", "Take a fruit off the stock list", ko: "과일 내리기", access: .admin,
      words: CallWords(
        "fruit retire <fruit>", examples: ["matectl juice fruit retire pineapple"]),
      takes: Params.FruitRetire.self, gives: Answers.StockItem.self,
      shows: .message(
        "{name} is no longer kept ({count} left)", ko: "{name:은/는} 더 두지 않아요 (남은 {count}개)")
    ) { bar, params, request in
      try bar.change(request) { bar, _ throws(BarError) in
        let fruit = try bar.retireFruit(params.fruit)
        return bar.answer(fruit)
      }
    }.idempotent,

    .change(
      "juice.recipe.set",
      "Put a juice on the menu, or change its recipe or price; past sales keep theirs",
      ko: "레시피와 가격 추가 또는 변경", access: .admin,
      words: CallWords(
        "recipe set <juice> <recipe>",
        examples: [
          "matectl juice recipe set mangoKiwi mango=2 kiwi=1",
          "matectl juice recipe set mangoKiwi --price 4500",
          "matectl juice recipe set tropical pineapple=1 mango=1 --name-ko 열대쥬스",
        ]),
      takes: Params.RecipeSet.self, gives: Answers.MenuItem.self,
      shows: recipeMessage
    ) { bar, params, request in
      try bar.change(request) { bar, _ throws(BarError) in
        let juice = try bar.setRecipe(
          params.juice, params.ingredients, params.naming, price: params.price)
        return bar.answer(juice)
      }
    }.idempotent,

    .change(
      "juice.recipe.add", "Put a new juice on the menu", ko: "새 쥬스 추가", access: .admin,
      words: CallWords(
        "recipe add <juice> <recipe>",
        examples: [
          "matectl juice recipe add mangoBanana mango=2 banana=1 --price 4500 --name-ko 망바쥬스"
        ]),
      takes: Params.RecipeAdd.self, gives: Answers.MenuItem.self, shows: recipeMessage
    ) { bar, params, request in
      try bar.change(request) { bar, _ throws(BarError) in
        let juice = try bar.addJuice(
          params.juice, params.ingredients, params.naming, price: params.price)
        return bar.answer(juice)
      }
    }.idempotent,

    .read(
      "juice.currency", "Show the currency of prices", ko: "가격의 통화 보기", words: "currency",
      takes: NoParams.self, gives: Answers.Money.self, shows: currencyMessage
    ) { bar, _, request in Answers.Money(bar.current(at: request.now).currency) },

    .change(
      "juice.currency.set", "Choose the currency, before the first sale at a price",
      ko: "통화 정하기 (가격 있는 첫 판매 전에)", access: .admin,
      words: CallWords("currency set <currency>", examples: ["matectl juice currency set USD"]),
      takes: Params.CurrencySet.self, gives: Answers.Money.self, shows: currencyMessage
    ) { bar, params, request in try bar.setCurrency(params.currency, request) }.idempotent,

    .change(
      "juice.recipe.rename", "Change the word or the names of a juice", ko: "쥬스 이름 변경",
      access: .admin,
      words: CallWords(
        "recipe rename <juice> <to>",
        examples: ["matectl juice recipe rename mango --name-ko 망고에이드"]),
      takes: Params.RecipeRename.self, gives: Answers.MenuItem.self,
      shows: .message("{juice} is {name}", ko: "{juice}: {name}")
    ) { bar, params, request in
      try bar.change(request) { bar, _ throws(BarError) in
        let juice = try bar.renameJuice(params.juice, params.naming)
        return bar.answer(juice)
      }
    }.idempotent,

    .change(
      "juice.recipe.retire", "Take a juice off the menu", ko: "메뉴에서 내리기", access: .admin,
      words: CallWords(
        "recipe retire <juice>", examples: ["matectl juice recipe retire kiwi"]),
      takes: Params.RecipeRetire.self, gives: Answers.MenuItem.self,
      shows: .message("{name} is off the menu", ko: "{name:은/는} 메뉴에서 내렸어요")
    ) { bar, params, request in
      try bar.change(request) { bar, _ throws(BarError) in
        let juice = try bar.retireJuice(params.juice)
        return bar.answer(juice)
      }
    }.idempotent,
  ]

  private nonisolated static let recipeMessage = Rendering.message(
    "{name} is made of {ingredients}{priceText}", ko: "{name} 레시피: {ingredients}{priceText}")

  private nonisolated static let currencyMessage = Rendering.message(
    "Prices are in {currency}; 12345 of its smallest unit is {example}",
    ko: "통화는 {currency}예요. 가장 작은 단위로 12345는 {example}")
}
