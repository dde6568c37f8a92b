import Testing
import Values

@Suite("Commands of one of several")
struct OwnCommandsTests {
  @Test(
    "are typed to it, and those of others stay",
    arguments: [
      ("the branch is closed; open it with `matectl bank open`", "`matectl bank@gangnam open`"),
      ("추가: matectl bank add \"…\"", "matectl bank@gangnam add \"…\""),
      ("see `matectl bank`", "`matectl bank@gangnam`"),
      ("`matectl juice bank`, `matectl banks x`", "`matectl juice bank`, `matectl banks x`"),
      ("`matectl bank@other open`", "`matectl bank@other open`"),
      (
        "matectl bank open, matectl bank close",
        "matectl bank@gangnam open, matectl bank@gangnam close"
      ),
      ("matectl ", "matectl "), ("bank open", "bank open"),
    ])
  func named(text: String, part: String) throws {
    let label = try #require(DomainLabel("bank@gangnam"))
    let own = try #require(OwnCommands(label))
    #expect(own.named(text).hasSuffix(part))
    #expect(own.named(own.named(text)) == own.named(text))
    #expect(OwnCommands(DomainLabel("bank", nil)) == nil)
  }
}
