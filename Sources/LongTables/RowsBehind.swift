internal import LinuxSystem

/// The later rows of a result, read by a thread of its own while the caller reads those before them.
///
/// Where a row begins in the middle of a text only its reader knows; what looks like a beginning is
/// one where the caller, who comes from the front, ends a row right before it.
final class RowsBehind {
  enum Search {
    case notYet, none
    case found(RowsBehind)

    /// Waits for the thread, if it is still under way.
    func end() {
      if case .found(let rows) = self { _ = rows.finish() }
    }
  }

  typealias Found = (part: TablePart, end: Int)

  /// Of the comma before the first of these rows.
  let start: Int
  private let work: Meanwhile<Found?>

  /// Finds about the middle of what is left, where that is worth it.
  static func search(
    from position: Int, _ bytes: UnsafeRawBufferPointer, _ plan: LongTablePlan,
    _ text: @escaping CellText, _ worth: Int
  ) -> Search {
    let left = bytes.count - position
    guard left >= worth else { return .none }
    let middle = position + left / 2
    // No string has a quote as it is, so this stands within none.
    let mark = Array("},{\"".utf8)
    guard let place = Memory.place(of: mark, in: bytes, from: middle, to: bytes.count) else {
      return .none
    }
    return RowsBehind(place + 1, bytes, plan, text).map { .found($0) } ?? .none
  }

  private init?(
    _ start: Int, _ bytes: UnsafeRawBufferPointer, _ plan: LongTablePlan,
    _ text: @escaping CellText
  ) {
    let work = Meanwhile { () -> Found? in
      var scanner = RowScanner(bytes, rows: plan.rows, names: plan.names, behind: start)
      let part = TablePart(plan, text)
      do throws(GaveUp) {
        try part.read(&scanner, bytes, more: { _ in 0 }, until: { _, _ in false })
      } catch {
        return nil
      }
      return (part, scanner.rowsRange.upperBound)
    }
    guard let work else { return nil }
    (self.start, self.work) = (start, work)
  }

  /// Nil where they are no rows, or were asked for before.
  func finish() -> Found? { work.finish() ?? nil }
}
