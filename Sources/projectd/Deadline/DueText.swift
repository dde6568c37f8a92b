internal import Values

/// Deadlines as digits, written straight: a list may have a hundred thousand.
enum DueText {
  /// `2026-11-21 09:00:30`.
  static let longest = 19

  /// Writes a deadline as the reader's clock shows it; returns how many bytes.
  static func write(_ due: DueKey, _ reader: ReaderDay, to buffer: UnsafeMutableRawBufferPointer)
    -> Int
  {
    let shown = reader.shown(due)
    let day = shown.floorDivided(by: 86_400)
    let (year, month, date) = Timestamp.civil(fromDays: day)
    two(year / 100, at: 0, buffer)
    two(year % 100, at: 2, buffer)
    buffer[4] = UInt8(ascii: "-")
    two(month, at: 5, buffer)
    buffer[7] = UInt8(ascii: "-")
    two(date, at: 8, buffer)
    guard due.kind != .date else { return 10 }
    let second = shown - day * 86_400
    buffer[10] = UInt8(ascii: " ")
    two(second / 3600, at: 11, buffer)
    buffer[13] = UInt8(ascii: ":")
    two(second / 60 % 60, at: 14, buffer)
    guard second % 60 != 0 else { return 16 }
    buffer[16] = UInt8(ascii: ":")
    two(second % 60, at: 17, buffer)
    return longest
  }

  @inline(__always)
  private static func two(_ value: Int64, at index: Int, _ buffer: UnsafeMutableRawBufferPointer) {
    buffer[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 10)
    buffer[index + 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10)
  }
}
