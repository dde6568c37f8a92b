package import IPCProtocol
internal import LinuxSystem
internal import Values

/// The text of a value in a format, as the ordinary table shows it.
package typealias CellText = (_ value: JSONValue, _ format: String?) -> String

/// Cells whose text is not in the result as it is shown: made as the ordinary table makes them, and not
/// made again where the same text comes again, as tags, groups and dates do.
struct MadeCells {
  private struct Entry {
    var start = 0
    var count = 0
    var column = -1
    var cell = TextCell()
  }

  private let shown: CellText
  private let plan: LongTablePlan
  /// The texts, one behind the other.
  private(set) var text: [UInt8] = []
  /// By the hash of their column and text; of two with one hash the later one stays.
  ///
  /// Made with the first cell: most tables have none, and most commands no long table.
  private var known: [Entry] = []

  /// Longer texts seldom come again.
  private static let remembered = 64
  private static let slots = 1 << 12

  init(_ plan: LongTablePlan, _ shown: @escaping CellText) {
    self.plan = plan
    self.shown = shown
  }

  /// The cell of a value that stands at `raw`, with its quotes where it is a string.
  mutating func cell(
    _ raw: Range<Int>, of bytes: UnsafeRawBufferPointer, column: Int
  ) throws(GaveUp) -> TextCell {
    // Texts are compared in strides; the last ones of a result have no room for one behind them.
    guard raw.count <= Self.remembered, raw.lowerBound + Self.remembered <= bytes.count,
      let start = bytes.baseAddress
    else { return try made(raw, bytes, column) }
    if known.isEmpty { known = Array(repeating: Entry(), count: Self.slots) }
    let text = start + raw.lowerBound
    let slot = Self.hash(text, raw.count, column) & (Self.slots - 1)
    let entry = known[slot]
    if entry.column == column, entry.count == raw.count,
      SameBytes.are(text, start + entry.start, raw.count)
    {
      return entry.cell
    }
    let cell = try made(raw, bytes, column)
    known[slot] = Entry(start: raw.lowerBound, count: raw.count, column: column, cell: cell)
    return cell
  }

  /// Eight bytes at a time, each spread over the whole by a multiplication with an odd number, the
  /// golden ratio's (Knuth, The Art of Computer Programming, 6.4).
  @inline(__always)
  private static func hash(_ text: UnsafeRawPointer, _ count: Int, _ column: Int) -> Int {
    var hash = UInt64(truncatingIfNeeded: column)
    var done = 0
    while done < count {
      var word = text.loadUnaligned(fromByteOffset: done, as: UInt64.self)
      let rest = count - done
      if rest < 8 { word &= 1 << UInt64(truncatingIfNeeded: 8 * rest) &- 1 }
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
      done += 8
    }
    return Int(truncatingIfNeeded: hash & 0xFFFF_FFFF)
  }

  private mutating func made(
    _ raw: Range<Int>, _ bytes: UnsafeRawBufferPointer, _ column: Int
  ) throws(GaveUp) -> TextCell {
    if plan.columns[column].isPlain, let cell = joined(bytes[raw]) { return cell }
    guard let json = try? JSON.parse(Array(bytes[raw])) else { throw GaveUp() }
    let shown = shown(json, plan.formats[column]).printable(inOneLine: true)
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
