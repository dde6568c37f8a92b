package import Values

extension JSONSchema.Rules {
  /// What a word has to be, for a person who types it, in both languages.
  package var wordPhrase: LocalizedText { wordPhrase { word, _ in word } }

  /// The same, where somebody knows what values are called.
  package func wordPhrase(telling tell: (_ word: String, Language) -> String) -> LocalizedText {
    if !enumeration.isEmpty {
      return LocalizedText(
        en: "one of \(words(.english, tell))", ko: "\(words(.korean, tell)) 중 하나")
    }
    if let constant {
      return LocalizedText(en: Self.typed(constant), ko: Self.typed(constant))
    }
    if types == [.array] { return listPhrase(tell) }
    let isDuration = format == .duration && !types.contains(.string)
    let english =
      isDuration ? "a duration such as 90s, 5m or 1h30m\(englishDurationRange)" : phrase
    return LocalizedText(en: english, ko: koreanType + koreanLimits)
  }

  /// A list is typed as words one after the other, so that their kind and number are what counts.
  private func listPhrase(_ tell: (String, Language) -> String) -> LocalizedText {
    let item = items?.rules(in: []) ?? JSONSchema.Rules()
    let count = Self.count(minItems, maxItems)
    if !item.enumeration.isEmpty {
      return LocalizedText(
        en: "\(count.en.isEmpty ? "some" : count.en) of \(item.words(.english, tell))",
        ko:
          "\(item.words(.korean, tell)) 중\(count.text(in: .korean).isEmpty ? " 일부" : " \(count.text(in: .korean))")"
      )
    }
    let noun =
      switch item.types {
      case [.object] where item.properties.count == 2:
        LocalizedText(
          en: item.properties.map(\.name).joined(separator: "="),
          ko: item.properties.map(\.name).joined(separator: "="))
      case [.integer], [.number]:
        maxItems == 1
          ? LocalizedText(en: "number", ko: "수") : LocalizedText(en: "numbers", ko: "수")
      default: LocalizedText(en: maxItems == 1 ? "word" : "words", ko: "단어")
      }
    return LocalizedText(
      en: [count.en, noun.en].filter { !$0.isEmpty }.joined(separator: " "),
      ko: [noun.text(in: .korean), count.text(in: .korean)].filter { !$0.isEmpty }
        .joined(separator: " "))
  }

  /// How many there may be: `1 to 64`, `1 or more`, `up to 64`; empty where that is free.
  private static func count(_ low: Int?, _ high: Int?) -> LocalizedText {
    let english =
      switch (low ?? 0, high) {
      case (0, nil): ""
      case (let low, nil): "\(low) or more"
      case (0, let high?): "up to \(high)"
      case (let low, let high?): low == high ? "\(low)" : "\(low) to \(high)"
      }
    return LocalizedText(en: english, ko: koreanCount(low == 0 ? nil : low, high, "개") ?? "")
  }

  /// All that it may be.
  private func words(_ language: Language, _ tell: (String, Language) -> String) -> String {
    enumeration.map { tell(Self.typed($0), language) }.joined(separator: ", ")
  }

  /// A value as a person types it.
  private static func typed(_ value: JSONValue) -> String { value.stringValue ?? JSON.text(value) }

  /// A bound as a person types it: `1`, `10000`, `1m`.
  package func boundText(_ bound: JSONValue) -> String {
    if format == .duration, let seconds = bound.doubleValue { return DurationWord.word(seconds) }
    return bound.integerValue.map(String.init) ?? JSON.text(bound)
  }

  private var englishDurationRange: String {
    switch (minimum, maximum) {
    case (let low?, let high?): ", from \(boundText(low)) to \(boundText(high))"
    case (let low?, nil): ", of at least \(boundText(low))"
    case (nil, let high?): ", of at most \(boundText(high))"
    case (nil, nil): ""
    }
  }

  /// The rules as they are told to who typed a word: an integer that is too long has bounds.
  package func told(to word: String) -> JSONSchema.Rules {
    let digits = word.drop { $0 == "-" || $0 == "+" }.utf8
    let isWhole =
      !digits.isEmpty && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard types.contains(.integer), enumeration.isEmpty, isWhole, Int64(word) == nil else {
      return self
    }
    return within64Bits
  }

  // MARK: Korean

  private var koreanType: String {
    switch format {
    case .date: return "날짜 (예: 2026-11-21)"
    case .dateTime: return "시각 (예: 2026-11-21T09:00:00Z)"
    case .duration where types.contains(.string): return "기간 (예: PT5M)"
    case .duration: return "시간 길이 (예: 90s, 5m, 1h30m)"
    case .uuid: return "UUID"
    case nil: break
    }
    let names = types.map { Self.koreanNames[$0] ?? $0.rawValue }
    return names.isEmpty ? "값" : names.joined(separator: " 또는 ")
  }

  private static let koreanNames: [JSONSchema.ValueType: String] = [
    .null: "null", .boolean: "true 또는 false", .integer: "정수", .number: "수",
    .string: "문자열", .array: "목록", .object: "JSON 객체",
  ]

  private var koreanLimits: String {
    var limits: [String] = []
    switch (minimum, maximum) {
    case (let low?, let high?): limits.append("\(boundText(low)) 이상 \(boundText(high)) 이하")
    case (let low?, nil): limits.append("\(boundText(low)) 이상")
    case (nil, let high?): limits.append("\(boundText(high)) 이하")
    case (nil, nil): break
    }
    if let text = Self.koreanCount(minLength, maxLength, "자") { limits.append(text) }
    if let text = Self.koreanCount(minItems, maxItems, "개") { limits.append(text) }
    if let pattern { limits.append("형식 \(pattern)") }
    return limits.isEmpty ? "" : ", " + limits.joined(separator: ", ")
  }

  private static func koreanCount(_ low: Int?, _ high: Int?, _ unit: String) -> String? {
    switch (low, high) {
    case (let low?, let high?): "\(low)~\(high)\(unit)"
    case (let low?, nil): "\(low)\(unit) 이상"
    case (nil, let high?): "\(high)\(unit) 이하"
    case (nil, nil): nil
    }
  }
}
