import Foundation
import TestSupport

@testable import transitd

/// A second reader of feeds, plain and slow: every row as a dictionary, every day and every run
/// looked at for every question, days by Foundation's calendar.
///
/// It shares nothing with the daemon but the bytes of the archive, so that the two can only agree
/// where both read the specification alike.
struct PlainTimetable {
  struct Passing: Hashable {
    let time: Date
    let trip: String
    let sequence: Int
  }

  struct Call {
    let stop: String
    let sequence: Int
    var arrival: Int?
    var departure: Int?
    let letsIn: Bool
    let letsOut: Bool
  }

  typealias Row = [String: String]

  private(set) var calls: [String: [Call]] = [:]
  private var tripsOfStop: [String: Set<String>] = [:]
  private(set) var serviceOfTrip: [String: String] = [:]
  private var weeks: [String: Row] = [:]
  private var exceptions: [String: Set<String>] = [:]
  private var frequencies: [String: [Row]] = [:]
  private(set) var calendar = Calendar(identifier: .gregorian)
  private static let weekdays = [
    "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
  ]

  /// The stops that anybody may get in at, in order of their ids.
  var stops: [String] { tripsOfStop.keys.sorted() }

  init(archive path: String) throws {
    func rows(_ name: String) throws -> [Row] { try Self.rows(name, in: path) }
    let zone = try rows("agency.txt").first?["agency_timezone"] ?? ""
    guard let timeZone = TimeZone(identifier: zone) else { throw TestFailure("no zone \(zone)") }
    calendar.timeZone = timeZone
    for row in try rows("calendar.txt") { weeks[row["service_id"] ?? ""] = row }
    for row in try rows("calendar_dates.txt") {
      let key = "\(row["service_id"] ?? "") \(row["date"] ?? "")"
      exceptions[key, default: []].insert(row["exception_type"] ?? "")
    }
    for row in try rows("trips.txt") {
      serviceOfTrip[row["trip_id"] ?? ""] = row["service_id"] ?? ""
    }
    for row in try rows("frequencies.txt") {
      frequencies[row["trip_id"] ?? "", default: []].append(row)
    }
    for row in try rows("stop_times.txt") {
      let arrival = Self.seconds(row["arrival_time"])
      let departure = Self.seconds(row["departure_time"])
      calls[row["trip_id"] ?? "", default: []].append(
        Call(
          stop: row["stop_id"] ?? "", sequence: Int(row["stop_sequence"] ?? "") ?? 0,
          arrival: arrival ?? departure, departure: departure ?? arrival,
          letsIn: row["pickup_type"] != "1", letsOut: row["drop_off_type"] != "1"))
    }
    for trip in calls.keys { complete(trip) }
  }

  /// The rows of a file of an archive; none where it is missing.
  static func rows(_ name: String, in path: String) throws -> [Row] {
    let archive = try ZipArchive(path: path)
    guard let entry = archive.entry(named: name) else { return [] }
    let reader = try archive.reader(entry)
    var bytes: [UInt8] = []
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
    defer { piece.deallocate() }
    while true {
      let count = try reader.read(into: piece)
      if count == 0 { break }
      bytes += piece[..<count]
    }
    return Self.table(String(decoding: bytes, as: UTF8.self))
  }

  /// Stops without times lie evenly between those that have some.
  private mutating func complete(_ trip: String) {
    guard var list = calls[trip]?.sorted(by: { $0.sequence < $1.sequence }) else { return }
    let known = list
    for index in list.indices where known[index].departure == nil {
      guard let before = known[..<index].lastIndex(where: { $0.departure != nil }),
        let after = known[index...].firstIndex(where: { $0.arrival != nil }),
        let from = known[before].departure, let to = known[after].arrival
      else { continue }
      let time = from + (to - from) * (index - before) / (after - before)
      list[index].arrival = time
      list[index].departure = time
    }
    calls[trip] = list
    for call in list.dropLast() where call.letsIn {
      tripsOfStop[call.stop, default: []].insert(trip)
    }
  }

  /// What leaves a stop at or after a moment and before a week is over, soonest first.
  func departures(_ stop: String, from: Date) -> [Passing] {
    let week = from.addingTimeInterval(7 * 86_400)
    var found: [Passing] = []
    for offset in -16...8 {
      guard let day = calendar.date(byAdding: .day, value: offset, to: from),
        let noon = calendar.date(bySettingHour: 12, minute: 0, second: 0, of: day)
      else { continue }
      let start = noon.addingTimeInterval(-43_200)
      for trip in tripsOfStop[stop] ?? [] where runs(serviceOfTrip[trip] ?? "", on: noon) {
        guard let list = calls[trip], let first = list.first?.departure else { continue }
        for call in list.dropLast() where call.stop == stop && call.letsIn {
          guard let departure = call.departure else { continue }
          for shift in shifts(of: trip, first) {
            let time = start.addingTimeInterval(Double(departure + shift))
            guard time >= from, time < week else { continue }
            found.append(Passing(time: time, trip: trip, sequence: call.sequence))
          }
        }
      }
    }
    return found.sorted { $0.time < $1.time }
  }

  /// By how much each run of a trip is later than its rows say.
  func shifts(of trip: String, _ first: Int) -> [Int] {
    guard let rows = frequencies[trip] else { return [0] }
    return rows.flatMap { row -> [Int] in
      guard let start = Self.seconds(row["start_time"]), let end = Self.seconds(row["end_time"]),
        let headway = Int(row["headway_secs"] ?? "")
      else { return [] }
      return stride(from: start, to: end, by: headway).map { $0 - first }
    }
  }

  func runs(_ service: String, on noon: Date) -> Bool {
    let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: noon)
    let digits = String(
      format: "%04d%02d%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
    let special = exceptions["\(service) \(digits)"] ?? []
    if special.contains("2") { return false }
    if special.contains("1") { return true }
    guard let week = weeks[service], let from = week["start_date"], let to = week["end_date"],
      let weekday = parts.weekday
    else { return false }
    return from <= digits && digits <= to && week[Self.weekdays[weekday - 1]] == "1"
  }

  private static func seconds(_ text: String?) -> Int? {
    let parts = (text ?? "").split(separator: ":").compactMap { Int($0) }
    return parts.count == 3 ? parts[0] * 3600 + parts[1] * 60 + parts[2] : nil
  }

  /// The rows of a file by the names of its columns.
  private static func table(_ text: String) -> [Row] {
    var lines: [[String]] = []
    var fields: [String] = []
    var field = ""
    var isQuoted = false
    func trimmed() -> String { field.trimmingCharacters(in: .whitespacesAndNewlines) }
    for scalar in text.unicodeScalars where scalar != "\u{FEFF}" {
      switch scalar {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted:
        fields.append(trimmed())
        field = ""
      case "\n" where !isQuoted, "\r" where !isQuoted:
        fields.append(trimmed())
        field = ""
        if fields != [""] { lines.append(fields) }
        fields = []
      default: field.unicodeScalars.append(scalar)
      }
    }
    fields.append(trimmed())
    if fields != [""] { lines.append(fields) }
    guard let header = lines.first else { return [] }
    return lines.dropFirst().map { line in
      Dictionary(zip(header, line), uniquingKeysWith: { first, _ in first })
    }
  }
}
