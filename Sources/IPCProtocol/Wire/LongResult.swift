/// A result that may be long: parts of a text that its maker keeps, between a start and an end.
///
/// The text is shared and not copied; the parts go to the socket from where they are, as fast as
/// the client takes them. Who changes the text meanwhile changes a copy.
package struct LongResult: Sendable {
  /// Where a part of the text stands.
  package struct Part: Hashable, Sendable {
    package let offset: Int
    package let count: Int

    package init(offset: Int, count: Int) {
      self.offset = offset
      self.count = count
    }
  }

  package let start: [UInt8]
  package let text: [UInt8]
  package let parts: [Part]
  package let end: [UInt8]
  /// Of all parts.
  package let partsCount: Int

  /// - Parameters:
  ///   - start: How the JSON value begins.
  ///   - text: What the parts are parts of.
  ///   - parts: In the order in which they follow, none of them empty.
  ///   - end: How the value ends.
  package init(start: [UInt8], text: [UInt8], parts: [Part], end: [UInt8]) {
    self.start = start
    self.text = text
    self.parts = parts
    self.end = end
    partsCount = parts.reduce(0) { $0 + $1.count }
  }

  /// Bytes of the value.
  package var byteCount: Int { start.count + partsCount + end.count }

  package func write(to writer: inout JSONWriter) {
    writer.bytes.reserveCapacity(writer.bytes.count + byteCount + 64)
    writer.bytes.append(contentsOf: start)
    for part in parts {
      writer.bytes.append(contentsOf: text[part.offset..<part.offset + part.count])
    }
    writer.bytes.append(contentsOf: end)
  }
}
