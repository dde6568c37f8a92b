/// Where a daemon's state lives: its executor is the sd-event loop, so the compiler keeps the
/// rule that everything happens on one thread.
@globalActor
package actor LoopActor {
  package static let shared = LoopActor()

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    EventLoop.shared.asUnownedSerialExecutor()
  }

  /// Runs `body` as the actor's own, from a C callback that is on the loop's thread already.
  ///
  /// The cast drops an isolation that was just proved, as `MainActor.assumeIsolated` of the
  /// standard library does.
  package static func assumeIsolated<T: Sendable, Failure: Error>(
    _ body: @escaping @LoopActor () throws(Failure) -> T
  ) throws(Failure) -> T {
    precondition(EventLoop.shared.isCurrent, "not on the loop's thread")
    return try unsafeBitCast(body, to: (() throws(Failure) -> T).self)()
  }
}
