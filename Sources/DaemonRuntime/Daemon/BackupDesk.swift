internal import CLinux
internal import Glibc
internal import IPCProtocol
internal import LinuxSystem
internal import Loop
internal import Storage
internal import Values

/// `mate.backup` and `mate.backup.read`: the store as one file that a client takes piece by piece.
///
/// A thread copies the store as it is at one moment, while changes go on, to a file that has no name
/// any more when it is done. The client asks for each piece, so a slow one costs nobody anything, and
/// it works over whatever carries frames. A copy that nobody asks for is given up.
@LoopActor
final class BackupDesk {
  struct Started: Shape {
    let backup: String
    let bytes: Int64
    let schemaVersion: Int

    static let shape = ShapeOf<Started>([
      Member("backup", \.backup), Member("bytes", \.bytes),
      Member("schemaVersion", \.schemaVersion),
    ])
  }

  struct Place: Shape {
    let backup: String
    let offset: Int64

    static let shape = ShapeOf<Place>([
      Member(
        "backup", \.backup, .text(length: 0...64), "what mate.backup said",
        ko: "mate.backup이 알려 준 이름"),
      Member("offset", \.offset, .from(0), "from which byte on", ko: "시작 위치 (바이트)"),
    ])
  }

  struct Piece: Shape {
    let data: String
    let isLast: Bool

    static let shape = ShapeOf<Piece>([Member("data", \.data), Member("isLast", \.isLast)])
  }

  /// A file without a name; closed with its last user.
  private final class Draft {
    let descriptor: Int32
    let bytes: Int64

    init(descriptor: Int32, bytes: Int64) {
      self.descriptor = descriptor
      self.bytes = bytes
    }

    deinit { close(descriptor) }
  }

  private let store: DomainStore
  private let domain: String
  /// Makes the store take in all that was acknowledged; false where the disk has no room for it.
  private let settle: @LoopActor () -> Bool
  private var isMaking = false
  private var drafts: [(name: String, draft: Draft)] = []
  private var timer: LoopTimer?

  /// Whole groups of three bytes, so that the text of a piece has no padding but the last one's.
  private static let pieceBytes = 48 << 10
  /// Copies that are kept at once: they take as much of the disk as the store.
  private static let limit = 2
  private static let patience: Int64 = 60_000_000

  init(store: DomainStore, domain: String, settle: @escaping @LoopActor () -> Bool) {
    self.store = store
    self.domain = domain
    self.settle = settle
    // One that was being made when the daemon was killed.
    unlink(path)
  }

  private var path: String { "\(store.path).backup" }

  nonisolated static let calls: [Call<BackupDesk>] = [
    .task(
      "mate.backup", "Copy the store as it is now, for mate.backup.read", ko: "저장소 사본 만들기",
      access: .admin, rehearsal: .refused, takes: NoParams.self, gives: Started.self
    ) { desk, _, _ in try await desk.makeDraft() },

    .read(
      "mate.backup.read", "A piece of a copy of the store", ko: "저장소 사본의 한 조각", access: .admin,
      takes: Place.self, gives: Piece.self
    ) { desk, place, _ in try desk.piece(at: place) },
  ]

  // MARK: Making

  private func makeDraft() async throws -> Started {
    guard !isMaking else {
      throw WireError(
        .busy, "another backup is being made; try again in a moment", data: ["retryAfterMs": 1000])
    }
    guard drafts.count < Self.limit else {
      throw WireError(
        .busy,
        "\(Self.limit) backups are being read; one that is read to its end, or not asked "
          + "for a minute, makes room", data: ["retryAfterMs": 1000])
    }
    guard settle() else {
      throw WireError(
        .storageFailed,
        "no backup was made: the store cannot take in what its redo log has; free some space on "
          + "the file system of \(store.path)",
        data: [
          "reason": "the redo log cannot be taken in", "cause": .string(StoreProblem.full.name),
          "store": .string(store.path), "operation": "read",
        ])
    }
    isMaking = true
    defer { isMaking = false }
    let path = path
    try await Self.copy(store.path, domain, path)
    defer { unlink(path) }
    // One whose name nobody will hear is not kept.
    try Task.checkCancellation()
    let descriptor = mate_open(path, O_RDONLY | O_CLOEXEC, 0)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else { throw SystemError("open", path) }
    let name = TraceNumbers.text(SystemRandom.number())
    drafts.append((name, Draft(descriptor: descriptor, bytes: Int64(status.st_size))))
    keepForAWhile()
    return Started(
      backup: name, bytes: Int64(status.st_size), schemaVersion: store.schemaVersion)
  }

  @concurrent
  private nonisolated static func copy(
    _ store: String, _ domain: String, _ draft: String
  ) async throws {
    try StoreCopy.make(of: store, domain: domain, at: draft) { !Task.isCancelled }
  }

  private func keepForAWhile() {
    if timer == nil { timer = EventLoop.shared.makeTimer { [unowned self] in drafts.removeAll() } }
    timer?.arm(afterMicroseconds: Self.patience)
  }

  // MARK: Reading

  private func piece(at place: Place) throws -> Piece {
    guard let draft = drafts.first(where: { $0.name == place.backup })?.draft else {
      throw SchemaViolation(
        path: "/backup", expected: "a backup that was made a moment ago", got: place.backup)
    }
    var bytes = [UInt8](repeating: 0, count: Self.pieceBytes)
    let count = pread(draft.descriptor, &bytes, bytes.count, off_t(place.offset))
    guard count >= 0 else { throw SystemError("read", store.path) }
    let isLast = place.offset + Int64(count) >= draft.bytes
    keepForAWhile()
    // The last piece may be asked for again, where its answer is lost on the way.
    if place.offset >= draft.bytes { drafts.removeAll { $0.name == place.backup } }
    return Piece(data: Base64.encode(Array(bytes[..<count])), isLast: isLast)
  }
}
