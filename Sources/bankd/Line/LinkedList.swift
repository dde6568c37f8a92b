/// A doubly linked list with value semantics that removes any element in O(1) by its position.
///
/// Nodes live in one array and are linked by index; the slots of removed nodes are used again, so a
/// list that keeps its length allocates nothing. A position is only for the list that gave it and
/// its copies; every insertion has a stamp of its own, so a position whose element is gone is
/// recognised even after its slot was used again.
struct LinkedList<Element> {
  /// Where an element is; valid until that element is removed.
  struct Position: Hashable, Sendable {
    fileprivate let slot: Int32
    fileprivate let stamp: UInt64
  }

  fileprivate struct Node {
    /// Nil in a free slot.
    var element: Element?
    var next: Int32
    var previous: Int32
    var stamp: UInt64
  }

  private static var none: Int32 { -1 }

  private var nodes = RevertibleArray<Node>()
  private var head = Self.none
  private var tail = Self.none
  /// The free slots, linked by `next`.
  private var free = Self.none
  private var lastStamp: UInt64 = 0
  private(set) var count = 0
  private var marked: Mark?

  init() {}

  var isEmpty: Bool { count == 0 }
  var first: Element? { head == Self.none ? nil : nodes[Int(head)].element }
  var last: Element? { tail == Self.none ? nil : nodes[Int(tail)].element }

  // MARK: Positions

  var firstPosition: Position? { position(ofSlot: head) }
  var lastPosition: Position? { position(ofSlot: tail) }

  func position(after position: Position) -> Position? {
    isValid(position) ? self.position(ofSlot: nodes[Int(position.slot)].next) : nil
  }

  func position(before position: Position) -> Position? {
    isValid(position) ? self.position(ofSlot: nodes[Int(position.slot)].previous) : nil
  }

  func isValid(_ position: Position) -> Bool {
    nodes.indices.contains(Int(position.slot))
      && nodes[Int(position.slot)].stamp == position.stamp
      && nodes[Int(position.slot)].element != nil
  }

  /// The element at a position; nil where it has been removed.
  subscript(position: Position) -> Element? {
    isValid(position) ? nodes[Int(position.slot)].element : nil
  }

  private func position(ofSlot slot: Int32) -> Position? {
    slot == Self.none ? nil : Position(slot: slot, stamp: nodes[Int(slot)].stamp)
  }

  // MARK: Changes

  @discardableResult
  mutating func append(_ element: Element) -> Position {
    insert(element, between: tail, and: Self.none)
  }

  @discardableResult
  mutating func prepend(_ element: Element) -> Position {
    insert(element, between: Self.none, and: head)
  }

  /// Puts an element before another one; nil, and nothing is done, where that one is gone.
  @discardableResult
  mutating func insert(_ element: Element, before position: Position) -> Position? {
    guard isValid(position) else { return nil }
    return insert(element, between: nodes[Int(position.slot)].previous, and: position.slot)
  }

  /// Takes an element out in O(1); nil where it was removed before.
  @discardableResult
  mutating func remove(at position: Position) -> Element? {
    guard isValid(position) else { return nil }
    return remove(slot: position.slot)
  }

  @discardableResult
  mutating func removeFirst() -> Element? {
    head == Self.none ? nil : remove(slot: head)
  }

  /// Removes all elements, and gives their memory back.
  mutating func removeAll() {
    nodes.removeAll()
    (head, tail, free) = (Self.none, Self.none, Self.none)
    count = 0
  }

  // MARK: Going back

  /// What the list is beside its nodes.
  private struct Mark {
    let head, tail, free: Int32
    let lastStamp: UInt64
    let count: Int
  }

  /// Notes what the list is, for ``revert()``.
  mutating func mark() {
    marked = Mark(head: head, tail: tail, free: free, lastStamp: lastStamp, count: count)
    nodes.mark()
  }

  /// What was done since ``mark()`` stays.
  mutating func unmark() {
    marked = nil
    nodes.unmark()
  }

  /// Makes the list what it was at ``mark()``; positions that were given since are not used again.
  mutating func revert() {
    guard let mark = marked else { return }
    marked = nil
    nodes.revert()
    (head, tail, free) = (mark.head, mark.tail, mark.free)
    (lastStamp, count) = (mark.lastStamp, mark.count)
  }

  private mutating func insert(
    _ element: Element, between previous: Int32, and next: Int32
  ) -> Position {
    lastStamp += 1
    let node = Node(element: element, next: next, previous: previous, stamp: lastStamp)
    let slot: Int32
    if free == Self.none {
      slot = Int32(nodes.count)
      nodes.append(node)
    } else {
      slot = free
      free = nodes[Int(slot)].next
      nodes.update(Int(slot)) { $0 = node }
    }
    link(previous, next: slot)
    link(next, previous: slot)
    count += 1
    return Position(slot: slot, stamp: lastStamp)
  }

  private mutating func remove(slot: Int32) -> Element? {
    let index = Int(slot)
    let (next, previous) = (nodes[index].next, nodes[index].previous)
    link(previous, next: next)
    link(next, previous: previous)
    let element = nodes[index].element
    let formerFree = free
    nodes.update(index) { node in
      node.element = nil
      node.next = formerFree
    }
    free = slot
    count -= 1
    return element
  }

  /// Says what follows a slot; of no slot, what comes first.
  private mutating func link(_ slot: Int32, next: Int32) {
    guard slot != Self.none else { return head = next }
    nodes.update(Int(slot)) { $0.next = next }
  }

  /// Says what stands before a slot; of no slot, what comes last.
  private mutating func link(_ slot: Int32, previous: Int32) {
    guard slot != Self.none else { return tail = previous }
    nodes.update(Int(slot)) { $0.previous = previous }
  }
}

extension LinkedList: Sequence {
  struct Iterator: IteratorProtocol {
    private let list: LinkedList
    private var slot: Int32

    fileprivate init(_ list: LinkedList) {
      self.list = list
      slot = list.head
    }

    mutating func next() -> Element? {
      guard slot != LinkedList.none else { return nil }
      defer { slot = list.nodes[Int(slot)].next }
      return list.nodes[Int(slot)].element
    }
  }

  func makeIterator() -> Iterator { Iterator(self) }

  var underestimatedCount: Int { count }
}

extension LinkedList: Sendable where Element: Sendable {}
extension LinkedList.Node: Sendable where Element: Sendable {}
