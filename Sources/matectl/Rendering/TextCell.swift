internal import Glibc

/// A cell of a long table: where its text is, and how wide, in eight bytes.
struct TextCell {
  /// Of the result's text, or of made text where the highest bit is set.
  private var place: UInt32 = 0
  private var bytes: UInt16 = 0
  /// The width, and in the two highest bits the number of the mark behind the text.
  private var look: UInt16 = 0

  private static let madeBit: UInt32 = 1 << 31
  /// Bytes and columns of the screen that a cell has at most.
  private static let longest = 1 << 14 - 1
  /// Marks are numbered from 1 on.
  static let marks = 3

  /// No text.
  init() {}

  /// - Throws: ``RowScanner/GaveUp`` where the text is too long for a table of this kind.
  @inline(__always)
  init(_ start: Int, _ count: Int, width: Int, isMade: Bool) throws(RowScanner.GaveUp) {
    guard count <= Self.longest, width <= Self.longest, start < Int(Self.madeBit) else {
      throw RowScanner.GaveUp()
    }
    place = UInt32(truncatingIfNeeded: start) | (isMade ? Self.madeBit : 0)
    bytes = UInt16(truncatingIfNeeded: count)
    look = UInt16(truncatingIfNeeded: width)
  }

  var isMade: Bool { place & Self.madeBit != 0 }
  var start: Int { Int(place & ~Self.madeBit) }
  var count: Int { Int(bytes) }
  var width: Int { Int(look & 0x3FFF) }

  var mark: Int {
    get { Int(look >> 14) }
    set { look = look & 0x3FFF | UInt16(truncatingIfNeeded: newValue) << 14 }
  }
}

/// Cells row by row: plain memory that grows where it is, as there may be a million.
struct TextCells: ~Copyable {
  private var cells: UnsafeMutablePointer<TextCell>?
  private var room = 0
  private(set) var count = 0

  private static let firstRoom = 1 << 13

  init() {}

  deinit { free(cells) }

  mutating func removeAll() { count = 0 }

  /// Where the next cells are put; they count when they are there.
  ///
  /// - Throws: ``RowScanner/GaveUp`` where there is no memory.
  @inline(__always)
  mutating func makeRoom(
    for more: Int
  ) throws(RowScanner.GaveUp) -> UnsafeMutablePointer<TextCell> {
    if let cells, count + more <= room { return cells + count }
    return try grow(more)
  }

  @inline(__always)
  mutating func add(_ more: Int) { count += more }

  private mutating func grow(
    _ more: Int
  ) throws(RowScanner.GaveUp) -> UnsafeMutablePointer<TextCell> {
    let wanted = max(Self.firstRoom, room * 2, count + more)
    guard let grown = realloc(cells, wanted * MemoryLayout<TextCell>.stride) else {
      throw RowScanner.GaveUp()
    }
    let cells = grown.bindMemory(to: TextCell.self, capacity: wanted)
    (self.cells, room) = (cells, wanted)
    return cells + count
  }

  var all: UnsafeBufferPointer<TextCell> { UnsafeBufferPointer(start: cells, count: count) }
}
