/// First in, first out; and whoever leaves from the middle is removed in O(1).
struct Queue<Element> {
  typealias Position = LinkedList<Element>.Position

  private var list = LinkedList<Element>()

  init() {}

  var isEmpty: Bool { list.isEmpty }
  var count: Int { list.count }

  /// Adds at the end.
  ///
  /// - Returns: The element's position, for ``remove(at:)``.
  @discardableResult
  mutating func enqueue(_ element: Element) -> Position { list.append(element) }

  /// Adds before the first element from the end that is not after it.
  ///
  /// For an element that keeps an older right to its place: O(1) where it belongs at the end, and
  /// otherwise as many steps as elements go behind it.
  mutating func enqueue(
    _ element: Element, behind isBefore: (_ other: Element) -> Bool
  ) -> Position {
    var following: Position?
    var candidate = list.lastPosition
    while let position = candidate, let other = list[position], !isBefore(other) {
      following = position
      candidate = list.position(before: position)
    }
    return following.flatMap { list.insert(element, before: $0) } ?? list.append(element)
  }

  /// Takes the oldest element; nil where there is none.
  mutating func dequeue() -> Element? { list.removeFirst() }

  /// The oldest element, left in its place.
  func peek() -> Element? { list.first }

  mutating func clear() { list.removeAll() }

  /// Notes what the queue is, for ``revert()``.
  mutating func mark() { list.mark() }

  mutating func revert() { list.revert() }

  mutating func unmark() { list.unmark() }

  /// Takes the element at a position, wherever it is; nil where it is gone already.
  @discardableResult
  mutating func remove(at position: Position) -> Element? { list.remove(at: position) }

  subscript(position: Position) -> Element? { list[position] }

  /// How many are dequeued until this one is, itself counted; as many steps.
  func position(of position: Position) -> Int {
    var count = 0
    var current = list.isValid(position) ? position : nil
    while let position = current {
      count += 1
      current = list.position(before: position)
    }
    return count
  }
}

extension Queue: Sequence {
  /// From the oldest to the newest.
  func makeIterator() -> LinkedList<Element>.Iterator { list.makeIterator() }

  var underestimatedCount: Int { count }
}

extension Queue: Sendable where Element: Sendable {}
