import IPCProtocol
import Testing
import Values

@Suite("What a sentence shows of an event")
struct ShownPartTests {
  static let event: JSONValue = [
    "kind": "sold", "currency": "KRW", "by": "kim", "left": 3, "cash": 90_000,
    "order": ["id": 7, "note": "secret", "juice": ["name": "kiwi", "cost": 2]],
    "waiting": [["number": 4, "grade": "vip"]],
  ]

  static let cases: [(en: String, ko: String?, shown: JSONValue)] = [
    ("nothing", nil, [:]), ("{left} left", nil, ["left": 3]),
    ("{left}", "{by:이/가}", ["left": 3, "by": "kim"]),
    ("{order/id:number}", nil, ["order": ["id": 7]]),
    (
      "{order/juice/name} {order/id}", nil,
      ["order": ["id": 7, "juice": ["name": "kiwi"]]]
    ),
    ("{order/*/name}", nil, ["order": ["id": 7, "note": "secret", "juice": ["name": "kiwi"]]]),
    ("{waiting/0/number}", nil, ["waiting": [["number": 4, "grade": "vip"]]]),
    ("{gone} {order/gone} {left/gone}", nil, ["order": [:], "left": 3]),
  ]

  @Test("only what it names in either language goes along", arguments: cases)
  func text(en: String, ko: String?, shown: JSONValue) {
    var wanted = shown.objectValue ?? [:]
    wanted["currency"] = "KRW"
    let template = MessageTemplate.text(LocalizedText(en: en, ko: ko))
    #expect(template.shownPart(of: Self.event).inOrder == JSONValue.object(wanted).inOrder)
  }

  @Test("of several sentences that which is said counts, and what chooses it goes along")
  func oneOfSeveral() {
    let template = MessageTemplate.cases(
      by: "/kind",
      [MessageCase("sold", "{left} left", ko: "{left}"), MessageCase("x", "{cash}", ko: "")])
    #expect(
      template.shownPart(of: Self.event).inOrder
        == (["kind": "sold", "currency": "KRW", "left": 3] as JSONValue).inOrder)
    #expect(template.shownPart(of: ["kind": "other", "cash": 1]) == [:])
    #expect(template.shownPart(of: "text") == [:])
  }
}

extension JSONValue {
  /// With members by their names, as their order says nothing.
  fileprivate var inOrder: JSONValue {
    guard let members = objectValue?.members else { return self }
    return .object(
      JSONObject(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.inOrder) }))
  }
}
