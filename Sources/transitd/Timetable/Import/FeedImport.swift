internal import CivilTime
internal import Glibc
internal import Storage
internal import Values

/// Reads the archive of a feed into a store of its own, next to where it will be.
///
/// Nothing is on the loop here: it runs in a task, looks whether it was cancelled after each piece,
/// and leaves nothing behind when it does not come to its end.
final class FeedImport {
  struct Progress: Equatable, Sendable {
    /// `download`, `read`, `sort`, `write`.
    var step: String
    var file: String
    var rows: Int
    /// Of the whole, as far as it can be known: 0 to 1.
    var share: Double
  }

  /// What the import is told about the feed.
  struct Request: Sendable {
    let name: String
    /// For people: a path or an address, without a query.
    let source: String
    let realtime: String?
    let importedAt: Timestamp
  }

  private let archive: ZipArchive
  let database: Database
  let request: Request
  private let report: (Progress) -> Void
  private let totalBytes: Int
  private var doneBytes = 0
  private var piece = 0

  let stops = ByteKeyTable()
  let routes = ByteKeyTable()
  let services = ByteKeyTable()
  let trips = ByteKeyTable(capacity: 1 << 16)
  var calendar = FeedCalendar()
  var zone = ""
  var agency = ""
  /// By trip: its service, and whether `frequencies.txt` repeats it.
  var tripService: ContiguousArray<Int32> = []
  var isTemplate: Set<Int> = []
  let times: StopTimeTable
  /// By trip: the sequence of its last stop, where nobody gets in.
  var lastSequence: [Int32] = []
  private(set) var skipped: [SkippedRows] = []

  /// The files that are read, in the order in which each can be understood.
  private static let files = [
    "agency.txt", "stops.txt", "routes.txt", "calendar.txt", "calendar_dates.txt", "trips.txt",
    "frequencies.txt", "transfers.txt", "pathways.txt", "stop_times.txt",
  ]
  /// Rows between two looks at whether the import was cancelled.
  static let pieceRows = 8192

  /// - Throws: ``FeedProblem`` or `SQLiteError`.
  init(
    archive path: String, store: String, _ request: Request,
    report: @escaping (Progress) -> Void
  ) throws {
    archive = try ZipArchive(path: path)
    self.request = request
    self.report = report
    times = StopTimeTable(folder: Self.folder(of: store))
    totalBytes = Self.files.compactMap { [archive] in archive.entry(named: $0)?.size }.reduce(1, +)
    // What an import has left that was killed.
    for suffix in ["", "-wal", "-shm"] { unlink(store + suffix) }
    database = try Database(path: store)
    try database.execute(
      "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-16384; BEGIN")
    try database.execute(FeedSchema.tables)
  }

  /// Reads everything; the store is complete and on disk when this returns.
  ///
  /// - Throws: ``FeedProblem``, `SQLiteError` or `CancellationError`.
  func run() throws {
    try read("agency.txt", required: true, readAgency)
    try read("stops.txt", required: true, readStops)
    try read("routes.txt", required: true, readRoutes)
    try read("calendar.txt", required: false, readCalendar)
    try read("calendar_dates.txt", required: false, readCalendarDates)
    try read("trips.txt", required: true, readTrips)
    try read("frequencies.txt", required: false, readFrequencies)
    try read("transfers.txt", required: false, readTransfers)
    try read("pathways.txt", required: false, readPathways)
    guard services.count > 0 else {
      throw FeedProblem.unreadable(
        "neither calendar.txt nor calendar_dates.txt names a service", "운행일 정보가 없음")
    }
    try read("stop_times.txt", required: true, readStopTimes)
    if times.count == 0, let first = skipped.first {
      let sentence = SkippedRows.sentence(skipped)
      throw FeedProblem.invalid(
        first.file, first.line, "nothing of it can be used; \(sentence.en)",
        "쓸 수 있는 것이 없음. \(sentence.ko ?? "")")
    }
    try writeCalendar()
    try writeDepartures()
    try finish()
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// Counts a row that cannot be used; the rest of the feed is right without it.
  func skip(_ reason: SkipReason, _ csv: CSVReader, line: Int? = nil) {
    if let index = skipped.firstIndex(where: { $0.reason == reason }) {
      skipped[index].count += 1
    } else {
      skipped.append(
        SkippedRows(reason: reason, count: 1, file: csv.file, line: line ?? csv.line))
    }
  }

  // MARK: Files

  private func read(
    _ name: String, required: Bool, _ body: (CSVReader) throws -> Void
  ) throws {
    guard let entry = archive.entry(named: name) else {
      guard required else { return }
      throw FeedProblem.unreadable("\(name) is missing", "\(name) 파일이 없음")
    }
    let file = try archive.reader(entry)
    let before = doneBytes
    let csv = try CSVReader(name) { buffer throws(FeedProblem) in
      let count = try file.read(into: buffer)
      self.doneBytes = before + file.bytesRead
      return count
    }
    try body(csv)
    doneBytes = before + entry.size
    tell("read", name, 0)
  }

  /// Called for every row: now and then it tells how far we are, and ends a cancelled import.
  func count(_ csv: CSVReader, _ rows: Int) throws {
    piece += 1
    guard piece >= Self.pieceRows else { return }
    piece = 0
    try Task.checkCancellation()
    tell("read", csv.file, rows)
  }

  func tell(_ step: String, _ file: String, _ rows: Int) {
    let reading = min(1, Double(doneBytes) / Double(totalBytes))
    let share = step == "read" ? reading * 0.8 : step == "sort" ? 0.8 : 0.9
    report(Progress(step: step, file: file, rows: rows, share: share))
  }

  // MARK: The end

  private func writeCalendar() throws {
    for (number, service) in calendar.services.enumerated() {
      try database.run(
        "INSERT INTO service VALUES (?, ?, ?, ?, ?)", .integer(number), .text(service.id),
        .integer(Int(service.weekdays)), .optional(service.firstDay.map(Int64.init)),
        .optional(service.lastDay.map(Int64.init)))
      for (isAdded, days) in [(true, service.added), (false, service.removed)] {
        for day in days.sorted() {
          try database.run(
            "INSERT INTO exception VALUES (?, ?, ?)", .integer(number), .integer(Int(day)),
            .bool(isAdded))
        }
      }
    }
  }

  private func writeDepartures() throws {
    tell("sort", "", times.count)
    let total = times.count
    try times.forEachStop(count: stops.count, lastSequence: lastSequence) { stop, departures in
      try Task.checkCancellation()
      // Both words with their low byte first, as the machine has them.
      try database.run(
        "INSERT INTO departure VALUES (?, ?)", .integer(stop),
        .blob(Array(UnsafeRawBufferPointer(departures))))
    }
    tell("write", "", total)
    for rows in skipped {
      try database.run(
        "INSERT INTO skipped VALUES (?, ?, ?, ?)", .text(rows.reason.rawValue),
        .integer(rows.count), .text(rows.file), .integer(rows.line))
    }
    try database.run(
      "INSERT INTO feed VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", .text(request.name),
      .text(request.source), .optional(request.realtime), .text(zone), .text(agency),
      .integer(request.importedAt.microseconds), .optional(calendar.firstDay.map(Int64.init)),
      .optional(calendar.lastDay.map(Int64.init)), .integer(stops.count), .integer(routes.count),
      .integer(trips.count), .integer(total))
  }

  private func finish() throws {
    try database.execute(FeedSchema.indexes)
    try database.execute(
      "PRAGMA user_version=\(FeedSchema.version); COMMIT; PRAGMA journal_mode=DELETE")
  }
}
