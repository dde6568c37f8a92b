internal import Storage

/// What the changes of a turn have to write, kept until the turn's commit writes it.
///
/// Sixteen orders of one turn that take from the same fruit are then one write of its row. Who adds
/// is a change registered as one that gathers: it writes nothing else, so it needs no savepoint, and
/// what is undone is taken out of here again. Any other change finds everything written.
@LoopActor
package final class Gathering<Element> {
  private var elements: [Element] = []
  /// How many stood here when the change under way began.
  private var mark = 0
  private let write: @LoopActor ([Element]) throws(SQLiteError) -> Void

  init(_ write: @escaping @LoopActor ([Element]) throws(SQLiteError) -> Void) {
    self.write = write
  }

  package func add(_ element: Element) { elements.append(element) }
}

/// A ``Gathering`` as the runtime sees it.
@LoopActor
protocol GatheredWrites: AnyObject {
  var isEmpty: Bool { get }
  func changeBegins()
  /// Takes out what the change under way has added.
  func undoChange()
  /// Writes everything, in the order in which it was added.
  func flush() throws(SQLiteError)
  func drop()
}

extension Gathering: GatheredWrites {
  var isEmpty: Bool { elements.isEmpty }

  func changeBegins() { mark = elements.count }

  func undoChange() { elements.removeLast(elements.count - mark) }

  func flush() throws(SQLiteError) {
    try write(elements)
    drop()
  }

  func drop() {
    elements.removeAll(keepingCapacity: true)
    mark = 0
  }
}
