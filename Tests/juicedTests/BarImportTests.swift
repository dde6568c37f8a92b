import IPCProtocol
import TestSupport
import Testing
import Values

@testable import juiced

/// What a bar offers, by word, told apart from how the bar keeps it.
private struct Offer: Equatable {
  struct Thing: Equatable {
    var en: String
    var ko: String?
    var count: Int64 = 0
    var low: Int64 = 0
    var recipe: [String] = []

    func words(_ word: String) -> Set<String> {
      Set([word, en, ko ?? en].map { $0.lowercased() })
    }
  }

  var fruits: [String: Thing] = [:]
  var juices: [String: Thing] = [:]

  init(_ bar: Bar) {
    for fruit in bar.fruits where !fruit.isRetired {
      fruits[fruit.name] = Thing(
        en: fruit.title.en, ko: fruit.title.ko, count: fruit.count, low: fruit.low)
    }
    for juice in bar.juices where !juice.isRetired {
      juices[juice.name] = Thing(
        en: juice.title.en, ko: juice.title.ko,
        recipe: juice.recipe.ingredients.map { "\(bar.fruits[$0.fruit].name) \($0.count)" })
    }
  }

  /// Both together, where the other one's things stand in for those of the same word.
  ///
  /// A file without a Korean name leaves the one that there was, which a retired one has kept.
  func overlaid(by other: Offer, korean: [String: String]) -> Offer {
    func joined(_ kind: String, _ ours: [String: Thing], _ theirs: [String: Thing])
      -> [String: Thing]
    {
      let named = theirs.map { word, yours in
        var thing = yours
        thing.ko = yours.ko ?? korean["\(kind) \(word)"]
        return (word, thing)
      }
      return ours.merging(named) { _, yours in yours }
    }
    var offer = self
    offer.fruits = joined("fruit", fruits, other.fruits)
    offer.juices = joined("juice", juices, other.juices)
    return offer
  }

  /// Whether a word stands for two things.
  var isAmbiguous: Bool {
    [fruits, juices].contains { things in
      let words = things.flatMap { Array($1.words($0)) }
      return words.count != Set(words).count
    }
  }
}

/// A person at the bar who tries this and that; what is refused is left.
private struct Tinkerer {
  var random: SeededNumbers
  private static let words = ["kiwi", "Mango", "lime", "plum", "fig", "pear", "date"]
  private static let names = ["red", "green", "kiwi", "Lime", "sweet", "sour", "pear", "old"]

  private mutating func word() -> String { Self.words.randomElement(using: &random) ?? "kiwi" }

  private mutating func name() -> String? {
    Bool.random(using: &random) ? Self.names.randomElement(using: &random) : nil
  }

  private mutating func naming(_ word: String? = nil) -> Bar.Naming {
    Bar.Naming(word: word, english: name(), korean: name().map { "\($0)이" })
  }

  mutating func tinker(_ bar: inout Bar, steps: Int) {
    for _ in 0..<steps { _ = try? step(&bar) }  // refusals are part of the life of a bar
    _ = bar.takeFacts()
  }

  private mutating func step(_ bar: inout Bar) throws(BarError) {
    let number = Int64.random(in: 0...9, using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0: _ = try bar.addFruit(word(), naming(), count: number, low: number, by: deed())
    case 1: _ = try bar.renameFruit(word(), naming(word()))
    case 2: try exchange(&bar)
    case 3: _ = try bar.retireFruit(word())
    case 4, 5:
      let recipe = Set([word(), word()]).sorted().map {
        Bar.WantedIngredient(fruit: $0, count: number + 1)
      }
      _ = try bar.setRecipe(word(), recipe, naming())
    case 6: _ = try bar.renameJuice(word(), naming(word()))
    case 7: _ = try bar.retireJuice(word())
    default: _ = try bar.setStock(word(), to: number, by: deed())
    }
  }

  /// Two or three fruits hand their names on in a circle.
  private mutating func exchange(_ bar: inout Bar) throws(BarError) {
    let circle = bar.fruitsOnSale.shuffled(using: &random).prefix(3)
    guard circle.count > 1 else { return }
    for fruit in circle {
      _ = try bar.renameFruit(
        fruit.name, .init(english: "x\(fruit.id)", korean: "엑스\(fruit.id)"))
    }
    for (fruit, next) in zip(circle, circle.dropFirst() + circle.prefix(1)) {
      _ = try bar.renameFruit(
        fruit.name, .init(english: next.title.en, korean: next.title.ko ?? "없음\(next.id)"))
    }
  }
}

@Suite("Imports of what the bar exported")
struct BarImportTests {
  @Test("names that were exchanged since go back", arguments: BarFile.Format.allCases)
  func exchange(_ format: BarFile.Format) throws {
    var bar = try Bar.opened()
    let file = try BarFile(bar.text(format), format: format)
    let before = Offer(bar)
    // 키위 and 망고 change places, and so do the words strawberry and banana.
    _ = try bar.renameFruit("kiwi", .init(korean: "x"))
    _ = try bar.renameFruit("mango", .init(korean: "키위"))
    _ = try bar.renameFruit("kiwi", .init(korean: "망고"))
    for (word, other, korean) in [
      ("strawberry", "x", "엑스"), ("banana", "strawberry", "딸기"), ("x", "banana", "바나나"),
    ] {
      _ = try bar.renameFruit(word, .init(word: other, english: other, korean: korean))
    }
    #expect(Offer(bar) != before)
    for replaces in [false, true] {
      var again = bar
      let plan = try again.take(file, replaces: replaces, by: deed())
      #expect(Offer(again) == before)
      #expect(
        plan.changes.map(\.word) == ["kiwi", "mango", "strawberry", "banana", "strawberryBanana"])
    }
  }

  @Test(
    "any bar, edited in any way, is again what it was by its own file",
    arguments: [BarFile.Format.json, .csv], 0..<150)
  func anyBar(_ format: BarFile.Format, _ seed: Int) throws {
    var person = Tinkerer(random: SeededNumbers(seed: UInt64(seed)))
    var bar = Bar()
    person.tinker(&bar, steps: 25)
    let (text, before) = (bar.text(format), Offer(bar))
    person.tinker(&bar, steps: 25)
    let edited = bar
    let file = try BarFile(text, format: format)

    let plan = try bar.take(file, replaces: true, by: deed())
    #expect(Offer(bar) == before)
    // The plan names what differs, and nothing else.
    let other = Offer(edited)
    let touched = Set(
      (before.fruits.keys.filter { before.fruits[$0] != other.fruits[$0] }
        + other.fruits.keys.filter { before.fruits[$0] == nil }).map { "fruit \($0)" }
        + (before.juices.keys.filter { before.juices[$0] != other.juices[$0] }
        + other.juices.keys.filter { before.juices[$0] == nil }).map { "juice \($0)" })
    #expect(Set(plan.changes.map { "\($0.kind) \($0.word)" }) == touched)
    #expect(try bar.take(file, replaces: true, by: deed()).changes.isEmpty)

    // Beside what there is, it goes in exactly where no word would stand for two things.
    var mixed = edited
    let korean = Dictionary(
      uniqueKeysWithValues: edited.fruits.map { ("fruit \($0.name)", $0.title.ko) }
        + edited.juices.map { ("juice \($0.name)", $0.title.ko) }
    ).compactMapValues(\.self)
    let wanted = other.overlaid(by: before, korean: korean)
    let error = refusal { try mixed.take(file, replaces: false, by: deed()) }
    #expect((error == nil) == !wanted.isAmbiguous, "\(String(describing: error))")
    #expect(Offer(mixed) == (error == nil ? wanted : other))
  }
}
