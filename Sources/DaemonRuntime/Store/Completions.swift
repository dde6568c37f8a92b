internal import IPCProtocol
internal import Loop

/// What the daemon does of itself and has to know the end of.
@LoopActor
final class Completions: CommitObserver {
  typealias Completion = @LoopActor (WireError?) -> Void

  private var waiting = Waiting<Completion>()

  func add(_ completion: @escaping Completion) { waiting.add(completion) }

  /// For the end of the turn in flight.
  func addToFlight(_ completion: @escaping Completion) { waiting.addToFlight(completion) }

  func tookOff() { waiting.tookOff() }

  func landed() {
    let landed = waiting.inFlight
    waiting.clearFlight()
    for completion in landed { completion(nil) }
  }

  func failed(_ error: WireError) {
    for completion in waiting.takeAll() { completion(error) }
  }
}
