internal import Glibc

/// Goes once over the text of a result, also while it arrives, and finds the members of its rows,
/// making nothing: a tree of a hundred thousand rows takes longer to build than to show.
///
/// It reads well-formed JSON only, and gives up on everything else; then the whole text is parsed
/// and judged as any other.
struct RowScanner: ~Copyable {
  /// What a text has at most.
  static let longestText = 1 << 29 - 1

  enum Step {
    case row
    /// There are no more rows, and the text is whole.
    case end
    /// Goes on once so many bytes have arrived.
    case short(needed: Int)
  }

  private enum Place { case head, rows, tail }

  /// A member's name as a row before had it, from the bracket or comma before it to its colon.
  private struct Member {
    var start: Int
    var count: Int
    /// Of the wanted names, or -1.
    var index: Int
  }

  private var reader: JSONReader
  /// Bytes of the whole text.
  private let total: Int
  private let rows: [UInt8]
  private let names: [[UInt8]]
  private var place = Place.head
  /// Rows are mostly made alike.
  private let members: UnsafeMutableBufferPointer<Member>
  private var memberCount = 0
  /// The rows' array without its brackets, once all of it was read.
  private(set) var rowsRange = 0..<0
  private(set) var rowsStart = 0

  /// Members of a row whose places are remembered.
  private static let remembered = 64
  /// What is waited for at least.
  private static let piece = 1 << 16

  /// - Parameters:
  ///   - bytes: A JSON text of at most ``longestText`` bytes, or the room for it; must outlive the scanner.
  ///   - rows: The member with the rows, of the object that the text is.
  ///   - names: The members of a row that are wanted.
  init(_ bytes: UnsafeRawBufferPointer, rows: String, names: [String]) {
    precondition(bytes.count <= Self.longestText)
    reader = JSONReader(bytes)
    total = bytes.count
    self.rows = Array(rows.utf8)
    self.names = names.map { Array($0.utf8) }
    members = .allocate(capacity: Self.remembered)
  }

  /// Goes on with the rows behind a comma that stands between two of them, in a text that is there.
  init(_ bytes: UnsafeRawBufferPointer, rows: String, names: [String], behind comma: Int) {
    self.init(bytes, rows: rows, names: names)
    arrived = bytes.count
    reader.position = comma
    place = .rows
  }

  deinit { members.deallocate() }

  /// How many bytes were read.
  var position: Int { reader.position }

  /// How many bytes are there.
  var arrived: Int {
    get { reader.limit }
    set { reader.limit = min(newValue, total) }
  }

  /// Puts the wanted members of the next row in `values`.
  ///
  /// - Throws: ``GaveUp`` where the text is no such result, also after rows were handed over.
  mutating func next(_ values: UnsafeMutableBufferPointer<RowValue>) throws(GaveUp) -> Step {
    let (start, startPlace) = (reader.position, place)
    do throws(GaveUp) {
      return try step(values) ? .row : .end
    } catch {
      guard arrived < total else { throw error }
      // What has been read of a long row is read again, so it is waited for twice as much.
      reader.position = start
      place = startPlace
      return .short(needed: min(total, arrived + max(Self.piece, arrived - start)))
    }
  }

  private mutating func step(
    _ values: UnsafeMutableBufferPointer<RowValue>
  ) throws(GaveUp) -> Bool {
    switch place {
    case .head:
      try head()
      rowsStart = reader.position
      if !reader.takes(UInt8(ascii: "]")) {
        try row(values)
        place = .rows
        return true
      }
    case .rows:
      if try reader.goesOn(until: UInt8(ascii: "]")) {
        try row(values)
        return true
      }
    case .tail: break
    }
    let end = reader.position - 1
    try tail()
    rowsRange = rowsStart..<end
    return false
  }

  /// Up to the bracket before the first row.
  private mutating func head() throws(GaveUp) {
    try reader.take(UInt8(ascii: "{"))
    while try !isRows(reader.key()) {
      _ = try reader.value(depth: 1)
      guard try reader.goesOn(until: UInt8(ascii: "}")) else { throw GaveUp() }
    }
    try reader.take(UInt8(ascii: "["))
  }

  /// What is behind the rows.
  private mutating func tail() throws(GaveUp) {
    while try reader.goesOn(until: UInt8(ascii: "}")) {
      guard try !isRows(reader.key()) else { throw GaveUp() }
      _ = try reader.value(depth: 1)
    }
    reader.skipSpace()
    guard reader.position == total else { throw GaveUp() }
  }

  private func isRows(_ name: Range<Int>) -> Bool { reader.equals(name, rows) }

  private mutating func row(
    _ values: UnsafeMutableBufferPointer<RowValue>
  ) throws(GaveUp) {
    values.update(repeating: RowValue())
    // A copy that nobody else sees stays in registers.
    var reader = reader
    reader.skipSpace()
    var place = 0
    repeat {
      var index = -1
      if place < memberCount, reader.takesAgain(members[place].start, members[place].count) {
        index = members[place].index
      } else {
        guard let member = try newMember(place, at: &reader.position) else { break }
        index = member
      }
      place += 1
      let value = try reader.value(depth: 2)
      guard index >= 0 else { continue }
      // The last of two members with one name would count; nobody sends such rows.
      guard values[index].isMissing else { throw GaveUp() }
      values[index] = value
    } while !reader.takesAtOnce(UInt8(ascii: "}"))
    self.reader.position = reader.position
  }

  /// Takes the sign before a name that no row before had there, the name, and its colon.
  ///
  /// - Returns: Which of the wanted members it is, or -1; nil at the row's end, which is taken.
  @inline(never)
  private mutating func newMember(
    _ place: Int, at position: inout Int
  ) throws(GaveUp) -> Int? {
    var reader = reader
    reader.position = position
    defer { position = reader.position }
    let end = UInt8(ascii: "}")
    if place == 0 {
      try reader.take(UInt8(ascii: "{"))
      if reader.takes(end) { return nil }
    } else if try !reader.goesOn(until: end) {
      return nil
    }
    let name = try reader.key()
    let index = names.firstIndex { reader.equals(name, $0) } ?? -1
    if place < Self.remembered, place <= memberCount {
      // Spaces belong to the name here, and are only met again as they are.
      members[place] = Member(start: position, count: reader.position - position, index: index)
      memberCount = max(memberCount, place + 1)
    }
    return index
  }
}
