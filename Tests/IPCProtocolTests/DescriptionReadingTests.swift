import IPCProtocol
import Testing
import Values

@Suite("DomainDescription")
struct DescriptionReadingTests {
  @Test("what was written is read again, also through text")
  func roundTrip() throws {
    let written = DescriptionFixture.juice.openRPC
    #expect(try DomainDescription(openRPC: written) == DescriptionFixture.juice)
    let text = JSON.text(written, pretty: true)
    #expect(try DomainDescription(openRPC: JSON.parse(text)) == DescriptionFixture.juice)
  }

  @Test("the codes of errors survive in a domain that only reads")
  func codesOfReaders() throws {
    var domain = DescriptionFixture.juice
    domain.methods = [DescriptionFixture.stock]
    domain.errors[0].followUp = nil
    let read = try DomainDescription(openRPC: domain.openRPC)
    #expect(read.errors.first?.kind == .init(code: 1001, name: "juice.outOfStock"))
  }

  @Test("the smallest file of a third party is enough")
  func smallest() throws {
    let domain = try DomainDescription(
      openRPC: JSON.parse(
        """
        {"openrpc":"1.2.6","info":{"title":"Juice"},"x-vendor":1,
         "methods":[{"name":"juice.order","tags":[],"params":[{"name":"n","schema":{}}],
                     "x-mate-render":{"message":"done"},
                     "x-mate-command":{"path":["order"]}}],
         "x-mate":{"domain":"juice","exec":"/opt/juice/bin/juiced"},
         "x-mate-errors":{"juice.no":"no"}}
        """))
    #expect(domain.socket == "juice.sock")
    #expect(domain.version == "")
    #expect(domain.summary == LocalizedText(en: "Juice"))
    #expect(domain.errors.map(\.kind) == [.init(code: 0, name: "juice.no")])
    let method = try #require(domain.methods.first)
    #expect(method.access == .read)
    #expect(!method.isStream)
    #expect(method.summary.en == "juice.order")
    #expect(method.parameters.first?.isRequired == false)
    #expect(method.render == .message(.text(LocalizedText(en: "done"))))
    #expect(method.command?.flags == [])
  }

