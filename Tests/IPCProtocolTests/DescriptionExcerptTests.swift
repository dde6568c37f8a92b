import IPCProtocol
import Testing
import Values

@Suite("Description excerpts")
struct DescriptionExcerptTests {
  private let juice = DescriptionFixture.juice
  private var bytes: [UInt8] { Array(JSON.text(DescriptionFixture.juice.openRPC).utf8) }

  @Test("a command's method is read as it is in the whole, without what only others need")
  func oneMethod() throws {
    let excerpt = try #require(
      DomainDescription(excerptOf: bytes) { _, path in path == ["stock", "set"] })
    #expect(excerpt.domain == "juice" && excerpt.exec == "juiced")
    #expect(excerpt.socket == "fresh.sock" && excerpt.summary == juice.summary)
    let method = try #require(excerpt.methods.first)
    #expect(excerpt.methods.count == 1)
    #expect(method.name == "juice.set" && method.access == .admin && method.needsConfirmation)
    #expect(method.parameters.map(\.schema) == DescriptionFixture.set.parameters.map(\.schema))
    #expect(method.command == DescriptionFixture.set.command)
    #expect(method.render == DescriptionFixture.set.render)
    #expect(method.parameters.allSatisfy { $0.completion == nil })
    #expect(excerpt.errors.isEmpty)
  }

  @Test("a method is also found by its name, and one whose result is a reference is read")
  func byName() {
    let excerpt = DomainDescription(excerptOf: bytes) { name, _ in name == "juice.stock" }
    #expect(excerpt?.methods.map(\.name) == ["juice.stock"])
    #expect(excerpt?.schemas.isEmpty == true)
  }

  @Test("the schemas come along where a parameter refers to one")
  func references() throws {
    var order = MethodDescription(
      "juice.order", summary: LocalizedText(en: "Order"), access: .write,
      parameters: [
        ParameterDescription("items", .array(of: .reference("Stock")), LocalizedText(en: ""))
      ])
    order.command = CommandDescription(["order"])
    let domain = DomainDescription(
      domain: "juice", version: "1", exec: "juiced", summary: juice.summary, methods: [order],
      schemas: juice.schemas)
    let text = Array(JSON.text(domain.openRPC).utf8)
    let excerpt = try #require(DomainDescription(excerptOf: text) { $1 == ["order"] })
    #expect(excerpt.schemas.map(\.name) == juice.schemas.map(\.name))
  }

  @Test("where nothing is wanted or something is wrong there is no excerpt")
  func none() {
    #expect(DomainDescription(excerptOf: bytes) { _, _ in false } == nil)
    #expect(DomainDescription(excerptOf: Array("{".utf8)) { _, _ in true } == nil)
    #expect(DomainDescription(excerptOf: Array("[]".utf8)) { _, _ in true } == nil)
    let broken = [
      "[\t\u{0}", "{\"methods\":[\u{0}]}", "{\"methods\":[{\"name\":\u{0}}]}", "{,:", "{\"a\"",
    ]
    for text in broken {
      #expect(DomainDescription(excerptOf: Array(text.utf8)) { _, _ in true } == nil)
    }
    let wrong =
      #"{"methods":[{"name":"other.a","x-mate-command":{"path":["a"]}}],"#
      + #""x-mate":{"domain":"juice","exec":"juiced"}}"#
    #expect(DomainDescription(excerptOf: Array(wrong.utf8)) { _, _ in true } == nil)
  }

  @Test("every method is found whatever stands before it, and however the text is laid out")
  func anywhere() throws {
    let odd: JSONObject = [
      "a": "} ] \" \\", "b": [1, true, nil, -2.5e3, [], [:]], "한글": ["{": "\\\\\"}]"],
    ]
    func withOdd(_ value: JSONValue) throws -> JSONObject {
      var longer: JSONObject = ["odd": .object(odd), "more": "]}"]
      for (key, value) in try #require(value.objectValue) { longer[key] = value }
      return longer
    }
    var longer = try withOdd(juice.openRPC)
    let methods = try #require(longer["methods"]?.arrayValue)
    longer["methods"] = .array(try methods.map { .object(try withOdd($0)) })
    let text = JSON.text(.object(longer))
    let spaced = text.replacing("\":", with: "\" :\n\t ").replacing(",\"", with: " ,\r\n \"")
    for layout in [text, spaced, JSON.text(.object(longer), pretty: true)] {
      for method in juice.methods {
        let excerpt = try #require(
          DomainDescription(excerptOf: Array(layout.utf8)) { name, _ in name == method.name })
        #expect(excerpt.methods.map(\.name) == [method.name])
        #expect(excerpt.methods[0].command == method.command)
      }
    }
  }

  @Test("a text that is cut off anywhere has an excerpt only where it is all there")
  func cutOff() {
    let bytes = bytes
    for count in 0..<bytes.count {
      let excerpt = DomainDescription(excerptOf: Array(bytes[..<count])) { name, _ in
        name == "juice.set"
      }
      guard let excerpt else { continue }
      // Behind the last member that is needed nothing is missed.
      #expect(excerpt.methods.map(\.command) == [DescriptionFixture.set.command])
      #expect(excerpt.domain == "juice" && excerpt.exec == "juiced")
    }
  }
}
