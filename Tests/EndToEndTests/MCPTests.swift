import Foundation
import TestSupport
import Testing

/// `matectl mcp` as its clients see it: lines of JSON-RPC on its standard input and output.
@Suite("Tools of the Model Context Protocol", .timeLimit(.minutes(2)))
struct MCPTests {
  private let tool: CommandLineTool

  init() throws { tool = try CommandLineTool() }

  /// One server, and what is said to it.
  final class Server {
    let command: RunningCommand
    private var lastID = 0

    init(_ tool: CommandLineTool, _ words: [String], _ more: [String: String] = [:]) throws {
      command = try RunningCommand(
        BuiltPrograms.path("matectl"), ["mcp"] + words, tool.environment.merging(more) { $1 },
        input: nil, keepsInput: true)
    }

    func send(_ object: [String: Any]) throws {
      let text = try JSONSerialization.data(withJSONObject: object)
      try command.write(String(decoding: text, as: UTF8.self) + "\n")
    }

    func next() throws -> [String: Any] {
      let line = try #require(command.line())
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
      return try #require(value as? [String: Any])
    }

    /// The reply to a request of the stateless revision, behind notifications that come before it.
    func ask(
      _ method: String, _ params: [String: Any] = [:], meta: [String: Any]? = nil
    ) throws -> [String: Any] {
      lastID += 1
      var params = params
      params["_meta"] = meta ?? MCPTests.meta
      try send(["jsonrpc": "2.0", "id": lastID, "method": method, "params": params])
      while true {
        let reply = try next()
        if reply["id"] as? Int == lastID { return reply }
      }
    }

    func result(_ method: String, _ params: [String: Any] = [:]) throws -> [String: Any] {
      try #require(try ask(method, params)["result"] as? [String: Any])
    }

    func call(_ name: String, _ arguments: [String: Any] = [:]) throws -> Answer {
      let result = try result("tools/call", ["name": name, "arguments": arguments])
      let content = try #require((result["content"] as? [[String: Any]])?.first)
      return Answer(
        text: try #require(content["text"] as? String),
        isError: result["isError"] as? Bool ?? false,
        structure: result["structuredContent"] as? [String: Any])
    }

    var names: [String] {
      get throws {
        let tools = try #require(try result("tools/list")["tools"] as? [[String: Any]])
        return try tools.map { try #require($0["name"] as? String) }
      }
    }
  }

  struct Answer {
    let text: String
    let isError: Bool
    let structure: [String: Any]?
  }

  static var meta: [String: Any] {
    [
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": [String: Any](),
    ]
  }

  private func code(_ reply: [String: Any]) -> Int? {
    (reply["error"] as? [String: Any])?["code"] as? Int
  }

  @Test("the stateless revision: every result is complete, lists say how long they hold")
  func stateless() throws {
    let server = try Server(tool, [])
    let found = try server.result("server/discover")
    #expect(found["supportedVersions"] as? [String] == ["2026-07-28"])
    #expect(found["resultType"] as? String == "complete")
    #expect(found["ttlMs"] is Int && found["cacheScope"] as? String == "private")
    let list = try server.result("tools/list")
    #expect(list["ttlMs"] is Int && list["resultType"] as? String == "complete")
    for entry in try #require(list["tools"] as? [[String: Any]]) {
      let name = try #require(entry["name"] as? String)
      #expect(name.wholeMatch(of: /[a-zA-Z0-9_-]{1,64}/) != nil, "\(name)")
      let schema = try #require(entry["inputSchema"] as? [String: Any])
      #expect(schema["type"] as? String == "object")
      #expect(schema["additionalProperties"] as? Bool == false)
      let hints = entry["annotations"] as? [String: Any]
      #expect(hints?["readOnlyHint"] as? Bool == true, "\(name)")
      // Every reference leads to a definition that came along.
      let text = String(
        decoding: try JSONSerialization.data(withJSONObject: schema), as: UTF8.self)
      let definitions = schema["$defs"] as? [String: Any] ?? [:]
      for match in text.matches(of: /#\\\/\$defs\\\/(\w+)/) {
        #expect(definitions[String(match.1)] != nil, "\(name): \(match.1)")
      }
      #expect(!text.contains("components"))
    }
    #expect(tool.daemons.isEmpty)
  }

