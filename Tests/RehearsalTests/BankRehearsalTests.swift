import DaemonRuntime
import IPCProtocol
import Loop
import LoopSupport
import TestSupport
import Testing

@testable import bankd

@Suite("Rehearsals of the bank")
struct BankRehearsalTests {
  init() { RunningLoop.start() }

  typealias Request = RehearsalBench<Bank>.Request

  @LoopActor
  @Test("leave no trace, whatever was rehearsed among real changes", arguments: 1...6)
  func property(seed: UInt64) throws {
    try rehearseAtRandom(
      Bank.self, seed: seed, steps: 150,
      reads: ["bank.board", "bank.teller.list", "bank.service.list", "bank.hours"].map {
        Request($0)
      },
      Self.request)
  }

  static func request(_ random: inout SeededNumbers, _ step: Int) -> Request {
    // What closes the branch, or takes another in its place, must not keep it closed for good.
    if step % 10 == 0 { return Request("bank.open") }
    // Hours that come at random must not keep everybody out, whatever the time is.
    if step == 1 { return Request("bank.hours.rules", #"{"outside":"note"}"#) }
    let teller = 1 + random.below(6)
    let ticket = 1 + random.below(60)
    let service = random.one(of: ["deposit", "loan", "card"])
    let grade = random.one(of: ["vvip", "vip", "normal"])
    switch random.below(100) {
    case 0..<3: return Request("bank.open")
    case 3..<5:
      let choice = random.one(of: ["", #""clearLine":true"#, #""keepLine":true"#])
      return Request("bank.close", "{\(choice)}")
    case 5: return Request("bank.reset")
    case 6..<18: return Request("bank.add", #"{"count":\#(1 + random.below(9))}"#)
    case 18..<45:
      return Request("bank.take", #"{"service":"\#(service)","grade":"\#(grade)"}"#)
    case 45..<55: return Request("bank.leave", #"{"ticket":\#(ticket)}"#)
    case 55..<65: return Request("bank.next", #"{"teller":\#(teller)}"#)
    case 65..<71: return Request("bank.done", #"{"teller":\#(teller)}"#)
    case 71..<77: return Request("bank.noShow", #"{"teller":\#(teller)}"#)
    case 77..<81: return Request("bank.recall", #"{"ticket":\#(ticket)}"#)
    case 82..<84:
      return Request("bank.transfer", #"{"teller":\#(teller),"service":"\#(service)"}"#)
    case 85..<89:
      let mode = random.one(of: ["automatic", "manual", "manual"])
      return Request("bank.teller.add", #"{"services":["\#(service)"],"mode":"\#(mode)"}"#)
    case 81: return random.one(of: hours)
    case 84: return Request("bank.import", #"{"file":\#(random.one(of: files))}"#)
    case 89..<91: return Request("bank.teller.remove", #"{"teller":\#(teller)}"#)
    case 91..<94: return Request("bank.teller.pause", #"{"teller":\#(teller)}"#)
    case 94..<97: return Request("bank.teller.resume", #"{"teller":\#(teller)}"#)
    default:
      let seconds = 1 + random.below(5)
      let target = random.one(of: ["1s", "90% within 10m", "none"])
      return Request(
        "bank.service.set",
        #"{"service":"\#(service)","durationSeconds":\#(seconds),"target":"\#(target)"}"#)
    }
  }

  private static let hours = [
    Request("bank.hours.set", #"{"days":"daily","times":"24h"}"#),
    Request("bank.hours.set", #"{"days":"sun","times":"9-16","pauses":"12-13"}"#),
    Request("bank.hours.close", #"{"date":"2026-12-25","until":"2026-12-27"}"#),
    Request("bank.hours.reopen", #"{"date":"2026-12-26"}"#),
    Request("bank.hours.rules", #"{"outside":"note","zone":"Europe/Berlin"}"#),
    Request("bank.hours.clear"),
  ]

  /// Two branches and a file that is refused; as JSON texts.
  private static let files = ["deposit", "loan", "Loan"].map { service in
    let file = """
      {"format":"mate-bank","version":1,"settings":{"spread":"longestIdle"},"days":[],
      "services":[{"service":"\(service)","name":{"en":"x"},
      "time":{"distribution":"fixed","durationSeconds":2}}],
      "tellers":[{"teller":2,"services":["\(service)"],"mode":"manual"}],
      "line":[{"number":5,"service":"\(service)","grade":"vip","takenAt":"2026-11-21T09:00:00Z",
      "waitedSeconds":30}]}
      """
    return JSON.text(.string(file))
  }
}
