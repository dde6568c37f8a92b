internal import CLinux
internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem

/// `matectl backup DOMAIN FILE`: the store of a running daemon as one file that was opened before it is
/// called done.
struct BackupCommand {
  static let usage = "backup DOMAIN FILE"

  private let session: Session
  private let domain: DomainDescription
  private let file: String
  /// Beside the file, so that it can be renamed: half a backup never has its name.
  private var draft: String { "\(file).part" }

  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    guard words.count == 2 else {
      throw session.fail(UsageError("usage: matectl \(usage)", "사용법: matectl \(usage)"))
    }
    let command = BackupCommand(
      session: session, domain: try session.description(words[0]), file: words[1])
    return try command.run()
  }

  private func run() throws(ExitStatus) -> ExitStatus {
    try checkPlace()
    let client = try session.client(domain)
    let descriptor = mate_open(draft, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw unwritten(.usage) }
    defer { close(descriptor) }
    var isDone = false
    defer { if !isDone { unlink(draft) } }
    let bytes: Int64
    do throws(CallFailure) {
      bytes = try receive(client, descriptor)
    } catch {
      throw ErrorText(session: session, domain: domain).report(error)
    }
    guard bytes >= 0, fsync(descriptor) == 0 else { throw unwritten(.fault) }
    _ = try StoreProgram(session: session, domain: domain).run(["--check", draft], about: file)
    if !session.invocation.isDryRun {
      guard rename(draft, file) == 0 else { throw unwritten(.fault) }
      isDone = true
      syncFolder()
    }
    tell(bytes)
    return .done
  }

  private func tell(_ bytes: Int64) {
    let size = ValueText.bytes(Double(bytes))
    let isDryRun = session.invocation.isDryRun
    session.say(
      session.text(
        "\(isDryRun ? "(dry run) " : "")Backup of \(domain.domain): \(file), \(size), checked",
        "\(isDryRun ? "(시험) " : "")\(domain.domain) 백업: \(file), \(size), 검사 완료") + "\n")
  }

  /// A backup takes the place of nothing but an ordinary file, and never that of a store.
  private func checkPlace() throws(ExitStatus) {
    var status = stat()
    if lstat(file, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw session.fail(
        session.text(
          "\(file) is no ordinary file; name another one", "\(file): 일반 파일이 아닙니다. 다른 이름을 쓰세요"),
        .usage)
    }
    guard !isOfStore else {
      throw session.fail(
        session.text(
          "\(file) is a file of a daemon's store; name another one",
          "\(file): 데몬의 저장소 파일입니다. 다른 이름을 쓰세요"), .usage)
    }
  }

  /// Whether the name is that of a store, or of what belongs to it: beside a store lies its lock.
  private var isOfStore: Bool {
    let name = file.split(separator: "/").last.map(String.init) ?? ""
    let folder = file.dropLast(name.count)
    return name.indices.contains { end in
      name[...end].hasSuffix(".db") && access("\(folder)\(name[...end]).lock", F_OK) == 0
    }
  }

  /// - Returns: How many bytes it has; -1 where they cannot be written.
  private func receive(_ client: IPCClient, _ descriptor: Int32) throws(CallFailure) -> Int64 {
    var request = CallRequest(method: "mate.backup")
    request.traceID = session.invocation.traceID
    let started = try object(client.call(request))
    guard let name = started["backup"]?.stringValue, let total = started["bytes"]?.integerValue
    else { throw .protocolViolation("mate.backup") }
    var offset: Int64 = 0
    while offset < total {
      request = CallRequest(
        method: "mate.backup.read",
        params: ["backup": .string(name), "offset": .integer(offset)])
      let piece = try object(client.call(request))
      guard let text = piece["data"]?.stringValue, let bytes = Base64.decode(text), !bytes.isEmpty
      else { throw .protocolViolation("mate.backup.read") }
      guard Terminal.write(bytes, to: descriptor) else { return -1 }
      offset += Int64(bytes.count)
      showProgress(offset, total)
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

  /// On a terminal, in one line, where it takes more than a moment.
  private func showProgress(_ done: Int64, _ total: Int64) {
    guard total > 8 << 20, !session.invocation.isQuiet, Terminal.isTerminal(2) else { return }
    _ = Terminal.write(done < total ? "\r\(done * 100 / total)%" : "\r     \r", to: 2)
  }

  private func unwritten(_ status: ExitStatus) -> ExitStatus {
    let error = SystemError("write", file)
    return session.fail(
      session.text(
        "\(file) cannot be written: \(error.reason)", "\(file)을(를) 쓸 수 없습니다: \(error.reason)"),
      status)
  }

  /// The name is on disk once its folder is; a file system that cannot do that has no more to give.
  private func syncFolder() {
    let folder = file.lastIndex(of: "/").map { String(file[..<$0]) + "/" } ?? "."
    let descriptor = mate_open(folder, O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
