import Foundation
import TestSupport

/// The stand-in for Seoul's portals, as a process of its own.
final class ReplayServer {
  let url: String
  private let process = Process()
  private let port: Int

  init(_ arguments: [String] = []) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let script = "\(BuiltPrograms.repository())/Tests/Replay/replay.py"
    process.arguments = ["python3", script] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    var line = Data()
    while line.last != 0x0A {
      let byte = output.fileHandleForReading.readData(ofLength: 1)
      guard !byte.isEmpty else { throw TestFailure("the replay server did not start") }
      line.append(byte)
    }
    let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard let url = text.split(separator: " ").last.map(String.init),
      let port = url.split(separator: ":").last.flatMap({ Int($0) })
    else { throw TestFailure("the replay server said \(text)") }
    self.url = url
    self.port = port
  }

  deinit {
    // Threads of the test runner may block other signals, and with them what they start. Foundation
    // reaps the process by itself; to wait for that can take a minute.
    kill(process.processIdentifier, SIGKILL)
  }

  var configuration: [String: Any] {
    ["subwayURL": "\(url)/api/subway", "busURL": "\(url)/api/rest", "gpsd": "", "geoclue": false]
  }

  /// Makes the next answers faulty.
  func fail(_ fault: String, times: Int = 1) throws {
    _ = try ask("POST", "{\"fault\":\"\(fault)\",\"times\":\(times)}")
  }

  /// Makes the third train of every line and way the last of its day.
  func becomeLate() throws { _ = try ask("POST", "{\"late\":true}") }

  /// How often a kind of question was asked.
  func calls(_ name: String) throws -> Int {
    let object = try JSONSerialization.jsonObject(with: try ask("GET", "")) as? [String: Int]
    return object?[name] ?? 0
  }

  var subwayCalls: Int { get throws { try calls("realtimeStationArrival") } }

  private func ask(_ method: String, _ body: String) throws -> Data {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    let request =
      "\(method) /control HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    guard isConnected, send(descriptor, request, request.utf8.count, Int32(MSG_NOSIGNAL)) > 0 else {
      throw TestFailure("the replay server is gone")
    }
    var answer = Data()
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { break }
      answer.append(contentsOf: chunk[..<count])
    }
    guard let head = answer.range(of: Data("\r\n\r\n".utf8)) else {
      throw TestFailure("no answer from the replay server")
    }
    return answer[head.upperBound...]
  }
}

/// A transitd that is pointed to a replay server, with a key.
final class TransitHarness {
  static let key = "k3yThatNobodySees"
  let replay: ReplayServer
  let directory: TemporaryDirectory
  let daemon: DaemonHarness
  let client: WireClient

  init(
    _ settings: [String: Any] = [:], environment: [String: String] = [:], hasKey: Bool = true
  ) throws {
    replay = try ReplayServer()
    directory = try TemporaryDirectory()
    let configuration = replay.configuration.merging(settings) { $1 }
    try JSONSerialization.data(withJSONObject: configuration)
      .write(to: URL(fileURLWithPath: directory.file("transitd.json")))
    daemon = try DaemonHarness(
      "transitd", domain: "transit",
      environment: ["CONFIGURATION_DIRECTORY": directory.path].merging(environment) { $1 })
    client = try daemon.connect()
    if hasKey {
      try client.result("transit.configure", ["keyFile": Self.key, "busKeyFile": Self.key])
    }
  }

  /// The next event of a stream.
  static func event(_ client: WireClient) throws -> [String: Any] {
    let message = try client.receive()
    guard let params = message["params"] as? [String: Any],
      let event = params["event"] as? [String: Any]
    else { throw TestFailure("no event: \(message)") }
    return event
  }
}
