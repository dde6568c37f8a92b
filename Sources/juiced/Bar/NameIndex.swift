internal import Values

/// Words and what they stand for: the name on the wire, and the names in both languages.
///
/// Swift compares canonically, so Hangul that was typed as separate letters is the same word.
struct NameIndex: Sendable {
  private var places: [String: Int] = [:]
  private var folded: [String: Int] = [:]
  /// By their stems; a stem of two is nobody's.
  private var stems: [String: Int?] = [:]
  /// As they were written, for suggestions.
  private(set) var words: [String] = []

  /// The words of one fruit or juice.
  static func words(_ name: String, _ title: LocalizedText) -> [String] {
    [name, title.en] + (title.ko.map { [$0] } ?? [])
  }

  mutating func add(_ place: Int, _ name: String, _ title: LocalizedText) {
    for word in Self.words(name, title) {
      places[word] = place
      folded[word.lowercased()] = place
      words.append(word)
    }
    for stem in Set(Self.words(name, title).compactMap(Self.stem)) {
      stems[stem] = .some(stems[stem] == nil ? place : nil)
    }
  }

  /// Upper and lower case are the same to people.
  func place(of word: String) -> Int? { places[word] ?? folded[word.lowercased()] }

  /// The same, and of `딸기쥬스` also by `딸기주스` or `딸기`, where nothing else is called so.
  ///
  /// Not for what may be a new name.
  func place(meantBy word: String) -> Int? {
    if let place = place(of: word) { return place }
    return stems[Self.stem(word) ?? word] ?? nil
  }

  /// The name without the word for juice, in either of its spellings; nil where it has none.
  private static func stem(_ word: String) -> String? {
    guard let end = ["쥬스", "주스"].first(where: { word.hasSuffix($0) }), word != end else {
      return nil
    }
    return String(word.dropLast(end.count)).trimmingSpaces
  }

  /// The words that a mistyped one may have meant, nearest first.
  func nearest(to word: String) -> [String] { nearestNames(to: word, among: words) }
}

extension Bar {
  mutating func indexNames() {
    fruitNames = NameIndex()
    juiceNames = NameIndex()
    for fruit in fruitsOnSale { fruitNames.add(fruit.id, fruit.name, fruit.title) }
    for juice in menu { juiceNames.add(juice.id, juice.name, juice.title) }
  }

  /// Names fruits for recipes while some of them are about to leave: a name that one who stays has
  /// taken over is theirs.
  mutating func nameFruits(leaving: (Fruit) -> Bool) {
    fruitNames = NameIndex()
    for fruit in fruitsOnSale.filter(leaving) + fruitsOnSale.filter({ !leaving($0) }) {
      fruitNames.add(fruit.id, fruit.name, fruit.title)
    }
  }

  func fruit(_ word: String) throws(BarError) -> Fruit {
    if let place = fruitNames.place(of: word) { return fruits[place] }
    throw .unknown(.unknownFruit, "fruit", word, nearest: fruitNames.nearest(to: word))
  }

  func juice(_ word: String) throws(BarError) -> Juice {
    if let place = juiceNames.place(meantBy: word) { return juices[place] }
    if let retired = retiredJuice(word) { throw .offTheMenu(retired, word) }
    throw .unknown(.unknownJuice, "juice", word, nearest: juiceNames.nearest(to: word))
  }
}

extension Bar {
  /// A juice of past sales that is called so; no name is looked for in two ways here.
  private func retiredJuice(_ word: String) -> Juice? {
    let folded = word.lowercased()
    return juices.last { juice in
      juice.isRetired
        && NameIndex.words(juice.name, juice.title).contains { $0.lowercased() == folded }
    }
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