  @Test(
    "the earlier revisions begin with a handshake",
    arguments: [
      ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("1999-01-01", "2025-11-25"),
    ])
  func handshake(wanted: String, spoken: String) throws {
    let server = try Server(tool, [])
    func ask(_ id: Any, _ method: String, _ params: [String: Any]) throws -> [String: Any] {
      try server.send(["jsonrpc": "2.0", "id": id, "method": method, "params": params])
      let reply = try server.next()
      #expect("\(reply["id"] ?? "")" == "\(id)")
      return reply
    }
    #expect(code(try ask(1, "tools/list", [:])) == -32602)
    #expect(try ask("p", "ping", [:])["result"] != nil)
    let client: [String: Any] = ["name": "test", "version": "1"]
    let hello = try ask(
      2, "initialize",
      ["protocolVersion": wanted, "capabilities": [String: Any](), "clientInfo": client])
    let result = try #require(hello["result"] as? [String: Any])
    #expect(result["protocolVersion"] as? String == spoken)
    #expect(result["resultType"] == nil)
    try server.send(["jsonrpc": "2.0", "method": "notifications/initialized"])
    let list = try #require(try ask(3, "tools/list", [:])["result"] as? [String: Any])
    #expect((list["tools"] as? [Any])?.isEmpty == false && list["ttlMs"] == nil)
    #expect(code(try ask(4, "prompts/list", [:])) == -32601)
    #expect(code(try ask(5, "subscriptions/listen", ["notifications": [String: Any]()])) == -32601)
  }

