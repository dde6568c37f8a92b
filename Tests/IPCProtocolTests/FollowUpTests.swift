import IPCProtocol
import Testing
import Values

@Suite("FollowUp")
struct FollowUpTests {
  @Test("a follow-up comes back from its document as it went in")
  func roundTrip() throws {
    let again = try DomainDescription(openRPC: DescriptionFixture.juice.openRPC)
    #expect(again.errors == DescriptionFixture.juice.errors)
    #expect(again.errors.first?.followUp?.asks.first?.defaultValue == "/need")
  }

  /// The complaint about a document with one method `juice.order` and this follow-up.
  private func failure(_ followUp: String, error: String = "juice.short") throws -> String? {
    let failure = try DescriptionFixture.failure(
      method: #","params":[{"name":"fruit","required":true,"schema":{"type":"string"}}]"#,
      document: #","x-mate-errors":{"juice.short":{"en":"short"}},"#
        + #""x-mate-follow-up":{"\#(error)":\#(followUp)}"#)
    return failure.map { "\($0.path): \($0.reason)" }
  }

  @Test("words that are left out are yes and no in both languages")
  func defaults() throws {
    let value = try DescriptionFixture.document(
      method: "",
      document: #","x-mate-errors":{"juice.short":{"en":"short"}},"#
        + #""x-mate-follow-up":{"juice.short":{"method":"juice.order"}}"#)
    let followUp = try DomainDescription(openRPC: value).errors.first?.followUp
    #expect(followUp?.yes == LocalizedText(en: "yes", ko: "예"))
    #expect(followUp?.no == LocalizedText(en: "no", ko: "아니요"))
    #expect(followUp?.question == nil)
  }

  @Test("a follow-up that leads somewhere passes")
  func good() throws {
    #expect(try failure(#"{"method":"juice.order","params":{"fruit":"/fruit"}}"#) == nil)
    let ask = #"{"method":"juice.order","each":"/all","ask":{"fruit":{"prompt":{"en":"which"}}}}"#
    #expect(try failure(ask) == nil)
  }

  @Test(
    "a follow-up that leads nowhere is refused where it stands",
    arguments: [
      (#"{"method":"juice.none"}"#, "there is no method juice.none"),
      (#"{"params":{"fruit":"/fruit"}}"#, "\"method\" is missing"),
      (#"{"method":"juice.order"}"#, "juice.order needs fruit"),
      (
        #"{"method":"juice.order","params":{"fruit":"/f","size":"/s"}}"#,
        "juice.order has no parameter size"
      ),
      (
        #"{"method":"juice.order","params":{"fruit":"/f"},"ask":{"fruit":{"prompt":{"en":"f"}}}}"#,
        "fruit is taken from the data and asked for"
      ),
      (#"{"method":"juice.order","params":{"fruit":"f"}}"#, "a JSON Pointer starts with /"),
      (#"{"method":"juice.order","ask":{"fruit":{}}}"#, "\"prompt\" is missing"),
      (
        #"{"method":"juice.order","question":{"en":"{f:what}"}}"#,
        "unknown format \"what\" in {f:what}"
      ),
      (
        #"{"method":"juice.order","questoin":{"en":"?"}}"#,
        "unknown member \"questoin\"; \"question\" is meant?"
      ),
      (
        #"{"method":"juice.order","params":{"fruit":"/f"},"step":{"method":"juice.no","parameter":"by"}}"#,
        "there is no method juice.no that answers at once"
      ),
      (
        #"{"method":"juice.order","params":{"fruit":"/f"},"step":{"method":"juice.order","parameter":"by"}}"#,
        "juice.order has no parameter by"
      ),
      (
        #"{"method":"juice.order","params":{"fruit":"/f"},"details":[{"each":"/a"}]}"#,
        "\"text\" is missing"
      ),
      (
        #"{"method":"juice.order","params":{"fruit":"/f"},"commands":[{"text":{"en":"{f:what}"}}]}"#,
        "unknown format \"what\" in {f:what}"
      ),
    ])
  func bad(_ followUp: String, _ reason: String) throws {
    let complaint = try #require(try failure(followUp))
    #expect(complaint.hasPrefix("/x-mate-follow-up/juice.short"))
    #expect(complaint.hasSuffix(reason), "\(complaint)")
  }

  @Test("a follow-up of an error that nobody has is refused")
  func unknownError() throws {
    let complaint = try failure(
      #"{"method":"juice.order","params":{"fruit":"/f"}}"#, error: "juice.shrot")
    #expect(complaint?.hasSuffix("there is no error juice.shrot in x-mate-errors") == true)
  }
}
