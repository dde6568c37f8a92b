internal import Storage

/// `stop_times.txt`, the one file that is large.
extension FeedImport {
  /// A row of a trip before its trip is complete.
  private struct Visit {
    var sequence: Int
    var stop: Int
    var arrival: Int?
    var departure: Int?
    var headsign: Int
    var isClosed: Bool
    var letsNobodyOut: Bool
    var boarding: Departure.Boarding
    var line: Int
  }

  private struct Columns {
    let trip: Int
    let stop: Int
    let sequence: Int
    let arrival: Int?
    let departure: Int?
    let headsign: Int?
    let pickup: Int?
    let dropOff: Int?
    /// Columns that only service on demand fills.
    let onDemand: [Int]

    init(_ csv: CSVReader) throws(FeedProblem) {
      trip = try csv.required("trip_id")
      stop = try csv.required("stop_id")
      sequence = try csv.required("stop_sequence")
      arrival = csv.column("arrival_time")
      departure = csv.column("departure_time")
      headsign = csv.column("stop_headsign")
      pickup = csv.column("pickup_type")
      dropOff = csv.column("drop_off_type")
      onDemand = [
        "start_pickup_drop_off_window", "end_pickup_drop_off_window", "location_id",
        "location_group_id",
      ].compactMap { csv.column($0) }
    }
  }

  func readStopTimes(_ csv: CSVReader) throws {
    let columns = try Columns(csv)
    let headsigns = ByteKeyTable()
    lastSequence = [Int32](repeating: -1, count: trips.count)
    var parts = [Int32](repeating: 0, count: trips.count)
    var current = -1
    var visits: [Visit] = []
    while try csv.next() {
      try count(csv, times.count)
      guard let trip = trips.find(csv.bytes(columns.trip)) else {
        skip(.unknownTrip, csv)
        continue
      }
      if trip != current {
        try flush(csv, current, &visits, &parts)
        current = trip
      }
      guard let visit = try visit(csv, columns, headsigns) else { continue }
      visits.append(visit)
      guard times.count + visits.count <= StopTimeTable.maximum else {
        throw FeedProblem.tooLarge(
          "it has more than \(StopTimeTable.maximum) stop times",
          "정차 시각이 \(StopTimeTable.maximum)개를 넘음")
      }
    }
    try flush(csv, current, &visits, &parts)
  }

  /// One row; nil where it cannot be used.
  private func visit(
    _ csv: CSVReader, _ columns: Columns, _ headsigns: ByteKeyTable
  ) throws -> Visit? {
    if columns.onDemand.contains(where: { !csv.bytes($0).isEmpty }) {
      skip(.onDemand, csv)
      return nil
    }
    guard let stop = stops.find(csv.bytes(columns.stop)) else {
      skip(.unknownStop, csv)
      return nil
    }
    guard let sequence = try csv.integer(columns.sequence, "stop_sequence"),
      (0..<StopTime.maximumSequence).contains(sequence)
    else { throw csv.wrong(columns.sequence, "stop_sequence") }
    let arrival = try csv.seconds(columns.arrival, "arrival_time")
    let departure = try csv.seconds(columns.departure, "departure_time")
    let pickup = try csv.integer(columns.pickup, "pickup_type")
    return Visit(
      sequence: sequence, stop: stop, arrival: arrival ?? departure,
      departure: departure ?? arrival, headsign: try headsign(csv, columns, headsigns),
      isClosed: pickup == 1,
      letsNobodyOut: try csv.integer(columns.dropOff, "drop_off_type") == 1,
      boarding: Departure.Boarding(bits: UInt64(clamping: pickup ?? 0)),
      line: csv.line)
  }

  /// A row of `headsign`; beyond what a word holds the trip's own is shown.
  private func headsign(
    _ csv: CSVReader, _ columns: Columns, _ headsigns: ByteKeyTable
  ) throws -> Int {
    let bytes = csv.bytes(columns.headsign)
    if bytes.isEmpty { return 0 }
    if headsigns.count >= StopTime.maximumHeadsigns - 1, headsigns.find(bytes) == nil { return 0 }
    let (number, isNew) = headsigns.insert(bytes)
    if isNew {
      try database.run(
        "INSERT INTO headsign VALUES (?, ?)", .integer(number + 1),
        .text(csv.text(columns.headsign)))
    }
    return number + 1
  }

  /// The rows of one trip that stood together.
  private func flush(
    _ csv: CSVReader, _ trip: Int, _ visits: inout [Visit], _ parts: inout [Int32]
  ) throws {
    guard !visits.isEmpty else { return }
    if !zip(visits, visits.dropFirst()).allSatisfy({ $0.sequence < $1.sequence }) {
      visits.sort { $0.sequence < $1.sequence }
    }
    if let last = visits.last { lastSequence[trip] = max(lastSequence[trip], Int32(last.sequence)) }
    interpolate(csv, &visits)
    var stops: [TripTimes.Stop] = []
    stops.reserveCapacity(visits.count)
    let template = isTemplate.contains(trip)
    for visit in visits {
      guard let arrival = visit.arrival, let departure = visit.departure else { continue }
      stops.append(
        .init(sequence: visit.sequence, stop: visit.stop, arrival: arrival, departure: departure))
      try times.append(
        StopTime(
          departure: departure, trip: trip, service: Int(tripService[trip]),
          sequence: visit.sequence, headsign: visit.headsign, isClosed: visit.isClosed,
          isTemplate: template, boarding: visit.boarding, letsNobodyOut: visit.letsNobodyOut),
        stop: visit.stop)
    }
    visits.removeAll(keepingCapacity: true)
    guard !stops.isEmpty else { return }
    try database.run(
      "INSERT INTO trip_times VALUES (?, ?, ?)", .integer(trip), .integer(Int(parts[trip])),
      .blob(TripTimes(stops: stops).encoded))
    parts[trip] += 1
  }

  /// Times between two time points are spread evenly over the stops, as the specification says for
  /// stops without times; before the first and behind the last nobody can know any, and such stops
  /// are left out.
  private func interpolate(_ csv: CSVReader, _ visits: inout [Visit]) {
    guard visits.contains(where: { $0.departure == nil }) else { return }
    let first = visits.firstIndex { $0.departure != nil } ?? visits.endIndex
    let last = visits.lastIndex { $0.departure != nil } ?? first
    for index in visits.indices where index < first || index > last {
      skip(.untimed, csv, line: visits[index].line)
    }
    guard first <= last, first < visits.endIndex else { return visits.removeAll() }
    visits = Array(visits[first...last])
    var known = 0
    for index in visits.indices where visits[index].arrival != nil {
      let gap = index - known
      if gap > 1, let from = visits[known].departure, let to = visits[index].arrival {
        for between in (known + 1)..<index {
          let time = from + (to - from) * (between - known) / gap
          visits[between].arrival = time
          visits[between].departure = time
        }
      }
      known = index
    }
  }
}
