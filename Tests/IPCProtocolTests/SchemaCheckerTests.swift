import IPCProtocol
import Testing

@Suite("SchemaChecker")
struct SchemaCheckerTests {
  /// The violation of a JSON text by a schema that is a JSON text too; nil where it fits.
  private func violation(
    _ text: String, _ schema: String, schemas: [NamedSchema] = []
  ) throws -> SchemaViolation? {
    let schema = try JSONSchema(json: JSON.parse(schema))
    let document = JSONDocument()
    let checker = SchemaChecker(schemas: schemas)
    return try Array(text.utf8).withUnsafeBytes { bytes in
      try document.parse(bytes)
      return withExtendedLifetime(document) {
        do throws(SchemaViolation) {
          try checker.check(document.root, against: CompiledSchema(schema))
          return nil
        } catch {
          return error
        }
      }
    }
  }

  @Test(
    "what fits its schema passes",
    arguments: [
      ("3.0", #"{"type":"integer"}"#), ("3e0", #"{"type":"integer","maximum":3}"#),
      ("18446744073709551615", #"{"type":"integer"}"#), ("1", #"{"type":"number"}"#),
      ("null", #"{"type":["string","null"]}"#), (#""예금""#, #"{"type":"string","maxLength":2}"#),
      (#""👍🏽""#, #"{"minLength":2,"maxLength":2}"#), ("3.0", #"{"enum":[3]}"#),
      (#""2024-02-29""#, #"{"format":"date"}"#), (#""PT1H30M""#, #"{"format":"duration"}"#),
      (#""00000000-0000-4000-8000-0123456789aB""#, #"{"format":"uuid"}"#),
      ("0.5", #"{"type":"number","format":"duration"}"#), (#""ab""#, #"{"pattern":"^[a-z]+$"}"#),
      (#""xaby""#, #"{"pattern":"ab"}"#), ("[1,2]", #"{"items":{"type":"integer"},"minItems":2}"#),
      (#"{"a":1,"b":2}"#, #"{"additionalProperties":{"type":"integer"}}"#), ("{}", "true"),
    ])
  func fits(text: String, schema: String) throws {
    #expect(try violation(text, schema) == nil)
  }

  @Test(
    "what does not fit is refused",
    arguments: [
      ("3.5", #"{"type":"integer"}"#), ("18446744073709551616", #"{"type":"integer"}"#),
      ("-9223372036854775809", #"{"type":"integer"}"#), (#""3""#, #"{"type":"integer"}"#),
      ("true", #"{"type":"integer"}"#), ("null", #"{"type":"string"}"#),
      ("10001", #"{"maximum":10000}"#), ("0", #"{"minimum":1}"#), ("0.1", #"{"minimum":0.2}"#),
      ("9223372036854775808", #"{"maximum":9223372036854775807}"#),
      (#""예금대""#, #"{"maxLength":2}"#), (#""""#, #"{"minLength":1}"#),
      (#""2023-02-29""#, #"{"format":"date"}"#), (#""P""#, #"{"format":"duration"}"#),
      (#""PT""#, #"{"format":"duration"}"#), (#""PT1HT1M""#, #"{"format":"duration"}"#),
      (#""PT5""#, #"{"format":"duration"}"#), (#""P1H""#, #"{"format":"duration"}"#),
      (#""00000000-0000-4000-8000-0123456789g0""#, #"{"format":"uuid"}"#),
      (#""aB""#, #"{"pattern":"^[a-z]+$"}"#), ("[1]", #"{"minItems":2}"#),
      ("[1,2,3]", #"{"maxItems":2}"#), ("4", #"{"enum":[3]}"#), ("1", #"{"const":2}"#),
    ])
  func refused(text: String, schema: String) throws {
    #expect(try violation(text, schema)?.path == "")
  }

  @Test("a violation names the place, what was expected, and what was there")
  func place() throws {
    let schema = """
      {"type":"object","properties":{"count":{"type":"integer","minimum":1,"maximum":10000},
       "lines":{"items":{"enum":["deposit","loan"]}}},"required":["count"],
       "additionalProperties":false}
      """
    #expect(
      try violation(#"{"count":0}"#, schema)
        == SchemaViolation(path: "/count", expected: "an integer from 1 to 10000", got: "0"))
    #expect(
      try violation(#"{"count":1,"lines":["loan","lone"]}"#, schema)?.path == "/lines/1")
    #expect(
      try violation("{}", schema)
        == SchemaViolation(path: "/count", expected: "an integer from 1 to 10000", got: "nothing"))
    #expect(
      try violation(#"{"cuont":1,"count":1}"#, schema)
        == SchemaViolation(
          path: "/cuont", expected: "count (one of count, lines)", got: "cuont"))
  }

  @Test("a schema may refer to itself, and a reference in a circle ends")
  func circles() throws {
    let node = NamedSchema(
      "Node", .object([.init("next", .reference("Node"))], optional: ["next"], additional: false))
    let circle = NamedSchema("Circle", .reference("Circle"))
    let root = ##"{"$ref":"#/components/schemas/Node"}"##
    #expect(try violation(#"{"next":{"next":{}}}"#, root, schemas: [node]) == nil)
    #expect(
      try violation(#"{"next":{"next":{"x":1}}}"#, root, schemas: [node])?.path == "/next/next/x")
    #expect(
      try violation("1", ##"{"$ref":"#/components/schemas/Circle"}"##, schemas: [circle]) == nil)
  }

  @Test("values are checked as their bytes are")
  func values() throws {
    let schema = JSONSchema.object([.init("n", .integer(1, 3))])
    let checker = SchemaChecker(schemas: [])
    #expect(throws: Never.self) { try checker.check(["n": 3], against: schema) }
    #expect(throws: SchemaViolation.self) { try checker.check(["n": 4], against: schema) }
  }
}
