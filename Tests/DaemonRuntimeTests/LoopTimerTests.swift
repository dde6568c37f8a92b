import Loop
import LoopSupport
import Testing

@testable import DaemonRuntime

@Suite("LoopTimer")
struct LoopTimerTests {
  init() { RunningLoop.start() }

  /// Arms a timer far away and, in a later turn of the loop, near; waits until it has fired.
  @LoopActor
  private func fireEarlier() async {
    let (fired, continuation) = AsyncStream.makeStream(of: Void.self)
    let timer = EventLoop.shared.makeTimer { continuation.yield() }
    timer.arm(afterMicroseconds: 3_600_000_000)
    // Back from another thread: the loop has waited in between.
    for _ in 0..<3 { await Task.detached {}.value }
    timer.arm(afterMicroseconds: 1000)
    var iterator = fired.makeAsyncIterator()
    await iterator.next()
  }

  @Test(
    "a timer that is armed again for an earlier time fires at the earlier time",
    .timeLimit(.minutes(1)))
  func earlier() async {
    await fireEarlier()
  }
}
