internal import DaemonRuntime
internal import Glibc
internal import HTTPClient
internal import IPCProtocol
internal import LinuxSystem
internal import Loop
internal import Storage
internal import Values

/// Runs one import at a time, off the loop, and tells its stream how far it is.
@LoopActor
final class FeedRunner {
  private let host: DomainHost
  private let library: FeedLibrary
  private let timetables: Timetables
  private var running: Task<Void, Never>?

  /// Where a feed is: a file that the client passed, else what the daemon opens by its name.
  struct Source {
    /// A path, an address, or what people call the file.
    let name: String
    let file: PassedFile?

    /// Whether it is a file of the machine that the daemon opens where it is.
    var isPath: Bool { file == nil && BaseURL.scheme(of: name) == nil }
  }

  typealias Stream = StreamOf<ImportEvent, Answers.Feed>

  /// What a download or a passed file may be.
  static let downloadBytes = 1 << 30
  static let downloadSeconds = 3600.0

  init(host: DomainHost, library: FeedLibrary, timetables: Timetables) {
    self.host = host
    self.library = library
    self.timetables = timetables
  }

  var isRunning: Bool { running != nil }

  /// Starts an import; the stream gets its progress and its end, and ends it when it goes.
  ///
  /// - Throws: ``TransitError`` where one is running, or there are too many feeds.
  func start(_ source: Source, name: String?, realtime: String?, stream: Stream) throws {
    guard running == nil else { throw TransitError(.importRunning) }
    let name = name ?? FeedLibrary.name(of: source.name)
    guard library[name] != nil || library.feeds.count < FeedLibrary.maximum else {
      throw TransitError(.feedsFull, ["maximum": .integer(FeedLibrary.maximum)])
    }
    do {
      try library.makeFolder()
    } catch {
      throw Self.failed(error)
    }
    let shown = source.name.split(separator: "?").first.map(String.init) ?? source.name
    let request = FeedImport.Request(
      name: name, source: shown, realtime: realtime, importedAt: host.now)
    let task = Task { [weak self] in
      guard let self else { return }
      await run(source, request, stream)
      running = nil
    }
    running = task
    stream.onEnd { task.cancel() }
  }

  private func run(
    _ source: Source, _ request: FeedImport.Request, _ stream: Stream
  ) async {
    let draft = library.draft(of: request.name)
    let report = ProgressReport.current
    let tell: @Sendable (FeedImport.Progress) -> Void = { progress in
      report?.tell(ProgressNotice(progress, feed: request.name))
      Task { @LoopActor in stream.send(ImportEvent(progress, name: request.name)) }
    }
    do {
      let archive = try await archive(source, request.name, tell)
      defer { if !source.isPath { unlink(archive) } }
      try await Self.importFeed(archive, draft, request, tell)
      try Task.checkCancellation()
      let feed = try library.adopt(request.name)
      host.log(
        .notice, "timetable \(request.name) imported: \(feed.facts.stopTimes) stop times",
        id: .feedImported)
      timetables.forget(request.name)
      stream.finish(Answers.Feed(feed.facts, today: feed.day(at: host.now)))
    } catch {
      stream.fail(refusal(error, of: request))
    }
    unlink(draft)
    unlink("\(draft).lock")
    // Tens of megabytes were only needed for the import.
    Memory.giveBack()
  }

  /// What the end of an import is called that did not come to its end.
  private func refusal(_ error: any Error, of request: FeedImport.Request) -> WireError {
    switch error {
    case let problem as FeedProblem: return problem.refusal(request.source).wireError
    case PassedFileProblem.unwritten(let error): return Self.failed(error, host)
    case let problem as PassedFileProblem:
      return FeedProblem(problem).refusal(request.source).wireError
    case HTTPError.cannotStore(let code):
      return Self.failed(SystemError("write", library.folder, code: code), host)
    case let error as HTTPError:
      let problem = UpstreamFault.transport(error).problem
      return TransitError(.downloadFailed, ["problem": problem.jsonValue]).wireError
    case let error as any WireErrorConvertible: return error.wireError
    case is CancellationError:
      return WireError(.cancelled, "the import was cancelled; nothing was changed")
    case let doubt as FeedLibrary.InDoubt:
      host.endInDoubt("the import of \(request.name): \(doubt.cause)")
      return WireError(
        .outcomeUnknown,
        "it is not known whether the timetable was taken, as the disk failed; look before you repeat it",
        data: ["reason": .string(doubt.cause.description)])
    case let error as SystemError: return Self.failed(error, host)
    case let error as SQLiteError where !error.isConstraint:
      host.log(.error, "the import of \(request.name) failed: \(error)")
      return WireError(
        .storageFailed, "nothing was changed: \(error.remedy)", data: error.wireData)
    default:
      host.log(.error, "the import of \(request.name) failed: \(error)")
      return WireError(.internal, "the import failed; nothing was changed")
    }
  }

  /// A call that failed on what the import writes.
  private static func failed(_ error: SystemError, _ host: DomainHost? = nil) -> WireError {
    host?.log(.error, "a timetable cannot be written: \(error)")
    return WireError(
      .storageFailed, "nothing was changed: a timetable cannot be written (\(error.reason))",
      data: ["reason": .string(error.description)])
  }

  /// The import itself, on a thread of its own.
  @concurrent
  private nonisolated static func importFeed(
    _ archive: String, _ draft: String, _ request: FeedImport.Request,
    _ tell: @escaping @Sendable (FeedImport.Progress) -> Void
  ) async throws {
    var toldAt: Int64 = 0
    do {
      let feed = try FeedImport(archive: archive, store: draft, request) { progress in
        let now = MonotonicTime.milliseconds
        guard now - toldAt >= 200 else { return }
        toldAt = now
        tell(progress)
      }
      try feed.run()
    }
    // The store is closed; nothing that is told of may be lost.
    try Directory.sync(draft)
  }

  /// A file as it is, or a copy of the daemon's own of what was passed or what an address gives.
  private func archive(
    _ source: Source, _ name: String, _ tell: @escaping @Sendable (FeedImport.Progress) -> Void
  ) async throws -> String {
    if source.isPath {
      guard !source.name.contains("://") else {
        throw FeedProblem.unreadable("only http and https are spoken", "http와 https만 지원")
      }
      return source.name
    }
    let path = "\(library.folder)/\(name).zip"
    let descriptor = open(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemError("open", path) }
    defer { close(descriptor) }
    do {
      if let file = source.file {
        try await file.copy(to: descriptor, limit: Self.downloadBytes)
      } else {
        try await download(source.name, to: descriptor, tell)
      }
      return path
    } catch {
      unlink(path)
      throw error
    }
  }

  private func download(
    _ address: String, to descriptor: Int32,
    _ tell: @escaping @Sendable (FeedImport.Progress) -> Void
  ) async throws {
    var request = HTTPRequest("GET", address)
    request.limits.totalSeconds = Self.downloadSeconds
    request.limits.bodyBytes = Self.downloadBytes
    request.limits.stallSeconds = 30
    let response = try await HTTPFetcher.shared.download(request, to: descriptor) { bytes in
      guard bytes % (1 << 20) < 16_384 else { return }
      tell(.init(step: "download", file: "", rows: Int(bytes), share: 0))
    }
    guard response.isSuccess else {
      let text = "HTTP \(response.status)"
      throw TransitError(
        .downloadFailed, ["problem": LocalizedText(en: text, ko: text).jsonValue])
    }
  }
}
