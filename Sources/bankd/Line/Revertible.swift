/// An array that can go back to what it was at a mark, in as many steps as were done since.
///
/// A copy of the whole would do as well, and cost the length of a line for each ticket that is only
/// rehearsed. Without a mark nothing is noted.
struct RevertibleArray<Element> {
  fileprivate enum Step {
    case appended
    case replaced(Int, Element)
    case cleared([Element])
  }

  private var elements: [Element] = []
  /// What was done since the mark; nil where there is none.
  private var steps: [Step]?

  init() {}

  var count: Int { elements.count }

  var indices: Range<Int> { elements.indices }

  subscript(index: Int) -> Element { elements[index] }

  mutating func append(_ element: Element) {
    elements.append(element)
    steps?.append(.appended)
  }

  mutating func update(_ index: Int, _ change: (inout Element) -> Void) {
    steps?.append(.replaced(index, elements[index]))
    change(&elements[index])
  }

  /// Removes all elements, and gives their memory back.
  mutating func removeAll() {
    steps?.append(.cleared(elements))
    elements = []
  }

  mutating func mark() { steps = [] }

  mutating func unmark() { steps = nil }

  mutating func revert() {
    guard let done = steps else { return }
    steps = nil
    for step in done.reversed() {
      switch step {
      case .appended: elements.removeLast()
      case .replaced(let index, let element): elements[index] = element
      case .cleared(let all): elements = all
      }
    }
  }
}

/// A dictionary that can go back to what it was at a mark, as ``RevertibleArray`` does.
struct RevertibleDictionary<Key: Hashable, Value> {
  fileprivate enum Step {
    case set(Key, Value?)
    case replaced([Key: Value])
  }

  private(set) var all: [Key: Value] = [:]
  private var steps: [Step]?

  init() {}

  var isEmpty: Bool { all.isEmpty }

  subscript(key: Key) -> Value? {
    get { all[key] }
    set {
      steps?.append(.set(key, all[key]))
      all[key] = newValue
    }
  }

  mutating func removeAll() {
    steps?.append(.replaced(all))
    all = [:]
  }

  mutating func removeAll(where isUnwanted: (Value) -> Bool) {
    let kept = all.filter { !isUnwanted($0.value) }
    guard kept.count < all.count else { return }
    steps?.append(.replaced(all))
    all = kept
  }

  mutating func mark() { steps = [] }

  mutating func unmark() { steps = nil }

  mutating func revert() {
    guard let done = steps else { return }
    steps = nil
    for step in done.reversed() {
      switch step {
      case .set(let key, let value): all[key] = value
      case .replaced(let former): all = former
      }
    }
  }
}

extension RevertibleArray: Sendable where Element: Sendable {}
extension RevertibleArray.Step: Sendable where Element: Sendable {}
extension RevertibleDictionary: Sendable where Key: Sendable, Value: Sendable {}
extension RevertibleDictionary.Step: Sendable where Key: Sendable, Value: Sendable {}
