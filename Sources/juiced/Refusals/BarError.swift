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
  case unknownZone = 1021
  case unknownEntry = 1022
  case entryUndone = 1023
  case invalidPrice = 1024
  case unknownCurrency = 1025
  case currencyInUse = 1026
  case nothingToSet = 1027
  case invalidDate = 1028
  case nothingPast = 1029

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
          en: "{name}: {have} in stock, {need} needed; new count (or +5)",
          ko: "{name} 재고 {have}개, 필요한 개수 {need}개. 새 재고 (또는 +5)"),
        defaultValue: "/need")
    ],
    step: .init("juice.stock.adjust", "by"),
    details: [
      .init(
        LocalizedText(
          en: "{name}: {need} needed, {have} in stock, {short} short",
          ko: "{name}: 필요 {need}개, 재고 {have}개, 부족 {short}개"), each: "/missing"),
      .init(
        LocalizedText(
          en: "Cups of it that can be made now: {canMake}", ko: "지금 만들 수 있는 잔: {canMake}잔")),
      .init(
        LocalizedText(
          en: "To be had instead: {alternativeNames}", ko: "대신 드릴 수 있는 쥬스: {alternativeNames}"),
        when: "/alternatives"),
    ],
    commands: [
      .init(LocalizedText(en: "matectl juice stock adjust {fruit} +{short}"), each: "/missing")
    ],
    again: LocalizedText(
      en: "Order {count} of {juiceName} now?", ko: "{juiceName} {count}잔을 지금 주문할까요?"))
}
