package import Loop
package import Storage

/// What changes have to write, kept until there is much of it or somebody has to see it.
///
/// Sixteen orders that take from the same fruit are then one write of its row. Who adds is a change
/// registered as one that gathers: it writes nothing else, so it needs no savepoint, and what is
/// undone is taken out of here again. At the end of their turn the elements are made durable, mostly
/// by a ``TurnLog``. Any other change finds everything in the store.
@LoopActor
package final class Gathering<Element: RedoCodable> {
  /// Of the redo log's records; for ever, as the type of the elements is.
  nonisolated let name: String
  private(set) var elements: [Element] = []
  /// How many stood here when the change under way began.
  private var mark = 0
  /// How many are durable in the log, and how many were handed to it.
  private var durable = 0
  private var sent = 0
  /// How many are in the transaction under way.
  private var written = 0
  private let write: @LoopActor (ArraySlice<Element>) throws(SQLiteError) -> Void

  init(
    _ name: String, _ write: @escaping @LoopActor (ArraySlice<Element>) throws(SQLiteError) -> Void
  ) {
    self.name = name
    self.write = write
  }

  package func add(_ element: Element) { elements.append(element) }
}

/// A ``Gathering`` as the runtime sees it.
@LoopActor
protocol GatheredWrites: AnyObject {
  nonisolated var name: String { get }
  var count: Int { get }
  /// Whether something is neither in the store nor in the transaction under way.
  var isUnwritten: Bool { get }
  /// Whether something is in the transaction under way.
  var isHalfWritten: Bool { get }
  /// Whether something was not handed to the log.
  var isUnsent: Bool { get }

  func changeBegins()
  /// Takes out what the change under way has added.
  func undoChange()
  /// Hands to the log what it does not have, with its number.
  func send(to writer: inout RedoWriter)
  /// What was handed over last is durable.
  func becameDurable()
  /// Takes back what ``send(to:)`` wrote, in this start or an earlier one.
  func recover(from reader: inout RedoReader) throws(RedoDefect)
  /// Writes, into the transaction under way and in order, what is not in it.
  func flush() throws(SQLiteError)
  /// The transaction is on disk, and with it everything.
  func wasCommitted()
  /// The transaction was undone: it is as if nothing had been flushed.
  func wasRolledBack()
  /// Forgets what is not durable.
  func drop()
}

extension Gathering: GatheredWrites {
  var count: Int { elements.count }

  var isUnwritten: Bool { elements.count > written }

  var isHalfWritten: Bool { written > 0 }

  var isUnsent: Bool { elements.count > sent }

  func changeBegins() { mark = elements.count }

  func undoChange() {
    elements.removeLast(elements.count - mark)
  }

  func send(to writer: inout RedoWriter) {
    writer.write(elements.count - sent)
    for element in elements[sent...] { element.encode(to: &writer) }
    sent = elements.count
  }

  func becameDurable() { durable = sent }

  func recover(from reader: inout RedoReader) throws(RedoDefect) {
    for _ in 0..<(try reader.int()) { elements.append(try Element(from: &reader)) }
    (durable, sent) = (elements.count, elements.count)
  }

  func flush() throws(SQLiteError) {
    try write(elements[written...])
    written = elements.count
  }

  func wasCommitted() {
    elements.removeAll(keepingCapacity: true)
    (mark, durable, sent, written) = (0, 0, 0, 0)
  }

  func wasRolledBack() { written = 0 }

  func drop() {
    elements.removeLast(elements.count - durable)
    sent = durable
    mark = min(mark, durable)
  }
}
