internal import Values

/// The sentences: what is wrong, and what to do about it.
extension BarReason {
  var text: LocalizedText { LocalizedText(en: english, ko: korean) }

  private var english: String {
    switch self {
    case .outOfStock: "there is not enough {fruits} for {juiceName}. Edit the stock?"
    case .unknownJuice: "there is no juice {juice}; {hint}"
    case .unknownFruit: "there is no fruit {fruit}; {hint}"
    case .invalidCount: "{count} is no such count; {hint}"
    case .belowZero:
      "there are {have} of {fruitName}, and {by} would leave fewer than none; "
        + "what was counted is written without a sign (`matectl juice stock set {fruit} {have}`)"
    case .stockFull:
      "there are {have} of {fruitName} already, and {maximum} is the most that is kept"
    case .unknownOrder: "there is no order {order}; see `matectl juice orders`"
    case .alreadyUndone: "order {order} was undone already ({at:relative})"
    case .invalidName:
      "{word} cannot be a word for it; use letters a to z and digits, a letter first, "
        + "{maximum} at most, and give names with --name and --name-ko"
    case .invalidTitle: "a name has 1 to {maximum:character/characters} on one line"
    case .nameTaken: "{word} is taken already; choose another word or name"
    case .emptyRecipe: "the recipe of {juice} has no ingredients; give at least one, as mango=3"
    case .doubleIngredient: "{fruitName} is in the recipe twice; give its count once"
    case .fruitInUse:
      "{fruitName} is still in the recipe of {juiceNames}; change or retire what uses it first"
    case .tooMany: "there are at most {maximum} {what}"
    case .invalidReason: "a reason has 1 to {maximum} characters on one line"
    case .invalidPeriod:
      "no such period; give dates as 2026-11-21 or yesterday, the first one first, "
        + "and either them or --since"
    case .periodTooLong:
      "that would be more than {maximum} lines; choose a shorter period with --from and --to"
    case .invalidFile: "nothing was imported: {where}: {problem}"
    case .unknownEntry:
      "there is no booking {entry} that could be undone; see `matectl juice ledger`"
    case .entryUndone: "booking {entry} was undone already ({at:relative})"
    case .invalidPrice:
      "{price} cannot be a price; give a whole number of the currency's smallest unit, "
        + "0 to {maximum}"
    case .unknownCurrency:
      "there is no currency {currency}; give the three letters of its code, as KRW or USD"
    case .currencyInUse:
      "there are sales in {currency} already, which {wanted} would make untrue; "
        + "the currency stays {currency}"
    case .nothingToSet:
      "nothing to set for {fruitName}; give a count, --lowest, --pack or --pack-price"
    case .invalidDate:
      "{date} is no day to keep until; give 2026-12-01, 3d or tomorrow, today at the earliest"
    case .nothingPast:
      "nothing of {fruitName} is past its best before; give a count, or see "
        + "`matectl juice stock expiring`"
    case .unknownZone: "there is no time zone {zone}; {hint}"
    case .invalidDuration: "{what}: {seconds} s is not possible; give {minimum} s to {maximum} s"
    }
  }

  private var korean: String {
    switch self {
    case .outOfStock: "{fruits:이/가} 모자라요. 재고를 수정할까요?"
    case .unknownJuice: "{juice:은/는} 메뉴에 없어요. {hint}"
    case .unknownFruit: "{fruit} 과일은 없어요. {hint}"
    case .invalidCount: "{count:은/는} 쓸 수 없는 수예요. {hint}"
    case .belowZero:
      "{fruitName} 재고가 {have}개라서 {by}만큼 바꿀 수 없어요. "
        + "센 개수는 부호 없이 쓰세요(`matectl juice stock set {fruit} {have}`)"
    case .stockFull: "{fruitName:은/는} 이미 {have}개 있어요. {maximum}개까지만 둘 수 있어요"
    case .unknownOrder: "{order}번 주문은 없어요. `matectl juice orders` 명령을 보세요"
    case .alreadyUndone: "{order}번 주문은 이미 취소됐어요 ({at:relative})"
    case .invalidName:
      "{word} 같은 낱말은 쓸 수 없어요. 영문자로 시작해 영문자와 숫자를 {maximum}자까지 쓰고, "
        + "한글 이름은 --name-ko로 주세요"
    case .invalidTitle: "이름은 한 줄에 1자부터 {maximum}자까지예요"
    case .nameTaken: "{word}, 이미 쓰는 이름이에요. 다른 이름을 고르세요"
    case .emptyRecipe: "{juice}의 재료가 없어요. mango=3처럼 하나 이상 쓰세요"
    case .doubleIngredient: "{fruitName:이/가} 레시피에 두 번 나와요. 한 번만 쓰세요"
    case .fruitInUse:
      "{fruitName:은/는} 아직 {juiceNames} 레시피에 있어요. 그 레시피를 먼저 바꾸거나 내리세요"
    case .tooMany: "{what:은/는} {maximum}개까지예요"
    case .invalidReason: "사유는 한 줄에 {maximum}자까지예요"
    case .invalidPeriod:
      "기간이 잘못됐어요. 2026-11-21이나 어제처럼 앞선 날짜부터 쓰고, "
        + "날짜와 --since 가운데 하나만 쓰세요"
    case .periodTooLong: "{maximum}줄을 넘어요. --from과 --to로 기간을 줄이세요"
    case .invalidFile: "가져오지 않았어요. {where}: {problem}"
    case .unknownEntry:
      "취소할 {entry}번 기록은 없어요. `matectl juice ledger` 명령을 보세요"
    case .entryUndone: "{entry}번 기록은 이미 취소됐어요 ({at:relative})"
    case .invalidPrice:
      "{price:은/는} 쓸 수 없는 가격이에요. 가장 작은 화폐 단위로 0부터 {maximum}까지의 정수를 쓰세요"
    case .unknownCurrency: "{currency} 통화는 없어요. KRW나 USD처럼 세 글자로 쓰세요"
    case .currencyInUse:
      "{currency} 통화로 판매한 기록이 있어서 {wanted:으로/로} 바꿀 수 없어요. 통화는 그대로예요"
    case .nothingToSet:
      "{fruitName}에 정할 것이 없어요. 개수, --lowest, --pack, --pack-price 가운데 하나를 쓰세요"
    case .invalidDate:
      "{date}까지라는 날짜는 쓸 수 없어요. 오늘이나 그 뒤를 2026-12-01, 3d, 내일처럼 쓰세요"
    case .nothingPast:
      "날짜가 지난 {fruitName} 재고는 없어요. 개수를 쓰거나 `matectl juice stock expiring` 명령을 보세요"
    case .unknownZone: "{zone} 시간대는 없어요. {hint}"
    case .invalidDuration: "{what}: {seconds}초는 쓸 수 없어요. {minimum}초부터 {maximum}초까지 쓰세요"
    }
  }
}
