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
    /// Members, elements, or scalars of a string.
    var count: UInt32
    var kind: JSONCursor.Kind
    /// A string with escapes, or an integer literal beyond 64 bits.
    var isSpecial: Bool
  }

  /// The tape as it grows; memory of its own, so that cursors are two pointers and an index.
  struct Tape {
    private(set) var entries: UnsafeMutablePointer<Entry>
    private(set) var capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
      entries = Self.memory(nil, of: capacity)
      self.capacity = capacity
    }

    /// Of the C library, whose `realloc` moves many pages without touching them.
    private static func memory(
      _ old: UnsafeMutablePointer<Entry>?, of capacity: Int
    ) -> UnsafeMutablePointer<Entry> {
      guard let memory = realloc(old, capacity * MemoryLayout<Entry>.stride) else {
        preconditionFailure("no memory for an index of \(capacity) values")
      }
      return memory.assumingMemoryBound(to: Entry.self)
    }

    @inline(__always)
    mutating func append(_ entry: Entry) {
      if count == capacity { grow() }
      entries[count] = entry
      count += 1
    }

    private mutating func grow() {
      capacity *= 2
      entries = Self.memory(entries, of: capacity)
    }

    mutating func reset(keeping kept: Int) {
      count = 0
      guard capacity > kept else { return }
      capacity = kept
      entries = Self.memory(entries, of: kept)
    }

    func end() { free(entries) }
  }

  private var tape = Tape(capacity: 64)
  private var bytes: UnsafeRawPointer?

  /// Tapes above this many entries are given back after the text that needed them.
  private static let keptEntries = 4096

  package init() {}

  deinit { tape.end() }

  /// Checks and indexes a text.
  ///
  /// The index has 20 bytes a value, ten times as much as the shortest text of many values.
  ///
  /// - Throws: ``JSONSyntaxError`` where it is not RFC 8259, not UTF-8, nested deeper than
  ///   `maximumDepth` arrays and objects, or has more than `maximumValues` values and names.
  package func parse(
    _ bytes: UnsafeRawBufferPointer, maximumDepth: Int = 64, maximumValues: Int = .max
  ) throws(JSONSyntaxError) {
    tape.reset(keeping: max(64, min(tape.capacity, Self.keptEntries)))
    self.bytes = bytes.baseAddress
    var parser = JSONParser(
      bytes: bytes, maximumDepth: maximumDepth, maximumValues: maximumValues, tape: tape)
    defer { tape = parser.tape }
    try parser.parse()
  }

  /// Goes on with a copy of the same text, which is where the bytes are from now on.
  package func move(to copy: UnsafeRawBufferPointer) { bytes = copy.baseAddress }

  /// Bytes of the index.
  package var indexBytes: Int { tape.capacity * MemoryLayout<Entry>.stride }

  /// The whole value.
  ///
  /// - Precondition: A text was parsed without an error.
  package var root: JSONCursor {
    guard let bytes, tape.count > 0 else { preconditionFailure("nothing was parsed") }
    return JSONCursor(tape: tape.entries, bytes: bytes, index: 0)
  }
}
