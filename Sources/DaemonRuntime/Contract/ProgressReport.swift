package import IPCProtocol
internal import LinuxSystem
internal import Loop
internal import Synchronization

/// Where work says how far it is: from any thread, as often as it likes.
///
/// A client that asked is told after a fifth of a second and then ten times a second at most, while
/// it takes what is sent to it. Where nobody asked there is no report, and nothing to pay.
package final class ProgressReport: Sendable {
  /// Of the request that this task works for; nil where its client did not ask.
  @TaskLocal package static var current: ProgressReport?

  /// Milliseconds before the first notice, and from one to the next.
  static let patience: Int64 = 200
  static let interval: Int64 = 100

  private let nextAt: Atomic<Int64>
  private let isOver = Atomic(false)
  private let deliver: @LoopActor @Sendable (ProgressNotice) -> Void

  init(deliver: @escaping @LoopActor @Sendable (ProgressNotice) -> Void) {
    self.deliver = deliver
    nextAt = Atomic(MonotonicTime.milliseconds + Self.patience)
  }

  /// Says how far the work is; left out where the client was told a moment ago.
  package func tell(_ notice: @autoclosure () -> ProgressNotice) {
    let now = MonotonicTime.milliseconds
    let due = nextAt.load(ordering: .relaxed)
    guard now >= due, !isOver.load(ordering: .relaxed),
      nextAt.compareExchange(expected: due, desired: now + Self.interval, ordering: .relaxed)
        .exchanged
    else { return }
    let notice = notice()
    Task { @LoopActor in
      // Behind the answer its id may be another request's.
      if !isOver.load(ordering: .relaxed) { deliver(notice) }
    }
  }

  /// The request is answered; called on the loop.
  @LoopActor
  func end() { isOver.store(true, ordering: .relaxed) }
}

extension Call {
  /// It says how far it is by a ``ProgressReport``.
  package var reportingProgress: Call { with { method, _ in method.reportsProgress = true } }
}
