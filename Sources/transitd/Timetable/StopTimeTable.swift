/// One departure as two words: small enough to hold three million of them in 48 MB.
///
/// In the file of a feed the departures of a stop are one row: these pairs, sorted, each word with
/// its low byte first. The first word is the departure in 20 bits, the trip in 24, the service in
/// 20, so that sorting by it sorts by time.
struct StopTime: Equatable {
  /// Seconds after noon minus twelve hours of the service day.
  var departure: Int
  /// Rows of `trip` and `service`.
  var trip: Int
  var service: Int
  /// `stop_sequence`.
  var sequence: Int
  /// A row of `headsign`, from 1; 0 is the trip's own.
  var headsign: Int
  /// Nobody may get in: the end of the line, or `pickup_type` 1.
  var isClosed: Bool
  /// The trip of `frequencies.txt` that is repeated; its times are those of the first run.
  var isTemplate: Bool

  static let maximumDeparture = 1 << 19
  static let maximumTrips = 1 << 24
  static let maximumServices = 1 << 20
  static let maximumSequence = 1 << 28
  static let maximumHeadsigns = 1 << 12
  static let bytes = 16
  static let repeated: UInt64 = 1 << 63

  var words: (UInt64, UInt64) {
    let times = UInt64(departure) << 44 | UInt64(trip) << 20 | UInt64(service)
    return (
      (isTemplate ? Self.repeated : 0) | times,
      UInt64(sequence) << 16 | UInt64(headsign) << 2 | (isClosed ? 1 : 0)
    )
  }

  init(
    departure: Int, trip: Int, service: Int, sequence: Int, headsign: Int, isClosed: Bool,
    isTemplate: Bool
  ) {
    self.departure = departure
    self.trip = trip
    self.service = service
    self.sequence = sequence
    self.headsign = headsign
    self.isClosed = isClosed
    self.isTemplate = isTemplate
  }

  init(_ first: UInt64, _ second: UInt64) {
    departure = Int((first & ~Self.repeated) >> 44)
    trip = Int(first >> 20 & 0xFF_FFFF)
    service = Int(first & 0xF_FFFF)
    sequence = Int(second >> 16 & 0xFFF_FFFF)
    headsign = Int(second >> 2 & 0xFFF)
    isClosed = second & 1 != 0
    isTemplate = first & Self.repeated != 0
  }
}

/// All stop times of a feed while it is imported: collected in the file's order, then gathered by
/// stop and sorted by time.
final class StopTimeTable {
  private struct Row {
    var first: UInt64
    var second: UInt64
    var stop: UInt32
  }

  /// What an import may hold in memory: 24 and 16 bytes each.
  static let maximum = 8_000_000

  private var rows: ContiguousArray<Row> = []

  var count: Int { rows.count }

  func append(_ time: StopTime, stop: Int) {
    let (first, second) = time.words
    rows.append(Row(first: first, second: second, stop: UInt32(stop)))
  }

  /// Marks the last stops of trips, where nobody gets in; `lastSequence` is by trip.
  func close(lastSequence: [Int32]) {
    for index in rows.indices {
      let time = StopTime(rows[index].first, rows[index].second)
      if Int(lastSequence[time.trip]) == time.sequence { rows[index].second |= 1 }
    }
  }

  /// Calls `body` with the departures of each stop that has any, sorted, as they are stored.
  func forEachStop(
    count stops: Int, _ body: (Int, UnsafeBufferPointer<(UInt64, UInt64)>) throws -> Void
  ) rethrows {
    var starts = [Int](repeating: 0, count: stops + 1)
    for row in rows { starts[Int(row.stop) + 1] += 1 }
    for stop in 0..<stops { starts[stop + 1] += starts[stop] }
    let gathered = UnsafeMutableBufferPointer<(UInt64, UInt64)>.allocate(capacity: rows.count)
    defer { gathered.deallocate() }
    var next = starts
    for row in rows {
      gathered[next[Int(row.stop)]] = (row.first, row.second)
      next[Int(row.stop)] += 1
    }
    rows = []
    for stop in 0..<stops where starts[stop + 1] > starts[stop] {
      var part = UnsafeMutableBufferPointer(rebasing: gathered[starts[stop]..<starts[stop + 1]])
      part.sort { ($0.0, $0.1) < ($1.0, $1.1) }
      try body(stop, UnsafeBufferPointer(part))
    }
  }
}
