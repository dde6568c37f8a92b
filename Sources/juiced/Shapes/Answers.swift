internal import IPCProtocol
internal import Values

/// What the calls answer.
enum Answers {
  /// A line of a recipe, as a menu shows it and as somebody writes it.
  struct Ingredient: Shape, Hashable {
    let fruit: String
    let count: Int64

    static let shape = ShapeOf<Ingredient>(
      named: "Ingredient", [Member("fruit", \.fruit), Member("count", \.count, .from(1))])
  }

  struct MenuItem: Shape, Hashable {
    let juice: String
    let name: LocalizedText
    let recipe: [Ingredient]
    /// The recipe to read: `strawberry 10, banana 1`.
    let ingredients: LocalizedText
    /// Of a cup, in the smallest unit of the currency; absent where nobody has said.
    let price: Int64?
    /// The same to read, behind a recipe: `; ₩4,500`.
    let priceText: LocalizedText?
    let canMake: Int64
    let soldToday: Int64
    /// What the cups of the day brought; absent where none had a price.
    let revenueToday: Int64?

    static let shape = ShapeOf<MenuItem>(
      named: "MenuItem",
      [
        Member("juice", \.juice), Member("name", \.name), Member("recipe", \.recipe),
        Member("ingredients", \.ingredients), Member("price", \.price, .from(0)),
        Member("priceText", \.priceText),
        Member("canMake", \.canMake, .from(0)), Member("soldToday", \.soldToday),
        Member("revenueToday", \.revenueToday),
      ])
  }

  struct Menu: Shape {
    let items: [MenuItem]
    let currency: String
    /// What the day brought, in a sentence; absent where nothing has a price.
    let revenueText: LocalizedText?

    static let shape = ShapeOf<Menu>([
      Member("items", \.items), Member("currency", \.currency),
      Member("revenueText", \.revenueText),
    ])
  }

  // MARK: Stock

  struct StockItem: Shape, Hashable {
    let fruit: String
    let name: LocalizedText
    let count: Int64
    let low: Int64
    let isLow: Bool
    /// Pieces of a pack, and what one costs in the smallest unit of the currency.
    let pack: Int64?
    let packPrice: Int64?
    let isRetired: Bool?

    static let shape = ShapeOf<StockItem>(
      named: "StockItem",
      [
        Member("fruit", \.fruit), Member("name", \.name), Member("count", \.count, .from(0)),
        Member("low", \.low, .from(0)), Member("isLow", \.isLow),
        Member("pack", \.pack, .from(1)), Member("packPrice", \.packPrice, .from(0)),
        Member("isRetired", \.isRetired),
      ])
  }

  struct Stock: Shape {
    let items: [StockItem]

    static let shape = ShapeOf<Stock>([Member("items", \.items)])
  }

  /// A fruit and what is left of it.
  struct Level: Shape, Hashable {
    let fruit: String
    let name: LocalizedText
    let count: Int64

    static let shape = ShapeOf<Level>(
      named: "Level",
      [Member("fruit", \.fruit), Member("name", \.name), Member("count", \.count, .from(0))])
  }

  struct StockChange: Shape {
    let fruit: String
    let name: LocalizedText
    let count: Int64
    let change: Int64
    /// The change with its sign, as `+5`.
    let step: String
    /// What else was set, to read: `; low at 6`.
    var also: LocalizedText?

    static let shape = ShapeOf<StockChange>(
      named: "StockChange",
      [
        Member("fruit", \.fruit), Member("name", \.name), Member("count", \.count, .from(0)),
        Member("change", \.change), Member("step", \.step), Member("also", \.also),
      ])
  }

  // MARK: Orders

  struct Order: Shape, Hashable {
    let id: Int64
    let juice: String
    let name: LocalizedText
    let count: Int64
    let at: Timestamp
    /// What all its cups cost, in the smallest unit of the currency; absent where there was no price.
    var amount: Int64?
    var insteadOf: String?
    var insteadOfName: LocalizedText?
    /// In lists: who ordered, and when it was undone.
    var uid: Int64?
    var user: String?
    var undoneAt: Timestamp?
    var state: LocalizedText?

    static let shape = ShapeOf<Order>(
      named: "Order",
      [
        Member("id", \.id, .from(1)), Member("juice", \.juice), Member("name", \.name),
        Member("count", \.count, .from(1)), Member("at", \.at),
        Member("amount", \.amount, .from(0)), Member("insteadOf", \.insteadOf),
        Member("insteadOfName", \.insteadOfName),
        Member("uid", \.uid, .from(0)), Member("user", \.user), Member("undoneAt", \.undoneAt),
        Member("state", \.state),
      ])
  }

  /// What a busy bar answers most.
  struct Ordered: Shape {
    /// Chooses the sentence.
    enum Phrase: String, WireWord {
      case one, several, substitute
    }

    let phrase: Phrase
    let order: Order
    /// What is to be paid, to read: ` (₩9,000)`; absent where there was no price.
    let due: LocalizedText?
    /// What is left of the fruits that went in.
    let stock: [Level]
    /// The same to read: `strawberry 0, banana 9`.
    let left: LocalizedText

    static let shape = ShapeOf<Ordered>([
      Member("phrase", \.phrase), Member("order", \.order), Member("due", \.due),
      Member("stock", \.stock),
      Member("left", \.left),
    ])
  }

  struct Undone: Shape {
    let order: Order
    let at: Timestamp
    /// What there is now of the fruits that came back.
    let stock: [Level]
    let left: LocalizedText

    static let shape = ShapeOf<Undone>([
      Member("order", \.order), Member("at", \.at), Member("stock", \.stock),
      Member("left", \.left),
    ])
  }

  struct Orders: Shape {
    let items: [Order]
    /// The code of the currency of amounts.
    let currency: String
    /// How many older ones are left out.
    var more = 0
    /// The same in a sentence, with what shows them; absent where nothing is left out.
    var remark: LocalizedText?

    static let shape = ShapeOf<Orders>([
      Member("items", \.items), Member("currency", \.currency), Member("more", \.more, .from(0)),
      Member("remark", \.remark),
    ])
  }

  // MARK: The bar as a file

  struct Exported: Shape {
    let format: BarFile.Format
    let text: String

    static let shape = ShapeOf<Exported>([Member("format", \.format), Member("text", \.text)])
  }
}

/// A change with its sign, as `+5`.
func signed(_ change: Int64) -> String { change > 0 ? "+\(change)" : "\(change)" }
