import Foundation
import IPCProtocol
import TestSupport
import Testing

@testable import IPCTransport

@Suite("Requests that are too long, or long on the way")
struct LongRequestTests {
  private func client(_ server: Loopback) throws -> IPCClient {
    let endpoint = try Endpoint(
      domain: "loop", socket: "loop.sock", directory: server.directory.path)
    return IPCClient(endpoint: endpoint, program: "/nonexistent", mayStart: false)
  }

  private static func request(bytes: Int) -> CallRequest {
    CallRequest(
      method: "loop.x", params: ["text": .string(String(repeating: "x", count: bytes))])
  }

  private func failure(_ client: IPCClient, isStream: Bool) throws -> CallFailure {
    do throws(CallFailure) {
      let request = Self.request(bytes: 3 << 20)
      _ = try isStream ? client.stream(request) { _ in } : client.call(request)
    } catch {
      return error
    }
    throw TestFailure("it was answered")
  }

  private func expectTooLarge(_ failure: CallFailure, limit: Int64) {
    guard case .requestTooLarge(let bytes, let told) = failure else {
      Issue.record("\(failure)")
      return
    }
    #expect(bytes > 3 << 20 && bytes < 3 << 20 + 200)
    #expect(told == limit)
  }

  @Test("the limit is told by who says it without reading the rest", arguments: [false, true])
  func refused(isStream: Bool) throws {
    let server = try Loopback { wire in
      try wire.refuse(nil, -32001, "mate.frameTooLarge", ["limit": 1_048_576])
    }
    expectTooLarge(try failure(client(server), isStream: isStream), limit: 1_048_576)
  }

  @Test(
    "the limit is asked for where the connection ends without a word", arguments: [false, true])
  func silent(isStream: Bool) throws {
    let methods = Record<String>()
    let server = try Loopback(
      { _ in },
      { wire in
        let request = try wire.receive()
        methods.add(request["method"] as? String ?? "")
        try wire.answer(request, ["limits": ["frameBytes": 65536]])
      })
    expectTooLarge(try failure(client(server), isStream: isStream), limit: 65536)
    #expect(methods.all == ["mate.status"])
  }

  @Test("a connection that ended for another reason is what it was, and the call is repeated")
  func otherReason() throws {
    let status: Loopback.Script = { wire in
      try wire.answer(try wire.receive(), ["limits": ["frameBytes": 9 << 20]])
    }
    let server = try Loopback(
      { _ in }, status, { wire in try wire.answer(try wire.receive(), ["ok": true]) })
    let result = try client(server).call(Self.request(bytes: 3 << 20))
    #expect(String(decoding: result, as: UTF8.self) == #"{"ok":true}"#)
  }

  @Test("who answers at length before reading, and who sends at length, do not wait for each other")
  func bothWays() throws {
    let text = String(repeating: "y", count: 4 << 20)
    let server = try Loopback { wire in
      try wire.send(frame: #"{"jsonrpc":"2.0","id":1,"result":{"text":"\#(text)"}}"#)
      _ = try wire.receive()
    }
    let result = try client(server).call(Self.request(bytes: 4 << 20))
    #expect(result.count == text.utf8.count + 11)
    #expect(server.isFinished())
  }

  @Test("an interruption ends a request that nobody reads, and sends nothing into the middle of it")
  func interrupted() throws {
    let seen = Record<Int>()
    let ends = Record<Bool>()
    let server = try Loopback { wire in
      // Nothing is read until the client has given up.
      while seen.all.isEmpty { sched_yield() }
      ends.add(try wire.receivePayload() == nil)
    }
    let client = try client(server)
    client.isInterrupted = {
      seen.add(1)
      return true
    }
    guard case .interrupted = try failure(client, isStream: false) else {
      Issue.record("it was not interrupted")
      return
    }
    #expect(server.isFinished() && ends.all == [true])
  }

  @Test("a stream that is cancelled ends in time, whether its daemon answers, goes on or is silent")
  func cancelledStream() throws {
    for isTalking in [false, true] {
      let server = try Loopback { wire in
        let request = try wire.receive()
        let params: WireClient.Object = ["id": request["id"] ?? 0, "seq": 1, "event": ["n": 1]]
        let event: WireClient.Object = ["jsonrpc": "2.0", "method": "$/event", "params": params]
        try wire.send(event)
        while isTalking { try wire.send(event) }
        while try wire.receivePayload(within: 60) != nil {}
      }
      let client = try client(server)
      var isOver = false
      client.isInterrupted = { isOver }
      let clock = ContinuousClock()
      let time = clock.measure {
        do throws(CallFailure) {
          _ = try client.stream(CallRequest(method: "loop.watch")) { _ in isOver = true }
          Issue.record("it ended well")
        } catch {
          guard case .interrupted = error else {
            Issue.record("\(error)")
            return
          }
        }
      }
      #expect(time < .seconds(2))
    }
  }
}