  @Test("what every daemon answers may be listed, and a stranger's method is left out and said")
  func otherMethods() throws {
    let text = """
      {"openrpc":"1.2.6","info":{"title":"Juice"},
       "methods":[{"name":"rpc.discover","params":"anything"},{"name":"mate.status"},
         {"name":"juice.order"},{"name":"bank.take"},{"name":"juice."},{"name":"order"},
         {"name":"mates.x"},{"name":"juice.stock"}],
       "x-mate":{"domain":"juice","exec":"juiced","protocol":"1.1"}}
      """
    let domain = try DomainDescription(openRPC: JSON.parse(text))
    #expect(domain.methods.map(\.name) == ["juice.order", "juice.stock"])
    #expect(
      domain.leftOut.map(\.path)
        == ["/methods/3/name", "/methods/4/name", "/methods/5/name", "/methods/6/name"])
    #expect(domain.protocolVersion == ProtocolVersion(1, 1))
  }

  @Test(
    "a protocol that is not understood is said", arguments: ["2.0", "1", "x", "", "1.x", "1.1.1"])
  func otherProtocol(version: String) throws {
    let text = """
      {"openrpc":"1.2.6","methods":[],
       "x-mate":{"domain":"juice","exec":"juiced","protocol":"\(version)"}}
      """
    let error = #expect(throws: DescriptionError.self) {
      try DomainDescription(openRPC: JSON.parse(text))
    }
    #expect(error?.path == "/x-mate/protocol")
  }

  @Test("a number whose name ends in Seconds is a duration, and nothing else is")
  func durations() throws {
    func format(_ name: String, _ schema: String) throws -> JSONSchema.Format? {
      let schema = try JSONSchema(json: JSON.parse(schema))
      let rules = ParameterDescription(name, schema, LocalizedText(en: "")).rules(
        in: [NamedSchema("N", .number())])
      return rules.format ?? rules.items?.rules(in: []).format
    }
    for schema in [
      #"{"type":"number"}"#, #"{"type":["integer","null"]}"#,
      ##"{"$ref":"#/components/schemas/N"}"##,
      #"{"type":"array","items":{"type":"number"}}"#,
    ] {
      #expect(try format("waitSeconds", schema) == .duration, "\(schema)")
      #expect(try format("waitSecond", schema) == nil, "\(schema)")
      #expect(try format("seconds", schema) == nil, "\(schema)")
    }
    #expect(try format("waitSeconds", #"{"type":"string"}"#) == nil)
    #expect(try format("wait", #"{"type":"number","format":"duration"}"#) == .duration)
  }

  @Test("a summary stands in for a description")
  func summaryOfParameter() throws {
    let value = try DescriptionFixture.document(
      method: #","params":[{"name":"n","summary":"how many","schema":{"type":"integer"}}]"#,
      document: "")
    let method = try #require(try DomainDescription(openRPC: value).methods.first)
    #expect(method.parameters.first?.summary.en == "how many")
  }

  @Test("the code of an error may stand in the components")
  func codeInComponents() throws {
    let value = try DescriptionFixture.document(
      method: "",
      document: #"""
        ,"components":{"errors":{"juice.no":{"code":7,"message":"No juice"}}},
        "x-mate-errors":{"juice.no":{"en":"no"}}
        """#)
    #expect(try DomainDescription(openRPC: value).errors.first?.kind.code == 7)
  }

  @Test("x-mate-summary is welcome everywhere")
  func summaries() throws {
    #expect(
      try DescriptionFixture.failure(
        method: #","result":{"name":"r","schema":true,"x-mate-summary":{"en":"r"}}"#,
        document: #","x-mate-summary":{"en":"x"}"#) == nil)
  }

  @Test(
    "an unknown member of ours is refused where it stands",
    arguments: [
      (#","x-mate-streem":true"#, "/methods/0/x-mate-streem"),
      (#","x-mate-command":{"path":["o"],"alias":[]}"#, "/methods/0/x-mate-command/alias"),
      (
        #","x-mate-command":{"path":["o"],"flags":{"n":{"shirt":"n"}}},"params":[]"#,
        "/methods/0/x-mate-command/flags/n/shirt"
      ),
      (#","x-mate-render":{"massage":"x"}"#, "/methods/0/x-mate-render/massage"),
      (
        #","x-mate-render":{"message":{"en":"x","de":"x"}}"#, "/methods/0/x-mate-render/message/de"
      ),
      (
        #","x-mate-render":{"table":{"rows":"/a","columns":[{"header":"A","value":"/a","wide":1}]}}"#,
        "/methods/0/x-mate-render/table/columns/0/wide"
      ),
      (
        #","x-mate-render":{"table":{"rows":"/a","columns":[],"instead":[{"rows":"/b","columns":[],"instead":[]}]}}"#,
        "/methods/0/x-mate-render/table/instead/0/instead"
      ),
      (
        #","params":[{"name":"a/b","schema":true,"x-mate-complete":{"method":"m","values":"","x":1}}]"#,
        "/methods/0/params/0/x-mate-complete/x"
      ),
      (#","result":{"name":"r","schema":true,"x-mate-x":1}"#, "/methods/0/result/x-mate-x"),
    ])
  func unknownMember(method: String, path: String) throws {
    let failure = try #require(try DescriptionFixture.failure(method: method))
    #expect(failure.path == path)
    #expect(failure.reason.hasPrefix("unknown member"))
  }

  @Test("the nearest known member is named")
  func nearestMember() throws {
    let failure = try DescriptionFixture.failure(mate: #","sumary":{"en":"x"}"#)
    #expect(
      failure?.description == #"/x-mate/sumary: unknown member "sumary"; "summary" is meant?"#)
    let extended = try DescriptionFixture.failure(document: #","x-mate-eror":{}"#)
    #expect(extended?.path == "/x-mate-eror")
  }
}
