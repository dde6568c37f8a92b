internal import IPCProtocol
internal import Values

/// Refusals with what their sentences speak of.
extension BarError {
  /// A fruit that there is not enough of.
  struct Shortage: Hashable {
    let fruit: Fruit
    let need: Int64

    fileprivate var json: JSONValue {
      [
        "fruit": .string(fruit.name), "name": fruit.title.jsonValue, "need": .integer(need),
        "have": .integer(fruit.count), "short": .integer(need - fruit.count),
      ]
    }
  }

  static func outOfStock(
    _ juice: Juice, _ cups: Int64, missing: [Shortage], canMake: Int64, alternatives: [Juice]
  ) -> BarError {
    BarError(
      .outOfStock,
      [
        "juice": .string(juice.name), "juiceName": juice.title.jsonValue,
        "count": .integer(cups),
        "fruits": .array(missing.map(\.fruit.title.jsonValue)),
        "missing": .array(missing.map(\.json)), "canMake": .integer(canMake),
        "alternatives": .array(alternatives.map { .string($0.name) }),
        "alternativeNames": .array(alternatives.map(\.title.jsonValue)),
      ])
  }

  /// A juice that was sold once, and how it comes back.
  static func offTheMenu(_ juice: Juice, _ word: String) -> BarError {
    let back = "matectl juice recipe set \(juice.name) …"
    let hint = LocalizedText(
      en: "it was taken off the menu; `\(back)` with a recipe brings it back",
      ko: "메뉴에서 내린 쥬스예요. 레시피와 함께 `\(back)` 명령을 쓰면 다시 올라가요")
    return BarError(
      .unknownJuice, ["juice": .string(word), "similar": [], "hint": hint.jsonValue])
  }

  /// A word that stands for nothing here, with what it may have meant, nearest first.
  static func unknown(
    _ reason: Reason, _ what: String, _ word: String, nearest: [String]
  ) -> BarError {
    var data: JSONObject = [
      what: .string(word), "similar": .array(nearest.map(JSONValue.string)),
    ]
    let command = what == "juice" ? "matectl juice menu" : "matectl juice stock"
    data["hint"] =
      if let first = nearest.first {
        LocalizedText(en: "do you mean \(first)?", ko: "혹시 \(first)인가요?").jsonValue
      } else {
        LocalizedText(en: "see `\(command)`", ko: "`\(command)` 명령을 보세요").jsonValue
      }
    return BarError(reason, data)
  }

  static func count(
    _ count: Int64, from minimum: Int64, to maximum: Int64 = BarLimits.count
  ) -> BarError {
    let hint = LocalizedText(
      en: "give a whole number from \(minimum) to \(maximum)",
      ko: "\(minimum)부터 \(maximum)까지의 정수를 쓰세요")
    return .count(count, minimum, maximum, hint)
  }

  /// A step up or down that is none, or too far.
  static func step(_ pieces: Int64) -> BarError {
    let most = BarLimits.count
    // 0 lies between the bounds that a step of either direction has.
    guard pieces == 0 else {
      return .count(pieces, from: pieces > 0 ? 1 : -most, to: pieces < 0 ? -1 : most)
    }
    let hint = LocalizedText(
      en: "it must not be 0, but a whole number from \(-most) to \(most)",
      ko: "0이 아닌, \(-most)부터 \(most)까지의 정수를 쓰세요")
    return .count(pieces, -most, most, hint)
  }

  private static func count(
    _ count: Int64, _ minimum: Int64, _ maximum: Int64, _ hint: LocalizedText
  ) -> BarError {
    BarError(
      .invalidCount,
      [
        "count": .integer(count), "minimum": .integer(minimum), "maximum": .integer(maximum),
        "hint": hint.jsonValue,
      ])
  }

  static func belowZero(_ fruit: Fruit, by pieces: Int64) -> BarError {
    BarError(
      .belowZero,
      [
        "fruit": .string(fruit.name), "fruitName": fruit.title.jsonValue,
        "have": .integer(fruit.count), "by": .integer(pieces),
      ])
  }

  static func stockFull(_ fruit: Fruit) -> BarError {
    BarError(
      .stockFull,
      [
        "fruit": .string(fruit.name), "fruitName": fruit.title.jsonValue,
        "have": .integer(fruit.count), "maximum": .integer(BarLimits.stock),
      ])
  }

  static func inUse(_ fruit: Fruit, by juices: [Juice]) -> BarError {
    BarError(
      .fruitInUse,
      [
        "fruit": .string(fruit.name), "fruitName": fruit.title.jsonValue,
        "juices": .array(juices.map { .string($0.name) }),
        "juiceNames": .array(juices.map(\.title.jsonValue)),
      ])
  }

  static func tooMany(_ english: String, _ korean: String, _ maximum: Int) -> BarError {
    BarError(
      .tooMany,
      [
        "what": LocalizedText(en: english, ko: korean).jsonValue, "maximum": .integer(maximum),
      ])
  }

  /// A place, which is a JSON Pointer or a line, goes to programs as it is, and to people in words.
  static func file(
    _ place: String, _ english: String, _ korean: String, word: String? = nil
  ) -> BarError {
    BarError(
      .invalidFile,
      [
        "place": .string(place), "where": FilePlace.text(place, word: word).jsonValue,
        "problem": LocalizedText(en: english, ko: korean).jsonValue,
      ])
  }
}
