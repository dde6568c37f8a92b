internal import Glibc

/// Why a text is not JSON, and where.
package struct JSONSyntaxError: Error, Hashable, Sendable {
  /// Bytes before the place.
  package let offset: Int
  package let reason: String
}

/// One JSON text, checked in full (RFC 8259) and indexed.
///
/// The index is a flat tape of values over the bytes; no tree is made. A document is parsed into
/// again and again without allocating. It keeps the pointer it was given: the bytes must outlive
/// every use of its cursors. Not Sendable.
package final class JSONDocument {
  /// One value on the tape; an object's members are key, value, key, value.
  struct Entry {
    var offset: UInt32
    var length: UInt32
    /// The tape index behind this value and everything in it.
    var end: UInt32
    /// Members or elements; capped, see ``JSONCursor/count``.
    var count: UInt32
    var kind: JSONCursor.Kind
    /// A string with escapes, or an integer literal beyond 64 bits.
    var isSpecial: Bool
  }

  var tape: ContiguousArray<Entry> = []
  var bytes = UnsafeRawBufferPointer(start: nil, count: 0)

  /// Tapes above this many entries are given back after the text that needed them.
  private static let keptEntries = 4096

  package init() {}

  /// Checks and indexes a text.
  ///
  /// - Throws: ``JSONSyntaxError`` where it is not RFC 8259, not UTF-8, or nested deeper than
  ///   `maximumDepth` arrays and objects.
  package func parse(
    _ bytes: UnsafeRawBufferPointer, maximumDepth: Int = 64
  ) throws(JSONSyntaxError) {
    if tape.capacity > Self.keptEntries { tape = [] }
    tape.removeAll(keepingCapacity: true)
    self.bytes = bytes
    var parser = JSONParser(bytes: bytes, maximumDepth: maximumDepth)
    try parser.parse(into: &tape)
  }

  /// The whole value.
  ///
  /// - Precondition: A text was parsed without an error.
  package var root: JSONCursor { JSONCursor(document: self, index: 0) }
}
