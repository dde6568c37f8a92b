internal import DaemonRuntime
internal import Values

/// What members of the juice bar's rows are called that no table has a head for.
extension JuiceBar {
  nonisolated static let members: [String: LocalizedText] = [
    "recipe": .init(en: "Recipe", ko: "레시피"),
    "priceText": .init(en: "Price as shown", ko: "표시 가격"),
    "insteadOf": .init(en: "Instead of", ko: "대신한 것"),
    "insteadOfName": .init(en: "Instead of", ko: "대신한 것"),
    "uid": .init(en: "User number", ko: "사용자 번호"),
    "undoneAt": .init(en: "Undone", ko: "취소한 때"),
    "isLow": .init(en: "Low", ko: "부족"),
    "packPrice": .init(en: "Price of a pack", ko: "상자 값"),
    "isRetired": .init(en: "No longer used", ko: "사용 중지"),
    "isPast": .init(en: "Past", ko: "기한 지남"),
    "period": .init(en: "Period", ko: "기간"),
    "from": .init(en: "From", ko: "시작"),
    "fruit": .init(en: "Fruit", ko: "과일"),
    "isKnown": .init(en: "Known", ko: "예측 가능"),
    "kind": .init(en: "Kind", ko: "종류"),
    "change": .init(en: "Change", ko: "변화"),
    "by=total": .init(en: "in all", ko: "합계"),
    "by=day": .init(en: "each day", ko: "날짜별"),
    "by=hour": .init(en: "each hour", ko: "시간별"),
    "format=json": .init(en: "JSON", ko: "JSON"),
    "format=csv": .init(en: "CSV", ko: "CSV"),
    "runsOutEarliest": .init(en: "Runs out, earliest", ko: "소진(빠르면)"),
    // Of parameters, as forms call them.
    "substitute": .init(en: "Substitute", ko: "대신할 쥬스"),
    "before": .init(en: "Before number", ko: "이 번호 앞"),
    "withinSeconds": .init(en: "Within", ko: "기간"),
    "coverSeconds": .init(en: "To last", ko: "버틸 시간"),
    "format": .init(en: "Format", ko: "형식"),
    "file": .init(en: "File", ko: "파일"),
    "replace": .init(en: "Retire others", ko: "나머지 내리기"),
  ]
}
