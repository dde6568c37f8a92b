import Loop
import LoopSupport
import Testing
import Values

@testable import DaemonRuntime

/// Clocks that a test moves; microseconds ahead of CLOCK_MONOTONIC.
@LoopActor
private final class MovedClocks {
  var wall: Int64 = 1_795_251_600_000_000
  var boot: Int64 = 0
  /// Added to the wall clock when it is read next, once: a thread that had to wait between two reads.
  var delays: [Int64] = []

  var source: SteadyClock.Source {
    SteadyClock.Source(
      wall: { [self] in wall + (delays.isEmpty ? 0 : delays.removeFirst()) },
      boot: { [self] in boot }
    )
  }
}

@Suite("SteadyClock")
struct SteadyClockTests {
  init() { RunningLoop.start() }

  @LoopActor
  private func make() -> (MovedClocks, SteadyClock) {
    let clocks = MovedClocks()
    return (clocks, SteadyClock(source: clocks.source))
  }

  private static let steps: [Int64] = [
    1_000_000, -1_000_000, 3_600_000_000, -3_600_000_000, 315_576_000_000_000,
    -315_576_000_000_000, 2_000, -1_795_251_600_000_000,
  ]

  @LoopActor
  @Test("a step is told once, with its size, and time goes on from there", arguments: steps)
  func step(_ step: Int64) {
    let (clocks, clock) = make()
    #expect(clock.look() == nil)
    let before = clock.now
    clocks.wall += step
    // Until somebody looks, nothing has jumped.
    #expect(abs(clock.now.seconds(since: before)) < 60)
    #expect(clock.look() == TimeJump(step: step, asleep: 0))
    #expect(abs(clock.now.seconds(since: before) - Double(step) / 1e6) < 60)
    #expect(clock.look() == nil)
  }

  @LoopActor
  @Test("a night is told as a night, and what the clock was set by in it apart", arguments: steps)
  func night(_ step: Int64) {
    let (clocks, clock) = make()
    let asleep: Int64 = 8 * 3_600_000_000
    clocks.wall += asleep
    clocks.boot += asleep
    #expect(clock.look() == TimeJump(step: 0, asleep: asleep))
    clocks.wall += asleep + step
    clocks.boot += asleep
    #expect(clock.look() == TimeJump(step: step, asleep: asleep))
  }

  @LoopActor
  @Test("many small steps are one in the end; a wait between two reads is none")
  func noise() {
    let (clocks, clock) = make()
    for _ in 0..<10 {
      clocks.wall += 100
      #expect(clock.look() == nil)
    }
    clocks.delays = [5_000_000]
    #expect(clock.look() == nil)
    clocks.wall += 1
    #expect(clock.look() == TimeJump(step: 1001, asleep: 0))
  }

  @LoopActor
  @Test("a time that was noted moves with the clock, and never beyond what there is")
  func moved() {
    let jump = TimeJump(step: -5, asleep: 7)
    #expect(jump.moved(Timestamp(microseconds: 8)) == Timestamp(microseconds: 3))
    #expect(jump.moved(Timestamp(microseconds: .min)).description == "0000-01-01T00:00:00.000Z")
  }
}
