internal import Glibc

/// Where the bytes of an answer go.
enum BodySink: Sendable {
  case memory
  /// Written as they come; the descriptor stays the caller's.
  case file(descriptor: Int32, progress: @Sendable (Int64) -> Void)
}

extension BodySink {
  /// Writes everything; an errno where that fails.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(
        descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return errno }
      rest = rest.dropFirst(count)
    }
    return nil
  }
}
