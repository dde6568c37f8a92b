import Foundation
import TestSupport
import Testing

@Suite("A stream whose daemon goes away", .serialized)
struct StreamRetryTests {
  private let tool: CommandLineTool

  init() throws { tool = try CommandLineTool() }

  @Test("--no-start fails at once where nobody listens")
  func notStarted() throws {
    let watch = try tool.start(["bank", "watch", "--no-start"])
    #expect(watch.status(within: 5) == 3)
    watch.kill()
    #expect(try watch.finish().errors.contains("bankd is not running"))
  }

  @Test("--no-start fails where the daemon went away and nobody starts it again")
  func wentAway() throws {
    _ = try tool.run("bank", "open")
    let watch = try tool.start(["bank", "watch", "--json", "--no-start"])
    #expect(watch.line()?.contains("\"kind\":\"board\"") == true)
    tool.stopDaemons()
    #expect(watch.status(within: 5) == 3)
    watch.kill()
    let errors = try watch.finish().errors
    #expect(errors.contains("bankd went away; asking again in 0s (1/7)"))
    #expect(errors.contains("bankd is not running"))
  }

  @Test("a store that is no store is told in its daemon's own words, and ends the watch")
  func damagedStore() throws {
    _ = try tool.run("bank", "open")
    tool.stopDaemons(SIGTERM)
    let folder = tool.directory.file("state/bank")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(!files.isEmpty)
    for file in files {
      let noise = Data((0..<8192).map { _ in UInt8.random(in: 1...255) })
      try noise.write(to: URL(fileURLWithPath: "\(folder)/\(file)"))
    }
    let watch = try tool.start(["bank", "watch"])
    #expect(watch.status(within: 10) == 3)
    watch.kill()
    let errors = try watch.finish().errors
    #expect(errors.split(separator: "\n").count <= 3 && errors.contains("bank"), "\(errors)")
  }

  @Test("who closes every connection is asked seven times, in growing pauses")
  func givesUp() throws {
    let domain = try LoopDomain()
    let tool = try CommandLineTool(domains: domain.directory.path)
    let server = try Loopback(scripts: Array(repeating: { _ in }, count: 9))
    let watch = try tool.start(["--socket-dir", server.directory.path, "loop", "watch"])
    #expect(watch.status(within: 40) == 3)
    watch.kill()
    let lines = try watch.finish().errors.split(separator: "\n")
    #expect(lines.dropLast().map { String($0.suffix(5)) } == (1...7).map { "(\($0)/7)" })
    #expect(lines.last?.hasPrefix("matectl: ") == true)
  }

  @Test("each event begins the count anew, and tells how many were left out before it")
  func eventBetween() throws {
    let domain = try LoopDomain()
    let tool = try CommandLineTool(domains: domain.directory.path)
    let event: Loopback.Script = { wire in
      let params: [String: Any] = [
        "id": try wire.receive()["id"] ?? 0, "seq": 4, "missed": 3, "event": ["text": "here"],
      ]
      try wire.send(["jsonrpc": "2.0", "method": "$/event", "params": params])
    }
    let end: Loopback.Script = { wire in try wire.answer(try wire.receive(), ["text": "end"]) }
    let server = try Loopback({ _ in }, { _ in }, event, end)
    let watch = try tool.start(["--socket-dir", server.directory.path, "loop", "watch"])
    #expect(watch.status(within: 20) == 0)
    watch.kill()
    let result = try watch.finish()
    #expect(result.output.hasPrefix("here\n"))
    let lines = result.errors.split(separator: "\n")
    #expect(
      lines.filter { $0.contains("asking again") }.map { $0.suffix(5) } == [
        "(1/7)", "(2/7)", "(1/7)",
      ])
    #expect(lines.contains("(3 events left out)"))
  }
}
