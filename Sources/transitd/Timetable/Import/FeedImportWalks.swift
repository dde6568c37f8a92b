internal import Storage

/// What feeds say of ways on foot, and of what wheelchairs can use.
extension FeedImport {
  /// One of a few numbers; what is none of them is as if it were missing, which is 0.
  static func choice(_ csv: CSVReader, _ column: Int?, _ name: String, most: Int) -> Int {
    guard let value = try? csv.integer(column, name), (0...most).contains(value) else { return 0 }
    return value
  }

  /// Changes between stops; rules that hold for some routes or trips only are not read.
  func readTransfers(_ csv: CSVReader) throws {
    guard let from = csv.column("from_stop_id"), let to = csv.column("to_stop_id") else { return }
    let (kind, least) = (csv.column("transfer_type"), csv.column("min_transfer_time"))
    let special = ["from_route_id", "to_route_id", "from_trip_id", "to_trip_id"].compactMap {
      csv.column($0)
    }
    var rows = 0
    while try csv.next() {
      rows += 1
      try count(csv, rows)
      if special.contains(where: { !csv.bytes($0).isEmpty }) { continue }
      guard let origin = stops.find(csv.bytes(from)), let target = stops.find(csv.bytes(to)) else {
        skip(.unknownStop, csv)
        continue
      }
      guard let seconds = try? csv.integer(least, "min_transfer_time") ?? 0,
        let kind = try? csv.integer(kind, "transfer_type") ?? 0, (0...86_400).contains(seconds)
      else {
        skip(.unreadTransfer, csv)
        continue
      }
      try database.run(
        "INSERT INTO transfer VALUES (?, ?, ?, ?)", .integer(origin), .integer(target),
        .integer(kind), .integer(seconds))
    }
  }

  /// The ways within stations; a row that cannot be read is left out, and so is its way.
  func readPathways(_ csv: CSVReader) throws {
    guard let from = csv.column("from_stop_id"), let to = csv.column("to_stop_id") else { return }
    let (mode, both) = (csv.column("pathway_mode"), csv.column("is_bidirectional"))
    let (length, time) = (csv.column("length"), csv.column("traversal_time"))
    var rows = 0
    while try csv.next() {
      rows += 1
      try count(csv, rows)
      guard let origin = stops.find(csv.bytes(from)), let target = stops.find(csv.bytes(to)) else {
        skip(.unknownStop, csv)
        continue
      }
      guard let mode = try? csv.integer(mode, "pathway_mode"), (1...7).contains(mode),
        let both = try? csv.integer(both, "is_bidirectional") ?? 0, (0...1).contains(both),
        let metres = try? csv.number(length, "length") ?? -1, metres <= 20_000,
        let seconds = try? csv.integer(time, "traversal_time") ?? 0, seconds <= 86_400
      else {
        skip(.unreadPathway, csv)
        continue
      }
      try database.run(
        "INSERT INTO pathway VALUES (?, ?, ?, ?, ?, ?)", .integer(origin), .integer(target),
        .integer(mode), .bool(both == 1), metres >= 0 ? .real(metres) : .null,
        seconds > 0 ? .integer(seconds) : .null)
    }
  }
}
