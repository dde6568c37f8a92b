import IPCProtocol
import Testing

@Suite("JSONObject")
struct JSONObjectTests {
  @Test("names are the same where their scalars are, not where Unicode calls them equivalent")
  func names() throws {
    let composed = "\u{E9}"
    let decomposed = "e\u{301}"
    try #require(composed == decomposed)
    let object = JSONObject([(composed, 1), (decomposed, 2), (composed, 3)])
    #expect(object.count == 2)
    #expect(object[composed] == 3 && object[decomposed] == 2)
    let parsed = try JSON.parse(#"{"\u00e9":1,"e\u0301":2}"#)
    #expect(parsed == .object([composed: 1, decomposed: 2]))
    #expect(parsed != .object([composed: 2, decomposed: 1]))
  }

  @Test("objects with many members behave as those with few", arguments: [10, 100])
  func many(count: Int) {
    let members = (0..<count).map { ("m\($0)", JSONValue.integer($0)) }
    var object = JSONObject(members + [("m3", "again")])
    #expect(object.count == count)
    #expect(object["m3"] == "again")
    #expect(object.keys == members.map(\.0))
    #expect(object == JSONObject((members + [("m3", "again")]).reversed().map { $0 }.uniqued()))
    object["m3"] = nil
    #expect(object.count == count - 1 && object["m3"] == nil)
    #expect(object != JSONObject(members))
  }

  @Test("a hundred thousand members are made into an object in one pass")
  func hostile() throws {
    // Compared each with each these would be five thousand million comparisons.
    let text = "{" + (0..<100_000).map { "\"k\($0)\":0" }.joined(separator: ",") + "}"
    let object = try #require(try JSON.parse(text).objectValue)
    #expect(object.count == 100_000)
    #expect(object == (try JSON.parse(text).objectValue))
  }
}

extension [(String, JSONValue)] {
  /// The first of each name.
  fileprivate func uniqued() -> Self {
    var seen: Set<String> = []
    return filter { seen.insert($0.0).inserted }
  }
}
