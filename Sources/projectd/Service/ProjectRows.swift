internal import IPCProtocol

/// Projects as lists show them, written straight: a list may have a hundred thousand.
struct ProjectRows: LongResult, Sendable {
  let board: Board
  let places: [Int32]
  let reader: ReaderDay
  /// How many there are without the limit.
  let total: Int
  let byteCount: Int

  private static let start: StaticString = #"{"projects":["#

  init(board: Board, places: [Int32], reader: ReaderDay, total: Int) {
    self.board = board
    self.places = places
    self.reader = reader
    self.total = total
    let (keys, slots) = (board.keys, board.rows.slots)
    let rows = places.reduce(0) {
      $0 + slots[Int($1)].range.count + RowEnd.byteCount(keys[Int($1)], reader)
    }
    // The commas between them, and what is around them.
    byteCount =
      rows + max(0, places.count - 1) + Self.start.utf8CodeUnitCount
      + Self.end(places.count, total).count
  }

  func write(pieces: (UnsafeRawBufferPointer) -> Void) {
    pieces(UnsafeRawBufferPointer(start: Self.start.utf8Start, count: Self.start.utf8CodeUnitCount))
    RowBuffer.write(places, of: board, reader, pieces)
    Self.end(places.count, total).withUnsafeBytes(pieces)
  }

  private static func end(_ count: Int, _ total: Int) -> [UInt8] {
    var writer = JSONWriter()
    writer.literal(#"],"count":"#)
    writer.integer(Int64(count))
    writer.literal(#","total":"#)
    writer.integer(Int64(total))
    writer.literal("}")
    return writer.bytes
  }
}

/// Rows gathered in a piece of memory that stays in the cache, and handed over piece by piece.
private struct RowBuffer: ~Copyable {
  private static let size = 1 << 16
  /// What a row has behind its prepared start at most.
  private static let endBytes = 64
  /// Rows that are asked for from memory together, as they lie far apart.
  private static let ahead = 32

  private let buffer: UnsafeMutableRawBufferPointer
  private var count = 0

  static func write(
    _ places: [Int32], of board: Board, _ reader: ReaderDay,
    _ take: (UnsafeRawBufferPointer) -> Void
  ) {
    let (keys, slots) = (board.keys, board.rows.slots)
    board.rows.withBytes { rows in
      withUnsafeTemporaryAllocation(byteCount: size + ahead, alignment: 16) { memory in
        var buffer = RowBuffer(buffer: memory)
        for first in stride(from: 0, to: places.count, by: ahead) {
          let group = places[first..<min(first + ahead, places.count)]
          buffer.touch(group, keys, slots, rows)
          for place in group {
            buffer.append(
              UnsafeRawBufferPointer(rebasing: rows[slots[Int(place)].range]), keys[Int(place)],
              reader, take)
          }
        }
        // Behind the last row there is no comma; it was put there last, so it is still here.
        if !places.isEmpty { buffer.count -= 1 }
        buffer.flush(take)
      }
    }
  }

  /// Reads from keys and both ends of rows, so that memory is at work on all of them at once.
  private mutating func touch(
    _ places: ArraySlice<Int32>, _ keys: ContiguousArray<BoardKey>,
    _ slots: ContiguousArray<RowStore.Slot>, _ rows: UnsafeRawBufferPointer
  ) {
    var index = Self.size
    for place in places {
      let range = slots[Int(place)].range
      guard !range.isEmpty else { continue }
      // Kept behind the buffer, or the compiler would leave the reading out.
      buffer[index] =
        rows[range.lowerBound] ^ rows[range.upperBound - 1]
        ^ UInt8(truncatingIfNeeded: keys[Int(place)].due.seconds)
      index += 1
    }
  }

  /// A row and the comma behind it.
  private mutating func append(
    _ row: UnsafeRawBufferPointer, _ key: BoardKey, _ reader: ReaderDay,
    _ take: (UnsafeRawBufferPointer) -> Void
  ) {
    // A title of a thousand characters fits a piece; a hundred long tags may not.
    var rest = row
    if count + rest.count + Self.endBytes > Self.size {
      flush(take)
      if rest.count + Self.endBytes > Self.size {
        take(rest)
        rest = UnsafeRawBufferPointer(start: nil, count: 0)
      }
    }
    buffer.baseAddress?.advanced(by: count).copy(rest)
    count += rest.count
    count += RowEnd.write(
      key, reader, to: UnsafeMutableRawBufferPointer(rebasing: buffer[count..<Self.size]))
    buffer[count] = UInt8(ascii: ",")
    count += 1
  }

  private mutating func flush(_ take: (UnsafeRawBufferPointer) -> Void) {
    take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    count = 0
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

  /// How many bytes ``write(_:_:to:closes:)`` writes with the closing brace.
  static func byteCount(_ key: BoardKey, _ reader: ReaderDay) -> Int {
    guard key.due.kind != .none else { return 1 }
    let overdue = key.isOverdue(reader.clock) ? Self.overdue.utf8CodeUnitCount : 0
    return dueName.utf8CodeUnitCount + DueText.byteCount(key.due, reader) + 1 + overdue + 1
  }

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
