import DaemonRuntime
import Loop
import LoopSupport
import TestSupport
import Testing

@testable import transitd

@Suite("Rehearsals of the way to work")
struct TransitRehearsalTests {
  init() { RunningLoop.start() }

  typealias Request = RehearsalBench<Transit>.Request

  @LoopActor
  @Test("leave no trace, whatever was rehearsed among real changes", arguments: 1...3)
  func property(seed: UInt64) throws {
    try rehearseAtRandom(
      Transit.self, seed: seed, steps: 80,
      reads: [
        "transit.favourite.list", "transit.alarm.list", "transit.leave.list", "transit.quota",
        "transit.gtfs.feeds",
      ].map { Request($0) }, Self.request)
  }

  static func request(_ random: inout SeededNumbers, _ step: Int) -> Request {
    let place = random.one(of: ["강남", "서울역", "사당", "홍대입구", "잠실", "신도림"])
    switch random.below(100) {
    case 0..<35: return Request("transit.favourite.add", #"{"place":"\#(place)"}"#)
    case 35..<50: return Request("transit.favourite.remove", #"{"favourite":"\#(place)"}"#)
    case 50..<65:
      let position = 1 + random.below(5)
      return Request(
        "transit.favourite.move", #"{"favourite":"\#(place)","position":\#(position)}"#)
    case 65..<80: return Request("transit.alarm.set", #"{"favourite":"\#(place)"}"#)
    case 80..<90: return Request("transit.alarm.remove", #"{"favourite":"\#(place)"}"#)
    default:
      let port = 1024 + random.below(3)
      return Request("transit.configure", #"{"subwayURL":"http://127.0.0.1:\#(port)/"}"#)
    }
  }
}
