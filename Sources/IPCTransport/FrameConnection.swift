internal import CLinux
internal import Glibc
package import IPCProtocol
internal import LinuxSystem

/// Why nothing came from the other side.
package enum ReceiveFailure: Error, Hashable, Sendable {
  /// The connection ended before the answer.
  case closed
  case timedOut
  /// A signal came that the caller wants to know of, as Ctrl-C.
  case interrupted
  case notAFrame(FrameError)
}

/// Frames over a connected socket, blocking, with deadlines.
package final class FrameConnection {
  private let descriptor: Int32
  private var decoder = FrameDecoder(maximumPayload: maximumReply)
  private var payloads: [[UInt8]] = []
  private var chunk = [UInt8](repeating: 0, count: 65536)

  /// What a reply may have at most; a daemon's own limit is on requests.
  private static let maximumReply = 256 << 20

  /// Takes ownership of a connected socket.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Sends one payload as a frame.
  package func send(_ payload: [UInt8]) throws(ReceiveFailure) {
    var writer = JSONWriter()
    let start = writer.beginFrame()
    writer.bytes.append(contentsOf: payload)
    writer.endFrame(start)
    var sent = 0
    while sent < writer.bytes.count {
      let count = writer.bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 { sent += count } else if errno != EINTR { throw .closed }
    }
  }

  /// The next payload.
  ///
  /// - Parameters:
  ///   - deadline: CLOCK_MONOTONIC in milliseconds, or nil to wait for ever.
  ///   - isInterrupted: Asked whenever a signal came.
  /// - Returns: The bytes without their length.
  /// - Throws: ``ReceiveFailure``.
  package func receive(
    before deadline: Int64?, isInterrupted: () -> Bool = { false }
  ) throws(ReceiveFailure) -> [UInt8] {
    while true {
      if !payloads.isEmpty { return payloads.removeFirst() }
      try wait(before: deadline, isInterrupted)
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .closed }
      do throws(FrameError) {
        payloads = try decoder.push(chunk[..<count])
      } catch {
        throw .notAFrame(error)
      }
    }
  }

  private func wait(
    before deadline: Int64?, _ isInterrupted: () -> Bool
  ) throws(ReceiveFailure) {
    while true {
      if isInterrupted() { throw .interrupted }
      var timeout: Int32 = -1
      if let deadline {
        let left = deadline - MonotonicTime.milliseconds
        guard left > 0 else { throw .timedOut }
        timeout = Int32(clamping: left)
      }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = poll(&entry, 1, timeout)
      if count > 0 { return }
      if count == 0 { throw .timedOut }
      guard errno == EINTR else { throw .closed }
    }
  }
}
