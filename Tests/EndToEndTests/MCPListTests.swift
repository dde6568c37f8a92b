import Foundation
import TestSupport
import Testing

/// How much a model has to read before it can do anything, whatever domains are installed.
@Suite("Lists of the Model Context Protocol", .timeLimit(.minutes(2)))
struct MCPListTests {
  /// A domain with one read of so many parameters.
  private func describe(
    _ name: String, parameters: Int, in folder: TemporaryDirectory
  ) throws {
    let words = String(repeating: "한글 and many words; ", count: 6)
    let described = (0..<parameters).map { number -> [String: Any] in
      let types: [[String: Any]] = [
        ["type": "boolean"], ["type": "integer", "minimum": 0, "maximum": 1000],
        ["type": "string", "enum": ["one", "two"]], ["type": "string", "format": "date"],
        ["type": "string", "maxLength": 100],
      ]
      return [
        "name": "p\(number)", "required": number == 0, "schema": types[number % types.count],
        "description": words,
      ]
    }
    let document: [String: Any] = [
      "openrpc": "1.3.2", "info": ["title": name, "version": "1"],
      "x-mate": ["domain": name, "exec": "\(name)d"],
      "methods": [
        [
          "name": "\(name).read", "summary": "Read", "params": described,
          "x-mate-command": ["path": ["read"]],
          "result": ["name": "result", "schema": [String: Any]()],
        ]
      ],
    ]
    try JSONSerialization.data(withJSONObject: document)
      .write(to: URL(fileURLWithPath: folder.file("\(name).json")))
  }

  @Test(
    "what only reads is listed in 16 kB, and required parameters keep words",
    arguments: ["C.UTF-8", "ko_KR.UTF-8"], [0, 1, 40])
  func bounded(language: String, parameters: Int) throws {
    let folder = try TemporaryDirectory()
    let shipped = "\(BuiltPrograms.repository())/deploy/domains"
    for name in ["bank", "juice", "project", "transit"] where parameters < 40 || name != "bank" {
      try FileManager.default.copyItem(
        atPath: "\(shipped)/\(name).json", toPath: folder.file("\(name).json"))
    }
    if parameters > 0 { try describe("much", parameters: parameters, in: folder) }
    let tool = try CommandLineTool(domains: folder.path)
    let server = try MCPTests.Server(tool, [], ["LANG": language])
    try server.send([
      "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": ["_meta": MCPTests.meta],
    ])
    let line = try #require(server.command.line())
    #expect(line.utf8.count < 16 << 10, "\(line.utf8.count)")
    let reply = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    let tools = try #require((reply["result"] as? [String: Any])?["tools"] as? [[String: Any]])
    for tool in tools {
      let schema = try #require(tool["inputSchema"] as? [String: Any])
      let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
      for name in schema["required"] as? [String] ?? [] {
        let words = properties[name]?["description"] as? String ?? ""
        #expect(!words.isEmpty, "\(tool["name"] ?? "") \(name)")
      }
    }
    // No parameter is lost with its words.
    let much = tools.first { $0["name"] as? String == "much_read" }?["inputSchema"]
    let listed = (much as? [String: Any])?["properties"] as? [String: Any] ?? [:]
    #expect(listed.count == parameters)
  }

  @Test(
    "a tool has a title for people, which is the first that makes room",
    arguments: [
      (["--domains", "juice"], "C.UTF-8", "juice: Show"),
      (["--write"], "C.UTF-8", "juice: Show"), (["--write"], "ko_KR.UTF-8", "juice: "),
      ([], "C.UTF-8", nil),
    ] as [([String], String, String?)])
  func titles(words: [String], language: String, head: String?) throws {
    let server = try MCPTests.Server(try CommandLineTool(), words, ["LANG": language])
    let tools = try #require(try server.result("tools/list")["tools"] as? [[String: Any]])
    for tool in tools {
      let title = tool["title"] as? String
      #expect((title == nil) == (head == nil), "\(tool["name"] ?? "")")
      guard let title else { continue }
      #expect(title.hasSuffix(": \(tool["description"] as? String ?? "-")"))
    }
    guard let head else { return }
    let menu = tools.first { $0["name"] as? String == "juice_menu" }?["title"] as? String
    #expect(menu?.hasPrefix(head) == true, "\(menu ?? "")")
  }

  @Test("with --output-schemas each result has its shape, an object at the top")
  func outputs() throws {
    let server = try MCPTests.Server(try CommandLineTool(), ["--output-schemas"])
    let tools = try #require(try server.result("tools/list")["tools"] as? [[String: Any]])
    for tool in tools {
      let schema = try #require(tool["outputSchema"] as? [String: Any])
      #expect(schema["type"] as? String == "object", "\(tool["name"] ?? "")")
    }
    // Also where a description names the shape: only what says nothing of its result has none.
    let shapeless = tools.filter {
      (($0["outputSchema"] as? [String: Any])?["properties"] as? [String: Any])?.isEmpty != false
    }
    #expect(shapeless.compactMap { $0["name"] as? String } == ["bank_console"])
    // What is answered is of the shape, with whatever that refers to.
    let board = tools.first { $0["name"] as? String == "bank_board" }?["outputSchema"]
    let schema = try #require(board as? [String: Any])
    let properties = try #require(schema["properties"] as? [String: Any])
    let answer = try #require(try server.call("bank_board").structure)
    for name in answer.keys { #expect(properties[name] != nil, "\(name)") }
  }

  @Test("a resource is a view of its domain, whose address is the domain's and the method's name")
  func resources() throws {
    let server = try MCPTests.Server(try CommandLineTool(), [])
    let list = try #require(
      try server.result("resources/list")["resources"] as? [[String: Any]])
    for resource in list {
      let name = try #require(resource["name"] as? String)
      let parts = name.split(separator: ".", maxSplits: 1)
      let uri = try #require(resource["uri"] as? String).prefix { $0 != "?" }
      #expect(uri == "mate://\(parts[0])/\(parts[1])")
    }
  }

  @Test("a longer text than 8 kB is cut between two characters", arguments: 0..<3)
  func longText(shift: Int) throws {
    let tool = try CommandLineTool()
    let body = String(repeating: "x", count: shift) + String(repeating: "한글", count: 2000)
    #expect(try tool.run("project", "add", "long", "--body", body).status == 0)
    let server = try MCPTests.Server(tool, [])
    let text = try server.call("project_show", ["id": 1]).text
    #expect(text.hasSuffix("…") && !text.contains("\u{FFFD}"))
    #expect((8000...(8 << 10) + 3).contains(text.utf8.count), "\(text.utf8.count)")
  }

  @Test("a domain that is named twice is served once, and none is a mistake")
  func domainsTwice() throws {
    let tool = try CommandLineTool()
    let server = try MCPTests.Server(tool, ["--domains", "juice,bank,juice"])
    let names = try server.names
    #expect(Set(names).count == names.count && names.contains("bank_board"))
    for list in ["", ",,"] {
      let refused = try tool.run("mcp", "--domains", list)
      #expect(refused.status == 2 && refused.errors.contains("usage: matectl mcp"), "\(list)")
    }
  }
}
