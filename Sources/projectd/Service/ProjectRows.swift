internal import IPCProtocol

/// Projects as lists show them, written straight: a list may have a hundred thousand.
struct ProjectRows: JSONWritable, Sendable {
  let board: Board
  let places: [Int32]
  let reader: ReaderDay
  /// How many there are without the limit.
  let total: Int

  func write(to writer: inout JSONWriter) {
    writer.literal(#"{"projects":["#)
    RowBuffer.write(places, of: board, reader, to: &writer)
    writer.literal(#"],"count":"#)
    writer.integer(Int64(places.count))
    writer.literal(#","total":"#)
    writer.integer(Int64(total))
    writer.literal("}")
  }
}

/// Rows gathered in a piece of memory that stays in the cache, and moved on piece by piece.
private struct RowBuffer {
  private static let size = 1 << 16
  /// What a row has behind its prepared start at most.
  private static let endBytes = 64

  static func write(
    _ places: [Int32], of board: Board, _ reader: ReaderDay, to writer: inout JSONWriter
  ) {
    // Once for all: growing by doubling would copy everything again.
    writer.bytes.reserveCapacity(
      writer.bytes.count
        + places.reduce(64) { $0 + board.rows[Int($1)].count + endBytes })
    withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { buffer in
      var count = 0
      for place in places {
        let start = board.rows[Int(place)]
        if count + start.count + endBytes > size {
          writer.bytes.append(contentsOf: buffer[..<count])
          count = 0
        }
        // A title of a thousand characters fits a piece; a hundred long tags may not.
        guard start.count + endBytes <= size else {
          writer.bytes.append(contentsOf: start)
          writer.endRow(board.keys[Int(place)], reader)
          writer.literal(",")
          continue
        }
        start.withUnsafeBytes { buffer.baseAddress?.advanced(by: count).copy($0) }
        count += start.count
        count += RowEnd.write(
          board.keys[Int(place)], reader,
          to: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
        buffer[count] = UInt8(ascii: ",")
        count += 1
      }
      writer.bytes.append(contentsOf: buffer[..<count])
    }
    if !places.isEmpty { writer.bytes.removeLast() }
  }
}

extension UnsafeMutableRawPointer {
  fileprivate func copy(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    copyMemory(from: start, byteCount: bytes.count)
  }
}

/// What a row has beside its prepared start: the deadline as the reader's clock shows it.
private enum RowEnd {
  private static let dueName: StaticString = #","due":""#
  private static let overdue: StaticString = #","overdue":true"#

  /// With the closing brace; returns how many bytes.
  static func write(
    _ key: BoardKey, _ reader: ReaderDay, to buffer: UnsafeMutableRawBufferPointer,
    closes: Bool = true
  ) -> Int {
    var count = 0
    if key.due.kind != .none {
      count += copy(dueName, to: buffer, at: count)
      count += DueText.write(
        key.due, reader, to: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
      buffer[count] = UInt8(ascii: "\"")
      count += 1
      if key.isOverdue(reader.clock) { count += copy(overdue, to: buffer, at: count) }
    }
    guard closes else { return count }
    buffer[count] = UInt8(ascii: "}")
    return count + 1
  }

  @inline(__always)
  private static func copy(
    _ text: StaticString, to buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Int {
    let bytes = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    buffer.baseAddress?.advanced(by: offset).copy(bytes)
    return bytes.count
  }
}

extension JSONWriter {
  /// The members that every view of a project has, from the first brace on; more may follow.
  mutating func rowMembers(of place: Int, _ board: Board, _ reader: ReaderDay) {
    bytes.append(contentsOf: board.rows[place])
    endRow(board.keys[place], reader, closes: false)
  }

  /// The same of a project that may not be on the board yet.
  mutating func rowMembers(of project: Project, _ reader: ReaderDay) {
    bytes.append(contentsOf: project.rowStart)
    endRow(BoardKey(project), reader, closes: false)
  }

  fileprivate mutating func endRow(_ key: BoardKey, _ reader: ReaderDay, closes: Bool = true) {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      let count = RowEnd.write(key, reader, to: buffer, closes: closes)
      bytes.append(contentsOf: buffer[..<count])
    }
  }
}
