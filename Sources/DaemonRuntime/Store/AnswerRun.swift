/// Where the answers of thousands of keys are: an index that is written once, in a few rows.
///
/// Keys are random, so an index of SQLite would be written all over for each few of them: with 100,000
/// answers a page for each. This one is made of all that came since the last, in their order. In
/// memory are a filter of its places and the first place of each row.
/// Format of a row: for each answer its place and its batch, 8 bytes each, little-endian.
struct AnswerRun {
  struct Entry {
    let place: Int64
    let batch: Int64
  }

  /// The newest batch that it knows; it knows all since the run before it.
  let newest: Int64
  private var filter = KeyFilter()
  private var firstPlaces: [Int64] = []

  /// Entries of a row; more where their places are the same.
  private static let usualCount = 256
  private static let entryBytes = 16
  /// Rows of a run.
  private static let rowBits: Int64 = 16

  /// A run without rows.
  init(newest: Int64) { self.newest = newest }

  /// The rows of a run that is to be written.
  static func rows(_ entries: some Sequence<Entry>) -> [[UInt8]] {
    var rows: [[UInt8]] = []
    var row: [UInt8] = []
    var last: Int64?
    for entry in entries.sorted(by: { ($0.place, $0.batch) < ($1.place, $1.batch) }) {
      if row.count >= usualCount * entryBytes, entry.place != last {
        rows.append(row)
        row.removeAll(keepingCapacity: true)
      }
      withUnsafeBytes(of: entry.place.littleEndian) { row.append(contentsOf: $0) }
      withUnsafeBytes(of: entry.batch.littleEndian) { row.append(contentsOf: $0) }
      last = entry.place
    }
    if !row.isEmpty { rows.append(row) }
    return rows
  }

  /// Takes its next row in.
  mutating func add(_ row: [UInt8]) {
    guard Self.count(row) > 0 else { return }
    firstPlaces.append(Self.entry(0, of: row).place)
    for number in 0..<Self.count(row) {
      filter.add(UInt64(bitPattern: Self.entry(number, of: row).place))
    }
  }

  // MARK: Numbers of rows

  /// What numbers a row among those of all runs.
  static func id(ofRow row: Int, newest: Int64) -> Int64 { newest << rowBits | Int64(row) }

  static func newest(ofRow id: Int64) -> Int64 { id >> rowBits }

  /// The row that may have a place; nil where none has it.
  func row(of place: Int64, _ probe: KeyFilter.Probe) -> Int64? {
    guard filter.mayContain(probe) else { return nil }
    var (low, high) = (0, firstPlaces.count)
    while low < high {
      let middle = (low + high) / 2
      if firstPlaces[middle] <= place { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : Self.id(ofRow: low - 1, newest: newest)
  }

  /// The batches of a place in a row, the oldest first.
  static func batches(of place: Int64, in row: [UInt8]) -> [Int64] {
    (0..<count(row)).lazy.map { entry($0, of: row) }.filter { $0.place == place }.map(\.batch)
  }

  private static func count(_ row: [UInt8]) -> Int { row.count / entryBytes }

  private static func entry(_ number: Int, of row: [UInt8]) -> Entry {
    row.withUnsafeBytes { bytes in
      func word(_ offset: Int) -> Int64 {
        Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self))
      }
      return Entry(place: word(number * entryBytes), batch: word(number * entryBytes + 8))
    }
  }
}
