/// Texts of every format: each has a reader and a writer of its own below.
extension TaskFormat {
  /// Reads a text; nothing of it is believed, and nothing makes the reader stop before its end.
  ///
  /// Time and memory are linear in the length, and ``FormatBounds`` holds what is kept of it. What the
  /// text may be at most is the caller's to say.
  package func read(_ bytes: [UInt8], _ context: FormatContext) -> TaskReading {
    // Calendars may be folded within a character; their reader looks behind that.
    if self != .ics, let line = UTF8Check.firstBadLine(bytes) {
      var reading = TaskReading()
      reading.bad.append(LineProblem(line: line, .notUTF8))
      return reading
    }
    let text = ByteOrderMark.dropped(from: bytes)
    return switch self {
    case .taskwarrior: TaskwarriorReader.read(text, context)
    case .todotxt: TodoTxtReader.read(text, context)
    case .ics: VTodoReader.read(text)
    case .csv: CSVReader.read(text, context)
    case .json: RecordJSON.read(text)
    }
  }

  /// Writes records in their order; ends with a line feed.
  package func write(_ records: some Sequence<TaskRecord>, _ context: FormatContext) -> [UInt8] {
    var writer = TaskWriter(self, context, expecting: records.underestimatedCount)
    for record in records { writer.append(record) }
    return writer.text()
  }
}

/// Writes records one after the other, where a format does not need all of them at once.
package struct TaskWriter {
  private let format: TaskFormat
  private let context: FormatContext
  private var calendar: VTodoWriter
  private var records: [TaskRecord] = []

  /// - Parameters:
  ///   - format: In which they are written.
  ///   - context: Whose clock they are written for.
  ///   - count: How many there will be, about.
  package init(_ format: TaskFormat, _ context: FormatContext, expecting count: Int = 0) {
    (self.format, self.context) = (format, context)
    calendar = VTodoWriter(expecting: format == .ics ? count : 0)
  }

  package mutating func append(_ record: TaskRecord) {
    if format == .ics { calendar.append(record) } else { records.append(record) }
  }

  /// What was appended, as a text that ends with a line feed.
  package consuming func text() -> [UInt8] {
    let bytes =
      switch format {
      case .taskwarrior: TaskwarriorWriter.write(records, context)
      case .todotxt: TodoTxtWriter.write(records, context)
      case .ics: calendar.calendar(context)
      case .csv: CSVWriter.write(records)
      case .json: RecordJSON.write(records)
      }
    return ByteOrderMark.kept(before: bytes)
  }
}

/// Where a text stops being UTF-8.
enum UTF8Check {
  /// The line, from 1, of the first byte that is not UTF-8; nil where all are.
  static func firstBadLine(_ bytes: [UInt8]) -> Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    var line = 1
    for part in ByteLines(bytes) {
      if String(validating: part, as: UTF8.self) == nil { return line }
      line += 1
    }
    return line
  }
}
