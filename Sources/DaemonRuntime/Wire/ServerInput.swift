internal import CLinux
internal import Glibc
internal import IPCProtocol
internal import Loop

/// The rest of a frame that is longer than a frame may be: read and dropped, so that a client which
/// writes all of it before it reads sees the answer instead of a broken connection.
@LoopActor
final class DiscardedFrame {
  /// Bytes that are still to be dropped.
  var left: Int
  private let deadline: LoopTimer

  /// Bytes of one frame that are dropped at most, and microseconds that this takes at most.
  private static let maximumBytes = 64 << 20
  private static let maximumTime: Int64 = 5_000_000

  init(left: Int, atDeadline: @escaping @LoopActor () -> Void) {
    self.left = min(left, Self.maximumBytes)
    deadline = EventLoop.shared.makeTimer(body: atDeadline)
    deadline.arm(afterMicroseconds: Self.maximumTime)
  }
}

/// How bytes become requests.
extension Server {
  /// Nanoseconds after which a connection's requests are heavy.
  private static let heavy: UInt64 = 250_000
  /// Bytes of a frame from which on reading it takes long enough to be counted.
  private static let long = 16 << 10
  /// What is read of unfinished frames in one turn.
  private static let readPerTurn = 1 << 20
  /// What is read of a frame that is dropped in one turn.
  private static let droppedPerTurn = 1 << 20

  /// Reads what has come; what is heavy is first queued.
  func receive(_ connection: Connection, isQueued: Bool = false) {
    if connection.discarding != nil { return discard(connection) }
    // What is here already comes first: what is behind it waits in the kernel, which slows its
    // sender down.
    guard !connection.hasFrame, !connection.hasEnded, !connection.closesAfterOutput else { return }
    guard !dispatcher.ledger.isFull(for: connection.user) else {
      return makeRunnableIfDetached(connection)
    }
    // Who was never heard may be heavy as well: many that come at once take their turns.
    let mayTakeLong =
      connection.isHeavy || !connection.isKnown && turn.isSpent(at: dispatcher.latestMoment)
    if mayTakeLong, !isQueued { return makeRunnable(connection) }
    guard let input = connection.input else { return receiveAfresh(connection) }
    guard bytesRead < Self.readPerTurn else { return makeRunnableIfDetached(connection) }
    // As much as the frame still needs, but no more than a little at a time: who announces a large
    // frame gets memory for what has come, not for what is said to come.
    let room = min(max(16384, connection.missingBytes), Limits.readAhead)
    switch read(from: connection, into: input.room(for: room), behind: input.count) {
    case .bytes(let count):
      input.filled(count)
      bytesRead += count
      connection.movedAt = dispatcher.latestMoment
      settleInput(connection)
    case .nothing: break
    case .closed: inputEnded(connection)
    }
  }

  private func read(
    from connection: Connection, into room: UnsafeMutableRawBufferPointer, behind before: Int
  ) -> Connection.ReadResult {
    guard let files else { return connection.read(into: room) }
    return connection.read(into: room, behind: before, taking: files)
  }

