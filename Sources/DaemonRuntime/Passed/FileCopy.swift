internal import CLinux
internal import Glibc
package import LinuxSystem
internal import Loop
internal import Synchronization

/// Why a passed file cannot be taken.
package enum PassedFileProblem: Error, Hashable, Sendable {
  /// A folder, a pipe, a device, a socket: not an ordinary file that is open for reading.
  case notOrdinary
  /// A program answers for it (FUSE), who may as well never answer.
  case answeredByProgram
  /// It has more bytes than may be taken.
  case tooLarge(limit: Int)
  /// It was written to, or cut, while it was read.
  case changed
  /// Nothing came of it for so long.
  case stalled(seconds: Int)
  case unread(SystemError)
  /// The daemon's own file could not be written.
  case unwritten(SystemError)
}

extension PassedFile {
  /// Copies the whole file to a file of the daemon's own, which nobody else can change or cut.
  ///
  /// - Parameters:
  ///   - target: Open for writing; the copy begins at its start.
  ///   - limit: Bytes that it may have.
  ///   - stallSeconds: How long it may bring nothing.
  /// - Throws: ``PassedFileProblem``, or `CancellationError` as soon as the task is cancelled.
  @LoopActor
  package func copy(to target: Int32, limit: Int, stallSeconds: Int = 30) async throws {
    let own = mate_fcntl(target, F_DUPFD_CLOEXEC, 0)
    guard own >= 0 else { throw PassedFileProblem.unwritten(SystemError("dup")) }
    let source = FileCopy.Source(of: self)
    let copy = FileCopy(source, to: OwnedDescriptor(own), limit: limit)
    try await copy.run(stallSeconds: stallSeconds)
  }
}

/// One copying, on a thread of its own that is left behind when it gets stuck: it ends by itself
/// when the call that it waits in returns, and until then counts as an open file of its user.
final class FileCopy: Sendable {
  /// Where bytes come from: the calls that may wait for ever.
  struct Source: Sendable {
    struct State: Equatable {
      var isOrdinary: Bool
      var isAnsweredByProgram: Bool
      var size: Int
      var changedAt: [Int]
    }

    let state: @Sendable () -> Result<State, SystemError>
    /// Fills a room from an offset on; 0 at the end, -1 with errno.
    let read: @Sendable (UnsafeMutableRawBufferPointer, _ offset: Int) -> Int
  }

  private struct Ending {
    var continuation: CheckedContinuation<Void, any Error>?
    var result: Result<Void, any Error>?
  }

  private static let pieceBytes = 1 << 18

  private let source: Source
  private let target: OwnedDescriptor
  private let limit: Int
  private let ending = Mutex(Ending())
  private let pieces = Atomic(0)

  init(_ source: Source, to target: OwnedDescriptor, limit: Int) {
    self.source = source
    self.target = target
    self.limit = limit
  }

