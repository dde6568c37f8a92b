internal import IPCProtocol
internal import Values

/// What an import does to one fruit or juice.
struct ImportChange: Hashable, Sendable {
  enum Kind: String, WireWord {
    case fruit, juice, currency
  }

  enum Action: String, WireWord {
    case added, returned, changed, retired
  }

  let kind: Kind
  let action: Action
  let word: String
  let title: LocalizedText
  /// What becomes of what: `in stock 10 → 99`.
  let details: LocalizedText

  /// - Returns: Nil where nothing changes; a retired one that comes back does.
  init?(_ before: Fruit?, _ after: Fruit?) {
    guard let shown = after ?? before, before != after else { return nil }
    kind = .fruit
    action = Self.action(before.map { !$0.isRetired }, after != nil)
    (word, title) = (shown.name, shown.title)
    var details = ChangedParts()
    let old = before.flatMap { $0.isRetired ? nil : $0 }
    details.add(old?.title, after?.title)
    details.add("in stock", "재고", old?.count, (after ?? before)?.count)
    if let after { details.add("low at", "부족 기준", old?.low, after.low) }
    if let after {
      details.add("pack of", "한 상자", old?.pack, after.pack)
      details.add("price of a pack", "상자값", old?.packPrice, after.packPrice)
    }
    self.details = details.text
  }

  /// - Returns: Nil where nothing changes.
  init?(_ before: Juice?, _ after: Juice?, in bar: Bar) {
    guard let shown = after ?? before, before != after else { return nil }
    kind = .juice
    action = Self.action(before.map { !$0.isRetired }, after != nil)
    (word, title) = (shown.name, shown.title)
    var details = ChangedParts()
    let old = before.flatMap { $0.isRetired ? nil : $0 }
    if let after {
      details.add(old?.title, after.title)
      details.add(
        "recipe", "레시피", old.map { bar.words(of: $0.recipe) }, bar.words(of: after.recipe))
      details.add("price", "가격", old?.recipe.price, after.recipe.price)
    }
    self.details = details.text
  }

  /// - Returns: Nil where it stays.
  init?(_ before: Currency, _ after: Currency) {
    guard before != after else { return nil }
    (kind, action, word) = (.currency, .changed, after.code)
    title = LocalizedText(en: "currency", ko: "통화")
    details = LocalizedText(en: "\(before.code) → \(after.code)")
  }

  private static func action(_ wasThere: Bool?, _ isThere: Bool) -> Action {
    switch (wasThere, isThere) {
    case (_, false): .retired
    case (nil, true): .added
    case (false?, true): .returned
    case (true?, true): .changed
    }
  }
}

extension Bar {
  /// `mango=2 kiwi=1`, as a recipe is typed.
  func words(of recipe: Recipe) -> String {
    recipe.ingredients.map { "\(fruits[$0.fruit].name)=\($0.count)" }.joined(separator: " ")
  }
}

/// What changed, in both languages; what stayed is left out.
private struct ChangedParts {
  private var parts: [LocalizedText] = []

  var text: LocalizedText {
    LocalizedText(
      en: parts.map(\.en).joined(separator: ", "),
      ko: parts.map { $0.text(in: .korean) }.joined(separator: ", "))
  }

  mutating func add<Value: Equatable & CustomStringConvertible>(
    _ english: String, _ korean: String, _ before: Value?, _ after: Value?
  ) {
    guard before != after, let after else { return }
    let step = before.map { "\($0) → \(after)" } ?? "\(after)"
    parts.append(LocalizedText(en: "\(english) \(step)", ko: "\(korean) \(step)"))
  }

  /// A new one's name stands in a column of its own.
  mutating func add(_ before: LocalizedText?, _ after: LocalizedText?) {
    guard let before, let after else { return }
    add("name", "영어 이름", before.en, after.en)
    add("Korean name", "한국어 이름", before.ko ?? "-", after.ko ?? "-")
  }
}
