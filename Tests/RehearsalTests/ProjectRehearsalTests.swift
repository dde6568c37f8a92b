import DaemonRuntime
import Loop
import LoopSupport
import TestSupport
import Testing

@testable import projectd

@Suite("Rehearsals of the board")
struct ProjectRehearsalTests {
  init() { RunningLoop.start() }

  typealias Request = RehearsalBench<ProjectService>.Request

  private static let reads: [Request] = [
    Request("project.list", #"{"all":true,"zone":"Asia/Seoul"}"#),
    Request("project.list", #"{"all":true,"zone":"Asia/Seoul","sort":"changed","reverse":true}"#),
    Request("project.list", #"{"zone":"UTC","state":"doing","limit":5}"#),
    Request("project.list", #"{"zone":"UTC","blocked":true}"#),
    Request("project.list", #"{"zone":"UTC","blocking":true}"#),
    Request("project.board", #"{"zone":"UTC"}"#), Request("project.next", #"{"zone":"UTC"}"#),
    Request("project.history"), Request("project.sync.status"),
    Request("project.sync.changes", #"{"known":{}}"#), Request("project.show", #"{"id":3}"#),
  ]

  /// Every project that is added has an id of its own, so an answer is not said twice.
  @LoopActor
  @Test("leave no trace, whatever was rehearsed among real changes", arguments: 1...3)
  func property(seed: UInt64) throws {
    try rehearseAtRandom(
      ProjectService.self, seed: seed, steps: 50, repeatsAnswers: false, reads: Self.reads,
      Self.request)
  }

  static func request(_ random: inout SeededNumbers, _ step: Int) -> Request {
    let id = 1 + random.below(30)
    let other = 1 + random.below(30)
    let state = random.one(of: ["todo", "doing", "done"])
    let due = random.one(of: ["2026-11-20", "tomorrow", "2027-03-01 09:00"])
    let tag = random.one(of: ["home", "work", "next"])
    switch random.below(100) {
    case 0..<30:
      return Request(
        "project.add",
        #"{"title":"Task \#(step)","due":"\#(due)","tags":["\#(tag)"],"zone":"UTC"}"#)
    case 30..<34: return Request("project.add", #"{"title":"No day \#(step)","zone":"UTC"}"#)
    case 34..<38:
      return Request(
        "project.add",
        #"{"title":"Later \#(step)","depends":[\#(id),\#(other)],"wait":"\#(due)","priority":"2"}"#)
    case 38..<42: return Request("project.edit", #"{"id":\#(id),"depends":[\#(other)]}"#)
    case 42..<44: return Request("project.edit", #"{"id":\#(id),"undepend":[\#(other)]}"#)
    case 44..<46: return Request("project.note", #"{"id":\#(id),"words":["note \#(step)"]}"#)
    case 38..<53:
      return Request(
        "project.edit", #"{"id":\#(id),"title":"Other \#(step)","due":"\#(due)","zone":"UTC"}"#)
    case 53..<68: return Request("project.move", #"{"ids":[\#(id),\#(other)],"to":"\#(state)"}"#)
    case 68..<76: return Request("project.remove", #"{"ids":[\#(id)]}"#)
    case 76..<84: return Request("project.undo", #"{"steps":\#(1 + random.below(4))}"#)
    case 84..<90: return Request("project.redo", #"{"steps":\#(1 + random.below(3))}"#)
    case 90..<92:
      return Request("project.sync.add", #"{"name":"s\#(random.below(4))","command":"true"}"#)
    case 92..<94: return Request("project.sync.remove", #"{"name":"s\#(random.below(4))"}"#)
    case 94..<97: return Request("project.sync.merge", merge(&random, step))
    default:
      // Above and below the number of changes for which the order is mended.
      let lines = (0..<random.one(of: [3, 400])).map { "(A) imported \(step).\($0)" }
      let text = lines.joined(separator: #"\n"#)
      return Request("project.import", #"{"text":"\#(text)","format":"todotxt","zone":"UTC"}"#)
    }
  }

  /// What another replica has done.
  private static func merge(_ random: inout SeededNumbers, _ step: Int) -> String {
    let replica = "00000000-0000-4000-8000-00000000000\(random.below(3))"
    let project = "10000000-0000-4000-8000-00000000000\(random.below(9))"
    let clock = "\(1_700_000_000_000 + step).0"
    return """
      {"basis":{},"changes":[{"replica":"\(replica)","clock":"\(clock)","project":"\(project)",\
      "fields":{"title":"from afar \(step)"}}]}
      """
  }
}
