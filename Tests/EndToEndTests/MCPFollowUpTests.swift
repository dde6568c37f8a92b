import Foundation
import TestSupport
import Testing

/// What is asked after a refusal, and the state that a client hands back with the answer.
@Suite("Elicitations of the Model Context Protocol", .timeLimit(.minutes(2)))
struct MCPFollowUpTests {
  private let tool: CommandLineTool

  init() throws {
    tool = try CommandLineTool()
    #expect(try tool.run("juice", "stock", "set", "strawberry", "0").status == 0)
  }

  private static var order: [String: Any] { ["juice": "strawberry"] }

  private static var asking: [String: Any] {
    MCPTests.meta.merging([
      "io.modelcontextprotocol/clientCapabilities": ["elicitation": [String: Any]()]
    ]) { $1 }
  }

  private func ask(
    _ server: MCPTests.Server, _ more: [String: Any] = [:], _ arguments: [String: Any] = order,
    name: String = "juice_order"
  ) throws -> [String: Any] {
    let params = ["name": name, "arguments": arguments].merging(more) { $1 }
    return try server.ask("tools/call", params, meta: Self.asking)
  }

  private func state(_ reply: [String: Any]) throws -> String {
    let result = try #require(reply["result"] as? [String: Any])
    #expect(result["resultType"] as? String == "input_required")
    return try #require(result["requestState"] as? String)
  }

  private func code(_ reply: [String: Any]) -> Int? {
    (reply["error"] as? [String: Any])?["code"] as? Int
  }

  private var strawberries: Int {
    get throws {
      let text = try tool.run("juice", "stock", "--json").output
      let stock = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      let items = try #require(stock?["items"] as? [[String: Any]])
      return try #require(
        items.first { $0["fruit"] as? String == "strawberry" }?["count"] as? Int)
    }
  }

  private func answers(_ count: Any) -> [String: Any] {
    ["followUp": ["action": "accept", "content": ["count": count, "again": true]]]
  }

  @Test("a state holds once, for its own call, and no other state does anything")
  func states() throws {
    let server = try MCPTests.Server(tool, ["--write"])
    let state = try state(try ask(server))
    let answer: [String: Any] = ["requestState": state, "inputResponses": answers(20)]
    let foreign: [String: Any] = ["requestState": "0-0", "inputResponses": answers(20)]
    #expect(code(try ask(server, foreign)) == -32602)
    #expect(code(try ask(server, answer, ["juice": "mango"])) == -32602)
    #expect(
      code(try ask(server, answer, ["fruit": "mango", "count": 1], name: "juice_stock_set"))
        == -32602)
    #expect(try strawberries == 0)
    let made = try #require(try ask(server, answer)["result"] as? [String: Any])
    #expect(made["isError"] == nil && made["structuredContent"] != nil, "\(made)")
    // 16 of the 20 are in the cup.
    #expect(try strawberries == 4)
    #expect(code(try ask(server, answer)) == -32602)
    #expect(try strawberries == 4)
  }

  @Test(
    "what is no acceptance leaves the refusal and changes nothing",
    arguments: [
      #"{"followUp":{"action":"decline"}}"#, #"{"followUp":{"action":"cancel"}}"#, "{}", "7",
      #"{"followUp":null}"#, #"{"followUp":{"action":"accept","content":{"count":"many"}}}"#,
      #"{"other":{"action":"accept","content":{"count":20}}}"#,
    ])
  func declined(answer: String) throws {
    let server = try MCPTests.Server(tool, ["--write"])
    let value = try JSONSerialization.jsonObject(
      with: Data(answer.utf8), options: .fragmentsAllowed)
    let reply = try ask(
      server, ["requestState": try state(try ask(server)), "inputResponses": value])
    let result = try #require(reply["result"] as? [String: Any])
    #expect(result["isError"] as? Bool == true, "\(reply)")
    #expect(try strawberries == 0)
  }

  @Test("a question of the earlier revisions is a request, and a cancelled call is not answered")
  func handshake() throws {
    let server = try MCPTests.Server(tool, ["--write"])
    try server.send([
      "jsonrpc": "2.0", "id": 1, "method": "initialize",
      "params": [
        "protocolVersion": "2025-06-18", "capabilities": ["elicitation": [String: Any]()],
        "clientInfo": ["name": "test", "version": "1"],
      ],
    ])
    _ = try server.next()
    func order(_ id: Int) throws -> [String: Any] {
      try server.send([
        "jsonrpc": "2.0", "id": id, "method": "tools/call",
        "params": ["name": "juice_order", "arguments": Self.order],
      ])
      let question = try server.next()
      #expect(question["method"] as? String == "elicitation/create", "\(question)")
      return question
    }
    _ = try order(2)
    try server.send([
      "jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": 2],
    ])
    let question = try order(3)
    // While a person thinks, the server answers.
    try server.send(["jsonrpc": "2.0", "id": "p", "method": "ping"])
    #expect(try server.next()["id"] as? String == "p")
    try server.send([
      "jsonrpc": "2.0", "id": try #require(question["id"]),
      "result": ["action": "accept", "content": ["count": 16, "again": true]],
    ])
    let made = try server.next()
    #expect(made["id"] as? Int == 3)
    #expect((made["result"] as? [String: Any])?["isError"] == nil, "\(made)")
    #expect(try strawberries == 0)
    let error = try #require(try order(4)["id"])
    try server.send([
      "jsonrpc": "2.0", "id": error, "error": ["code": -32603, "message": "no form"],
    ])
    #expect((try server.next()["result"] as? [String: Any])?["isError"] as? Bool == true)
  }

  @Test("without the right to the follow-up nobody is asked")
  func reader() throws {
    let server = try MCPTests.Server(tool, [])
    #expect(code(try ask(server)) == -32602)
  }
}
