internal import IPCProtocol
internal import CLinux
internal import Glibc

/// One client: its bytes in, its bytes out, and what it has in flight.
///
/// An idle connection holds no buffer: input is read into a buffer that all connections share,
/// and output buffers come from a pool for the length of a turn.
@LoopActor
final class Connection {
  let descriptor: Int32
  let peer: Peer
  let access: AccessPolicy.Grant
  /// The place in the server's table, with a generation that tells a later user of it apart.
  let token: UInt64
  private(set) var isOpen = true
  /// Whether anything has ever come from the client.
  private(set) var hasSpoken = false

  /// An incomplete frame, or frames that this turn's quota did not reach.
  var input: [UInt8] = []
  /// How many bytes the frame that `input` starts with still needs.
  var missingBytes = 0
  /// Replies that are not on the socket yet.
  var output = JSONWriter()
  private(set) var outputStart = 0
  /// Whether the connection is in the server's list of those to be written this turn.
  var isDirty = false
  /// Whether frames wait in `input` for the next turn.
  var isRunnable = false
  /// Close once everything is written.
  var closesAfterOutput = false
  /// What epoll watches now.
  var watched: UInt32 = UInt32(EPOLLIN.rawValue)
  /// Requests that are read and not answered.
  var inFlight: [RequestID: InFlight] = [:]

  /// Changes that are answered in `output` and not on disk yet.
  var pendingChangeIDs: Set<RequestID> = []

  init(descriptor: Int32, peer: Peer, access: AccessPolicy.Grant, token: UInt64) {
    self.descriptor = descriptor
    self.peer = peer
    self.access = access
    self.token = token
  }

  /// The turn's changes are on disk, or refused; room for one or two is kept for the next ones.
  func changesEnded() {
    pendingChangeIDs.removeAll(keepingCapacity: pendingChangeIDs.capacity < 4)
  }

  /// Bytes that the client has not taken.
  var unsentBytes: Int { output.bytes.count - outputStart }

  func hasInFlight(_ id: RequestID) -> Bool {
    (!inFlight.isEmpty && inFlight[id] != nil)
      || (!pendingChangeIDs.isEmpty && pendingChangeIDs.contains(id))
  }

  enum ReadResult { case bytes(Int), nothing, closed }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count > 0 {
        hasSpoken = true
        return .bytes(count)
      }
      if count == 0 { return .closed }
      if errno == EINTR { continue }
      return errno == EAGAIN ? .nothing : .closed
    }
  }

  enum WriteResult { case complete, blocked, closed }

  /// Writes what there is; what the socket does not take stays.
  ///
  /// SIGPIPE is ignored process-wide.
  func writeOutput() -> WriteResult {
    while unsentBytes > 0 {
      let count = output.bytes.withUnsafeBytes { bytes in
        Glibc.write(
          descriptor, bytes.baseAddress?.advanced(by: outputStart), unsentBytes)
      }
      if count >= 0 {
        outputStart += count
      } else if errno != EINTR {
        return errno == EAGAIN ? .blocked : .closed
      }
    }
    outputStart = 0
    return .complete
  }

  /// Writes a reply with a long result.
  ///
  /// `early` means that its pieces go straight to the socket as far as that takes them, and only the
  /// rest waits for the end of the turn: the client reads while the daemon still writes.
  func write(_ result: any LongResult, id: RequestID, early isSentEarly: Bool) {
    let announced = result.byteCount
    output.resultHead(id, of: announced)
    var written = 0
    result.write { piece in
      let rest = isSentEarly ? sendEarly(piece) : piece
      if !rest.isEmpty {
        // Once for all: growing by doubling would copy everything again.
        output.bytes.reserveCapacity(output.bytes.count + announced - written + 1)
        output.bytes.append(contentsOf: rest)
      }
      written += piece.count
    }
    precondition(written == announced, "\(written) bytes were announced as \(announced)")
    output.literal("}")
  }

  /// Writes a piece behind what waits already; returns what the socket has not taken of it.
  private func sendEarly(_ piece: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    // Whether the client is still there is found out when the turn's replies are written.
    if unsentBytes > 0 {
      guard writeOutput() == .complete else { return piece }
      output.bytes.removeAll(keepingCapacity: true)
    }
    let count = Glibc.write(descriptor, piece.baseAddress, piece.count)
    return UnsafeRawBufferPointer(rebasing: piece[max(0, count)...])
  }

  /// Drops written bytes from the front once they are the larger part.
  func compactOutput() {
    guard outputStart > 65536, outputStart > output.bytes.count / 2 else { return }
    output.bytes.removeFirst(outputStart)
    outputStart = 0
  }

  func close() {
    guard isOpen else { return }
    isOpen = false
    Glibc.close(descriptor)
    input = []
    output = JSONWriter()
  }
}

/// A request between being read and being answered.
@LoopActor
enum InFlight {
  /// Read, and held until this turn's changes are on disk.
  case held
  case task(RunningTask)
  case stream(EventStream)
}
