internal import IPCProtocol
internal import CLinux
internal import Glibc
internal import Loop

/// One client: its bytes in, its bytes out, and what it has in flight.
///
/// An idle connection holds no buffer: input is read into a buffer that all connections share,
/// and output buffers come from a pool for the length of a turn.
@LoopActor
final class Connection {
  let descriptor: Int32
  let peer: Peer
  /// What requests are admitted by from now on; a new configuration may change it.
  var access: AccessPolicy.Grant
  /// What the client's user has of what is shared.
  let user: UserShare
  /// The place in the server's table, with a generation that tells a later user of it apart.
  let token: UInt64
  private(set) var isOpen = true
  /// Whether anything has ever come from the client.
  private(set) var hasSpoken = false

  /// An incomplete frame, or frames that this turn's quota did not reach.
  var input: InputBuffer?
  /// How many bytes the frame that `input` starts with still needs; 0 where it is whole.
  var missingBytes = 0
  /// Whether the client has ended its input; what came before is still answered.
  var hasEnded = false
  /// Whether nobody reads any more: what came is still done, and nothing is written.
  private(set) var isGone = false
  /// Whether the kernel has all that will ever come, so that epoll is not asked any more.
  var isDetached = false
  /// The rest of a frame that was too long, on its way to nowhere.
  var discarding: DiscardedFrame?
  /// A batch that is under way; changes behind it wait.
  var batch: BatchRun?
  /// A frame that is parsed beside the loop, or was and is the next; what came behind it waits.
  var longFrame: LongFrame?
  /// Whether the next frame waits for the end of a batch or of a prepared change.
  var awaitsEnd = false
  /// Whether it was held up when the daemon was told to stop, and may have sent more meanwhile.
  var hasLastWords = false
  /// Whether a change is prepared beside the loop: what came behind it takes effect behind it.
  var isPreparing = false

  /// Replies that are not on the socket yet.
  var output = JSONWriter()
  private(set) var outputStart = 0
  /// Whether the connection is in the server's list of those to be written this turn.
  var isDirty = false
  /// Whether frames wait in `input` for the next turn.
  var isRunnable = false
  /// Whether its requests took long when they were handled last: what comes next waits in a queue.
  var isHeavy = false
  /// Whether a request of it was carried out, so that what its requests take is known.
  var isKnown = false
  /// Close once everything is written.
  var closesAfterOutput = false
  /// What epoll watches now.
  var watched: UInt32 = UInt32(EPOLLIN.rawValue)
  /// Requests that are read and not answered.
  var inFlight: [RequestID: InFlight] = [:]

  /// Changes that are answered in `output` and not on disk yet.
  var pendingChangeIDs: Set<RequestID> = []

  /// Bytes of requests that wait for this turn's commit.
  var copiedBytes = 0
  /// Bytes of requests that are worked on beside the loop, or still parsed when it was closed.
  var besideBytes = 0
  /// What the ledger has counted, and when the last of it moved (CLOCK_MONOTONIC, nanoseconds).
  var bytesCounted = 0
  var movedAt: UInt64 = 0
  /// Files that came with bytes of `input`, or with those that are being handled.
  var arrived = ArrivedFiles()
  /// What came with the frame that is being handled.
  var arrival: ArrivedFiles.Arrival?

  init(
    descriptor: Int32, peer: Peer, access: AccessPolicy.Grant, user: UserShare, token: UInt64
  ) {
    self.descriptor = descriptor
    self.peer = peer
    self.access = access
    self.user = user
    self.token = token
  }

  /// Whether a reply in the output tells what is not on disk, so that nothing of it may be sent.
  var awaitsCommit: Bool { !pendingChangeIDs.isEmpty }

  /// All its changes are on disk, or refused; room for one or two is kept for the next ones.
  func changesEnded() {
    pendingChangeIDs.removeAll(keepingCapacity: pendingChangeIDs.capacity < 4)
  }

  /// One of them is.
  func changeEnded(_ id: RequestID) { pendingChangeIDs.remove(id) }

  /// Parts of a long result that belong at `partsPlace` of the output; one result at a time.
  private var parts: PartsOutput?
  private var partsPlace = 0

  /// Bytes that the client has not taken.
  var unsentBytes: Int { output.bytes.count - outputStart + (parts?.unsentBytes ?? 0) }

  /// Everything that is kept in memory for the client.
  var bytesHeld: Int {
    (input?.bytesHeld ?? 0) + output.bytes.count + (parts?.unsentBytes ?? 0) + copiedBytes
      + besideBytes + (longFrame?.bytesCounted ?? 0) + (batch?.bytesHeld ?? 0)
  }