  private func receiveAfresh(_ connection: Connection) {
    switch read(from: connection, into: buffer, behind: 0) {
    case .nothing: return
    case .closed: inputEnded(connection)
    case .bytes(let count):
      let used = take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), from: connection)
      guard connection.isOpen else { return }
      if used < count {
        let input = InputBuffer()
        input.append(UnsafeRawBufferPointer(rebasing: buffer[used..<count]))
        connection.input = input
      }
      settleInput(connection)
    }
  }

  /// Handles what waits in `input`.
  func process(_ connection: Connection) {
    guard let input = connection.input else { return }
    if let range = longFrame(in: input) { return parseBeside(range, of: input, from: connection) }
    input.drop(take(input.bytes, from: connection))
    guard connection.isOpen else { return }
    settleInput(connection)
  }

  /// What is left is half a frame, or frames for a later turn.
  func settleInput(_ connection: Connection) {
    connection.missingBytes = 0
    if let input = connection.input {
      switch FrameScanner.next(in: input.bytes, from: 0, maximumPayload: limits.frameBytes) {
      case _ where input.isEmpty: connection.input = nil
      // Half a frame at the end takes no effect.
      case .incomplete where connection.hasEnded: connection.input = nil
      case .incomplete(let needed): connection.missingBytes = needed
      default: break
      }
    }
    // The few bytes that this turn is going to write are counted when they are written.
    if !connection.isDirty || connection.bytesHeld > Limits.unnoticedBytes {
      dispatcher.ledger.count(connection, at: dispatcher.latestMoment)
    }
    if connection.hasEnded { turn.markDirty(connection) }
    if connection.hasFrame {
      if connection.isHeldUp { return rewatch(connection) }
      // Who does not take replies, or has much under way, is served again when that has changed.
      if mayTake(connection) { makeRunnable(connection) }
    } else {
      makeRunnableIfDetached(connection)
    }
  }

  /// Of a client that is gone nothing more is told: what the kernel has of it is read unasked.
  private func makeRunnableIfDetached(_ connection: Connection) {
    if connection.isDetached, !connection.hasEnded { makeRunnable(connection) }
  }

  /// Nothing more comes: what came is handled and answered, however many turns that takes.
  private func inputEnded(_ connection: Connection) {
    connection.hasEnded = true
    settleInput(connection)
  }

  /// Handles whole frames up to the quota; returns how many bytes were used.
  private func take(_ bytes: UnsafeRawBufferPointer, from connection: Connection) -> Int {
    // Asked once: what this turn adds is bounded by `outputBytes`, and counted behind it.
    guard !dispatcher.ledger.isFull(for: connection.user) else { return 0 }
    outputs.borrow(for: &connection.output.bytes)
    var offset = 0
    var quota = limits.requestsPerTurn
    var beginning: UInt64 = 0
    defer { if !connection.arrived.isEmpty { connection.arrived.advance(by: offset) } }
    while quota > 0, connection.isOpen, !connection.closesAfterOutput, mayTake(connection) {
      switch FrameScanner.next(in: bytes, from: offset, maximumPayload: limits.frameBytes) {
      // With a turn of its own, when it is the first.
      case .frame(let range) where range.count > LongFrame.leastBytes: return offset
      case .frame(let range):
        let isLong = range.count > Self.long
        if isLong, beginning == 0 {
          beginning = dispatcher.lookAtClock()
          turn.begins(at: beginning)
        }
        let count = handle(bytes, range, from: connection)
        connection.awaitsEnd = count == 0
        if count == 0 { return offset }
        offset = range.upperBound
        quota -= count
        let latest = isLong ? dispatcher.lookAtClock() : dispatcher.latestMoment
        if beginning == 0 { beginning = dispatcher.latestStart }
        connection.isHeavy = latest &- beginning > Self.heavy
        connection.isKnown = true
        if turn.isSpent(at: latest) { quota = 0 }
      case .incomplete: return offset
      case .zeroLength:
        refuseStream(WireError(.invalidRequest, "a frame has at least one byte"), connection)
      case .tooLarge(let length):
        refuseTooLarge(length, of: connection, missing: length - (bytes.count - offset))
      }
    }
    return connection.closesAfterOutput ? bytes.count : offset
  }

  /// Handles one frame, with the file that came with it; returns how many requests it held.
  private func handle(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, from connection: Connection
  ) -> Int {
    let payload = UnsafeRawBufferPointer(rebasing: bytes[range])
    guard !connection.arrived.isEmpty else { return dispatcher.handle(payload, from: connection) }
    connection.arrival = connection.arrived.arrival(before: range.upperBound)
    defer { connection.arrival = nil }
    let count = dispatcher.handle(payload, from: connection)
    // A frame that waits for the end of a batch is handed over again, with its file.
    if count > 0 { connection.arrived.remove(before: range.upperBound) }
    return count
  }

  /// Whether the next request may be handled in this turn.
  func mayTake(_ connection: Connection) -> Bool {
    connection.unsentBytes + connection.copiedBytes <= limits.outputBytes
      && connection.batch?.state != .waiting
  }

  // MARK: Streams of frames that cannot be followed

  /// The stream of frames cannot be followed any further: answer, then close.
  private func refuseStream(_ error: WireError, _ connection: Connection) {
    dispatcher.refuse(error, id: nil, on: connection)
    connection.closesAfterOutput = true
  }

  private func refuseTooLarge(_ length: Int, of connection: Connection, missing: Int) {
    refuseStream(
      WireError(
        .frameTooLarge, "a frame of \(length) bytes; the limit is \(limits.frameBytes)",
        data: ["limit": .integer(limits.frameBytes)]), connection)
    let left = missing + FrameScanner.headerBytes
    guard left > 0, !connection.hasEnded, !connection.isGone else { return }
    connection.discarding = DiscardedFrame(left: left) { [unowned self, weak connection] in
      if let connection { endDiscarding(connection) }
    }
  }

  private func discard(_ connection: Connection) {
    var quota = Self.droppedPerTurn
    while let frame = connection.discarding, quota > 0 {
      switch connection.read(into: buffer) {
      case .nothing: return
      case .closed: return endDiscarding(connection)
      case .bytes(let count):
        quota -= count
        frame.left -= count
        if frame.left <= 0 { return endDiscarding(connection) }
      }
    }
  }

  private func endDiscarding(_ connection: Connection) {
    guard connection.isOpen, connection.discarding != nil else { return }
    connection.discarding = nil
    if connection.unsentBytes == 0 { close(connection, gently: true) }
  }
}
