import Foundation
import IPCProtocol
import TestSupport
import Testing

@testable import IPCTransport

@Suite("IPCClient: streams")
struct IPCStreamTests {
  private func client(_ server: Loopback) throws -> IPCClient {
    let endpoint = try Endpoint(
      domain: "loop", socket: "loop.sock", directory: server.directory.path)
    return IPCClient(endpoint: endpoint, program: "/nonexistent", mayStart: false)
  }

  private static func event(_ id: Any?, _ number: Int, missed: Int? = nil) -> WireClient.Object {
    var params: WireClient.Object = ["id": id ?? 0, "seq": number, "event": ["n": number]]
    params["missed"] = missed
    return ["jsonrpc": "2.0", "method": "$/event", "params": params]
  }

  @Test("events come in order with what was missed, then the result")
  func events() throws {
    let server = try Loopback { wire in
      let request = try wire.receive()
      try wire.send(Self.event(request["id"], 1))
      try wire.send(Self.event(99, 7))
      try wire.send(Self.event(request["id"], 2, missed: 5))
      try wire.answer(request, ["done": true])
    }
    var events: [String] = []
    var missed: [Int64] = []
    let result = try client(server).stream(CallRequest(method: "loop.watch")) { event in
      events.append(String(decoding: event.bytes, as: UTF8.self))
      missed.append(event.missed)
    }
    #expect(events == [#"{"n":1}"#, #"{"n":2}"#])
    #expect(missed == [0, 5])
    #expect(String(decoding: result, as: UTF8.self) == #"{"done":true}"#)
  }

  @Test("a stream that breaks off is not taken up again by itself")
  func broken() throws {
    let seen = Record<Int>()
    let server = try Loopback(
      { wire in try wire.send(Self.event(try wire.receive()["id"], 1)) },
      { wire in seen.add(try wire.receive()["id"] as? Int ?? 0) })
    var count = 0
    let client = try client(server)
    do throws(CallFailure) {
      _ = try client.stream(CallRequest(method: "loop.watch")) { _ in count += 1 }
      Issue.record("it ended well")
    } catch {
      guard case .connectionLost = error else {
        Issue.record("\(error)")
        return
      }
    }
    #expect(count == 1)
    #expect(seen.all.isEmpty)
  }

  @Test("an error ends a stream as it is")
  func refused() throws {
    let server = try Loopback { wire in
      try wire.refuse(try wire.receive(), -32003, "mate.deadlineExceeded")
    }
    let client = try client(server)
    do throws(CallFailure) {
      _ = try client.stream(CallRequest(method: "loop.watch")) { _ in }
      Issue.record("it ended well")
    } catch {
      guard case .refused(let error, _) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(error.kind == .deadlineExceeded)
    }
  }

  @Test("an interruption asks the daemon to cancel, and waits for its last word")
  func interruption() throws {
    let cancelled = Record<Int>()
    let server = try Loopback { wire in
      let request = try wire.receive()
      let cancel = try wire.receive()
      let params = cancel["params"] as? WireClient.Object
      cancelled.add(params?["id"] as? Int ?? 0)
      try wire.send(Self.event(request["id"], 1))
      try wire.refuse(request, -32002, "mate.cancelled")
    }
    let client = try client(server)
    client.isInterrupted = { true }
    var count = 0
    do throws(CallFailure) {
      _ = try client.stream(CallRequest(method: "loop.watch")) { _ in count += 1 }
      Issue.record("it ended well")
    } catch {
      guard case .interrupted = error else {
        Issue.record("\(error)")
        return
      }
    }
    #expect(cancelled.all == [1])
    #expect(count == 1)
  }
}
