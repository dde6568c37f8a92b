internal import IPCProtocol
internal import LinuxSystem

/// Cells whose text is not in the result as it is shown: made as ``Table`` makes them, and not made
/// again where the same text comes again, as tags, groups and dates do.
struct MadeCells {
  private struct Entry {
    var start = 0
    var count = 0
    var column = -1
    var cell = TextCell()
  }

  private let values: ValueText
  /// The texts, one behind the other.
  private(set) var text: [UInt8] = []
  /// By the hash of their column and text; of two with one hash the later one stays.
  ///
  /// Made with the first cell: most tables have none, and most commands no long table.
  private var known: [Entry] = []

  /// Longer texts seldom come again.
  private static let remembered = 64
  private static let slots = 1 << 12

  init(_ values: ValueText) { self.values = values }

  /// The cell of a value that stands at `raw`, with its quotes where it is a string; cells of one
  /// column have one format.
  mutating func cell(
    _ raw: Range<Int>, of bytes: UnsafeRawBufferPointer, column: Int, format: String?
  ) throws(RowScanner.GaveUp) -> TextCell {
    guard raw.count <= Self.remembered else { return try made(raw, bytes, format) }
    if known.isEmpty { known = Array(repeating: Entry(), count: Self.slots) }
    let slot = Self.hash(bytes[raw], column) & (known.count - 1)
    let entry = known[slot]
    if entry.column == column, entry.count == raw.count,
      bytes[entry.start..<entry.start + entry.count].elementsEqual(bytes[raw])
    {
      return entry.cell
    }
    let cell = try made(raw, bytes, format)
    known[slot] = Entry(start: raw.lowerBound, count: raw.count, column: column, cell: cell)
    return cell
  }

  /// FNV-1a, folded.
  private static func hash(_ raw: Slice<UnsafeRawBufferPointer>, _ column: Int) -> Int {
    var hash = 0xCBF2_9CE4_8422_2325 ^ UInt64(truncatingIfNeeded: column)
    for byte in raw { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: (hash ^ hash >> 32) & 0xFFFF_FFFF)
  }

  private mutating func made(
    _ raw: Range<Int>, _ bytes: UnsafeRawBufferPointer, _ format: String?
  ) throws(RowScanner.GaveUp) -> TextCell {
    if Table.isPlain(format), let cell = joined(bytes[raw]) { return cell }
    guard let json = try? JSON.parse(Array(bytes[raw])) else { throw RowScanner.GaveUp() }
    let shown = values.text(json, format: format).printable(inOneLine: true)
    let start = text.count
    text.append(contentsOf: shown.utf8)
    return try TextCell(start, text.count - start, width: shown.terminalCells, isMade: true)
  }

  /// An array of plain strings without spaces between them; nil for everything else.
  private mutating func joined(_ raw: Slice<UnsafeRawBufferPointer>) -> TextCell? {
    let start = text.count
    guard join(raw) else {
      text.removeLast(text.count - start)
      return nil
    }
    let width = text[start...].withUnsafeBytes { PlainWidth.cells($0[...]) }
    guard let width,
      let cell = try? TextCell(start, text.count - start, width: width, isMade: true)
    else {
      text.removeLast(text.count - start)
      return nil
    }
    return cell
  }

  /// Appends the strings of an array with commas between them, as far as they have no escapes;
  /// the scanner has seen that brackets, quotes and commas are where they belong.
  private mutating func join(_ raw: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard raw.first == UInt8(ascii: "[") else { return false }
    var isInside = false
    for byte in raw.dropFirst().dropLast() {
      switch byte {
      case UInt8(ascii: "\""): isInside.toggle()
      case UInt8(ascii: "\\"): return false
      case _ where isInside: text.append(byte)
      case UInt8(ascii: ","): text.append(contentsOf: [UInt8(ascii: ","), UInt8(ascii: " ")])
      default: return false
      }
    }
    return true
  }
}
