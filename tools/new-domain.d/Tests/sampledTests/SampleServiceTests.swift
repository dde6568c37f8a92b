import Foundation
import TestSupport
import Testing

@Suite("The sample domain over a real socket")
struct SampleServiceTests {
  private let daemon: DaemonHarness

  init() throws { daemon = try DaemonHarness("sampled", domain: "sample") }

  private func count(_ name: String) throws -> Int? {
    let list = try daemon.connect().result("sample.list")
    let items = list["items"] as? [WireClient.Object]
    return items?.first { $0["name"] as? String == name }?["count"] as? Int
  }

  @Test("what is taken is gone, and what is not there is refused and changes nothing")
  func take() throws {
    let client = try daemon.connect()
    try client.result("sample.adjust", ["name": "bread", "by": 3])
    let left = try client.result("sample.adjust", ["name": "bread", "by": -1])
    #expect(left["count"] as? Int == 2)
    let refusal = try client.error("sample.adjust", ["name": "bread", "by": -3])
    #expect(refusal.name == "sample.tooFew")
    #expect(refusal.data["left"] as? Int == 2)
    #expect(try count("bread") == 2)
  }

  @Test("what was acknowledged is there after a kill; a dry run and a repeated key are not")
  func kept() throws {
    let client = try daemon.connect()
    let tea: WireClient.Object = ["name": "tea", "by": 1]
    for _ in 0..<2 {
      try client.result("sample.adjust", tea, meta: ["idempotencyKey": "k"])
    }
    try client.result("sample.adjust", tea, meta: ["dryRun": true])
    daemon.stop(SIGKILL)
    try daemon.start()
    #expect(try count("tea") == 1)
  }
}
