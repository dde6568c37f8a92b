import Foundation
import TestSupport
import Testing

/// A real gpsd with a UDP socket in place of a receiver.
final class GpsdServer {
  let address: String
  private let process: RunningCommand
  let feed: UInt16
  private let socket: Int32

  static let isPossible =
    SystemProgram.path("gpsd") != nil
    || FileManager.default.isExecutableFile(atPath: "/usr/sbin/gpsd")
  static let absence: Comment =
    "NO gpsd: apt-get install gpsd; alarms are not tested with a receiver"

  init() throws {
    // Two ports that were free a moment ago.
    let ports = try (0..<2).map { _ in UInt16(try LoopbackServer { _ in .silence }.port) }
    address = "127.0.0.1:\(ports[0])"
    feed = ports[1]
    socket = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    process = try SystemProgram.start(
      "/usr/sbin/gpsd", ["-N", "-n", "-S", "\(ports[0])", "udp://127.0.0.1:\(ports[1])"])
    try waitUntilItListens(ports[0])
  }

  deinit {
    process.kill()
    close(socket)
  }

  private func waitUntilItListens(_ port: UInt16) throws {
    for _ in 0..<500 {
      let probe = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(probe) }
      if Self.withAddress(port, { connect(probe, $0, $1) }) == 0 { return }
      // gpsd tells nobody when it is ready.
      usleep(10_000)
    }
    throw TestFailure("gpsd does not listen")
  }

  /// Plays a track to its end, so many times faster than it was walked.
  func play(_ track: String? = nil, speed: Int = 200) throws {
    let script = "\(BuiltPrograms.repository())/Tests/Replay/walk.py"
    let result = try SystemProgram.run(
      SystemProgram.python,
      [script] + (track.map { [$0] } ?? []) + ["--port", "\(feed)", "--speed", "\(speed)"])
    guard result.status == 0 else { throw TestFailure("walk.py: \(result.errors)") }
  }

  /// Sends sentences of a receiver, each pair a few milliseconds apart as gpsd reads datagrams.
  func send(_ sentences: [String], pause microseconds: UInt32 = 4000) {
    for sentence in sentences {
      let bytes = Array("\(sentence)\r\n".utf8)
      _ = Self.withAddress(feed) { sendto(socket, bytes, bytes.count, 0, $0, $1) }
      usleep(microseconds)
    }
  }

  private static func withAddress(
    _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int
  ) -> Int {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private static func withAddress(
    _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    Int32(withAddress(port) { Int(body($0, $1)) })
  }

  /// GGA and RMC of a walk straight to the north that ends at a point, one report a second: NMEA
  /// 0183 as receivers send it.
  static func walk(
    to latitude: Double, _ longitude: Double, from metres: Int, step: Int, outlierAt: Int? = nil
  ) -> [String] {
    var sentences: [String] = []
    for (second, left) in stride(from: metres, through: 0, by: -step).enumerated() {
      let offset = second == outlierAt ? 0 : left
      let place = latitude - Double(offset) / 111_195.08
      let time = String(format: "08%02d%02d.00", second / 60, second % 60)
      let position = "\(degrees(place, 2)),N,\(degrees(longitude, 3)),E"
      sentences.append(checked("GPGGA,\(time),\(position),1,09,1.1,42.0,M,18.0,M,,"))
      sentences.append(checked("GPRMC,\(time),A,\(position),2.7,0.0,080926,,,A"))
    }
    return sentences
  }

  private static func degrees(_ value: Double, _ width: Int) -> String {
    let whole = Int(value)
    return String(format: "%0\(width)d%07.4f", whole, (value - Double(whole)) * 60)
  }

  private static func checked(_ text: String) -> String {
    let sum = text.utf8.reduce(UInt8(0)) { $0 ^ $1 }
    return "$\(text)*" + String(format: "%02X", sum)
  }
}
