import Loop
import LoopSupport
import Testing

@testable import DaemonRuntime

@Suite("One at a time")
struct OneAtATimeTests {
  private struct Refusal: Error {}

  /// What happens, in its order; and who is let go on.
  private actor Log {
    private(set) var entries: [String] = []
    private(set) var inside = 0
    private(set) var mostInside = 0

    func note(_ entry: String) { entries.append(entry) }
    func enters() {
      inside += 1
      mostInside = max(mostInside, inside)
    }
    func leaves() { inside -= 1 }
  }

  @Test("nobody is in beside another, everybody comes in, and who fails leaves the place")
  func order() async {
    RunningLoop.start()
    let (gate, log) = (OneAtATime(), Log())
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          do {
            try await gate.run {
              await log.enters()
              for _ in 0..<number % 5 { await Task.yield() }
              await log.leaves()
              if number % 3 == 0 { throw Refusal() }
            }
            await log.note("done")
          } catch {
            await log.note("failed")
          }
        }
      }
    }
    #expect(await log.mostInside == 1)
    #expect(await log.entries.count { $0 == "done" } == 133)
    #expect(await log.entries.count { $0 == "failed" } == 67)
  }
}
