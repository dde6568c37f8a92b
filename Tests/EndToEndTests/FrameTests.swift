import TestSupport
import Testing

extension EndToEnd {
  /// protocol.md, section 2.
  @Suite("Frames")
  struct FrameTests {
    @Test("a request sent byte by byte is answered")
    func byteByByte() throws {
      let client = try DaemonClient()
      for byte in WireClient.frame(Array(ping("slow").utf8)) { try client.wire.send(raw: [byte]) }
      #expect(try client.wire.receive().string("result/text") == "slow")
    }

    @Test("two requests and a half in one write give two replies, the rest gives the third")
    func cutAnywhere() throws {
      let client = try DaemonClient()
      let bytes = ["a", "b", "c"].flatMap { WireClient.frame(Array(ping($0).utf8)) }
      let cut = bytes.count - 9
      try client.wire.send(raw: Array(bytes[..<cut]))
      #expect(try client.wire.receive().string("result/text") == "a")
      #expect(try client.wire.receive().string("result/text") == "b")
      try client.wire.send(raw: Array(bytes[cut...]))
      #expect(try client.wire.receive().string("result/text") == "c")
    }

    @Test("a length of 0 is answered by -32600 and the end")
    func zeroLength() throws {
      let client = try DaemonClient()
      try client.wire.send(raw: [0, 0, 0, 0])
      let reply = try client.wire.receive()
      #expect(reply.code == -32600)
      #expect(reply.isNull("id"))
      #expect(try client.wire.receiveOrEnd() == nil)
    }

    @Test("a length over the limit is answered by its name, the limit and the end")
    func oversize() throws {
      let client = try DaemonClient()
      let limit = try #require(
        try client.wire.call("mate.status").integer("result/limits/frameBytes"))
      #expect(limit == 1_048_576)
      try client.wire.send(raw: [0x00, 0x10, 0x00, 0x01])
      let reply = try client.wire.receive()
      #expect(reply.code == -32001)
      #expect(reply.error == "mate.frameTooLarge")
      #expect(reply.integer("error/data/limit") == limit)
      #expect(reply.isNull("id"))
      #expect(try client.wire.receiveOrEnd() == nil)
    }

    @Test("a request of exactly the limit is answered")
    func exactlyTheLimit() throws {
      let client = try DaemonClient()
      let empty = ping("").utf8.count
      let text = String(repeating: "x", count: 1_048_576 - empty)
      try client.wire.send(ping(text))
      #expect(try client.wire.receive().string("result/text") == text)
    }

    @Test(
      "what is no JSON text is answered by -32700, and the connection goes on",
      arguments: [
        "{", "nul", "{\"a\":1,}", "[1 2]", "\"\u{1}\"", "01", "{\"jsonrpc\":\"2.0\"} x", " ",
        String(repeating: "[", count: 65) + String(repeating: "]", count: 65),
      ])
    func notJSON(text: String) throws {
      let client = try DaemonClient()
      try client.wire.send(text)
      let reply = try client.wire.receive()
      #expect(reply.code == -32700)
      #expect(reply.error == "mate.parseError")
      #expect(reply.isNull("id"))
      #expect(try client.wire.call("mate.ping").error == nil)
    }

    @Test("bytes that are not UTF-8 are answered by -32700")
    func notUnicode() throws {
      let client = try DaemonClient()
      let text = Array("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"mate.ping\",\"x\":\"".utf8)
      try client.wire.send(raw: WireClient.frame(text + [0xC3, 0x28] + Array("\"}".utf8)))
      #expect(try client.wire.receive().code == -32700)
    }

    @Test(
      "JSON that is no request is answered by -32600 with its id where it has one",
      arguments: [
        ("1", nil), ("null", nil), ("\"mate.ping\"", nil), ("{}", nil),
        ("{\"jsonrpc\":\"2.0\",\"id\":7}", 7),
        ("{\"id\":7,\"method\":\"mate.ping\"}", 7),
        ("{\"jsonrpc\":\"1.0\",\"id\":7,\"method\":\"mate.ping\"}", 7),
        ("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":3}", 7),
        ("{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"mate.ping\"}", nil),
        ("{\"jsonrpc\":\"2.0\",\"id\":[],\"method\":\"mate.ping\"}", nil),
      ] as [(String, Int?)])
    func noRequest(text: String, id: Int?) throws {
      let client = try DaemonClient()
      try client.wire.send(text)
      let reply = try client.wire.receive()
      #expect(reply.code == -32600, "\(reply)")
      if let id { #expect(reply.id == id) } else { #expect(reply.isNull("id")) }
      #expect(try client.wire.call("mate.ping").error == nil)
    }

    @Test("half a frame at the end of file has no effect, and what came before it is answered")
    func halfFrame() throws {
      let (daemon, client) = try quietBank()
      let other = try daemon.connect()
      let whole = WireClient.frame(Array(take.utf8))
      try other.send(raw: whole + Array(whole.dropLast()))
      other.finishSending()
      #expect(try other.receive().integer("result/ticket/number") == 1)
      #expect(try other.receiveOrEnd() == nil)
      #expect(try waiting(client) == [1])
    }

    private let take = WireClient.text("bank.take", "{\"service\":\"deposit\"}", id: 5)

    private func ping(_ text: String) -> String {
      WireClient.text("mate.ping", "{\"text\":\"\(text)\"}", id: 1)
    }
  }
}

/// A daemon of its own and one connection to it.
struct DaemonClient {
  let daemon: DaemonHarness
  let wire: WireClient

  init(configuration: String? = nil) throws {
    daemon = try DaemonHarness(configuration: configuration)
    wire = try daemon.connect()
  }
}
