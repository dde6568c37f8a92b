/// Where the answers of thousands of keys are: an index that is written once, in one row.
///
/// Keys are random, so an index of SQLite would be written all over for each few of them: with 100,000
/// answers a page for each. This one is made of all that came since the last, in their order.
/// Format: for each answer its place and its batch, 8 bytes each, little-endian, in their order.
struct AnswerRun {
  struct Entry {
    let place: Int64
    let batch: Int64
  }

  /// The newest batch that it knows; it knows all since the run before it.
  let newest: Int64
  private(set) var filter = KeyFilter()

  /// A run to be written.
  init(_ entries: some Sequence<Entry>, newest: Int64, into bytes: inout [UInt8]) {
    self.newest = newest
    let sorted = entries.sorted { ($0.place, $0.batch) < ($1.place, $1.batch) }
    bytes.reserveCapacity(sorted.count * Self.entryBytes)
    for entry in sorted {
      filter.add(UInt64(bitPattern: entry.place))
      withUnsafeBytes(of: entry.place.littleEndian) { bytes.append(contentsOf: $0) }
      withUnsafeBytes(of: entry.batch.littleEndian) { bytes.append(contentsOf: $0) }
    }
  }

  /// A run that was written.
  init(_ bytes: [UInt8], newest: Int64) {
    self.newest = newest
    for number in 0..<Self.count(bytes) {
      filter.add(UInt64(bitPattern: Self.entry(number, of: bytes).place))
    }
  }

  /// The batches of a place; `bytes` are those of the run.
  static func batches(of place: Int64, in bytes: [UInt8]) -> [Int64] {
    var (low, high) = (0, count(bytes))
    while low < high {
      let middle = (low + high) / 2
      if entry(middle, of: bytes).place < place { low = middle + 1 } else { high = middle }
    }
    var batches: [Int64] = []
    while low < count(bytes), entry(low, of: bytes).place == place {
      batches.append(entry(low, of: bytes).batch)
      low += 1
    }
    return batches
  }

  private static let entryBytes = 16

  private static func count(_ bytes: [UInt8]) -> Int { bytes.count / entryBytes }

  private static func entry(_ number: Int, of bytes: [UInt8]) -> Entry {
    bytes.withUnsafeBytes { bytes in
      func word(_ offset: Int) -> Int64 {
        Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self))
      }
      return Entry(place: word(number * entryBytes), batch: word(number * entryBytes + 8))
    }
  }
}
