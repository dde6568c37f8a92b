internal import CLinux
internal import Glibc
package import IPCProtocol
package import LinuxSystem
package import LongTables

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
  /// What else ends a wait when it breaks, as the pipe that somebody reads what is printed from;
  /// the caller is asked then, as after a signal.
  package var watchedOutput: Int32?
  /// A descriptor whose input, or end, ends a wait where `isInterrupted` then says so.
  package var watchedInput: Int32?
  /// Called once, at that moment of CLOCK_MONOTONIC in milliseconds, while nothing of a frame has come.
  package var onDelay: (at: Int64, tell: () -> Void)?
  /// Bytes that were read and not handed over, from `used` on.
  private var pending: [UInt8] = []
  private var used = 0
  private var chunk = [UInt8](repeating: 0, count: 65536)

  /// What a reply may have at most; a daemon's own limit is on requests.
  private static let maximumReply = 256 << 20

  /// Of what comes while a long request is sent so much is kept; then it is sent without reading.
  private static let keptWhileSending = 16 << 20

  /// Whether the last frame was begun and not ended, so that nothing else can be sent.
  private(set) var isHalfSent = false

  /// Takes ownership of a connected socket.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// The process at the other end, where it is the one that such a program runs in.
  package func process(of program: String) -> Int32? {
    ListeningProcess.number(behind: descriptor, program: program)
  }

  /// Sends one payload as a frame, and takes in what comes meanwhile: the other side may answer
  /// before it has read everything, or want to be read before it goes on reading.
  ///
  /// - Parameters:
  ///   - payload: One JSON text.
  ///   - file: A copy of its descriptor goes with the first byte.
  ///   - deadline: CLOCK_MONOTONIC in milliseconds, or nil to wait for ever.
  ///   - isInterrupted: Asked whenever it waits and a signal came.
  /// - Throws: ``ReceiveFailure/closed`` also where the other side takes no more; what it said before
  ///   can still be received.
  package func send(
    _ payload: [UInt8], passing file: OwnedDescriptor? = nil, before deadline: Int64? = nil,
    isInterrupted: () -> Bool = { false }
  ) throws(ReceiveFailure) {
    var writer = JSONWriter()
    let start = writer.beginFrame()
    writer.bytes.append(contentsOf: payload)
    writer.endFrame(start)
    var sent = 0
    while sent < writer.bytes.count {
      isHalfSent = sent > 0
      let count = writer.bytes[sent...].withUnsafeBytes {
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        guard sent == 0, let file else {
          return Glibc.send(descriptor, $0.baseAddress, $0.count, flags)
        }
        return mate_send_passing(descriptor, $0.baseAddress, $0.count, file.number, flags)
      }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        try waitToSend(before: deadline, isInterrupted)
      } else if errno != EINTR {
        throw .closed
      }
    }
    isHalfSent = false
  }

  /// Waits until there is room for more; what comes is kept for who receives.
  private func waitToSend(
    before deadline: Int64?, _ isInterrupted: () -> Bool
  ) throws(ReceiveFailure) {
    let mayRead = pending.count - used < Self.keptWhileSending
    let ready = try poll(
      for: Int32(POLLOUT) | (mayRead ? Int32(POLLIN) : 0), before: deadline, isInterrupted)
    guard mayRead, ready & (Int32(POLLIN) | Int32(POLLHUP)) != 0 else { return }
    let count = recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    guard count > 0 else { throw .closed }
    pending.append(contentsOf: chunk[..<count])
  }

  /// The next payload.
  ///
  /// - Parameters:
  ///   - deadline: CLOCK_MONOTONIC in milliseconds, or nil to wait for ever.
  ///   - isInterrupted: Asked whenever a signal came.
  ///   - whileArriving: Called with a long payload before all of it has come: the room for it, how
  ///     many bytes are there, and a way to wait for more, which returns how many are there then.
  /// - Returns: The bytes without their length.
  /// - Throws: ``ReceiveFailure``.
  package func receive(
    before deadline: Int64?, isInterrupted: () -> Bool = { false },
    whileArriving: ArrivingBytes.Reading = { _, _, _ in }
  ) throws(ReceiveFailure) -> [UInt8] {
    while true {
      let scan = pending.withUnsafeBytes {
        FrameScanner.next(in: $0, from: used, maximumPayload: Self.maximumReply)
      }
      switch scan {
      case .frame(let range):
        let payload = Array(pending[range])
        drop(through: range.upperBound)
        return payload
      case .incomplete(let needed):
        if needed > chunk.count, pending.count - used >= FrameScanner.headerBytes {
          return try receiveLong(missing: needed, before: deadline, whileArriving)
        }
        _ = try poll(for: Int32(POLLIN), before: deadline, isInterrupted)
        let count = read(descriptor, &chunk, chunk.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw .closed }
        pending.append(contentsOf: chunk[..<count])
      case .zeroLength: throw .notAFrame(.zeroLength)
      case .tooLarge(let length): throw .notAFrame(.tooLarge(length: length))
      }
    }
  }

  private func drop(through end: Int) {
    used = end
    guard used == pending.count else { return }
    pending.removeAll(keepingCapacity: true)
    used = 0
  }

  /// The rest of a long payload straight to its place: what is read is copied once.
  ///
  /// Not interrupted: half a payload would leave the rest of it to be read as something else.
  private func receiveLong(
    missing: Int, before deadline: Int64?, _ whileArriving: ArrivingBytes.Reading
  ) throws(ReceiveFailure) -> [UInt8] {
    let start = used + FrameScanner.headerBytes
    let head = pending[start...]
    // Written while the room is filled, perhaps by another thread, and read when that has ended.
    var failure: ReceiveFailure?
    func more(_ room: UnsafeMutableRawBufferPointer) -> Int? {
      do throws(ReceiveFailure) {
        return try readSome(room, before: deadline)
      } catch {
        failure = error
        return nil
      }
    }
    let payload = [UInt8](unsafeUninitializedCapacity: head.count + missing) { buffer, count in
      Memory.preferLargePages(UnsafeRawBufferPointer(buffer))
      count = buffer.update(fromContentsOf: head)
      count = ArrivingBytes.fill(
        UnsafeMutableRawBufferPointer(buffer), from: count, by: more, while: whileArriving)
    }
    if let failure { throw failure }
    drop(through: pending.count)
    return payload
  }

  /// Reads what is there; waits only where nothing is.
  private func readSome(
    _ room: UnsafeMutableRawBufferPointer, before deadline: Int64?
  ) throws(ReceiveFailure) -> Int {
    while true {
      let count = recv(descriptor, room.baseAddress, room.count, Int32(MSG_DONTWAIT))
      if count > 0 { return count }
      guard count < 0, errno == EAGAIN || errno == EINTR else { throw .closed }
      // By another thread, perhaps; and whoever sends so much is not silent.
      if errno == EAGAIN {
        _ = try poll(for: Int32(POLLIN), before: deadline, tells: false) { false }
      }
    }
  }

  /// Waits for any of these events, or the end of the connection; returns what there is.
  private func poll(
    for events: Int32, before deadline: Int64?, tells: Bool = true, _ isInterrupted: () -> Bool
  ) throws(ReceiveFailure) -> Int32 {
    while true {
      if isInterrupted() { throw .interrupted }
      let timeout = try patience(before: deadline, tells: tells)
      // A negative descriptor is passed over; of the other one only its end is told.
      var entries = (
        pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0),
        pollfd(fd: watchedOutput ?? -1, events: 0, revents: 0),
        pollfd(fd: watchedInput ?? -1, events: Int16(POLLIN), revents: 0)
      )
      let count = withUnsafeMutablePointer(to: &entries) {
        $0.withMemoryRebound(to: pollfd.self, capacity: 3) { Glibc.poll($0, 3, timeout) }
      }
      if count > 0 {
        if entries.0.revents != 0 { return Int32(entries.0.revents) }
        let hasInput = entries.2.revents != 0
        // What is there stays there: without this the next wait would be none.
        if hasInput { watchedInput = nil }
        if isInterrupted() { throw .interrupted }
        if !hasInput { watchedOutput = nil }
        continue
      }
      guard count == 0 || errno == EINTR else { throw .closed }
    }
  }

  /// How long to wait now, in milliseconds, -1 for ever; who wants to hear of a delay is told.
  private func patience(
    before deadline: Int64?, tells: Bool
  ) throws(ReceiveFailure) -> Int32 {
    var end = deadline
    if tells, let delay = onDelay { end = min(end ?? .max, delay.at) }
    guard let end else { return -1 }
    let now = MonotonicTime.milliseconds
    if let deadline, deadline <= now { throw .timedOut }
    guard end <= now, let delay = onDelay else { return Int32(clamping: end - now) }
    onDelay = nil
    delay.tell()
    return try patience(before: deadline, tells: false)
  }
}
