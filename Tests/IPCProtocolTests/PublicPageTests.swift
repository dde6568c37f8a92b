import IPCProtocol
import Testing
import Values

/// What a description says for the web: what is called out on a wall, and what one customer may see.
@Suite("Public pages")
struct PublicPageTests {
  private static func document(
    _ page: String =
      #"{"title":{"en":"T"},"method":"tea.cup","parameter":"cup","follow":"tea.watch"}"#,
    announce: String = #"{"on":"/cups","text":{"en":"Cup {cup}"},"again":"/calls"}"#
  ) -> String {
    """
    {"openrpc":"1.3.2","info":{"title":"Tea","version":"1"},
     "x-mate":{"domain":"tea","socket":"tea.sock","exec":"tead","summary":{"en":"Tea"}},
     "methods":[
      {"name":"tea.cup","params":[{"name":"cup","required":true,"schema":{"type":"integer"}},
        {"name":"size","schema":{"type":"string"}}],"x-mate-render":{"message":{"en":"{cup}"}}},
      {"name":"tea.both","params":[{"name":"cup","required":true,"schema":true},
        {"name":"size","required":true,"schema":true}],"x-mate-render":{"message":{"en":"{cup}"}}},
      {"name":"tea.list","params":[],"x-mate-render":{"table":{"rows":"/cups","columns":[
        {"header":{"en":"Cup"},"value":"/cup"}]}}},
      {"name":"tea.drink","params":[{"name":"cup","schema":true}],"x-mate-access":"write",
        "x-mate-render":{"message":{"en":"{cup}"}}},
      {"name":"tea.watch","params":[],"x-mate-stream":true},
      {"name":"tea.follow","params":[{"name":"cup","required":true,"schema":true}],"x-mate-stream":true}],
     "x-mate-screens":[{"title":{"en":"Cups"},"view":{"method":"tea.list"},"announce":\(announce)}],
     "x-mate-public":\(page)}
    """
  }

  private func read(_ text: String) throws -> DomainDescription {
    try DomainDescription(openRPC: JSON.parse(Array(text.utf8)))
  }

  @Test("both are read, and written as they were")
  func whole() throws {
    let description = try read(Self.document())
    let page = PublicPage(LocalizedText(en: "T"), "tea.cup", of: "cup", follow: "tea.watch")
    #expect(description.publicPage == page)
    let announcement = ScreenDescription.Announcement(
      "/cups", LocalizedText(en: "Cup {cup}"), again: "/calls")
    #expect(description.screens.first?.announcement == announcement)
    let again = try DomainDescription(openRPC: description.openRPC)
    #expect(again.publicPage == page)
    #expect(again.screens == description.screens)
  }

  @Test(
    "a page that shows nothing, or would change or need more, is refused",
    arguments: [
      #"{"title":{"en":"T"},"method":"tea.list","parameter":"cup"}"#,
      #"{"title":{"en":"T"},"method":"tea.drink","parameter":"cup"}"#,
      #"{"title":{"en":"T"},"method":"tea.both","parameter":"cup"}"#,
      #"{"title":{"en":"T"},"method":"tea.cup","parameter":"size"}"#,
      #"{"title":{"en":"T"},"method":"tea.cup","parameter":"saucer"}"#,
      #"{"title":{"en":"T"},"method":"tea.nothing","parameter":"cup"}"#,
      #"{"title":{"en":"T"},"method":"tea.watch","parameter":"cup"}"#,
      #"{"title":{"en":"T"},"method":"tea.cup","parameter":"cup","follow":"tea.follow"}"#,
      #"{"title":{"en":"T"},"method":"tea.cup","parameter":"cup","follow":"tea.list"}"#,
      #"{"title":{"en":"T"},"method":"tea.cup","parameter":"cup","colour":"red"}"#,
      #"{"method":"tea.cup","parameter":"cup"}"#, "[]", "null",
    ])
  func refused(page: String) {
    #expect(throws: DescriptionError.self) { try read(Self.document(page)) }
  }

  @Test(
    "a call is a text over the rows of an array",
    arguments: [
      #"{"on":"cups","text":{"en":"Cup"}}"#, #"{"on":"/cups"}"#, #"{"text":{"en":"Cup"}}"#,
      #"{"on":"/cups","text":{"en":"Cup {cup"}}"#, #"{"on":"/cups","text":{"en":"{cup:colour}"}}"#,
      #"{"on":"/cups","text":{"en":"Cup"},"loud":true}"#,
      #"{"on":"/cups","text":{"en":"Cup"},"again":"calls"}"#,
    ])
  func refused(announcement: String) {
    #expect(throws: DescriptionError.self) { try read(Self.document(announce: announcement)) }
  }
}