  @Test("what is no message, no method, no tool or of no revision is answered by its code")
  func wrong() throws {
    let server = try Server(tool, [])
    // The schema has no id that is null: where none can be read there is none.
    for (line, code, id) in [
      ("{", -32700, nil), (#"{"jsonrpc":"2.0","method":"ping","id":1.5}"#, -32600, nil),
      (#"{"jsonrpc":"2.0","method":"ping","id":null}"#, -32600, nil),
      (#"{"jsonrpc":"1.0","method":"ping","id":1}"#, -32600, 1),
      (#"{"jsonrpc":"2.0","method":"ping","id":7,"params":[]}"#, -32600, 7),
      (#"{"jsonrpc":"2.0","id":8}"#, -32600, 8), (#"[{"jsonrpc":"2.0","id":9}]"#, -32600, nil),
      ("[]", -32600, nil), ("null", -32600, nil), ("7", -32600, nil),
    ] as [(String, Int, Int?)] {
      try server.command.write(line + "\n")
      let reply = try server.next()
      #expect(self.code(reply) == code, "\(line)")
      #expect((reply["id"] == nil) == (id == nil) && reply["id"] as? Int == id, "\(line)")
    }
    // Answers to nobody are passed over, and so nobody takes ours for an answer to its own request.
    for line in [#""result":{}"#, #""error":{"code":1,"message":"x"}"#] {
      try server.command.write("{\"jsonrpc\":\"2.0\",\"id\":7,\(line)}\n")
    }
    #expect(code(try server.ask("nonsense")) == -32601)
    #expect(code(try server.ask("tools/call", ["name": "bank_nonsense"])) == -32602)
    #expect(
      code(try server.ask("tools/call", ["name": "bank_board", "arguments": [1]])) == -32602)
    #expect(code(try server.ask("tools/list", meta: [:])) == -32602)
    var old = Self.meta
    old["io.modelcontextprotocol/protocolVersion"] = "2030-01-01"
    let refused = try server.ask("tools/list", meta: old)
    #expect(code(refused) == -32022)
    let data = (refused["error"] as? [String: Any])?["data"] as? [String: Any]
    #expect(data?["supported"] as? [String] == ["2026-07-28"])
    // It is there still, and answers.
    #expect(try server.call("bank_board").structure?["phase"] as? String == "closed")
  }

  @Test("a tool answers with its structure and with what a person reads; refusals say what to do")
  func calls() throws {
    let server = try Server(tool, ["--write"])
    let rehearsed = try server.call("bank_open", ["dryRun": true])
    #expect(!rehearsed.isError && rehearsed.text.contains("dry run"))
    #expect(try server.call("bank_board").structure?["phase"] as? String == "closed")
    #expect(try server.call("bank_open").text.contains("business day 1"))
    let ticket = try server.call("bank_take", ["service": "loan"])
    let number = (ticket.structure?["ticket"] as? [String: Any])?["number"] as? Int
    #expect(number == 1 && ticket.text.contains("Ticket 1"))
    let unknown = try server.call("bank_take", ["service": "lone"])
    #expect(unknown.isError && unknown.text.contains("deposit, loan"))
    #expect(unknown.text.contains("bank.unknownService"))
    let wrong = try server.call("bank_take", ["service": 7])
    #expect(wrong.isError && wrong.text.contains("mate.invalidParams"))
    let short = try server.call("juice_order", ["juice": "strawberry"])
    #expect(short.isError && short.text.contains("matectl juice stock adjust strawberry +6"))
    // A stream that serves customers, told as it goes on.
    let meta = Self.meta.merging(["progressToken": "t"]) { $1 }
    try server.send([
      "jsonrpc": "2.0", "id": "run", "method": "tools/call",
      "params": ["name": "bank_run", "arguments": ["customers": 1], "_meta": meta],
    ])
    let refused = try server.next()
    #expect(refused["id"] as? String == "run")
  }

  @Test("in Korean, tools and refusals are Korean")
  func korean() throws {
    let server = try Server(tool, ["--domains", "bank", "--write"], ["LANG": "ko_KR.UTF-8"])
    let tools = try #require(try server.result("tools/list")["tools"] as? [[String: Any]])
    #expect(tools.allSatisfy { ($0["name"] as? String)?.hasPrefix("bank_") == true })
    #expect(
      tools.allSatisfy { ($0["description"] as? String)?.contains(/\p{Hangul}/) == true })
    let refused = try server.call("bank_take", ["service": "loan"])
    #expect(refused.isError && refused.text.contains("마감"))
  }

  @Test("without --write nothing changes, whatever is asked for")
  func readOnly() throws {
    let reader = try Server(tool, [])
    let writer = try Server(tool, ["--admin"])
    let (few, all) = (try reader.names, try writer.names)
    #expect(Set(few).isStrictSubset(of: Set(all)))
    func state() throws -> [String] {
      try ["bank_export", "juice_export", "project_list", "bank_hours"].map {
        try writer.call($0, $0 == "project_list" ? ["all": true] : [:]).text
      }
    }
    let before = try state()
    let arguments: [String: Any] = [
      "service": "loan", "juice": "mango", "fruit": "mango", "count": 1, "title": "x", "by": 1,
      "teller": 1, "mate": true, "_meta": ["idempotencyKey": "k"],
    ]
    for name in Set(all).subtracting(few).sorted() {
      for word in [name, name.replacing("_", with: "."), "mate.backup", "bank.open"] {
        let reply = try reader.ask("tools/call", ["name": word, "arguments": arguments])
        #expect(code(reply) == -32602, "\(word)")
      }
    }
    #expect(try state() == before)
  }

  @Test("a call that is cancelled gets no answer, and the end of the input ends everything")
  func cancelled() throws {
    let server = try Server(tool, [])
    let long: [String: Any] = [
      "arrivals": [["service": "loan", "words": "60/h"]], "customers": 1_000_000_000,
    ]
    let meta = Self.meta.merging(["progressToken": 7]) { $1 }
    try server.send([
      "jsonrpc": "2.0", "id": 90, "method": "tools/call",
      "params": ["name": "bank_simulate", "arguments": long, "_meta": meta],
    ])
    // It works, and says how far it is.
    let notice = try server.next()
    #expect(notice["method"] as? String == "notifications/progress")
    #expect((notice["params"] as? [String: Any])?["progressToken"] as? Int == 7)
    try server.send([
      "jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": 90],
    ])
    #expect(try server.call("bank_board").isError == false)
    try server.send([
      "jsonrpc": "2.0", "id": 91, "method": "tools/call",
      "params": ["name": "bank_simulate", "arguments": long, "_meta": meta],
    ])
    _ = try server.next()
    server.command.endInput()
    #expect(server.command.status(within: 10) == 0)
    while let line = server.command.line() { #expect(!line.contains("\"id\":91"), "\(line)") }
  }
}
