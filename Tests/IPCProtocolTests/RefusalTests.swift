import IPCProtocol
import Testing
import Values

@Suite("Refusal")
struct RefusalTests {
  private enum Reason: Int, RefusalReason {
    case cold = 1001

    static var domain: String { "tea" }

    var text: LocalizedText { LocalizedText(en: "{cup} is cold", ko: "{cup:은/는} 식었습니다") }
  }

  @Test("a refusal has its reason's code, name and sentences, filled from its data")
  func sentences() {
    let refusal = Refusal(Reason.cold, ["cup": "차", "of": ["name": "green"]])
    #expect(refusal.sentence == LocalizedText(en: "차 is cold", ko: "차는 식었습니다"))
    let error = refusal.wireError
    #expect(error.kind == .init(code: 1001, name: "tea.cold"))
    #expect(error.message == "차 is cold")
    #expect(error.data == ["cup": "차", "of": ["name": "green"]])
  }

  @Test("data that would lose a member to the error itself ends the program")
  func ownMembers() async {
    await #expect(processExitsWith: .failure) { _ = Refusal(Reason.cold, ["name": "green"]) }
    await #expect(processExitsWith: .failure) { _ = Refusal(Reason.cold, ["traceId": "t1"]) }
  }
}
