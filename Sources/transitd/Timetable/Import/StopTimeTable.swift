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
