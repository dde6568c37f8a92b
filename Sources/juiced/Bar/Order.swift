internal import CivilTime
internal import Values

/// Cups that were sold: numbered from 1 without gaps.
struct Order: Hashable, Sendable {
  let id: Int64
  /// ``Juice/id``.
  let juice: Int
  /// As it was when the order was taken.
  let recipe: Recipe
  let cups: Int64
  let at: Timestamp
  /// The user who ordered, as the kernel knows them.
  let uid: UInt32
  /// What all its cups cost; nil where the juice had no price.
  var amount: Int64? { recipe.price.map { $0 * cups } }
  /// What was asked for, where it was short and this is its substitute; ``Juice/id``.
  var insteadOf: Int?
}

/// An order that was taken back: the reversing entry beside it.
struct Reversal: Hashable, Sendable {
  let order: Order
  let at: Timestamp
  let uid: UInt32
  /// The last order before it: clocks may go back, and what came after what is not theirs to say.
  var afterOrder: Int64 = 0
}

/// A change of the stock by a person.
struct StockEntry: Hashable, Sendable {
  enum Kind: String, Hashable, Sendable, CaseIterable {
    case added, set, adjusted, imported
    /// A delivery, and what went bad: neither corrects a count.
    case received, spoiled
    /// The reversing entry of another one.
    case undone
  }

  let kind: Kind
  let fruit: Int
  /// Pieces more; negative where there are fewer.
  let change: Int64
  /// Pieces afterwards.
  let count: Int64
  let at: Timestamp
  let uid: UInt32
  var reason: String?
  /// The number of the entry that this one takes back.
  var reverses: Int64?
  /// Until when a delivery keeps; that day is still good.
  var bestBefore: CivilDate?
  /// The last order before it.
  var afterOrder: Int64 = 0
}

/// Who did something, and when.
struct Deed: Hashable, Sendable {
  let at: Timestamp
  let uid: UInt32
}
