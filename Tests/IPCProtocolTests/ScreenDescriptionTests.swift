import IPCProtocol
import Testing
import Values

@Suite("Screens in a description")
struct ScreenDescriptionTests {
  /// Beside one method `juice.order`: a read that is drawn as a table, a stream, a change.
  private static let method = #"""
    ,"x-mate-access":"read","params":[{"name":"fruit","schema":{"type":"string"}}],
    "x-mate-render":{"table":{"rows":"/items","columns":[{"header":{"en":"A"},"value":"/a"}]}}
    """#

  private static func document(_ screen: String) -> String {
    #","x-mate-screens":[\#(screen)]"#
  }

  private func failure(_ screen: String) throws -> String? {
    let failure = try DescriptionFixture.failure(
      method: Self.method, document: Self.document(screen))
    return failure.map { "\($0.path): \($0.reason)" }
  }

  private static let whole = #"""
    {"name":"line","title":{"en":"Line","ko":"줄"},
    "view":{"method":"juice.order","params":{"fruit":"kiwi"}},
    "refresh":{"everySeconds":1.5,"while":"/serving"},
    "actions":[
    {"key":"d","label":{"en":"done"},"method":"juice.order","on":"/items","when":"/a",
    "params":{"fruit":"/a"}},
    {"key":"+","label":{"en":"more"},"method":"juice.order","params":{"fruit":{"marked":"/a"}}},
    {"key":"-","label":{"en":"less"},"method":"juice.order","params":{"fruit":{"result":"/b"}}},
    {"key":"e","label":{"en":"edit"},"method":"juice.order","params":{"fruit":{"ask":true}}},
    {"key":"n","label":{"en":"new"},"method":"juice.order","params":{"fruit":{"ask":"/a"}}},
    {"key":"k","label":{"en":"kiwi"},"method":"juice.order","params":{"fruit":{"value":"kiwi"}}}],
    "move":{"method":"juice.order","item":{"fruit":{"marked":"/a"}},"column":"fruit"},
    "default":"d"}
    """#

  @Test("a screen with all that it can have comes back as it went in")
  func roundTrip() throws {
    let value = try DescriptionFixture.document(
      method: Self.method, document: Self.document(Self.whole))
    let domain = try DomainDescription(openRPC: value)
    let screen = try #require(domain.screens.first)
    #expect(screen.actions.map(\.key) == ["d", "+", "-", "e", "n", "k"])
    #expect(screen.actions[3].params.map(\.source) == [.ask()])
    #expect(screen.actions[4].params.map(\.source) == [.ask("/a")])
    #expect(screen.refresh == .init(every: 1.5, while: "/serving"))
    #expect(screen.move?.item.source == .marked("/a"))
    #expect(try screen.jsonValue == JSON.parse(Self.whole))
    #expect(try DomainDescription(openRPC: domain.openRPC).screens == domain.screens)
  }

  @Test(
    "a screen that leads nowhere is refused, with its place",
    arguments: [
      (#"{"view":{"method":"juice.order"}}"#, "/x-mate-screens/0: \"title\" is missing"),
      (
        #"{"title":"x","view":{"method":"juice.menu"}}"#,
        "/x-mate-screens/0/view/method: there is no method juice.menu"
      ),
      (
        #"{"title":"x","view":{"method":"juice.order","params":{"fruits":1}}}"#,
        "/x-mate-screens/0/view: juice.order has no parameter fruits"
      ),
      (
        #"{"title":"x","view":{"method":"juice.order"},"follow":{"method":"juice.order"}}"#,
        "/x-mate-screens/0/follow/method: juice.order is no stream that only reads"
      ),
      (
        #"{"title":"x","view":{"method":"juice.order"},"refresh":{"everySeconds":0}}"#,
        "/x-mate-screens/0/refresh/everySeconds: 0.1 to 86400 seconds are expected"
      ),
      (
        #"{"title":"x","view":{"method":"juice.order"},"default":"d"}"#,
        "/x-mate-screens/0/default: no action has the key \"d\""
      ),
      (
        #"{"title":"x","name":"t","view":{"method":"juice.order"}}"#,
        "/x-mate-screens/0/name: a word of a to z"
      ),
      (
        #"{"title":"x","name":"a/../b","view":{"method":"juice.order"}}"#,
        "/x-mate-screens/0/name: a word of a to z"
      ),
      (
        #"{"title":"x","name":"a","view":{"method":"juice.order"}},{"title":"y","name":"a","view":{"method":"juice.order"}}"#,
        "/x-mate-screens/1/name: there are two screens a"
      ),
      (
        #"{"title":"x","view":{"method":"juice.order"},"colour":"red"}"#,
        "/x-mate-screens/0/colour: unknown member \"colour\""
      ),
    ])
  func refused(screen: String, sentence: String) throws {
    let said = try failure(screen) ?? ""
    #expect(said.hasPrefix(sentence), "\(said)")
  }

  @Test("a key is one letter or sign, once, and none of the client's own")
  func keys() throws {
    func failure(_ actions: String...) throws -> String? {
      let list = actions.joined(separator: ",")
      return try self.failure(
        #"{"title":"x","view":{"method":"juice.order"},"actions":[\#(list)]}"#)
    }
    func action(_ key: String, _ more: String = "") -> String {
      #"{"key":"\#(key)","label":"x","method":"juice.order"\#(more)}"#
    }
    for key in ["q", "?", "1", "u", "", "dd", "가", " "] {
      let said = try failure(action(key)) ?? ""
      #expect(said.contains("/actions/0/key"), "\(key)")
    }
    #expect(try failure(action("d"), action("d")) != nil)
    #expect(try failure(action("d", #","on":"/items""#), action("d")) == nil)
    #expect(
      try failure(action("d", #","on":"/item""#))
        == "/x-mate-screens/0/actions/0/on: juice.order draws no rows from /item")
    #expect(
      try failure(action("d", #","params":{"fruit":{"row":"/a"}}"#))?.contains("/params/fruit")
        == true)
    #expect(
      try failure(action("d", #","params":{"size":"/a"}"#))
        == "/x-mate-screens/0/actions/0: juice.order has no parameter size")
  }
}
