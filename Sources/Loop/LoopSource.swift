internal import CLinux
internal import CSystemd
internal import Glibc

/// A descriptor that the loop waits for, beside those of the daemon's own server.
@LoopActor
package final class LoopSource {
  private var source: OpaquePointer?
  private let callback: Callback
  /// Tells the loop that a source was touched.
  private let touched: @LoopActor () -> Void

  init(
    event: OpaquePointer?, descriptor: Int32, callback: Callback,
    touched: @escaping @LoopActor () -> Void
  ) {
    self.callback = callback
    self.touched = touched
    sd_event_add_io(
      event, &source, descriptor, EPOLLIN.rawValue,
      { _, _, _, context in Callback.call(context) },
      Unmanaged.passUnretained(callback).toOpaque())
    touched()
  }

  /// Whether it is told of room for output as well as of input.
  package var wantsRoom = false {
    didSet {
      guard wantsRoom != oldValue else { return }
      sd_event_source_set_io_events(
        source, EPOLLIN.rawValue | (wantsRoom ? EPOLLOUT.rawValue : 0))
      touched()
    }
  }

  /// Waits no more; called before the descriptor is closed.
  package func end() {
    sd_event_source_disable_unref(source)
    source = nil
    touched()
  }

  // On the loop as everything that touches sd-event, whoever was the last to have it.
  isolated deinit { if source != nil { sd_event_source_disable_unref(source) } }
}
