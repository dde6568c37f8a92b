import Foundation
import TestSupport
import Testing

/// What clients do to a log, and what is left for those who read it.
@Suite("A flood and the log", .serialized)
struct LogFloodTests {
  private typealias Object = [String: Any]

  private let tool: CommandLineTool

  init() throws { tool = try CommandLineTool() }

  /// Requests that are refused, some hundred in a frame.
  private func flood(_ client: WireClient, _ count: Int, _ trace: String) throws {
    for start in stride(from: 0, to: count, by: 500) {
      try client.send(
        (start..<start + 500).map {
          WireClient.message(
            "bank.leave", ["ticket": 999_999], meta: ["traceId": "\(trace)-\($0)"], id: $0)
        })
      _ = try client.receiveAny()
    }
  }

  private func entries(_ text: String) throws -> [Object] {
    try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? Object)
    }
  }

  @Test("4,000 refusals leave a hundred or so, and word of the others; what is not theirs stays")
  func flood() throws {
    let daemon = try DaemonHarness()
    try flood(try daemon.connect(), 4000, "flood")
    let seconds =
      Int(try #require(try daemon.connect().result("mate.status")["uptimeSeconds"] as? Double)) + 1
    #expect(daemon.stop() == 0)
    let caused = try String(contentsOfFile: daemon.clientsLogFile, encoding: .utf8)
    let all = try entries(caused)
    let written = all.count { $0["MATE_ERROR"] != nil }
    #expect((100...100 + 10 * seconds).contains(written), "\(written) in \(seconds) s")
    let suppressed = all.compactMap { ($0["MATE_SUPPRESSED"] as? String).flatMap { Int($0) } }
    #expect(suppressed.reduce(0, +) + written == 4000)
    #expect(suppressed.count <= 3 + seconds / 10)
    let own = try entries(try String(contentsOfFile: daemon.logFile, encoding: .utf8))
    #expect(
      own.compactMap { $0["MESSAGE_ID"] as? String }.first == "7685a3dceeb116e527123853f677f616")
    #expect(own.allSatisfy { $0["MATE_PEER_UID"] == nil })
  }

  @Test("whoever asks why for an entry that was left out learns that some were, in their language")
  func why() throws {
    #expect(try tool.run("bank", "open").status == 0)
    try flood(try WireClient(path: tool.directory.file("run/bank.sock")), 1000, "trace")
    let known = try tool.run("why", "trace-3")
    #expect(known.status == 0 && known.output.contains("bank.leave refused"))
    let log = try String(
      contentsOfFile: tool.directory.file("state/log/bankd-clients.jsonl"), encoding: .utf8)
    let missing = try #require((0..<1000).first { !log.contains("\"trace-\($0)\"") })
    let english = try tool.run("why", "trace-\(missing)")
    #expect(english.status == 1)
    #expect(english.errors.contains("entries were left out"))
    #expect(english.output.contains("left out"))
    let korean = try tool.run("why", "trace-\(missing)", environment: ["LANG": "ko_KR.UTF-8"])
    #expect(korean.errors.contains("남기지 않았습니다"))
    // A flood is no reason to speak of it where nothing was left out.
    #expect(try tool.run("logs", "-n", "1000").output.contains("started"))
  }

  @Test("no text of a client is longer in an entry than 256 bytes, or holds what moves a cursor")
  func texts() throws {
    let daemon = try DaemonHarness()
    let client = try daemon.connect()
    let long = String(repeating: "한", count: 5000)
    for text in [long, "\u{1B}[2J\u{7}", "two\nlines", "\u{202E}back", "\u{9B}31m"] {
      _ = try? client.error(text)
      _ = try? client.error("bank.take", ["service": text])
      _ = try? client.error("bank.take", [text: 1])
      _ = try? client.error("bank.leave", ["ticket": 999_999], meta: ["traceId": text])
      _ = try? client.error("bank.take", ["service": "deposit"], meta: [text: text])
    }
    #expect(daemon.stop() == 0)
    let all = try entries(daemon.log)
    #expect(all.count { $0["MATE_ERROR"] != nil } >= 20)
    for entry in all {
      for (name, value) in entry {
        guard let value = value as? String else { continue }
        #expect(value.utf8.count <= (name == "MESSAGE" ? 700 : 256), "\(name)")
        let moves = value.unicodeScalars.contains {
          $0.properties.generalCategory == .control || $0.value == 0x202E
        }
        #expect(!moves, "\(name): \(value)")
      }
    }
  }
}
