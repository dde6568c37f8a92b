package import IPCProtocol
internal import LinuxSystem
package import Values

/// A table for a pipe or a file, made straight from the text of the result, while that arrives.
///
/// This target exists for 40 ms: a list of a hundred thousand rows, thirteen megabytes of JSON, is to be
/// in a file within them. A tree of its values alone takes longer than that to build, and so does the
/// copying out of the socket to a program that waits for the end of it. So another thread lets the
/// bytes arrive (``ArrivingBytes``, all that the connection knows of this), while this one goes over
/// them once: a ``RowScanner`` with its ``JSONReader`` finds the members that the ``LongTablePlan``
/// asks for, each becomes a ``TextCell`` of eight bytes, which says where its text stands, and only
/// what is shown in other words than the wire's is made, once (``MadeCells``). When the widths are
/// known the lines are written in pieces (``LineBuffer``).
///
/// It shows what the client's ordinary table shows, to the byte; tables that need more than it can, as
/// colours or a width to keep, are that one's. Nothing here is generic, and no call on the way of a
/// cell leaves the target.
package final class LongTable {
  private let plan: LongTablePlan
  private let header: [String]
  private let text: CellText
  private let worthThread: Int
  /// In the order of the rows.
  private var parts: [TablePart] = []
  /// Bytes of the result that was read.
  private var readBytes: Int?
  /// Where its rows stand, for ``besidesRows(_:)``.
  private var rowsRange = 0..<0

  /// Nil where a column is not a member of the row itself.
  ///
  /// - Parameters:
  ///   - template: The table as its method describes it.
  ///   - language: Of the header.
  ///   - worthThread: Bytes that are worth a thread of their own, once all have arrived.
  ///   - text: Asked for cells that are not shown as they are on the wire, perhaps by two threads.
  package init?(
    _ template: TableTemplate, in language: Language, worthThread: Int = 2 << 20,
    text: @escaping CellText
  ) {
    guard let plan = LongTablePlan(template) else { return nil }
    self.plan = plan
    self.text = text
    self.worthThread = worthThread
    header = template.columns.map { $0.header.text(in: language).printable(inOneLine: true) }
  }

  // MARK: Reading

  /// Reads a result, while it arrives.
  ///
  /// - Parameters:
  ///   - result: A JSON text, or the room for it.
  ///   - arrived: How many bytes are there.
  ///   - more: Waits until so many are there, and returns how many are; no more than before where
  ///     the rest does not come.
  /// - Returns: False where the result is not what this can show.
  package func read(
    _ result: UnsafeRawBufferPointer, arrived: Int, more: (_ needed: Int) -> Int
  ) -> Bool {
    readBytes = nil
    guard result.count <= RowScanner.longestText else { return false }
    do throws(GaveUp) {
      try readRows(result, arrived, more)
    } catch {
      return false
    }
    readBytes = result.count
    return !parts[0].isEmpty
  }

  private func readRows(
    _ bytes: UnsafeRawBufferPointer, _ arrived: Int, _ more: (_ needed: Int) -> Int
  ) throws(GaveUp) {
    let first = TablePart(plan, text)
    for (index, title) in header.enumerated() {
      first.widen(index, width: title.terminalCells, bytes: title.utf8.count)
    }
    parts = [first]
    var scanner = RowScanner(bytes, rows: plan.rows, names: plan.names)
    scanner.arrived = arrived
    var behind = RowsBehind.Search.notYet
    defer { behind.end() }
    var (end, isEnd) = (0, false)
    try first.read(&scanner, bytes, more: more) { position, arrived throws(GaveUp) in
      switch behind {
      case .notYet:
        guard arrived == bytes.count else { return false }
        behind = RowsBehind.search(from: position, bytes, self.plan, self.text, self.worthThread)
        return false
      case .none: return false
      case .found(let rows):
        guard position >= rows.start else { return false }
        behind = .none
        guard let found = rows.finish() else { throw GaveUp() }
        // What looked like the beginning of a row was within one.
        guard position == rows.start else { return false }
        self.parts.append(found.part)
        (end, isEnd) = (found.end, true)
        return true
      }
    }
    rowsRange = isEnd ? scanner.rowsStart..<end : scanner.rowsRange
  }

  // MARK: Writing

  /// Writes the table of the result that was read, or of another one.
  ///
  /// - Parameters:
  ///   - result: A JSON text.
  ///   - isAligned: Columns under a header; else tabs, and no header.
  ///   - write: Takes the next piece; false ends the writing.
  /// - Returns: False where the result is not what this can show; nothing was written then.
  package func write(
    _ result: ArraySlice<UInt8>, isAligned: Bool, _ write: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    result.withUnsafeBytes { bytes in
      guard readBytes == bytes.count || read(bytes, arrived: bytes.count, more: { _ in 0 }) else {
        return false
      }
      var columns = parts[0].columns
      for part in parts.dropFirst() {
        for (index, column) in part.columns.enumerated() {
          columns[index].take(width: column.width, bytes: column.bytes)
        }
      }
      let (all, first) = (columns, parts[0])
      let rest = parts.dropFirst().map { part in
        Meanwhile { Self.pieces { part.put(bytes, in: all, isAligned: isAligned, $0) } }
      }
      first.put(
        bytes, in: all, under: isAligned ? { self.putHeader(&$0, all) } : nil,
        isAligned: isAligned, write)
      for (part, pieces) in zip(parts.dropFirst(), rest) {
        if let pieces = pieces?.finish() {
          for piece in pieces where !piece.withUnsafeBytes(write) { break }
        } else {
          part.put(bytes, in: all, isAligned: isAligned, write)
        }
      }
      return true
    }
  }

  /// What `put` writes, kept for later.
  private static func pieces(_ put: ((UnsafeRawBufferPointer) -> Bool) -> Void) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    put { piece in
      pieces.append(Array(piece))
      return true
    }
    return pieces
  }

  /// A result that was written as it would be without rows: what is said below them is made from it.
  package func besidesRows(_ result: ArraySlice<UInt8>) -> [UInt8] {
    let (start, end) = (result.startIndex + rowsRange.lowerBound, rowsRange.upperBound)
    return Array(result[..<start]) + result[(result.startIndex + end)...]
  }

  private func putHeader(_ lines: inout LineBuffer, _ columns: [LongTablePlan.Column]) {
    var line = lines.begin()
    for index in columns.indices {
      var title = header[index]
      let space = columns[index].width - title.terminalCells
      if columns[index].isNumeric { line.append(spaces: space) }
      title.withUTF8 { line.append(UnsafeRawBufferPointer($0), 0, $0.count) }
      guard index < columns.count - 1 else { break }
      line.append(spaces: columns[index].isNumeric ? 2 : space + 2)
    }
    lines.end(line, trimming: true)
  }
}
