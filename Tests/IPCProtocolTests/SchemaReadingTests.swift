import IPCProtocol
import Testing

@Suite("JSONSchema")
struct SchemaReadingTests {
  private func read(_ text: String) throws -> JSONSchema {
    try JSONSchema(json: JSON.parse(text), at: "/here")
  }

  @Test("every keyword of the subset is read")
  func everyKeyword() throws {
    let schema = try read(
      """
      {"type":["object","null"],"properties":{"n":{"type":"integer","minimum":-1,
       "maximum":18446744073709551615,"default":3},"s":{"type":"string","format":"date-time",
       "minLength":1,"maxLength":9,"pattern":"^a","const":"a"},"l":{"type":"array","items":true,
       "minItems":1,"maxItems":2},"e":{"enum":["a",1,null]}},"required":["n"],
       "additionalProperties":{"$ref":"#/components/schemas/X"},"description":"d"}
      """)
    guard case .rules(let rules) = schema else {
      Issue.record("rules are expected")
      return
    }
    #expect(rules.types == [.object, .null])
    #expect(rules.required == ["n"])
    #expect(rules.description == "d")
    #expect(rules.additionalProperties == .schema(.reference("X")))
    #expect(rules.properties.map(\.name) == ["n", "s", "l", "e"])
    #expect(try read(JSON.text(schema.jsonValue)) == schema)
    guard case .rules(let number) = rules.properties[0].schema else {
      Issue.record("rules are expected")
      return
    }
    #expect(number.minimum == .integer(-1))
    #expect(number.maximum == .unsigned(.max))
    #expect(number.defaultValue == 3)
  }

  @Test("true and {} allow anything")
  func anything() throws {
    #expect(try read("true") == .any)
    #expect(try read("{}") == .rules(JSONSchema.Rules()))
  }

  @Test(
    "what nobody would check is refused where it stands",
    arguments: [
      (#"false"#, "/here"), (#"3"#, "/here"),
      (#"{"type":"object","oneOf":[]}"#, "/here/oneOf"),
      (#"{"type":"int"}"#, "/here/type"), (#"{"type":[]}"#, "/here/type"),
      (#"{"enum":[]}"#, "/here/enum"), (#"{"format":"email"}"#, "/here/format"),
      (#"{"minimum":"1"}"#, "/here/minimum"), (#"{"minLength":-1}"#, "/here/minLength"),
      (#"{"maxItems":1.5}"#, "/here/maxItems"), (#"{"pattern":"("}"#, "/here/pattern"),
      (#"{"pattern":"^(?=a)"}"#, "/here/pattern"),
      (#"{"items":{"items":{"x":1}}}"#, "/here/items/items/x"),
      (#"{"properties":{"a/b":{"x":1}}}"#, "/here/properties/a~1b/x"),
      (#"{"$ref":"other.json#/x"}"#, "/here/$ref"),
      (##"{"$ref":"#/components/schemas/X","minimum":1}"##, "/here/minimum"),
    ])
  func refused(text: String, path: String) throws {
    let error = #expect(throws: DescriptionError.self) { try read(text) }
    #expect(error?.path == path)
  }

  @Test("a reference to a schema that is not there is refused, and the nearest is named")
  func danglingReference() throws {
    let failure = try DescriptionFixture.failure(
      method: ##","params":[{"name":"a","schema":{"$ref":"#/components/schemas/Tikcet"}}]"##,
      document: #","components":{"schemas":{"Ticket":{"type":"string"}}}"#)
    #expect(
      failure
        == DescriptionError(
          path: "/methods/0/params/0/schema/$ref",
          reason: #"there is no schema "Tikcet"; "Ticket" is meant?"#))
  }
}
