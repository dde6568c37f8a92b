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

    init(_ csv: CSVReader) throws(FeedProblem) {
      trip = try csv.required("trip_id")
      stop = try csv.required("stop_id")
      sequence = try csv.required("stop_sequence")
      arrival = csv.column("arrival_time")
      departure = csv.column("departure_time")
      headsign = csv.column("stop_headsign")
      pickup = csv.column("pickup_type")
    }
  }

  func readStopTimes(_ csv: CSVReader) throws {
    let columns = try Columns(csv)
    let headsigns = ByteKeyTable()
    var lastSequence = [Int32](repeating: -1, count: trips.count)
    var parts: [Int: Int] = [:]
    var current = -1
    var visits: [Visit] = []
    while try csv.next() {
      try count(csv, times.count)
      guard let trip = trips.find(csv.bytes(columns.trip)) else {
        let name = csv.text(columns.trip)
        throw csv.problem("there is no trip \(name)", "\(name) 운행이 없음")
      }
      if trip != current {
        try flush(csv, current, &visits, &lastSequence, &parts)
        current = trip
      }
      visits.append(try visit(csv, columns, headsigns))
      guard times.count + visits.count <= StopTimeTable.maximum else {
        throw FeedProblem.tooLarge(
          "it has more than \(StopTimeTable.maximum) stop times",
          "정차 시각이 \(StopTimeTable.maximum)개를 넘음")
      }
    }
    try flush(csv, current, &visits, &lastSequence, &parts)
    times.close(lastSequence: lastSequence)
  }

  private func visit(
    _ csv: CSVReader, _ columns: Columns, _ headsigns: ByteKeyTable
  ) throws -> Visit {
    guard let stop = stops.find(csv.bytes(columns.stop)) else {
      let name = csv.text(columns.stop)
      throw csv.problem("there is no stop \(name)", "\(name) 정류장이 없음")
    }
    guard let sequence = try csv.integer(columns.sequence, "stop_sequence"),
      (0..<StopTime.maximumSequence).contains(sequence)
    else { throw csv.wrong(columns.sequence, "stop_sequence") }
    let arrival = try csv.seconds(columns.arrival, "arrival_time")
    let departure = try csv.seconds(columns.departure, "departure_time")
    return Visit(
      sequence: sequence, stop: stop, arrival: arrival ?? departure,
      departure: departure ?? arrival, headsign: try headsign(csv, columns, headsigns),
      isClosed: try csv.integer(columns.pickup, "pickup_type") == 1, line: csv.line)
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
    _ csv: CSVReader, _ trip: Int, _ visits: inout [Visit], _ lastSequence: inout [Int32],
    _ parts: inout [Int: Int]
  ) throws {
    guard !visits.isEmpty else { return }
    if !zip(visits, visits.dropFirst()).allSatisfy({ $0.sequence < $1.sequence }) {
      visits.sort { $0.sequence < $1.sequence }
    }
    try interpolate(csv, &visits)
    var stops: [TripTimes.Stop] = []
    stops.reserveCapacity(visits.count)
    let template = isTemplate.contains(trip)
    for visit in visits {
      guard let arrival = visit.arrival, let departure = visit.departure else { continue }
      stops.append(
        .init(sequence: visit.sequence, stop: visit.stop, arrival: arrival, departure: departure))
      times.append(
        StopTime(
          departure: departure, trip: trip, service: Int(tripService[trip]),
          sequence: visit.sequence, headsign: visit.headsign, isClosed: visit.isClosed,
          isTemplate: template), stop: visit.stop)
    }
    if let last = visits.last { lastSequence[trip] = max(lastSequence[trip], Int32(last.sequence)) }
    let part = parts[trip] ?? 0
    parts[trip] = part + 1
    try database.run(
      "INSERT INTO trip_times VALUES (?, ?, ?)", .integer(trip), .integer(part),
      .blob(TripTimes(stops: stops).encoded))
    visits.removeAll(keepingCapacity: true)
  }

  /// Times between two time points are spread evenly over the stops, as the specification says for
  /// stops without times.
  private func interpolate(_ csv: CSVReader, _ visits: inout [Visit]) throws(FeedProblem) {
    guard visits.contains(where: { $0.departure == nil }) else { return }
    guard visits.first?.departure != nil, visits.last?.arrival != nil else {
      let line = visits.first { $0.departure == nil }?.line ?? 0
      throw .invalid(
        csv.file, line, "the first and the last stop of a trip need times",
        "첫 정류장과 마지막 정류장에 시각이 필요함"
      )
    }
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
