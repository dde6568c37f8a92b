internal import CLinux
internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// `matectl backup DOMAIN FILE`: the store of a running daemon as one file that was opened before it is
/// called done.
struct BackupCommand {
  private let session: Session
  private let domain: DomainDescription
  private let target: BackupTarget
  /// Beside the file, so that it can be renamed, and nobody else's: half a backup never has its name.
  private let draft: String
  /// CLOCK_MONOTONIC in milliseconds until when all of it is done; nil where nobody said.
  private let deadline: Int64?

  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    guard words.count == 2 else { throw session.failUsage(of: .backup) }
    let domain = try session.description(words[0])
    let command = BackupCommand(session, domain, try BackupTarget(session, domain, words[1]))
    return session.invocation.isDryRun ? try command.rehearse() : try command.run()
  }

  private init(_ session: Session, _ domain: DomainDescription, _ target: BackupTarget) {
    self.session = session
    self.domain = domain
    self.target = target
    draft = "\(target.path).\(String(SystemRandom.number(), radix: 36)).part"
    deadline = session.invocation.timeoutMilliseconds.map { MonotonicTime.milliseconds + $0 }
  }

  private func run() throws(ExitStatus) -> ExitStatus {
    guard try target.mayReplace() else { return .refused }
    let client = try session.client(domain)
    let descriptor = mate_open(draft, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw unwritten(.usage) }
    defer { close(descriptor) }
    var isDone = false
    defer { if !isDone { unlink(draft) } }
    let bytes: Int64
    do throws(CallFailure) {
      bytes = try receive(client, descriptor)
    } catch {
      throw session.report(error, of: domain, silent: client.silentProcess)
    }
    guard bytes >= 0, fsync(descriptor) == 0 else { throw unwritten(.fault) }
    let facts = try StoreProgram(session: session, domain: domain)
      .run(["--check", draft], about: target.file)
    try target.refuseStore()
    guard rename(draft, target.path) == 0 else { throw unwritten(.fault) }
    isDone = true
    syncFolder()
    report(bytes, facts)
    return .done
  }

  private func report(_ bytes: Int64, _ facts: JSONObject) {
    let (file, size) = (target.file, ValueText.bytes(Double(bytes)))
    session.say(
      session.text(
        "Backup of \(domain.label): \(file), \(size), checked",
        "\(domain.label) 백업: \(file), \(size), 검사 완료"),
      or: [
        "domain": .string(domain.label), "file": .string(file), "bytes": .integer(bytes),
        "schemaVersion": facts["schemaVersion"] ?? .null,
      ])
  }

  /// Looks whether a backup could be made, as far as that can be known without making one.
  private func rehearse() throws(ExitStatus) -> ExitStatus {
    guard access(target.folder, W_OK | X_OK) == 0 else { throw unwritten(.usage) }
    let client = try session.client(domain)
    do throws(CallFailure) {
      _ = try client.call(try request("mate.ping"))
    } catch {
      throw session.report(error, of: domain, silent: client.silentProcess)
    }
    let file = target.file
    session.say(
      session.text(
        "(dry run) a backup of \(domain.label) can be written to \(file)",
        "(시험) \(domain.label) 백업을 \(file)에 쓸 수 있습니다"),
      or: ["domain": .string(domain.label), "file": .string(file), "dryRun": true])
    return .done
  }

  /// A request with what is left of the time.
  private func request(
    _ method: String, _ params: JSONObject = [:]
  ) throws(CallFailure) -> CallRequest {
    var request = CallRequest(method: method, params: params)
    request.traceID = session.invocation.traceID
    // The copy itself takes as long as the store is large.
    request.onlyReads = method != "mate.backup"
    if let deadline {
      let left = deadline - MonotonicTime.milliseconds
      guard left > 0 else { throw .timedOut }
      request.timeoutMilliseconds = left
    }
    return request
  }

  /// - Returns: How many bytes it has; -1 where they cannot be written.
  private func receive(_ client: IPCClient, _ descriptor: Int32) throws(CallFailure) -> Int64 {
    let started = try object(client.call(try request("mate.backup")))
    guard let name = started["backup"]?.stringValue, let total = started["bytes"]?.integerValue
    else { throw .protocolViolation("mate.backup") }
    var offset: Int64 = 0
    let progress = ProgressLine(session, name: session.text("Backup", "백업"))
    defer { progress.clear() }
    // A short one is done before anybody looks.
    let isShown = total > 8 << 20 && ProgressLine.isWanted(in: session)
    while offset < total {
      let params: JSONObject = ["backup": .string(name), "offset": .integer(offset)]
      let piece = try object(client.call(try request("mate.backup.read", params)))
      guard let text = piece["data"]?.stringValue, let bytes = Base64.decode(text), !bytes.isEmpty
      else { throw .protocolViolation("mate.backup.read") }
      guard Terminal.write(bytes, to: descriptor) else { return -1 }
      offset += Int64(bytes.count)
      if isShown {
        progress.show(ProgressNotice(done: Int(offset), of: Int(total), format: .bytes))
      }
      if Interrupt.wasPressed { throw .interrupted }
    }
    // Past the end: the daemon lets the copy go.
    _ = try? client.call(
      CallRequest(
        method: "mate.backup.read",
        params: ["backup": .string(name), "offset": .integer(total)]))
    return total
  }

  private func object(_ bytes: [UInt8]) throws(CallFailure) -> JSONObject {
    guard let object = (try? JSON.parse(bytes))?.objectValue else {  // said in the next line
      throw .protocolViolation("no object")
    }
    return object
  }

  private func unwritten(_ status: ExitStatus) -> ExitStatus {
    let error = SystemError("write", target.path)
    let file = target.file
    return session.fail(
      session.text(
        "\(file) cannot be written: \(error.reason)", "\(file, .object) 쓸 수 없습니다: \(error.reason)"),
      status)
  }

  /// The name is on disk once its folder is; a file system that cannot do that has no more to give.
  private func syncFolder() {
    let descriptor = mate_open(target.folder, O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
