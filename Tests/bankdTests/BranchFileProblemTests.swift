import IPCProtocol
import Storage
import TestSupport
import Testing
import Values

@testable import bankd

extension BranchFile {
  /// A file with something of everything.
  static let small = #"""
    {"format":"mate-bank","version":1,"settings":{"spread":"lowestNumber"},
    "services":[{"service":"loan","name":{"en":"Loan"},
      "time":{"distribution":"uniform","minimumSeconds":1,"maximumSeconds":2.5}},
      {"service":"fx","name":{"en":"fx"},"retired":true,
      "time":{"distribution":"fixed","durationSeconds":60}}],
    "tellers":[{"teller":7,"name":"Kim","services":["loan"],"mode":"manual","paused":true}],
    "line":[{"number":3,"service":"loan","grade":"vip","takenAt":"2026-11-21T09:00:00Z",
      "waitedSeconds":30}],
    "days":[{"day":4,"openedAt":"2026-11-21T09:00:00+09:00","endedAt":"2026-11-21T18:00:00+09:00",
      "businessSeconds":60,"duty":[{"teller":9,"dutySeconds":60}],
      "tickets":[{"number":1,"service":"fx","grade":"normal","takenAt":"2026-11-21T00:10:00Z",
        "calledAt":"2026-11-21T00:10:12.5Z","endedAt":"2026-11-21T00:11:00Z","teller":9,
        "outcome":"served","waitedSeconds":12.5,"estimate":{"p50Seconds":10,"p90Seconds":20}},
        {"number":2,"service":"loan","grade":"normal","takenAt":"2026-11-21T00:10:00Z",
        "endedAt":"2026-11-21T00:11:00Z","outcome":"left","waitedSeconds":60,"reason":"left"}]}]}
    """#
}

@Suite("BranchFile, where it is wrong")
struct BranchFileProblemTests {
  @Test(
    "what is wrong is refused with its place",
    arguments: [
      (#""format":"mate-bank""#, #""format":"mate-juice""#, "/format"),
      (#""version":1"#, #""version":3"#, "/version"), (#""version":1,"#, "", "/version"),
      (#""settings":{"#, #""settings":{"colour":1,"#, "/settings/colour"),
      ("lowestNumber", "random", "/settings/spread"),
      (#""service":"loan","name""#, #""service":"Loan!","name""#, "/services/0/service"),
      (#""service":"fx","name""#, #""service":"loan","name""#, "/services/1"),
      (#"{"en":"Loan"}"#, #"{"ko":"대출"}"#, "/services/0/name/en"),
      (#"{"en":"Loan"}"#, #"{"en":""}"#, "/services/0/name/en"),
      (#""maximumSeconds":2.5"#, #""maximumSeconds":0.5"#, "/services/0/time"),
      (#""durationSeconds":60"#, #""durationSeconds":100000"#, "/services/1/time"),
      (#""retired":true"#, #""target":{"withinSeconds":0,"share":0.9}"#, "/services/1/target"),
      (#""retired":true"#, #""target":{"withinSeconds":9,"share":1}"#, "/services/1/target"),
      (#""distribution":"fixed""#, #""distribution":"normal""#, "/services/1/time/distribution"),
      (#""services":["loan"]"#, #""services":["cash"]"#, "/tellers/0/services/0"),
      (#""services":["loan"]"#, #""services":["fx"]"#, "/tellers/0/services/0"),
      (#""services":["loan"]"#, #""services":[]"#, "/tellers/0/services"),
      (#""mode":"manual""#, #""mode":"robot""#, "/tellers/0/mode"),
      (#""teller":7"#, #""teller":0"#, "/tellers/0/teller"),
      (#""teller":7"#, #""teller":"7""#, "/tellers/0/teller"),
      (#""name":"Kim""#, #""name":"two\nlines""#, "/tellers/0/name"),
      (#""number":3,"service":"loan""#, #""number":3,"service":"fx""#, "/line/0/service"),
      (#""grade":"vip""#, #""grade":"gold""#, "/line/0/grade"),
      (#""day":4"#, #""day":0"#, "/days/0/day"), (#""day":4"#, #""day":4.5"#, "/days/0/day"),
      ("2026-11-21T18:00:00+09:00", "2026-11-21 18:00", "/days/0/endedAt"),
      (#""businessSeconds":60"#, #""businessSeconds":-1"#, "/days/0/businessSeconds"),
      (
        #"[{"teller":9,"dutySeconds":60}"#,
        #"[{"teller":9,"dutySeconds":60},{"teller":9,"dutySeconds":1}"#, "/days/0/duty/1"
      ),
      (#""number":1,"service":"fx""#, #""number":1,"service":"card""#, "/days/0/tickets/0/service"),
      (#""teller":9,"#, "", "/days/0/duty/0/teller"),
      (#""number":2,"service":"loan""#, #""number":1,"service":"loan""#, "/days/0/tickets/1"),
      (#""outcome":"served""#, #""outcome":"left""#, "/days/0/tickets/0"),
      (#""outcome":"left""#, #""outcome":"served""#, "/days/0/tickets/1"),
      (#""outcome":"left""#, #""outcome":"gone""#, "/days/0/tickets/1/outcome"),
      (#""reason":"left""#, #""reason":"""#, "/days/0/tickets/1/reason"),
      (#""days":["#, #""days":[3,"#, "/days/0"),
      (#"]}]}"#, "]}]", "/"), ("{", "", "/"),
    ])
  func wrong(_ part: String, _ other: String, _ place: String) throws {
    var broken = BranchFile.small
    broken.replaceSubrange(try #require(broken.firstRange(of: part)), with: other)
    do {
      _ = try BranchFile(broken)
      Issue.record("\(other) was taken")
    } catch {
      #expect(error.reason == .invalidFile)
      #expect(error.data["place"] == .string(place), "\(error.sentence())")
      #expect(error.sentence().ko?.contains("{") == false)
    }
  }

  @Test(
    "no cut and no change of a byte does worse than a refusal",
    arguments: 1...4 as ClosedRange<UInt64>)
  func damaged(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let bytes = Array(BranchFile.small.utf8)
    for _ in 0..<400 {
      var damaged = bytes
      switch random.below(3) {
      case 0: damaged.removeLast(1 + random.below(bytes.count - 1))
      case 1: damaged[random.below(bytes.count)] = UInt8(random.below(128))
      default:
        let start = random.below(bytes.count - 40)
        damaged.removeSubrange(start..<start + 1 + random.below(39))
      }
      do {
        let file = try BranchFile(String(decoding: damaged, as: UTF8.self))
        // What is taken makes a branch that says the same again.
        let store = try BranchFileTests.fresh()
        try BranchFileTests.take(file.text(), into: store)
        var said = file
        said.hours = file.hours ?? OpeningHours()
        #expect(try store.file() == said)
      } catch let error as BankError {
        #expect(error.reason == .invalidFile)
      }
    }
  }

  @Test(
    "a day that has not come is refused, one of a clock that is an hour ahead is not",
    arguments: [("2026-11-21T08:00:00Z", nil), ("2026-11-19T00:00:00Z", "/days/0")])
  func future(now: String, place: String?) throws {
    let past = try #require(try BranchFile(BranchFile.small).history)
    let problem = past.problem(at: try #require(Timestamp(rfc3339: now)))
    #expect(problem?.place == place)
  }

  @Test("a service that goes while somebody waits for it is refused")
  func wantedService() throws {
    let store = try BranchFileTests.fresh()
    try BranchFileTests.take(BranchFile.small, into: store)
    let before = try store.file()
    let file = try BranchFile(
      """
      {"format":"mate-bank","version":1,"settings":{"spread":"lowestNumber"},"tellers":[],
      "services":[{"service":"a","name":{"en":"a"},"time":{"distribution":"fixed","durationSeconds":1}}]}
      """)
    #expect(refusal { try file.completed(from: before) } == .serviceWanted)
  }
}
