import IPCProtocol
import Testing

@testable import DaemonRuntime

@Suite("Frames")
struct FramesTests {
  @Test("an error's name is its own, whatever a domain has among its data")
  func errorName() throws {
    var writer = JSONWriter()
    let error = WireError(
      .init(code: 1001, name: "tea.cold"), "cold", data: ["name": "green", "cup": 3])
    writer.errorBody(error, traceID: "t1", id: nil)
    let reply = try JSON.parse(writer.bytes)
    #expect(reply["error"]?["data"] == ["name": "tea.cold", "cup": 3, "traceId": "t1"])
    #expect(reply["error"]?["code"] == 1001)
  }
}
