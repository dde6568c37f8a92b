internal import IPCProtocol
internal import Values

/// What the bar refuses; nothing has changed then.
typealias BarError = Refusal<BarReason>

enum BarReason: Int, RefusalReason {
  case outOfStock = 1001
  case unknownJuice = 1002
  case unknownFruit = 1003
  case invalidCount = 1004
  case belowZero = 1005
  case stockFull = 1006
  case unknownOrder = 1007
  case alreadyUndone = 1008
  case invalidName = 1009
  case invalidTitle = 1010
  case nameTaken = 1011
  case emptyRecipe = 1012
  case doubleIngredient = 1013
  case fruitInUse = 1014
  case tooMany = 1015
  case invalidReason = 1016
  case invalidPeriod = 1017
  case periodTooLong = 1018
  case invalidFile = 1019
  case invalidDuration = 1020

  static var domain: String { "juice" }

  /// A shortage asks already; yes leads to the stock of each fruit that is missing.
  var followUp: FollowUp? { self == .outOfStock ? .stockEdit : nil }
}

extension FollowUp {
  fileprivate static let stockEdit = FollowUp(
    method: "juice.stock.set", each: "/missing", parameters: [.init("fruit", "/fruit")],
    asks: [
      .init(
        "count",
        LocalizedText(
          en: "{name}: {have} in stock, {need} needed; new count",
          ko: "{name} 재고 {have}개, 필요한 개수 {need}개. 새 재고"),
        defaultValue: "/need")
    ])
}
