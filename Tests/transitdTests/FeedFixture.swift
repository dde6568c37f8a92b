import Foundation
import TestSupport
import Values

@testable import transitd

/// Archives written byte by byte, so that broken and hostile ones can be made as well.
struct ZipWriter {
  private var body = Data()
  private var directory = Data()
  private var count: UInt16 = 0

  /// Adds a stored file; `declaredSize` may lie about what it unpacks to.
  mutating func add(_ name: String, _ text: String, declaredSize: Int? = nil) {
    let bytes = Data(text.utf8)
    let size = UInt32(declaredSize ?? bytes.count)
    // A lie about the size is one about deflated bytes; stored ones have one size.
    let method: UInt16 = declaredSize == nil ? 0 : 8
    var head = Self.words16(20, 0, method, 0, 0)
    head += Self.words32(Self.crc(bytes), UInt32(bytes.count), size)
    head += Self.words16(UInt16(name.utf8.count), 0)
    directory += Self.words32(0x0201_4B50)
    directory += Self.words16(20)
    directory += head
    directory += Self.words16(0, 0, 0)
    directory += Self.words32(0, UInt32(body.count))
    directory += Data(name.utf8)
    body += Self.words32(0x0403_4B50)
    body += head
    body += Data(name.utf8)
    body += bytes
    count += 1
  }

  var data: Data {
    var data = body
    data += directory
    data += Self.words32(0x0605_4B50)
    data += Self.words16(0, 0, count, count)
    data += Self.words32(UInt32(directory.count), UInt32(body.count))
    data += Self.words16(0)
    return data
  }

  private static func words16(_ values: UInt16...) -> Data {
    values.reduce(into: Data()) { data, value in
      withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
    }
  }

  private static func words32(_ values: UInt32...) -> Data {
    values.reduce(into: Data()) { data, value in
      withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
    }
  }

  /// CRC-32 of ISO 3309, bit by bit.
  private static func crc(_ bytes: Data) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : (crc >> 1) ^ 0xEDB8_8320 }
    }
    return ~crc
  }
}

/// A small feed of our own with the traps of real ones, and what is made of it.
final class FeedFixture {
  static let agency = "agency_name,agency_timezone\nCity,Asia/Seoul\n"
  static let stops =
    "\u{FEFF}stop_id,stop_name,stop_lat,stop_lon,stop_code,parent_station,platform_code\r\n"
    + "A,\"Arthur, \"\"Old\"\" Town\",37.5,127.0,101,,\r\nB,Böhm,37.51,127.0,102,,\n"
    + "C,תחנה,37.52,127.0,103,ST,2\r\r\nST,중앙역,37.52,127.0,,,\n\n"
  static let routes = "route_id,route_short_name,route_long_name,route_type\nR,7,Long,3\nN,,Night,3"
  static let calendar =
    "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
    + "WK,1,1,1,1,1,0,0,20260901,20260930\nSA,0,0,0,0,0,1,0,20260901,20260930\n"
  /// Tuesday the 8th is a holiday; both added and removed is removed.
  static let dates =
    "service_id,date,exception_type\nWK,20260908,2\nHO,20260908,1\nHO,20260909,1\nHO,20260909,2\n"
  static let trips =
    "route_id,service_id,trip_id,trip_headsign\nR,WK,city_1,Centre\nR,WK,city_2,Centre\n"
    + "N,WK,city_n,\nR,HO,city_h,Holiday\nR,SA,city_f,Loop\n"
  static let frequencies =
    "trip_id,start_time,end_time,headway_secs, exact_times\ncity_f,08:00:00,09:00:00,1200,0\n"
  static let stopTimes = [
    "trip_id,arrival_time,departure_time,stop_id,stop_sequence,stop_headsign,pickup_type\n",
    "city_1,08:00:00,08:00:00,A,1,,\ncity_1,,,B,5,,\ncity_1,08:20:00,08:21:00,C,9,,\n",
    "city_2,9:00:00,9:00:00,A,1,via B,0\ncity_2,9:10:00,9:10:00,B,2,,1\ncity_2,9:20:00,9:20:00,C,3\n",
    "city_n,24:10:00,24:10:00,A,1,,\ncity_n,25:30:00,25:30:00,C,2,,\n",
    "city_h,10:00:00,10:00:00,A,1,,\ncity_h,10:30:00,10:30:00,C,2,,\n",
    "city_f,06:00:00,06:00:00,A,1,,\ncity_f,06:05:00,06:05:00,B,2,,\ncity_f,06:10:00,06:10:00,A,3,,",
  ].joined()

  static var files: [(String, String)] {
    [
      ("agency.txt", agency), ("stops.txt", stops), ("routes.txt", routes),
      ("calendar.txt", calendar), ("calendar_dates.txt", dates), ("trips.txt", trips),
      ("frequencies.txt", frequencies), ("stop_times.txt", stopTimes),
    ]
  }

  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Writes an archive of our feed, some files replaced, some left out.
  func archive(
    _ changes: [String: String] = [:], without missing: Set<String> = [], folder: String = "",
    adding more: [String] = []
  ) throws -> String {
    var zip = ZipWriter()
    for name in more { zip.add(folder + name, changes[name] ?? "") }
    for (name, text) in Self.files where !missing.contains(name) {
      zip.add(folder + name, changes[name] ?? text)
    }
    return try write(zip)
  }

  func write(_ zip: ZipWriter) throws -> String {
    let path = directory.file("feed.zip")
    try zip.data.write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Imports an archive and opens what was made of it.
  func feed(_ archive: String) throws -> FeedFile {
    let store = directory.file("feed.new")
    let request = FeedImport.Request(
      name: "city", source: archive, realtime: nil, importedAt: Timestamp(microseconds: 0))
    do {
      try FeedImport(archive: archive, store: store, request) { _ in }.run()
    }
    return try FeedFile(path: store)
  }

  /// The problem that an archive is refused for.
  func problem(_ archive: String) throws -> FeedProblem? {
    do {
      _ = try feed(archive)
      return nil
    } catch let problem as FeedProblem {
      return problem
    }
  }
}

extension FeedFile {
  /// Departures as `08:10 city_1`, in the feed's zone.
  func read(_ stop: String, at time: String, limit: Int = 10) throws -> [String] {
    let found = try DepartureSearch(feed: self).next(
      at: stops(stop).map(\.number), from: moment(time), limit: limit)
    return try found.map { try read($0, from: moment(time)) }
  }

  func moment(_ text: String) throws -> Timestamp {
    guard let time = localTime(text, now: Timestamp(microseconds: 0)) else {
      throw TestFailure("no time: \(text)")
    }
    return time
  }

  func read(_ departure: Departure, from: Timestamp) throws -> String {
    "\(zone.clock(departure.departsAt, at: from).en) \(try trip(departure.trip)?.id ?? "?")"
  }
}
