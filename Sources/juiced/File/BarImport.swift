internal import IPCProtocol
internal import Values

extension Bar {
  /// What an import does, a line for each fruit and juice that it touches.
  struct ImportPlan: Hashable, Sendable {
    private(set) var changes: [ImportChange] = []

    /// Brought back counts as added.
    var added: Int { changes.count { $0.action == .added || $0.action == .returned } }
    var changed: Int { changes.count { $0.action == .changed } }
    var retired: Int { changes.count { $0.action == .retired } }

    fileprivate mutating func note(_ change: ImportChange?) {
      if let change { changes.append(change) }
    }
  }

  /// Takes over a file, whole or not at all.
  ///
  /// A fruit or juice is the one that has the file's word. Names need to be free in the bar that comes
  /// of it, not on the way there: names may go round in a circle. Where it replaces, what is not in the
  /// file is retired, and a name that the file gives is the whole name. What is refused says the
  /// place and what is wrong there.
  mutating func take(
    _ file: BarFile, replaces: Bool, hasRevenue: Bool = false, by deed: Deed
  ) throws(BarError) -> ImportPlan {
    try Self.refuseDoubles(file)
    var (draft, plan) = (self, ImportPlan())
    if let money = file.currency {
      try Self.placed(money.place, nil) { () throws(BarError) in
        let before = draft.currency
        let after = try draft.setCurrency(money.value, hasRevenue: hasRevenue)
        plan.note(ImportChange(before, after))
      }
    }
    let (fruitWords, juiceWords) = (
      Set(file.fruits.map(\.value.word)), Set(file.juices.map(\.value.word))
    )
    for part in file.fruits {
      try Self.placed(part.place, part.value.word) { () throws(BarError) in
        plan.note(try draft.put(part.value, replaces, deed))
      }
    }
    func goes(_ fruit: Fruit) -> Bool { replaces && !fruitWords.contains(fruit.name) }
    draft.nameFruits(leaving: goes)
    for part in file.juices {
      try Self.placed(part.place, part.value.word) { () throws(BarError) in
        plan.note(try draft.put(part.value, replaces))
      }
    }
    for juice in draft.menu where replaces && !juiceWords.contains(juice.name) {
      draft.juices[juice.id].isRetired = true
      draft.record(.juiceRetired(draft.juices[juice.id]))
      plan.note(ImportChange(juice, nil, in: draft))
    }
    for fruit in draft.fruitsOnSale where goes(fruit) {
      let users = draft.menu.filter { $0.recipe.ingredients.contains { $0.fruit == fruit.id } }
      guard users.isEmpty else { throw .inUse(fruit, by: users) }
      draft.fruits[fruit.id].isRetired = true
      draft.record(.fruitRetired(draft.fruits[fruit.id]))
      plan.note(ImportChange(fruit, nil))
    }
    try Self.refuseSharedNames(
      draft.fruitsOnSale.map { ($0.name, $0.title) },
      places: file.fruits.map { ($0.value.word, $0.place) })
    try Self.refuseSharedNames(
      draft.menu.map { ($0.name, $0.title) },
      places: file.juices.map { ($0.value.word, $0.place) })
    draft.indexNames()
    self = draft
    return plan
  }

  // MARK: Refusals

  private static func refuseDoubles(_ file: BarFile) throws(BarError) {
    func check(_ words: [(String, String)]) throws(BarError) {
      var seen: Set<String> = []
      for (word, place) in words where !seen.insert(word).inserted {
        throw .file(place, "\(word) is there twice", "같은 이름이 두 번 나와요: \(word)", word: word)
      }
    }
    try check(file.fruits.map { ($0.value.word, $0.place) })
    try check(file.juices.map { ($0.value.word, $0.place) })
  }

  /// A word or name may stand for one thing only, in any case; the file's line is named.
  private static func refuseSharedNames(
    _ named: [(word: String, title: LocalizedText)], places: [(word: String, place: String)]
  ) throws(BarError) {
    let places = Dictionary(places.map { ($0.word, $0.place) }) { first, _ in first }
    var owners: [String: String] = [:]
    for (word, title) in named {
      for text in Set(NameIndex.words(word, title).map { $0.lowercased() }) {
        guard let owner = owners.updateValue(word, forKey: text) else { continue }
        // What is not in the file was there before it, so one of the two is.
        let (guilty, other) = places[word] == nil ? (owner, word) : (word, owner)
        throw .file(
          places[guilty] ?? "/", "\(text) is the word or the name of \(other) as well",
          "\(text), \(other)도 쓰는 이름이에요", word: guilty)
      }
    }
  }

