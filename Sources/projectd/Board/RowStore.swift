/// The prepared rows of all projects, one behind the other in one piece of memory.
///
/// A row each in an array of its own would cost as much again for its header, and a list would wait
/// for memory at every row. The board puts them in the order of its deadlines, the order that
/// lists mostly have.
struct RowStore: Sendable {
  /// Where a row stands.
  struct Slot: Sendable {
    fileprivate(set) var offset: UInt32
    fileprivate(set) var count: UInt32
  }

  private var bytes: [UInt8] = []
  private(set) var slots: ContiguousArray<Slot> = []
  /// Bytes that no row uses any more.
  private var wasted = 0

  /// Less than this is not worth tidying.
  private static let tolerated = 1 << 20

  /// Bytes of all rows.
  var usedBytes: Int { bytes.count - wasted }

  /// Makes room for so many rows, empty for now.
  init(places: Int = 0, bytesEach: Int = 0) {
    slots = ContiguousArray(repeating: Slot(offset: 0, count: 0), count: places)
    bytes.reserveCapacity(places * bytesEach)
  }

  /// Adds a row at the next place.
  mutating func append(_ row: [UInt8]) {
    slots.append(Slot(offset: UInt32(bytes.count), count: UInt32(row.count)))
    bytes.append(contentsOf: row)
  }

  /// Puts another row in a place.
  mutating func replace(_ place: Int, with row: [UInt8]) {
    let slot = slots[place]
    if row.count <= slot.count {
      bytes.replaceSubrange(Int(slot.offset)..<Int(slot.offset) + row.count, with: row)
      wasted += Int(slot.count) - row.count
      slots[place].count = UInt32(row.count)
    } else {
      wasted += Int(slot.count)
      slots[place] = Slot(offset: UInt32(bytes.count), count: UInt32(row.count))
      bytes.append(contentsOf: row)
    }
  }

  /// Whether more than half of the memory is of rows that are gone.
  var isWasteful: Bool { wasted > max(Self.tolerated, bytes.count / 2) }

  /// Puts the rows of these places one behind the other; all others must be empty.
  mutating func tidy(_ places: [Int32]) {
    var tidied: [UInt8] = []
    tidied.reserveCapacity(usedBytes)
    for place in places {
      let range = slots[Int(place)].range
      slots[Int(place)].offset = UInt32(tidied.count)
      tidied.append(contentsOf: bytes[range])
    }
    bytes = tidied
    wasted = 0
  }

  /// The row at a place.
  subscript(place: Int) -> ArraySlice<UInt8> {
    let slot = slots[place]
    return bytes[Int(slot.offset)..<Int(slot.offset) + Int(slot.count)]
  }

  /// All rows at once, for copying many of them; ``slots`` say where each stands.
  func withBytes<T>(_ body: (UnsafeRawBufferPointer) -> T) -> T {
    bytes.withUnsafeBytes(body)
  }
}

extension RowStore.Slot {
  var range: Range<Int> { Int(offset)..<Int(offset) + Int(count) }
}
