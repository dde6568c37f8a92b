import Foundation
import Loop

/// The loop on a thread of its own, so that tests of ``LoopActor`` run as in a daemon.
///
/// A process has one: every suite that needs it shares this.
package enum RunningLoop {
  package static func start() { _ = isRunning }

  private static let isRunning: Bool = {
    let thread = Thread {
      EventLoop.shared.claim()
      LoopActor.assumeIsolated {
        _ = EventLoop.shared.run(beforeEach: {}, afterEach: { false })
      }
    }
    thread.start()
    return true
  }()
}
