internal import Loop

/// When the store takes in what the log has, and its file what its own log has: at once where
/// it is much, else soon.
///
/// It is done when the replies of a turn have left, so that nobody waits for it but who comes next.
@LoopActor
final class Settling {
  private let commit: Commit
  private var timer: LoopTimer?
  private var isArmed = false
  /// A full disk does not mend itself between two turns.
  private var hasFailed = false

  private static let delay: Int64 = 100_000
  private static let delayAfterFailure: Int64 = 1_000_000

  init(_ commit: Commit) {
    self.commit = commit
    timer = EventLoop.shared.makeTimer { [unowned self] in
      isArmed = false
      settle()
    }
    turnEnded()
  }

  /// After each turn that changed something.
  func turnEnded() {
    if commit.isSettlingDue || commit.isCheckpointDue, !hasFailed {
      settle()
    } else if commit.isBehind, !isArmed {
      arm(after: Self.delay)
    }
  }

  private func settle() {
    let isSettled = commit.settle(reporting: !hasFailed)
    let isCopied = commit.checkpoint(reporting: !hasFailed)
    hasFailed = !isSettled || !isCopied
    if hasFailed, !isArmed { arm(after: Self.delayAfterFailure) }
  }

  private func arm(after microseconds: Int64) {
    isArmed = true
    timer?.arm(afterMicroseconds: microseconds)
  }
}