  /// A refusal inside the file says where.
  private static func placed(
    _ place: String, _ word: String?, _ body: () throws(BarError) -> Void
  ) throws(BarError) {
    do throws(BarError) {
      try body()
    } catch {
      throw .file(
        place, error.sentence(in: .english), error.sentence(in: .korean), word: word)
    }
  }

  // MARK: One line

  private mutating func put(
    _ wanted: BarFile.FileFruit, _ replaces: Bool, _ deed: Deed
  ) throws(BarError) -> ImportChange? {
    let known = fruits.first { $0.name == wanted.word }
    guard known != nil || fruits.count < BarLimits.fruits else {
      throw .tooMany("fruits", "과일", BarLimits.fruits)
    }
    var fruit =
      known
      ?? Fruit(
        id: fruits.count, name: wanted.word, title: LocalizedText(en: wanted.word), count: 0,
        low: Fruit.usualLow)
    try Self.check(wanted.word, wanted.naming)
    guard (0...BarLimits.stock).contains(wanted.count) else {
      throw .count(wanted.count, from: 0, to: BarLimits.stock)
    }
    if let low = wanted.low, !(0...BarLimits.count).contains(low) { throw .count(low, from: 0) }
    fruit.title = wanted.naming.applied(to: fruit.title, whole: replaces)
    try wanted.pack.check()
    fruit.low = wanted.low ?? fruit.low
    fruit.pack = wanted.pack.pieces ?? (replaces ? nil : fruit.pack)
    fruit.packPrice = wanted.pack.price ?? (replaces ? nil : fruit.packPrice)
    fruit.isRetired = false
    if known == nil { fruits.append(fruit) } else { fruits[fruit.id] = fruit }
    if known == nil || known?.isRetired == true {
      record(.fruitAdded(fruit))
    } else if let known, known != fruit {
      if known.title != fruit.title { record(.fruitRenamed(fruit)) }
      if known.low != fruit.low { record(.thresholdSet(fruit)) }
      if (known.pack, known.packPrice) != (fruit.pack, fruit.packPrice) {
        record(.packSet(fruit))
      }
    }
    if wanted.count != fruit.count {
      _ = stock(fruit, by: wanted.count - fruit.count, .imported, nil, deed)
    }
    return ImportChange(known, fruits[fruit.id])
  }

  private mutating func put(
    _ wanted: BarFile.FileJuice, _ replaces: Bool
  ) throws(BarError) -> ImportChange? {
    let known = juices.first { $0.name == wanted.word }
    guard known != nil || juices.count < BarLimits.juices else {
      throw .tooMany("juices", "쥬스", BarLimits.juices)
    }
    try Self.check(wanted.word, wanted.naming)
    try Self.check(price: wanted.price)
    let recipe = Recipe(
      id: nextRecipe, ingredients: try ingredients(wanted.recipe, for: wanted.word),
      price: wanted.price ?? (replaces ? nil : known?.recipe.price))
    var juice =
      known
      ?? Juice(
        id: juices.count, name: wanted.word, title: LocalizedText(en: wanted.word), recipe: recipe)
    juice.title = wanted.naming.applied(to: juice.title, whole: replaces)
    juice.isRetired = false
    give(recipe, to: &juice, isNew: known == nil)
    if known == nil { juices.append(juice) } else { juices[juice.id] = juice }
    if let known, !known.isRetired, known.recipe == juice.recipe {
      if known != juice { record(.juiceRenamed(juice)) }
    } else {
      record(.recipeSet(juice))
    }
    return ImportChange(known, juice, in: self)
  }
}

extension Bar.Naming {
  /// The title that comes of it; a `whole` one leaves no name of before.
  fileprivate func applied(to title: LocalizedText, whole: Bool) -> LocalizedText {
    let keeps = !whole || english == nil && korean == nil
    return LocalizedText(en: english ?? title.en, ko: korean ?? (keeps ? title.ko : nil))
  }
}
