import IPCProtocol
import Testing

@Suite("DomainDescription, its parts together")
struct DescriptionChecksTests {
  private static let params = ##"""
    ,"params":[{"name":"fruit","schema":{"type":"string"},"required":true},
    {"name":"count","schema":{"type":"integer"}},
    {"name":"tags","schema":{"$ref":"#/components/schemas/Tags"}},
    {"name":"isVegan","schema":{"type":"boolean"}}]
    """##
  private static let components =
    #","components":{"schemas":{"Tags":{"type":"array","items":{"type":"string"}}}}"#

  private func failure(command: String) throws -> DescriptionError? {
    try DescriptionFixture.failure(
      method: "\(Self.params),\"x-mate-command\":\(command)", document: Self.components)
  }

  @Test("a good command passes")
  func good() throws {
    #expect(
      try failure(
        command:
          #"{"path":["order"],"positionals":["fruit","tags"],"flags":{"count":{"short":"n"}}}"#)
        == nil)
  }

  @Test(
    "a command that leads nowhere is refused where it stands",
    arguments: [
      (#"{"path":[]}"#, "/path"), (#"{"path":["-x"]}"#, "/path"), (#"{"path":["a b"]}"#, "/path"),
      (#"{"path":["o"],"positionals":["fruit","apple"]}"#, "/positionals/1"),
      (#"{"path":["o"],"positionals":["fruit","fruit"]}"#, "/positionals/1"),
      (#"{"path":["o"],"positionals":["count","fruit"]}"#, "/positionals/1"),
      (#"{"path":["o"],"positionals":["tags","count"]}"#, "/positionals/0"),
      (#"{"path":["o"],"flags":{"apple":{"short":"a"}}}"#, "/flags/apple"),
      (#"{"path":["o"],"positionals":["fruit"],"flags":{"fruit":{"short":"f"}}}"#, "/flags/fruit"),
      (#"{"path":["o"],"flags":{"count":{"long":"fruit"}}}"#, "/flags/count"),
      (#"{"path":["o"],"flags":{"count":{"short":"f"},"fruit":{"short":"f"}}}"#, "/flags/count"),
      (#"{"path":["o"],"flags":{"count":{"long":"json"}}}"#, "/flags/count"),
      (#"{"path":["o"],"flags":{"count":{"short":"y"}}}"#, "/flags/count"),
      (#"{"path":["o"],"flags":{"count":{"short":"no"}}}"#, "/flags/count"),
      (#"{"path":["o"],"flags":{"count":{"short":"5"}}}"#, "/flags/count"),
      (#"{"path":["o"],"flags":{"count":{"long":"a=b"}}}"#, "/flags/count"),
    ])
  func badCommand(command: String, place: String) throws {
    #expect(try failure(command: command)?.path == "/methods/0/x-mate-command\(place)")
  }

  @Test("only a string has lines")
  func lines() throws {
    for (type, isRight) in [("string", true), ("integer", false), ("array", false)] {
      let method =
        #","params":[{"name":"body","schema":{"type":"\#(type)"},"x-mate-lines":true}]"#
      let path = try DescriptionFixture.failure(method: method)?.path
      #expect(path == (isRight ? nil : "/methods/0/params/0/x-mate-lines"))
    }
  }

  @Test("a parameter named as a global option needs another flag")
  func globalName() throws {
    let method = #","params":[{"name":"dryRun","schema":true}],"x-mate-command":{"path":["o"]}"#
    #expect(
      try DescriptionFixture.failure(method: method)?.reason
        == "--dry-run of dryRun is also a flag of matectl")
    #expect(try DescriptionFixture.failure(method: String(method.prefix(43))) == nil)
  }

  @Test(
    "a domain is named by a-z, 0-9 and -",
    arguments: ["", "Juice", "1juice", "-juice", "juice bar", "주스", "../juice", "mate", "rpc"])
  func domainName(name: String) throws {
    let value = try JSON.parse(
      #"{"methods":[],"x-mate":{"domain":"\#(name)","exec":"juiced"}}"#)
    let error = #expect(throws: DescriptionError.self) { try DomainDescription(openRPC: value) }
    #expect(error?.path == "/x-mate/domain")
  }

  @Test(
    "names that lead out of their folder are refused",
    arguments: [
      (#","socket":"../x.sock""#, "/x-mate/socket"), (#","socket":"""#, "/x-mate/socket"),
      (#","socket":"/run/x.sock""#, "/x-mate/socket"),
    ])
  func socketName(mate: String, path: String) throws {
    #expect(try DescriptionFixture.failure(mate: mate)?.path == path)
  }

  @Test(
    "methods and parameters that clash are refused",
    arguments: [
      (#"},{"name":"juice.order""#, "/methods/1/name"),
      (
        #","x-mate-command":{"path":["o"]}},{"name":"juice.b","x-mate-command":{"path":["o"]}"#,
        "/methods/1/x-mate-command/path"
      ),
      (#","params":[{"name":"_meta","schema":true}]"#, "/methods/0/params/0/name"),
      (
        #","params":[{"name":"a","schema":true},{"name":"a","schema":true}]"#,
        "/methods/0/params/1/name"
      ),
      (#","paramStructure":"by-position""#, "/methods/0/paramStructure"),
      (#","x-mate-access":"root""#, "/methods/0/x-mate-access"),
      (#","x-mate-today":true,"x-mate-access":"write""#, "/methods/0/x-mate-today"),
      (
        #","x-mate-today":true,"params":[{"name":"a","required":true,"schema":true}]"#,
        "/methods/0/x-mate-today"
      ),
      (
        #","params":[{"name":"a","schema":true,"x-mate-complete":{"method":"juice.x","values":"/*"}}]"#,
        "/methods/0/params/0/x-mate-complete/method"
      ),
      (#","x-mate-render":{"message":"{n:fixed9}"}"#, "/methods/0/x-mate-render/message"),
      (#","x-mate-render":{"message":"{n"}"#, "/methods/0/x-mate-render/message"),
      (#","x-mate-render":{}"#, "/methods/0/x-mate-render"),
      (
        #","x-mate-render":{"table":{"rows":"items","columns":[]}}"#,
        "/methods/0/x-mate-render/table/rows"
      ),
    ])
  func clashes(method: String, path: String) throws {
    #expect(try DescriptionFixture.failure(method: method)?.path == path)
  }

  @Test(
    "what ends a stream that is left is a method that answers at once and is given what it needs",
    arguments: [
      (#","x-mate-stream":true,"x-mate-access":"write""#, "juice.nothing", "{}", "/method"),
      (#","x-mate-stream":true,"x-mate-access":"write""#, "juice.order", "{}", "/method"),
      (#","x-mate-stream":true"#, "juice.order", "{}", ""),
      (#","x-mate-access":"write""#, "juice.order", "{}", ""),
    ])
  func leaving(kind: String, ending: String, params: String, place: String) throws {
    let leave =
      #","x-mate-leave":{"remark":"on","question":"end?","method":"\#(ending)","params":\#(params)}"#
    #expect(
      try DescriptionFixture.failure(method: kind + leave)?.path
        == "/methods/0/x-mate-leave\(place)")
  }
}
