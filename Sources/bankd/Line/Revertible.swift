/// What was done since a mark; its room is kept for the next one.
private struct Steps<Step> {
  private var done: [Step] = []
  private var isMarked = false

  /// The step is made only where there is a mark.
  mutating func note(_ step: @autoclosure () -> Step) {
    if isMarked { done.append(step()) }
  }

  mutating func mark() {
    unmark()
    isMarked = true
  }

  mutating func unmark() {
    isMarked = false
    done.removeAll(keepingCapacity: done.capacity <= 64)
  }

  /// The steps since the mark, the last one first.
  mutating func takeBack() -> ReversedCollection<[Step]> {
    defer { unmark() }
    return done.reversed()
  }
}

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
  private var steps = Steps<Step>()

  init() {}

  var count: Int { elements.count }

  var indices: Range<Int> { elements.indices }

  subscript(index: Int) -> Element { elements[index] }

  mutating func append(_ element: Element) {
    elements.append(element)
    steps.note(.appended)
  }

  mutating func update(_ index: Int, _ change: (inout Element) -> Void) {
    steps.note(.replaced(index, elements[index]))
    change(&elements[index])
  }

  /// Removes all elements, and gives their memory back.
  mutating func removeAll() {
    steps.note(.cleared(elements))
    elements = []
  }

  mutating func mark() { steps.mark() }

  mutating func unmark() { steps.unmark() }

  mutating func revert() {
    for step in steps.takeBack() {
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
  private var steps = Steps<Step>()

  init() {}

  var isEmpty: Bool { all.isEmpty }

  subscript(key: Key) -> Value? {
    get { all[key] }
    set {
      steps.note(.set(key, all[key]))
      all[key] = newValue
    }
  }

  mutating func removeAll() {
    steps.note(.replaced(all))
    all = [:]
  }

  mutating func removeAll(where isUnwanted: (Value) -> Bool) {
    let kept = all.filter { !isUnwanted($0.value) }
    guard kept.count < all.count else { return }
    steps.note(.replaced(all))
    all = kept
  }

  mutating func mark() { steps.mark() }

  mutating func unmark() { steps.unmark() }

  mutating func revert() {
    for step in steps.takeBack() {
      switch step {
      case .set(let key, let value): all[key] = value
      case .replaced(let former): all = former
      }
    }
  }
}

extension Steps: Sendable where Step: Sendable {}
extension RevertibleArray: Sendable where Element: Sendable {}
extension RevertibleArray.Step: Sendable where Element: Sendable {}
extension RevertibleDictionary: Sendable where Key: Sendable, Value: Sendable {}
extension RevertibleDictionary.Step: Sendable where Key: Sendable, Value: Sendable {}
