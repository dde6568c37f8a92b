import Foundation
import IPCProtocol
import TestSupport
import Testing
import Values

/// Shapes beside Foundation's coders, which share nothing with them but the types; and what a
/// declaration promises beyond the types.
@Suite("Shapes")
struct ShapeTests {
  @Test("what a shape writes, Foundation reads as the same value, and the other way round")
  func bothWays() throws {
    var numbers = SeededNumbers(seed: 12)
    for _ in 0..<1000 {
      let value = Everything(&numbers)
      let written = try value.json()
      #expect(try JSONDecoder().decode(Everything.self, from: Data(written)) == value)
      let theirs = Array(try JSONEncoder().encode(value))
      #expect(try Everything(json: theirs) == value)
    }
  }

  @Test("members stand in their order, and what is not there leaves no trace")
  func order() throws {
    struct Sparse: Shape {
      let a: Int64?
      let b: String?
      let c: [Bool]?
      let d: Inner?
      static let shape = ShapeOf<Sparse>([
        Member("d", \.d), Member("a", \.a), Member("c", \.c), Member("b", \.b),
      ])
    }
    for present in 0..<16 {
      func has(_ place: Int) -> Bool { present >> place & 1 == 1 }
      let value = Sparse(
        a: has(0) ? -1 : nil, b: has(1) ? "\"" : nil, c: has(2) ? [true, false] : nil,
        d: has(3) ? Inner(flag: false, text: "x") : nil)
      let members = [
        has(3) ? #""d":{"flag":false,"text":"x"}"# : nil, has(0) ? #""a":-1"# : nil,
        has(2) ? #""c":[true,false]"# : nil, has(1) ? #""b":"\"""# : nil,
      ]
      let text = "{\(members.compactMap { $0 }.joined(separator: ","))}"
      #expect(String(decoding: try value.json(), as: UTF8.self) == text)
    }
  }

