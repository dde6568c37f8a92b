import DaemonRuntime
import IPCProtocol
import IPCTransport
import TestSupport
import Testing
import Values

@testable import webd

@Suite("Settings of the page")
struct SettingsTests {
  private func settings(_ text: String) throws -> WebSettings {
    try WebSettings(try #require(try JSON.parse(Array(text.utf8)).objectValue))
  }

  @Test("nothing is shown, and no port opened, where nothing is said")
  func defaults() throws {
    let settings = try settings("{}")
    #expect(settings.port == nil)
    #expect(settings.addresses.isEmpty)
    #expect(!settings.screens.shows("bank", "line"))
    #expect(settings.hosts.allows("localhost:1"))
    #expect(!settings.hosts.allows("board.example"))
  }

  @Test("what is named is shown, and the host of the address is one of ours")
  func named() throws {
    let settings = try settings(
      #"{"port":8080,"url":"https://board.example:8443/","screens":["bank/line","juice/*"]}"#)
    #expect(settings.port == 8080)
    #expect(settings.url == "https://board.example:8443")
    #expect(settings.hosts.allows("board.example:8443"))
    #expect(!settings.hosts.allows("board.example:80"))
    #expect(settings.screens.shows("bank", "line"))
    #expect(!settings.screens.shows("bank", "desks"))
    #expect(!settings.screens.showsCustomerPage(of: "bank"))
    #expect(settings.screens.shows("juice", "menu"))
    #expect(try self.settings(#"{"screens":["*"]}"#).screens.shows("any", "thing"))
  }

  @Test(
    "what cannot be meant stops the start",
    arguments: [
      #"{"port":0}"#, #"{"port":65536}"#, #"{"port":"8080"}"#, #"{"displayOnly":1}"#,
      #"{"url":"board.example"}"#, #"{"url":"https://board.example/path"}"#, #"{"url":"https://"}"#,
      #"{"url":"javascript:x"}"#, #"{"hosts":["http://x"]}"#, #"{"hosts":"x"}"#,
      #"{"hosts":[""]}"#, #"{"hosts":["*"]}"#, #"{"screens":["bank"]}"#,
      #"{"screens":["bank/line/x"]}"#, #"{"screens":["/line"]}"#, #"{"screens":["*/line"]}"#,
      #"{"screens":[1]}"#, #"{"addresses":["0.0.0.0:8080"]}"#,
      #"{"displayOnly":true,"addresses":["board.example:80"]}"#,
      #"{"displayOnly":true,"addresses":["0.0.0.0"]}"#,
      #"{"displayOnly":true,"addresses":["0.0.0.0:0"]}"#, #"{"colour":"red"}"#,
    ])
  func refused(text: String) {
    #expect(throws: ConfigurationError.self) { try settings(text) }
  }

  @Test("addresses of both families are read")
  func addresses() throws {
    let text = #"{"displayOnly":true,"addresses":["0.0.0.0:8080","[::]:8081"]}"#
    let addresses = try settings(text).addresses
    #expect(addresses.map(\.host) == ["0.0.0.0", "::"])
    #expect(addresses.map(\.port) == [8080, 8081])
  }
}
