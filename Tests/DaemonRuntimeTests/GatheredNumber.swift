import Storage

/// The least that can be gathered.
struct GatheredNumber: RedoCodable, Equatable, ExpressibleByIntegerLiteral {
  let value: Int64

  init(value: Int64) { self.value = value }

  init(integerLiteral value: Int64) { self.value = value }

  init(from reader: inout RedoReader) throws(RedoDefect) { value = try reader.integer() }

  func encode(to writer: inout RedoWriter) { writer.write(value) }
}
