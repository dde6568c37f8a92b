internal import Values

/// What a text may have, so that a few bytes each of many things do not take gigabytes to read.
enum FormatBounds {
  /// Tasks and lines that are no tasks, together: each takes up to a kilobyte while it is read.
  static let records = 200_000
  /// Bytes of one line.
  static let lineBytes = 1 << 20
  /// Columns of a table, members or properties of a task, and what is kept of one.
  static let fields = 300
  /// Fields of all tasks that are kept by their names, reminders and tags: to write one takes about
  /// 3 µs, in which everybody else waits.
  static let fieldsInAll = 500_000
  /// Values and names of a JSON text.
  static let values = 4 << 20
  /// Lines of a calendar, unfolded.
  static let calendarLines = 1_500_000
}

/// What a text may have only so many of.
package enum BoundedPart: Hashable, Sendable {
  case tasks, bytesInALine, fields, fieldsInAll, lines

  var words: LocalizedText {
    switch self {
    case .tasks: LocalizedText(en: "tasks", ko: "할 일")
    case .bytesInALine: LocalizedText(en: "bytes in a line", ko: "한 줄의 바이트")
    case .fields: LocalizedText(en: "fields of one task", ko: "할 일 하나의 필드")
    case .fieldsInAll: LocalizedText(en: "fields of all tasks together", ko: "모든 할 일의 필드")
    case .lines: LocalizedText(en: "lines", ko: "줄")
    }
  }
}

/// The lines of a text without their line feeds, one after another; behind the last line feed as well.
struct ByteLines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var start: Int? = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> ArraySlice<UInt8>? {
    guard let start else { return nil }
    guard let end = bytes[start...].firstIndex(of: 0x0A) else {
      self.start = nil
      return bytes[start...]
    }
    self.start = end + 1
    return bytes[start..<end]
  }
}
