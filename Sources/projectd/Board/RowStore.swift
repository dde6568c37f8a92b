internal import CivilTime
internal import IPCProtocol

/// The rows of lists as one reader sees them, one behind the other in one piece of memory.
///
/// They are made for the first long list, and stand in the order of deadlines, which lists mostly
/// have: such a list is one part of the text. Later changes are put behind it; when there are many,
/// the next long list has all rows made again.
struct RowStore: Sendable {
  /// What all rows depend on beside their projects: how deadlines read, and which dates are overdue.
  private struct Look: Hashable {
    let zone: TimeZoneRules
    let today: CivilDate

    init(_ reader: ReaderDay) { (zone, today) = (reader.zone, reader.today) }
  }

  /// Where a row stands, with the comma behind it; removed projects have none.
  private struct Slot {
    var offset: UInt32
    var count: UInt32

    static let none = Slot(offset: 0, count: 0)
  }

  private var text = JSONWriter()
  private var slots: ContiguousArray<Slot> = []
  private var reader: ReaderDay?
  /// Rows that do not stand in the order of deadlines.
  private var lateRows = 0

  /// So many late rows, or this share of all, are no reason to make all rows again.
  private static let tolerated = 1000
  private static let toleratedShare = 8
  private static let usualRowBytes = 144
  /// What places in the text are counted with.
  private static let longest = Int(UInt32.max)

  /// Nothing is made yet.
  init() {}

  /// Whether rows are there, near enough to the order of deadlines, as this reader sees them.
  func isReady(for reader: ReaderDay) -> Bool {
    guard let made = self.reader, Look(made) == Look(reader) else { return false }
    return !isDisordered
  }

  /// Has later rows made as a reader sees them at another point of the same day.
  ///
  /// - Returns: The point until now; nil where the rows are of another day or zone, or none.
  mutating func turn(to reader: ReaderDay) -> DayClock? {
    guard let made = self.reader, Look(made) == Look(reader) else { return nil }
    self.reader = reader
    return made.clock
  }

  private var isDisordered: Bool {
    lateRows > max(Self.tolerated, slots.count / Self.toleratedShare)
  }

  /// Makes the rows of these places, in their order, as a reader sees them.
  ///
  /// Projects lie in memory in the order of their numbers: rows are made in that order, and then
  /// put into the other. Going to and fro between projects would wait for memory at every one.
  init(
    _ projects: ContiguousArray<Project>, _ keys: ContiguousArray<BoardKey>, places: [Int32],
    reader: ReaderDay
  ) {
    self.reader = reader
    slots = ContiguousArray(repeating: .none, count: projects.count)
    text.bytes.reserveCapacity(places.count * Self.usualRowBytes)
    for project in projects where !project.isRemoved {
      let place = project.number - 1
      add(project, isBlocked: keys[place].isBlocked, at: place, reader)
    }
    guard text.bytes.count <= Self.longest else {
      self = RowStore()
      return
    }
    order(places)
  }

  private mutating func order(_ places: [Int32]) {
    let count = text.bytes.count
    text.bytes = text.bytes.withUnsafeBytes { rows in
      // Some room for late rows.
      [UInt8](unsafeUninitializedCapacity: count + count / Self.toleratedShare) { ordered, end in
        let ordered = UnsafeMutableRawBufferPointer(ordered)
        for place in places {
          let slot = slots[Int(place)]
          let (start, bytes) = (Int(slot.offset), Int(slot.count))
          ordered[end..<end + bytes].copyBytes(from: rows[start..<start + bytes])
          slots[Int(place)].offset = UInt32(truncatingIfNeeded: end)
          end += bytes
        }
      }
    }
  }

  private mutating func add(
    _ project: Project, isBlocked: Bool, at place: Int, _ reader: ReaderDay
  ) {
    let start = text.bytes.count
    text.row(of: project, isBlocked: isBlocked, reader)
    text.literal(",")
    slots[place] = Slot(
      offset: UInt32(truncatingIfNeeded: start), count: UInt32(text.bytes.count - start))
  }

  /// Puts in the row of a changed or new project; new ones come in the order of their places.
  mutating func put(_ project: Project, isBlocked: Bool, at place: Int) {
    guard let reader else { return }
    if place == slots.count { slots.append(.none) }
    lateRows += 1
    guard !isDisordered, text.bytes.count < Self.longest / 2 else {
      // Nobody has asked for a long list for a while.
      self = RowStore()
      return
    }
    if project.isRemoved {
      slots[place] = .none
    } else {
      add(project, isBlocked: isBlocked, at: place, reader)
    }
  }

  /// The rows of these places with commas between them, as few parts of ``bytes`` as they are.
  func parts(_ places: [Int32]) -> [LongResult.Part] {
    var parts: [LongResult.Part] = []
    var (start, end) = (0, 0)
    for place in places {
      let slot = slots[Int(place)]
      if Int(slot.offset) != end {
        if end > start { parts.append(.init(offset: start, count: end - start)) }
        start = Int(slot.offset)
      }
      end = Int(slot.offset) + Int(slot.count)
    }
    // There is no comma behind the last one.
    if end > start { parts.append(.init(offset: start, count: end - start - 1)) }
    return parts
  }

  var bytes: [UInt8] { text.bytes }
}
