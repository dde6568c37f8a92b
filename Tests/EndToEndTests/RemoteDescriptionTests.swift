import Foundation
import TestSupport
import Testing

/// What a daemon of another machine says of itself is read as strictly as a file, and what of it is wrong
/// is told to whoever has typed `-H`.
@Suite("A description behind ssh", .serialized, .enabled(if: SecureShell.isPossible))
struct RemoteDescriptionTests {
  private let domains: TemporaryDirectory
  private let ssh: SecureShell
  private let tool: CommandLineTool

  /// A domain that is installed there alone; its program tells whatever the file beside it has.
  init() throws {
    domains = try TemporaryDirectory()
    let nothing = try TemporaryDirectory()
    let program = """
      #!\(SystemProgram.python)
      import json, socket, struct, sys
      listener = socket.socket(fileno=3)
      listener.settimeout(20)
      while True:
          stream, _ = listener.accept()
          stream.settimeout(None)
          with stream, stream.makefile("rb") as source:
              while len(head := source.read(4)) == 4:
                  asked = json.loads(source.read(struct.unpack(">I", head)[0]))
                  if asked["method"] == "rpc.discover":
                      answer = {"result": json.load(open(sys.argv[0] + ".answer"))}
                  else:
                      answer = {"result": {"cups": 3}}
                  body = json.dumps({"jsonrpc": "2.0", "id": asked.get("id"), **answer}).encode()
                  stream.sendall(struct.pack(">I", len(body)) + body)
      """
    try program.write(toFile: domains.file("tead"), atomically: true, encoding: .utf8)
    chmod(domains.file("tead"), 0o755)
    try Data(Self.document(domains.file("tead")).utf8).write(
      to: URL(fileURLWithPath: domains.file("tea.json")))
    ssh = try SecureShell(domains: domains.path)
    tool = try CommandLineTool(domains: nothing.path)
  }

  private static func document(_ program: String) -> String {
    """
    {"openrpc":"1.3.2","info":{"title":"Tea","version":"0.1"},
    "x-mate":{"domain":"tea","socket":"tea.sock","exec":"\(program)","summary":{"en":"Tea"}},
    "components":{"schemas":{"Cups":{"type":"object","properties":{"cups":{"type":"integer"}}}}},
    "methods":[{"name":"tea.cups","params":[{"name":"kind","schema":{"type":"string"}}],
    "result":{"name":"result","schema":{"$ref":"#/components/schemas/Cups"}},
    "x-mate-access":"read","x-mate-command":{"path":["cups"],"summary":{"en":"Cups"}},
    "x-mate-render":{"message":{"en":"{cups} cups"}}}]}
    """
  }

  /// What the program says of itself from now on: its file with one place changed.
  private func tell(_ change: (inout [String: Any]) -> Void) throws {
    let file = URL(fileURLWithPath: domains.file("tea.json"))
    var document = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    change(&document)
    try JSONSerialization.data(withJSONObject: document).write(
      to: URL(fileURLWithPath: domains.file("tead.answer")))
  }

  private func cups(_ language: String = "en") throws -> CommandResult {
    try tool.start(
      ["-H", "there", "--lang", language, "tea", "cups"], environment: ssh.environment
    ).finish()
  }

  /// Sets a value at a JSON Pointer of objects and arrays.
  private static func set(_ value: Any, at path: [String], in container: Any) -> Any {
    guard let first = path.first else { return value }
    let rest = Array(path.dropFirst())
    if var array = container as? [Any], let index = Int(first) {
      array[index] = set(value, at: rest, in: array[index])
      return array
    }
    var object = container as? [String: Any] ?? [:]
    object[first] = set(value, at: rest, in: object[first] ?? [:])
    return object
  }

  /// Each place with a value that it cannot have.
  private static let wrong: [(place: String, value: any Sendable)] = [
    ("/x-mate", 7), ("/x-mate/domain", 7), ("/x-mate/exec", 7), ("/methods", "none"),
    ("/methods/0/params", 7), ("/methods/0/params/0/schema", "text"),
    ("/methods/0/params/0/schema/type", "word"), ("/methods/0/x-mate-access", "all"),
    ("/methods/0/x-mate-command/path", 7), ("/methods/0/x-mate-render", 7),
    ("/components/schemas/Cups/type", "cup"),
  ]

  @Test("is told with the place that is wrong, and nothing is done")
  func places() throws {
    try tell { _ in }
    #expect(try cups().output == "3 cups\n")
    for (place, value) in Self.wrong {
      let path = place.split(separator: "/").map(String.init)
      try tell { document in
        document = Self.set(value, at: path, in: document) as? [String: Any] ?? [:]
      }
      let result = try cups()
      #expect(result.status == 3 && result.output.isEmpty, "\(place): \(result)")
      #expect(
        result.errors.contains("on there, tea describes itself wrongly: \(place): ")
          && result.errors.contains("update the older side"), "\(place): \(result.errors)")
    }
    let korean = try cups("ko").errors
    #expect(korean.contains("도메인 설명이 잘못되었습니다: \(Self.wrong[Self.wrong.count - 1].place)"))
    // What was wrong is right again: the daemon was asked each time, and goes on.
    try tell { _ in }
    #expect(try cups().output == "3 cups\n")
  }

  @Test("of another domain than was asked for, or none at all, is told too")
  func others() throws {
    try Data("[]".utf8).write(to: URL(fileURLWithPath: domains.file("tead.answer")))
    #expect(try cups().errors.contains("on there, tea describes itself wrongly"))
    try tell { $0["methods"] = [Any]() }
    let empty = try cups()
    #expect(empty.status == 2 && empty.errors.contains("tea has no command cups"), "\(empty)")
  }
}