  @Test("a value that does not fit is refused by its place, and a member that must be there")
  func mismatches() throws {
    var numbers = SeededNumbers(seed: 3)
    var value = Everything(&numbers)
    value.list = [Inner(flag: true, text: "some text that needs memory of its own")]
    value.lists = [[1], [2, 3]]
    while value.maybeList?.isEmpty != false || value.maybeInner == nil {
      (value.maybeList, value.maybeInner) = ([numbers.inner()], numbers.inner())
    }
    let whole = try JSON.parse(value.json()).objectValue ?? [:]
    for key in whole.keys {
      for wrong in [["neither": "nor"], [["nor"]], "2026-02-30T00:00:00Z", 1.5] as [JSONValue] {
        var broken = whole
        broken[key] = wrong
        guard !fits(wrong, key) else { continue }
        let failure = #expect(throws: JSONDecodingFailure.self, "\(key): \(wrong)") {
          try Everything(json: Array(JSON.text(.object(broken)).utf8))
        }
        #expect(failure?.path.hasPrefix("/\(key)") == true)
      }
      var without = whole
      without[key] = nil
      let text = Array(JSON.text(.object(without)).utf8)
      if key.hasPrefix("maybe") {
        _ = try Everything(json: text)
      } else {
        let failure = #expect(throws: JSONDecodingFailure.self, "\(key)") {
          try Everything(json: text)
        }
        #expect(failure?.path == "/\(key)")
      }
    }
    let failure = #expect(throws: JSONDecodingFailure.self) {
      try Inner(json: Array(#"[{"flag":true}]"#.utf8))
    }
    #expect(failure?.path == "")
  }

  private func fits(_ value: JSONValue, _ key: String) -> Bool {
    switch value {
    case .string: ["text", "maybeText"].contains(key)
    case .double: ["number", "maybeNumber"].contains(key)
    default: false
    }
  }

  @Test("the place of a wrong value is named from the root, also within lists")
  func places() {
    struct Deep: Shape {
      let lists: [[Inner]]
      static let shape = ShapeOf<Deep>([Member("lists", \.lists)])
    }
    let failure = #expect(throws: JSONDecodingFailure.self) {
      try Deep(json: Array(#"{"lists":[[],[{"flag":true},{"flag":1}]]}"#.utf8))
    }
    #expect(
      failure == JSONDecodingFailure(path: "/lists/1/1/flag", expected: "a boolean", got: "1"))
  }

  @Test("what is written is what the schema admits, and nothing else is written")
  func rules() throws {
    var names = SchemaNames()
    let schema = Bounded.schema(nil, &names)
    let checker = SchemaChecker(schemas: names.schemas)
    var numbers = SeededNumbers(seed: 61)
    var written = 0
    for _ in 0..<4000 {
      let value = Bounded(&numbers)
      let theirs = try JSON.parse(Array(try JSONEncoder().encode(value)))
      let admitted = (try? checker.check(theirs, against: schema)) != nil  // refusals are compared
      switch Result(catching: { () throws(JSONEncodingFailure) in try value.json() }) {
      case .success(let text):
        written += 1
        #expect(admitted, "\(value)")
        #expect(try Bounded(json: text) == value)
      case .failure: #expect(!admitted, "\(value)")
      }
    }
    #expect((200..<3000).contains(written))
  }

  @Test("what is no number is not written", arguments: [Double.nan, .infinity, -.infinity])
  func notNumbers(value: Double) {
    struct Number: Shape {
      let value: Double
      let maybe: Double?
      let list: [Double]
      static let shape = ShapeOf<Number>([
        Member("value", \.value), Member("maybe", \.maybe), Member("list", \.list),
      ])
    }
    for number in [
      Number(value: value, maybe: nil, list: []), Number(value: 0, maybe: value, list: []),
      Number(value: 0, maybe: nil, list: [1, value]),
    ] {
      #expect(throws: JSONEncodingFailure.self) { try number.json() }
    }
  }

  @Test("a member that is left out is its default, which the schema tells")
  func defaults() throws {
    let standard = Defaulted(
      count: 7, name: "a name that needs memory of its own", color: .deepBlue, list: [1, 2],
      inner: Inner(flag: true))
    #expect(try Defaulted(json: Array("{}".utf8)) == standard)
    let given = Defaulted(
      count: 1, name: "", color: .red, list: [], inner: Inner(flag: false, text: "x"))
    #expect(try Defaulted(json: given.json()) == given)
    var names = SchemaNames()
    let parameters = Defaulted.shape.parameters(&names)
    #expect(parameters.allSatisfy { !$0.isRequired })
    let told = parameters.map { $0.schema.jsonValue["default"] }
    #expect(
      told == [7, "a name that needs memory of its own", "deepBlue", [1, 2], ["flag": true]])
    #expect(parameters.map(\.summary.en) == ["how many", "name", "color", "list", "inner"])
  }

  @Test("one of two shapes has the members of both, and must have those of both")
  func either() throws {
    struct Left: Shape {
      let kind: String
      let at: Timestamp
      let mine: Int64
      let other: Int64
      static let shape = ShapeOf<Left>([
        Member("kind", \.kind), Member("at", \.at), Member("mine", \.mine, .from(0)),
        Member("other", \.other),
      ])
    }
    struct Right: Shape {
      let kind: String
      let at: Timestamp?
      let other: [Bounded]
      static let shape = ShapeOf<Right>([
        Member("kind", \.kind), Member("at", \.at), Member("other", \.other),
      ])
    }
    var names = SchemaNames()
    let expected: JSONValue = [
      "type": "object",
      "properties": [
        "kind": ["type": "string"], "at": ["type": "string", "format": "date-time"],
        "mine": ["type": "integer", "minimum": 0], "other": true,
      ], "required": ["kind", "other"],
    ]
    #expect(JSONSchema.either(Left.self, Right.self, &names).jsonValue == expected)
    #expect(names.schemas.map(\.name) == ["Bounded"])
  }

  @Test("a schema is what the declaration says, and a name stands for it once")
  func schema() throws {
    struct Two: Shape {
      let one: Bounded
      let more: [Bounded]?
      static let shape = ShapeOf<Two>([Member("one", \.one), Member("more", \.more)])
    }
    var names = SchemaNames()
    let expected: JSONValue = [
      "type": "object",
      "properties": [
        "one": ["$ref": "#/components/schemas/Bounded"],
        "more": ["type": "array", "items": ["$ref": "#/components/schemas/Bounded"]],
      ], "required": ["one"],
    ]
    #expect(Two.schema(nil, &names).jsonValue == expected)
    #expect(names.schemas.map(\.name) == ["Bounded"])
    let bounded: JSONValue = [
      "type": "object",
      "properties": [
        "count": ["type": "integer", "minimum": 1, "maximum": 3],
        "small": ["type": "integer", "minimum": -1],
        "share": ["type": "number", "minimum": 0.0, "maximum": 1.0],
        "seconds": ["type": "number", "format": "duration", "minimum": 0.0],
        "name": ["type": "string", "minLength": 1, "maxLength": 3, "pattern": "^[a-z]+$"],
        "day": ["type": "string", "format": "date"],
        "word": ["type": "string", "enum": ["yes", "no"]],
        "some": [
          "type": "array", "items": ["type": "integer", "minimum": 0, "maximum": 2],
          "minItems": 1, "maxItems": 2,
        ],
        "names": ["type": "array", "items": ["type": "string", "maxLength": 2]],
      ], "required": ["count", "share", "name", "word", "some"],
    ]
    #expect(names.schemas.first?.schema.jsonValue == bounded)
  }
}
