internal import IPCProtocol

/// What the calls answer.
enum Answers {
  /// A text in the languages it has, which clients show in the user's.
  struct Title: Encodable, Hashable, Sendable {
    let en: String
    let ko: String?

    init(_ text: LocalizedText) {
      en = text.en
      ko = text.ko
    }

    init(en: String, ko: String) {
      self.en = en
      self.ko = ko
    }
  }

  struct Ingredient: Encodable, Hashable, Sendable {
    let fruit: String
    let count: Int64
  }

  struct MenuItem: Encodable, Hashable, Sendable {
    let juice: String
    let name: Title
    let recipe: [Ingredient]
    /// The recipe to read: `strawberry 10, banana 1`.
    let ingredients: Title
    let canMake: Int64
    let soldToday: Int64
  }

  struct Menu: Encodable, Sendable {
    let items: [MenuItem]
  }

  struct StockItem: Encodable, Hashable, Sendable {
    let fruit: String
    let name: Title
    let count: Int64
    let low: Int64
    let isLow: Bool
    let isRetired: Bool?
  }

  struct Stock: Encodable, Sendable {
    let items: [StockItem]
  }

  /// A fruit and what is left of it.
  struct Level: Encodable, Hashable, Sendable {
    let fruit: String
    let name: Title
    let count: Int64
  }

  struct Order: Encodable, Hashable, Sendable {
    let id: Int64
    let juice: String
    let name: Title
    let count: Int64
    let at: Timestamp
    var insteadOf: String?
    var insteadOfName: Title?
    /// In lists: who ordered, and when it was undone.
    var uid: UInt32?
    var user: String?
    var undoneAt: Timestamp?
    var state: Title?
  }

  struct Ordered: Encodable, Sendable {
    /// Chooses the sentence: `one`, `several`, `substitute`.
    let phrase: String
    let order: Order
    /// What is left of the fruits that went in.
    let stock: [Level]
    /// The same to read: `strawberry 0, banana 9`.
    let left: Title
  }

  struct Undone: Encodable, Sendable {
    let order: Order
    let at: Timestamp
    /// What there is now of the fruits that came back.
    let stock: [Level]
    let left: Title
  }

  struct Orders: Encodable, Sendable {
    let items: [Order]
  }

  struct StockChanged: Encodable, Sendable {
    let fruit: String
    let name: Title
    let count: Int64
    let change: Int64
    /// The change with its sign, as `+5`.
    let step: String
  }

  struct Exported: Encodable, Sendable {
    let format: String
    let text: String
  }

  struct Imported: Encodable, Sendable {
    /// Added or brought back, changed, and retired; fruits and juices together.
    let added: Int
    let changed: Int
    let retired: Int
  }

  /// A line of the ledger: one fruit and one reason.
  struct LedgerLine: Encodable, Sendable {
    let at: Timestamp
    /// `order`, `undo`, `added`, `set`, `adjusted`, `imported`.
    let kind: String
    let kindName: Title
    let fruit: String
    let name: Title
    let change: Int64
    let step: String
    /// Pieces afterwards, where somebody counted.
    let count: Int64?
    let order: Int64?
    let reason: String?
    let uid: UInt32
    let user: String
  }

  struct Ledger: Encodable, Sendable {
    let items: [LedgerLine]
  }

  struct AuditLine: Encodable, Hashable, Sendable {
    let fruit: String
    let name: Title
    /// What came in, less what was taken out without a sale.
    let received: Int64
    /// What went into sales that were not undone.
    let sold: Int64
    let stock: Int64
    /// Received less sold less stock: 0 in a bar whose books are right.
    let difference: Int64
  }

  struct Audit: Encodable, Sendable {
    /// Chooses the sentence: `balanced` or `unbalanced`.
    let verdict: String
    let orders: Int64
    let items: [AuditLine]
  }
}

/// A change with its sign, as `+5`.
func signed(_ change: Int64) -> String { change > 0 ? "+\(change)" : "\(change)" }
