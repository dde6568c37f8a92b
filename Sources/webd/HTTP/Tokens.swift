internal import CLinux
internal import Glibc
internal import Loop

/// Descriptors that the loop waits for, and who is told.
@LoopActor
enum Tokens {
  private static var handlers: [Int32: (UInt32) -> Void] = [:]
  private static var isBegun = false

  /// - Parameters:
  ///   - descriptor: Removed before it is closed.
  ///   - events: Of epoll.
  ///   - handler: Called with the events that have come.
  static func register(
    _ descriptor: Int32, _ events: UInt32, _ handler: @escaping (UInt32) -> Void
  ) {
    if !isBegun {
      isBegun = true
      EventLoop.shared.onSockets { token, events in
        handlers[Int32(truncatingIfNeeded: token)]?(events)
      }
    }
    handlers[descriptor] = handler
    EventLoop.shared.control(EPOLL_CTL_ADD, descriptor, events, UInt64(descriptor))
  }

  static func change(_ descriptor: Int32, _ events: UInt32) {
    EventLoop.shared.control(EPOLL_CTL_MOD, descriptor, events, UInt64(descriptor))
  }

  static func remove(_ descriptor: Int32) {
    handlers[descriptor] = nil
    EventLoop.shared.control(EPOLL_CTL_DEL, descriptor, 0, 0)
  }
}
