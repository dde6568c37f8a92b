internal import Glibc
internal import LinuxSystem

/// A cell of a long table: where its text is, and how wide, in eight bytes.
struct TextCell {
  /// The place in the lower half, with the highest bit set where the text is made; above it the
  /// count in 16 bits, the width in 14, and the number of the mark behind the text in 2.
  private var bits: UInt64

  private static let madeBit: UInt64 = 1 << 31
  /// Bytes and columns of the screen that a cell has at most.
  static let longest = 1 << 14 - 1
  /// Marks are numbered from 1 on.
  static let marks = 3

  /// No text.
  init() { bits = 0 }

  /// A part of the result's text that is as wide as it is long, at most ``longest``.
  @inline(__always)
  init(plain start: Int, _ count: Int) {
    let count = UInt64(truncatingIfNeeded: count)
    bits = UInt64(truncatingIfNeeded: start) | count << 32 | count << 48
  }

  /// - Throws: ``GaveUp`` where the text is too long for a table of this kind.
  init(_ start: Int, _ count: Int, width: Int, isMade: Bool) throws(GaveUp) {
    guard count <= Self.longest, width <= Self.longest, start < Int(Self.madeBit) else {
      throw GaveUp()
    }
    bits =
      UInt64(truncatingIfNeeded: start) | (isMade ? Self.madeBit : 0)
      | UInt64(truncatingIfNeeded: count) << 32 | UInt64(truncatingIfNeeded: width) << 48
  }

  @inline(__always)
  var isMade: Bool { bits & Self.madeBit != 0 }
  @inline(__always)
  var start: Int { Int(truncatingIfNeeded: bits & (Self.madeBit - 1)) }
  @inline(__always)
  var count: Int { Int(truncatingIfNeeded: bits >> 32 & 0xFFFF) }
  @inline(__always)
  var width: Int { Int(truncatingIfNeeded: bits >> 48 & 0x3FFF) }

  @inline(__always)
  var mark: Int {
    get { Int(truncatingIfNeeded: bits >> 62) }
    set { bits = bits & (1 << 62 - 1) | UInt64(truncatingIfNeeded: newValue) << 62 }
  }

  /// With the mark.
  @inline(__always)
  var shownWidth: Int { width + (bits >> 62 == 0 ? 0 : 1) }
}

/// Cells row by row: plain memory that grows where it is, as there may be a million.
struct TextCells: ~Copyable {
  private var cells: UnsafeMutablePointer<TextCell>?
  private var room = 0
  private(set) var count = 0

  private static let firstRoom = 1 << 13
  /// Of so many bytes it matters on which pages they lie.
  private static let large = 4 << 20

  init() {}

  deinit { free(cells) }

  mutating func removeAll() { count = 0 }

  /// Where the next cells are put; they count when they are there.
  ///
  /// - Throws: ``GaveUp`` where there is no memory.
  @inline(__always)
  mutating func makeRoom(
    for more: Int
  ) throws(GaveUp) -> UnsafeMutablePointer<TextCell> {
    if let cells, count + more <= room { return cells + count }
    return try grow(more)
  }

  @inline(__always)
  mutating func add(_ more: Int) { count += more }

  /// Makes room for about so many cells at once, on large pages: to grow and to clear small ones
  /// takes longer than to fill them.
  mutating func expect(_ wanted: Int) {
    let page = Memory.largePage
    let bytes = (wanted + wanted / 16) * MemoryLayout<TextCell>.stride / page * page + page
    guard bytes >= Self.large, bytes > room * MemoryLayout<TextCell>.stride,
      let memory = aligned_alloc(page, bytes)
    else { return }
    Memory.preferLargePages(UnsafeRawBufferPointer(start: memory, count: bytes))
    let grown = memory.bindMemory(
      to: TextCell.self, capacity: bytes / MemoryLayout<TextCell>.stride)
    if let cells { grown.update(from: cells, count: count) }
    free(cells)
    (cells, room) = (grown, bytes / MemoryLayout<TextCell>.stride)
  }

  private mutating func grow(
    _ more: Int
  ) throws(GaveUp) -> UnsafeMutablePointer<TextCell> {
    let wanted = max(Self.firstRoom, room * 2, count + more)
    guard let grown = realloc(cells, wanted * MemoryLayout<TextCell>.stride) else {
      throw GaveUp()
    }
    let cells = grown.bindMemory(to: TextCell.self, capacity: wanted)
    (self.cells, room) = (cells, wanted)
    return cells + count
  }

  var all: UnsafeBufferPointer<TextCell> { UnsafeBufferPointer(start: cells, count: count) }
}