  /// Whether the next frame waits: for an end, or until it is parsed.
  var isHeldUp: Bool { awaitsEnd || longFrame?.isParsed == false }

  /// Whether a whole frame waits.
  var hasFrame: Bool { longFrame != nil || input != nil && missingBytes == 0 }

  /// Whether any request of the connection is not answered for good, so that its id is used.
  var awaitsAnswers: Bool {
    !inFlight.isEmpty || !pendingChangeIDs.isEmpty || batch != nil
  }

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

  /// The same, and takes a file that comes with the bytes; `before` bytes wait already.
  ///
  /// A domain that takes no files reads without: the kernel closes what is passed to it.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, behind before: Int, taking files: PassedFiles
  ) -> ReadResult {
    var passed = mate_passed(descriptor: -1, dropped: 0)
    while true {
      let hasRoom = arrived.hasRoom && files.hasRoom(ofUser: peer.uid)
      let count = mate_receive_passed(
        descriptor, buffer.baseAddress, buffer.count, hasRoom ? 1 : 0, &passed)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count < 0 && errno == EAGAIN ? .nothing : .closed }
      hasSpoken = true
      if passed.descriptor >= 0 {
        let file = files.add(passed.descriptor, ofUser: peer.uid)
        arrived.add(passed.dropped == 0 ? .file(file) : .several, at: before + count - 1)
      } else if passed.dropped != 0 {
        arrived.add(.dropped, at: before + count - 1)
      }
      return .bytes(count)
    }
  }

  enum WriteResult { case complete, blocked, closed }

  /// Writes what there is; what the socket does not take stays.
  ///
  /// SIGPIPE is ignored process-wide.
  func writeOutput() -> WriteResult {
    if isGone { dropOutput() }
    while unsentBytes > 0 {
      guard writeOnce() >= 0 || errno == EINTR else {
        return errno == EAGAIN ? .blocked : .closed
      }
    }
    parts = nil
    outputStart = 0
    return .complete
  }

  /// Writes from the output up to where the parts belong, from the parts, or from what is behind
  /// them.
  private func writeOnce() -> Int {
    if let unsent = parts?.unsentBytes, outputStart == partsPlace {
      if unsent > 0 { return parts?.write(to: descriptor) ?? 0 }
      parts = nil
    }
    let end = parts == nil ? output.bytes.count : partsPlace
    let count = output.bytes.withUnsafeBytes { bytes in
      Glibc.write(descriptor, bytes.baseAddress?.advanced(by: outputStart), end - outputStart)
    }
    if count > 0 { outputStart += count }
    return count
  }

  /// Adds a reply with a long result, which is sent from where it is.
  func add(_ result: LongResult, id: RequestID) {
    var start = JSONWriter()
    start.resultStart(id)
    output.beginFrame(payload: start.bytes.count + result.byteCount + 1)
    output.bytes.append(contentsOf: start.bytes)
    append([result])
    output.literal("}")
  }

  /// Adds a frame of such results, one behind another.
  func add(_ results: [LongResult]) {
    output.beginFrame(payload: results.reduce(0) { $0 + $1.byteCount })
    append(results)
  }

  private func append(_ results: [LongResult]) {
    // What is behind others that are long, or is not long itself, is rare or short enough to be
    // copied.
    if parts == nil, results.contains(where: { $0.partsCount > 0 }) {
      parts = PartsOutput(results)
      partsPlace = output.bytes.count
    } else {
      for result in results { result.write(to: &output) }
    }
  }

  /// Drops written bytes from the front once they are the larger part.
  func compactOutput() {
    guard outputStart > 65536, outputStart > output.bytes.count / 2 else { return }
    output.bytes.removeFirst(outputStart)
    partsPlace -= outputStart
    outputStart = 0
  }

  /// Nobody reads any more.
  ///
  /// What is written already stays until it would be sent: changes of this turn know their places.
  func loseReader() { isGone = true }

  private func dropOutput() {
    output = JSONWriter()
    parts = nil
    outputStart = 0
  }

  func close() {
    guard isOpen else { return }
    isOpen = false
    Glibc.close(descriptor)
    arrived.removeAll()
    arrival = nil
    input = nil
    // One that is being parsed still takes its memory.
    if let longFrame, !longFrame.isParsed { besideBytes += longFrame.bytesCounted }
    longFrame = nil
    discarding = nil
    batch = nil
    dropOutput()
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
