internal import IPCProtocol
internal import Values

/// A bar as a file: fruits with their stock, and juices with their recipes.
struct BarFile: Hashable, Sendable {
  enum Format: String, WireWord {
    case json, csv
  }

  /// A part and where it stands, for errors: a JSON Pointer, or a line.
  struct Part<Value: Hashable & Sendable>: Hashable, Sendable {
    let value: Value
    let place: String
  }

  struct FileFruit: Hashable, Sendable {
    var word: String
    var naming: Bar.Naming
    var count: Int64
    var low: Int64?
  }

  struct FileJuice: Hashable, Sendable {
    var word: String
    var naming: Bar.Naming
    var recipe: [Bar.WantedIngredient]
  }

  var fruits: [Part<FileFruit>] = []
  var juices: [Part<FileJuice>] = []

  /// Reads a file in a format, or in the one that it looks like.
  ///
  /// - Throws: ``BarReason/invalidFile`` with the place.
  init(_ text: String, format: Format?) throws(BarError) {
    // Spreadsheets put a byte order mark before UTF-8.
    let text = text.first == "\u{FEFF}" ? String(text.dropFirst()) : text
    switch format ?? (text.first { !$0.isWhitespace } == "{" ? .json : .csv) {
    case .json: try self.init(json: text)
    case .csv: try self.init(csv: text)
    }
  }

  init() {}
}

extension Bar {
  /// What an import has done.
  struct ImportCount: Hashable, Sendable {
    var added = 0
    var changed = 0
    var retired = 0
  }

  /// Takes over a file, whole or not at all.
  ///
  /// Where it replaces, what is not in the file is retired. What is refused says the place and what
  /// is wrong there.
  mutating func take(
    _ file: BarFile, replaces: Bool, by deed: Deed
  ) throws(BarError) -> ImportCount {
    var draft = self
    var count = ImportCount()
    try Self.refuseDoubles(file)
    for part in file.fruits {
      try Self.placed(part.place) { () throws(BarError) in
        try draft.take(part.value, deed, &count)
      }
    }
    for part in file.juices {
      try Self.placed(part.place) { () throws(BarError) in
        try draft.take(part.value, &count)
      }
    }
    if replaces { try draft.retireOthers(than: file, &count) }
    self = draft
    return count
  }

  private static func refuseDoubles(_ file: BarFile) throws(BarError) {
    func check(_ words: [(String, String)]) throws(BarError) {
      var seen: Set<String> = []
      for (word, place) in words where !seen.insert(word).inserted {
        throw .file(place, "\(word) is there twice", "같은 이름이 두 번 나와요: \(word)")
      }
    }
    try check(file.fruits.map { ($0.value.word, $0.place) })
    try check(file.juices.map { ($0.value.word, $0.place) })
  }

  /// A refusal inside the file says where.
  private static func placed(
    _ place: String, _ body: () throws(BarError) -> Void
  ) throws(BarError) {
    do throws(BarError) {
      try body()
    } catch {
      throw .file(place, error.sentence(in: .english), error.sentence(in: .korean))
    }
  }

  private mutating func take(
    _ wanted: BarFile.FileFruit, _ deed: Deed, _ counts: inout ImportCount
  ) throws(BarError) {
    guard let known = fruits.first(where: { $0.name == wanted.word && !$0.isRetired }) else {
      let fruit = try addFruit(
        wanted.word, wanted.naming, count: 0, low: wanted.low, by: deed)
      try setImported(fruit, to: wanted.count, deed)
      counts.added += 1
      return
    }
    let renamed = try renameFruit(known.name, wanted.naming)
    if let low = wanted.low, low != known.low { _ = try setThreshold(known.name, to: low) }
    try setImported(renamed, to: wanted.count, deed)
    if fruits[known.id] != known { counts.changed += 1 }
  }

  private mutating func setImported(
    _ fruit: Fruit, to count: Int64, _ deed: Deed
  ) throws(BarError) {
    guard (0...BarLimits.stock).contains(count) else {
      throw .count(count, from: 0, to: BarLimits.stock)
    }
    guard count != fruits[fruit.id].count else { return }
    _ = stock(fruits[fruit.id], by: count - fruits[fruit.id].count, .imported, nil, deed)
  }

  private mutating func take(
    _ wanted: BarFile.FileJuice, _ counts: inout ImportCount
  ) throws(BarError) {
    let known = juices.first { $0.name == wanted.word && !$0.isRetired }
    let juice = try setRecipe(wanted.word, wanted.recipe, wanted.naming)
    if known == nil { counts.added += 1 } else if known != juice { counts.changed += 1 }
  }

  private mutating func retireOthers(
    than file: BarFile, _ counts: inout ImportCount
  ) throws(BarError) {
    let juices = Set(file.juices.map(\.value.word))
    for juice in menu where !juices.contains(juice.name) {
      _ = try retireJuice(juice.name)
      counts.retired += 1
    }
    let fruits = Set(file.fruits.map(\.value.word))
    for fruit in fruitsOnSale where !fruits.contains(fruit.name) {
      _ = try retireFruit(fruit.name)
      counts.retired += 1
    }
  }
}

extension BarError {
  /// The sentence with its members, as a part of another one.
  func sentence(in language: Language) -> String {
    RefusalText.filled(reason.text.text(in: language), from: data, in: language)
  }
}