  @LoopActor
  func run(stallSeconds: Int) async throws {
    let watch = StallWatch(seconds: stallSeconds, of: self)
    defer { withExtendedLifetime(watch) {} }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        start(continuation)
      }
    } onCancel: {
      end(.failure(CancellationError()))
    }
  }

  private func start(_ continuation: CheckedContinuation<Void, any Error>) {
    let early = ending.withLock { ending in
      if ending.result == nil { ending.continuation = continuation }
      return ending.result
    }
    if let early { return continuation.resume(with: early) }
    if !DetachedThread.start({ [self] in end(Result { try copyAll() }) }) {
      end(.failure(PassedFileProblem.unread(SystemError("pthread_create", code: EAGAIN))))
    }
  }

  /// The first end is the end.
  func end(_ result: Result<Void, any Error>) {
    let continuation = ending.withLock { ending in
      guard ending.result == nil else { return nil as CheckedContinuation<Void, any Error>? }
      ending.result = result
      defer { ending.continuation = nil }
      return ending.continuation
    }
    continuation?.resume(with: result)
  }

  private var hasEnded: Bool { ending.withLock { $0.result != nil } }

  /// A number that grows with each piece.
  var progress: Int { pieces.load(ordering: .relaxed) }

  // MARK: On the thread

  private func copyAll() throws {
    let before = try source.state().mapError(PassedFileProblem.unread).get()
    guard before.isOrdinary else { throw PassedFileProblem.notOrdinary }
    guard !before.isAnsweredByProgram else { throw PassedFileProblem.answeredByProgram }
    guard before.size <= limit else { throw PassedFileProblem.tooLarge(limit: limit) }
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceBytes, alignment: 16)
    defer { room.deallocate() }
    var offset = 0
    while !hasEnded, offset < before.size {
      let wanted = min(room.count, before.size - offset)
      let count = source.read(UnsafeMutableRawBufferPointer(rebasing: room[..<wanted]), offset)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw PassedFileProblem.unread(SystemError("read")) }
      guard count > 0 else { throw PassedFileProblem.changed }
      try write(UnsafeRawBufferPointer(rebasing: room[..<count]), at: offset)
      offset += count
      pieces.add(1, ordering: .relaxed)
    }
    let after = try? source.state().get()  // a file that cannot be asked now has changed
    guard hasEnded || after == before else {
      throw PassedFileProblem.changed
    }
    guard ftruncate(target.number, off_t(before.size)) == 0 else {
      throw PassedFileProblem.unwritten(SystemError("ftruncate"))
    }
  }

  /// Writes a piece, but for one of nothing but zeros: a file of holes costs no room here either.
  private func write(_ piece: UnsafeRawBufferPointer, at offset: Int) throws {
    if let start = piece.baseAddress, piece.first == 0,
      memcmp(start, start + 1, piece.count - 1) == 0
    {
      return
    }
    var done = 0
    while done < piece.count {
      let rest = UnsafeRawBufferPointer(rebasing: piece[done...])
      let count = pwrite(target.number, rest.baseAddress, rest.count, off_t(offset + done))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw PassedFileProblem.unwritten(SystemError("write")) }
      done += count
    }
  }
}

extension FileCopy.Source {
  init(of file: PassedFile) {
    state = {
      var status = stat()
      guard fstat(file.descriptor, &status) == 0 else { return .failure(SystemError("fstat")) }
      let flags = mate_fcntl(file.descriptor, F_GETFL, 0)
      // A descriptor of a mere path (O_PATH) cannot be read; its number is what the kernel has.
      let isReadable =
        flags >= 0 && flags & O_ACCMODE != O_WRONLY && flags & Int32(0o10_000_000) == 0
      let isOrdinary = status.st_mode & S_IFMT == S_IFREG && isReadable
      let changed = [status.st_mtim, status.st_ctim].flatMap { [$0.tv_sec, $0.tv_nsec] }
      return .success(
        State(
          isOrdinary: isOrdinary,
          isAnsweredByProgram: isOrdinary && mate_is_answered_by_program(file.descriptor) != 0,
          size: Int(status.st_size), changedAt: changed))
    }
    read = { room, offset in pread(file.descriptor, room.baseAddress, room.count, off_t(offset)) }
  }
}

/// Ends a copying that brings nothing for too long.
@LoopActor
private final class StallWatch {
  private let copy: FileCopy
  private let seconds: Int
  private var timer: LoopTimer?
  private var seen = 0

  init(seconds: Int, of copy: FileCopy) {
    self.copy = copy
    self.seconds = seconds
    timer = EventLoop.shared.makeTimer { [weak self] in self?.look() }
    arm()
  }

  private func arm() { timer?.arm(afterMicroseconds: Int64(seconds) * 1_000_000) }

  private func look() {
    let progress = copy.progress
    guard progress != seen else {
      return copy.end(.failure(PassedFileProblem.stalled(seconds: seconds)))
    }
    seen = progress
    arm()
  }
}
