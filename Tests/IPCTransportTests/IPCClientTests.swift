import Foundation
import IPCProtocol
import LinuxSystem
import TestSupport
import Testing

@testable import IPCTransport

@Suite("IPCClient")
struct IPCClientTests {
  private func client(_ server: Loopback) throws -> IPCClient {
    let endpoint = try Endpoint(
      domain: "loop", socket: "loop.sock", directory: server.directory.path)
    return IPCClient(endpoint: endpoint, program: "/nonexistent", mayStart: false)
  }

  private func result(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func key(_ request: WireClient.Object) -> String {
    let params = request["params"] as? WireClient.Object
    return (params?["_meta"] as? WireClient.Object)?["idempotencyKey"] as? String ?? ""
  }

  /// The failure of a call that must fail.
  private func failure(_ request: CallRequest, by client: IPCClient) throws -> CallFailure {
    do throws(CallFailure) {
      let bytes = try client.call(request)
      Issue.record("it was answered: \(result(bytes))")
      throw .interrupted
    } catch {
      return error
    }
  }

  @Test("a call carries its method, its params and all of _meta")
  func request() throws {
    let seen = Record<Data>()
    let server = try Loopback { wire in
      let request = try wire.receive()
      seen.add(try JSONSerialization.data(withJSONObject: request, options: .sortedKeys))
      try wire.answer(request, ["ok": true])
    }
    var request = CallRequest(method: "loop.x", params: ["a": 1])
    request.timeoutMilliseconds = 1500
    request.idempotencyKey = "k"
    request.traceID = "t"
    request.isDryRun = true
    #expect(result(try client(server).call(request)) == #"{"ok":true}"#)
    let expected =
      #"{"id":1,"jsonrpc":"2.0","method":"loop.x","params":{"_meta":{"dryRun":true,"#
      + #""idempotencyKey":"k","timeoutMs":1500,"traceId":"t"},"a":1}}"#
    #expect(seen.all.map { String(decoding: $0, as: UTF8.self) } == [expected])
  }

  @Test(
    "the _meta of a caller is passed on below what the request says itself",
    arguments: [
      (#"{"dryRun":true,"traceId":"mine"}"#, #"{"dryRun":true,"timeoutMs":1500,"traceId":"t"}"#),
      (
        #"{"idempotencyKey":"k","timeoutMs":9}"#,
        #"{"idempotencyKey":"k","timeoutMs":1500,"traceId":"t"}"#
      ),
      (#"{}"#, #"{"timeoutMs":1500,"traceId":"t"}"#), ("7", "7"), ("null", "null"),
    ])
  func callersMeta(_ given: String, _ sent: String) throws {
    let seen = Record<Data>()
    let server = try Loopback { wire in
      let request = try wire.receive()
      seen.add(try JSONSerialization.data(withJSONObject: request, options: .sortedKeys))
      try wire.answer(request, ["ok": true])
    }
    var request = CallRequest(method: "loop.x", params: ["_meta": try JSON.parse(given)])
    request.timeoutMilliseconds = 1500
    request.traceID = "t"
    _ = try client(server).call(request)
    let expected = #"{"id":1,"jsonrpc":"2.0","method":"loop.x","params":{"_meta":\#(sent)}}"#
    #expect(seen.all.map { String(decoding: $0, as: UTF8.self) } == [expected])
  }

  @Test("who is sent away at the door asks there again, and is told why where that does not help")
  func sentAway() throws {
    let refused: Loopback.Script = { wire in
      try wire.refuse(nil, -32005, "mate.busy", ["retryAfterMs": 1])
    }
    let server = try Loopback(
      refused,
      { wire in
        let request = try wire.receive()
        try wire.answer(request, ["ok": true])
      })
    #expect(result(try client(server).call(CallRequest(method: "loop.x"))) == #"{"ok":true}"#)
    let full = try Loopback(scripts: Array(repeating: refused, count: 20))
    let told = try failure(CallRequest(method: "loop.x"), by: client(full))
    guard case .refused(let error, _) = told else {
      Issue.record("told as \(told)")
      return
    }
    #expect(error.kind.name == "mate.busy")
  }

  @Test("a call whose connection breaks before the answer is sent again, with the same key")
  func repeats() throws {
    let keys = Record<String>()
    let server = try Loopback(
      { wire in keys.add(key(try wire.receive())) },
      { wire in
        let request = try wire.receive()
        keys.add(key(request))
        try wire.answer(request, ["ticket": 1])
      })
    var request = CallRequest(method: "loop.take")
    request.idempotencyKey = "once"
    #expect(result(try client(server).call(request)) == #"{"ticket":1}"#)
    #expect(keys.all == ["once", "once"])
  }

  /// A result of so many bytes.
  private static func long(_ count: Int) -> String {
    #"{"x":"\#(String(repeating: "y", count: count - 8))"}"#
  }

  /// The longer ones are received by a thread.
  @Test(
    "a long result is read while it arrives, anew where the connection broke",
    arguments: [1 << 20, 3 << 20])
  func longResult(count: Int) throws {
    let result = Self.long(count)
    let frame = WireClient.frame(Data(#"{"jsonrpc":"2.0","id":2,"result":\#(result)}"#.utf8))
    let first = WireClient.frame(Data(#"{"jsonrpc":"2.0","id":1,"result":\#(result)}"#.utf8))
    let server = try Loopback(
      { wire in
        _ = try wire.receive()
        try wire.send(bytes: first[..<300_000])
      },
      { wire in
        _ = try wire.receive()
        try wire.send(bytes: frame)
      })
    var ends: [Int] = []
    let answer = try client(server).callForPart(CallRequest(method: "loop.long")) {
      room, _, more in
      #expect(room.count == result.utf8.count)
      ends.append(more(room.count))
      return ends.last == room.count
    }
    #expect(answer.elementsEqual(result.utf8))
    // The beginning of the reply is not of the result: `{"jsonrpc":"2.0","id":1,"result":` and length.
    #expect(ends == [300_000 - 33 - 4, count])
  }

  @Test("bytes of a long result are handed over as they come, in order", arguments: [1, 40_000])
  func longResultInPieces(step: Int) throws {
    let result = Array(#"[\#((0..<400_000).map(String.init).joined(separator: ","))]"#.utf8)
    let reply = Array(#"{"jsonrpc":"2.0","id":1,"result":"#.utf8) + result + [UInt8(ascii: "}")]
    let server = try Loopback { wire in
      _ = try wire.receive()
      try wire.send(bytes: WireClient.frame(Data(reply)))
    }
    var seen: [UInt8] = []
    let answer = try client(server).callForPart(CallRequest(method: "loop.long")) {
      room, arrived, more in
      var arrived = arrived
      while seen.count < room.count {
        seen.append(contentsOf: room[seen.count..<arrived])
        arrived = seen.count < room.count ? more(seen.count + step) : arrived
      }
      return true
    }
    #expect(seen == result)
    #expect(Array(answer) == result)
  }

  @Test("a daemon that stops in the middle of a long result is waited for until the deadline")
  func longResultThatStops() throws {
    let head = WireClient.frame(
      Data(#"{"jsonrpc":"2.0","id":1,"result":\#(Self.long(3 << 20))}"#.utf8))
    let isDone = DispatchSemaphore(value: 0)
    let server = try Loopback { wire in
      _ = try wire.receive()
      try wire.send(bytes: head[..<2_000_000])
      isDone.wait()
    }
    defer { isDone.signal() }
    var request = CallRequest(method: "loop.long")
    request.timeoutMilliseconds = 100
    let failure = try failure(request, by: client(server))
    guard case .timedOut = failure else {
      Issue.record("\(failure)")
      return
    }
  }

  @Test(
    "a long reply whose reader gives up is judged as without one",
    arguments: ["}", "]", "}}", #","more":1}"#])
  func longReplyGivenUp(end: String) throws {
    let result = Self.long(1 << 20)
    let reply = #"{"jsonrpc":"2.0","id":1,"result":\#(result)\#(end)"#
    let server = try Loopback { wire in
      _ = try wire.receive()
      try wire.send(frame: reply)
    }
    let client = try client(server)
    do throws(CallFailure) {
      let answer = try client.callForPart(CallRequest(method: "loop.long")) { _, _, _ in false }
      #expect(answer.elementsEqual(result.utf8))
      #expect(end == "}" || end == #","more":1}"#)
    } catch {
      guard case .protocolViolation = error else { throw error }
      #expect(end == "]" || end == "}}")
    }
  }

  @Test("what must not be repeated is sent once")
  func repeatsNothing() throws {
    let seen = Record<String>()
    let script: Loopback.Script = { wire in seen.add(key(try wire.receive())) }
    let server = try Loopback(script, script)
    let failure = try failure(
      CallRequest(method: "loop.take", isRepeatable: false), by: client(server))
    guard case .connectionLost = failure else {
      Issue.record("\(failure)")
      return
    }
    #expect(seen.all.count == 1)
  }

  @Test("after six tries it gives up")
  func givesUp() throws {
    let seen = Record<Int>()
    let script: Loopback.Script = { wire in seen.add(try wire.receive()["id"] as? Int ?? 0) }
    let server = try Loopback(script, script, script, script, script, script, script)
    let failure = try failure(CallRequest(method: "loop.x"), by: client(server))
    guard case .connectionLost = failure else {
      Issue.record("\(failure)")
      return
    }
    #expect(seen.all == [1, 2, 3, 4, 5, 6])
  }

  @Test("mate.busy is waited out on the same connection, for as long as the daemon says")
  func busy() throws {
    let server = try Loopback { wire in
      for _ in 0..<2 {
        try wire.refuse(try wire.receive(), -32005, "mate.busy", ["retryAfterMs": 30])
      }
      try wire.answer(try wire.receive(), [:])
    }
    let begin = ContinuousClock.now
    #expect(result(try client(server).call(CallRequest(method: "loop.x"))) == "{}")
    #expect(ContinuousClock.now - begin >= .milliseconds(60))
  }

  @Test("a daemon that stops has not taken the call, which is sent again on a new connection")
  func shuttingDown() throws {
    let server = try Loopback(
      { wire in try wire.refuse(try wire.receive(), -32006, "mate.shuttingDown") },
      { wire in try wire.answer(try wire.receive(), [:]) })
    let request = CallRequest(method: "loop.x", isRepeatable: false)
    #expect(result(try client(server).call(request)) == "{}")
  }

  @Test("a change of which nobody knows is sent again with its key, on a new connection")
  func outcomeUnknown() throws {
    let keys = Record<String>()
    let server = try Loopback(
      { wire in
        let request = try wire.receive()
        keys.add(key(request))
        try wire.refuse(request, -32008, "mate.outcomeUnknown")
      },
      { wire in
        let request = try wire.receive()
        keys.add(key(request))
        try wire.answer(request, ["ticket": 1])
      })
    var request = CallRequest(method: "loop.take")
    request.idempotencyKey = "once"
    #expect(result(try client(server).call(request)) == #"{"ticket":1}"#)
    #expect(keys.all == ["once", "once"])
  }

  @Test("a change of which nobody knows stays one where the daemon does not come back")
  func outcomeStaysUnknown() throws {
    let server = try Loopback(
      { wire in try wire.refuse(try wire.receive(), -32008, "mate.outcomeUnknown") },
      { wire in _ = try wire.receive() },
      { wire in try wire.refuse(try wire.receive(), -32603, "mate.internal") })
    var request = CallRequest(method: "loop.take")
    request.idempotencyKey = "once"
    let failure = try failure(request, by: client(server))
    guard case .refused(let error, _) = failure else {
      Issue.record("\(failure)")
      return
    }
    #expect(error.kind == .outcomeUnknown)
  }

  @Test("a change of which nobody knows is not sent again without a key")
  func outcomeUnknownWithoutKey() throws {
    let server = try Loopback { wire in
      try wire.refuse(try wire.receive(), -32008, "mate.outcomeUnknown")
    }
    let request = CallRequest(method: "loop.take", isRepeatable: false)
    let failure = try failure(request, by: client(server))
    guard case .refused(let error, _) = failure else {
      Issue.record("\(failure)")
      return
    }
    #expect(error.kind == .outcomeUnknown)
  }

  @Test("a refusal is handed over with its name and its bytes, and is not repeated")
  func refusal() throws {
    let server = try Loopback { wire in
      try wire.refuse(try wire.receive(), 1001, "loop.closed", ["counter": 3])
      // The connection is still good for the next call.
      try wire.answer(try wire.receive(), [:])
    }
    let client = try client(server)
    let failure = try failure(CallRequest(method: "loop.x"), by: client)
    guard case .refused(let error, let raw) = failure else {
      Issue.record("\(failure)")
      return
    }
    #expect(error.kind == .init(code: 1001, name: "loop.closed"))
    #expect(error.data == ["counter": 3])
    #expect(result(raw).contains("loop.closed"))
    #expect(result(try client.call(CallRequest(method: "loop.y"))) == "{}")
  }

  @Test("an error with the id null is about the call under way; late answers are passed over")
  func ids() throws {
    let server = try Loopback { wire in
      let first = try wire.receive()
      try wire.answer(first, [:])
      _ = try wire.receive()
      try wire.answer(first, ["wrong": true])
      try wire.refuse(first, 1, "loop.wrong")
      try wire.send(["jsonrpc": "2.0", "method": "$/event", "params": ["id": 77]])
      try wire.refuse(nil, -32001, "mate.frameTooLarge", ["limit": 10])
    }
    let client = try client(server)
    #expect(result(try client.call(CallRequest(method: "loop.x"))) == "{}")
    let failure = try failure(CallRequest(method: "loop.x"), by: client)
    guard case .requestTooLarge(_, let limit) = failure else {
      Issue.record("\(failure)")
      return
    }
    #expect(limit == 10)
  }

  @Test("an answer that is no JSON, and bytes that are no frame, are violations of the protocol")
  func violations() throws {
    let scripts: [Loopback.Script] =
      [
        { wire in
          _ = try wire.receive()
          try wire.send(frame: "hello")
        },
        { wire in
          _ = try wire.receive()
          try wire.send(bytes: Data([0, 0, 0, 0]))
        },
      ]
      + [
        #"{"jsonrpc":"2.0","id":1}"#, "[]", "1",
        #"{"jsonrpc":"2.0","id":null,"result":1}"#,
        #"{"jsonrpc":"2.0","result":1}"#, "{}",
        // Replies to what was never asked.
        #"{"jsonrpc":"2.0","id":77,"result":{}}"#, #"{"jsonrpc":"2.0","id":"1","result":{}}"#,
        #"{"jsonrpc":"2.0","id":0,"result":{}}"#, #"{"jsonrpc":"2.0","id":1.5,"result":{}}"#,
        #"{"jsonrpc":"2.0","id":77,"error":{"code":1,"message":"no"}}"#,
      ].map { reply in
        { wire in
          _ = try wire.receive()
          try wire.send(frame: reply)
          // The connection stays open: nobody would ever say more.
          _ = try wire.receivePayload()
        }
      }
    for script in scripts {
      let server = try Loopback(script)
      let failure = try failure(CallRequest(method: "loop.x"), by: client(server))
      guard case .protocolViolation(let reason) = failure else {
        Issue.record("\(failure)")
        return
      }
      // A sentence, not a name of ours.
      #expect(reason.contains(" ") && !reason.contains("("))
    }
  }

  @Test("reading ends by itself where nobody says when, and a change waits for its answer")
  func longestRead() throws {
    let release = DispatchSemaphore(value: 0)
    let server = try Loopback(
      { wire in while try wire.receiveAny(within: 60) != nil {} },
      { wire in
        let request = try wire.receive()
        release.wait()
        try wire.answer(request, [:])
      })
    let reader = try client(server)
    reader.longestRead = 50
    var request = CallRequest(method: "loop.x")
    request.onlyReads = true
    guard case .timedOut = try failure(request, by: reader) else {
      Issue.record("it did not time out")
      return
    }
    // It is told that it waits when reading would have ended.
    let writer = try client(server)
    writer.longestRead = 50
    writer.delay = 100
    writer.onDelay = { _ in release.signal() }
    #expect(result(try writer.call(CallRequest(method: "loop.y"))) == "{}")
  }

  @Test("a delay is told once a call, and not where the answer is quick")
  func delay() throws {
    let told = Record<Int32?>()
    let release = DispatchSemaphore(value: 0)
    let server = try Loopback { wire in
      let slow = try wire.receive()
      release.wait()
      try wire.answer(slow, [:])
      try wire.answer(try wire.receive(), [:])
    }
    let client = try client(server)
    client.delay = 20
    client.onDelay = { process in
      told.add(process)
      release.signal()
    }
    #expect(result(try client.call(CallRequest(method: "loop.x"))) == "{}")
    client.delay = 60_000
    #expect(result(try client.call(CallRequest(method: "loop.y"))) == "{}")
    // The process that listens is this one, which is no daemon of that name.
    #expect(told.all == [nil])
  }

  @Test("a passed file stands at its start, also when it is sent again")
  func passedFile() throws {
    let texts = Record<String>()
    let script: Loopback.Script = { wire in
      let file = try #require(try wire.receivePassed())
      defer { close(file) }
      var bytes = [UInt8](repeating: 0, count: 100)
      let count = read(file, &bytes, 100)
      texts.add(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))
      if texts.all.count == 2 { try wire.answer(["id": 2], [:]) }
    }
    let server = try Loopback(script, script)
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    write(ends[1], "some tea", 8)
    close(ends[1])
    defer { close(ends[0]) }
    var request = CallRequest(method: "loop.x")
    request.file = try InputFile.descriptor("/proc/self/fd/\(ends[0])", limit: 100)
    _ = try client(server).call(request)
    #expect(texts.all == ["some tea", "some tea"])
  }

  @Test("a daemon that never answers is given up half a second after the call's own deadline")
  func timeout() throws {
    let server = try Loopback { wire in
      _ = try wire.receive()
      _ = try wire.receivePayload()
    }
    var request = CallRequest(method: "loop.x")
    request.timeoutMilliseconds = 50
    let begin = ContinuousClock.now
    let failure = try failure(request, by: client(server))
    guard case .timedOut = failure else {
      Issue.record("\(failure)")
      return
    }
    // Deadlines are whole milliseconds, rounded down.
    #expect(ContinuousClock.now - begin >= .milliseconds(548))
  }

  @Test("an interruption cancels the call at the daemon")
  func interruption() throws {
    let methods = Record<String>()
    let server = try Loopback { wire in
      while let message = try wire.receiveAny() as? WireClient.Object {
        methods.add(message["method"] as? String ?? "")
      }
    }
    let client = try client(server)
    client.isInterrupted = { true }
    let failure = try failure(CallRequest(method: "loop.x"), by: client)
    guard case .interrupted = failure else {
      Issue.record("\(failure)")
      return
    }
    #expect(server.isFinished())
    #expect(methods.all == ["loop.x", "$/cancel"])
  }

  @Test("where nobody listens and nothing may be started, the reason says so")
  func unreachable() throws {
    let directory = try TemporaryDirectory()
    let endpoint = try Endpoint(domain: "none", socket: "none.sock", directory: directory.path)
    let client = IPCClient(endpoint: endpoint, program: "/nonexistent", mayStart: false)
    let failure = try failure(CallRequest(method: "none.x"), by: client)
    guard case .unreachable(.notRunning(let error)) = failure else {
      Issue.record("\(failure)")
      return
    }
    #expect(error.code == ENOENT)
    #expect(error.subject == endpoint.path)
  }
}
