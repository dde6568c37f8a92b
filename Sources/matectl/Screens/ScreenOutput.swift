internal import Glibc
internal import LinuxSystem

/// What a terminal has no room for yet: at most one frame, so that a slow link delays no key and
/// nothing grows.
struct ScreenOutput {
  /// The terminal, opened once more so that not waiting for it is our business alone: the shell shares
  /// standard output; -1 where it may not be opened, as behind `su`, and then writing waits.
  let descriptor = open("/proc/self/fd/1", O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
  private var left: ArraySlice<UInt8> = []

  /// Whether a part of the last frame is still to be written.
  var isBusy: Bool { !left.isEmpty }

  /// Writes a frame, or as much of it as there is room for.
  ///
  /// - Parameter frame: What is to be written; nothing else may be left.
  /// - Returns: False where the terminal is gone.
  mutating func send(_ frame: String) -> Bool {
    guard descriptor >= 0 else { return frame.isEmpty || Terminal.write(frame, to: 1) }
    left = Array(frame.utf8)[...]
    return flush()
  }

  /// Writes what there is room for now; false where the terminal is gone.
  mutating func flush() -> Bool {
    while !left.isEmpty {
      let count = left.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        left = left.dropFirst(count)
      } else if errno == EAGAIN {
        return true
      } else if errno != EINTR {
        return false
      }
    }
    left = []
    return true
  }

  /// What is left is not wanted, as all of the screen is drawn anew: its sequences begin with an
  /// escape, which ends one that was cut.
  mutating func drop() { left = [] }
}
