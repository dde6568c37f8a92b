internal import CLinux
internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// The store of a domain whose daemon rests; a running one tells of it itself.
extension Findings {
  mutating func look(atStore path: String, ofSystem isSystem: Bool) {
    lookAtFolder(of: path, ofSystem: isSystem)
    var status = stat()
    guard stat(path, &status) == 0 else {
      let code = errno
      // There is none yet, or never; the system's stores are the daemons' alone to see.
      guard code != ENOENT, code != EACCES else { return }
      let reason = SystemError("stat", path, code: code).reason
      return add(
        "store", .broken, "\(path) cannot be looked at: \(reason)",
        "\(path, .object) 볼 수 없습니다: \(reason)", command: "ls -ld \(path)")
    }
    // The machine's daemons are a user of their own; anybody else's run as who has started them.
    let wanted = isSystem ? LinuxAccounts.user("mate") : geteuid() == 0 ? nil : geteuid()
    if let wanted, status.st_uid != wanted {
      let owner = LinuxAccounts.name(ofUser: status.st_uid)
      let account = isSystem ? "mate:mate" : "$USER"
      // No pattern: who may not look into the folder cannot have one expanded there.
      let folder = path[..<(path.lastIndex(of: "/") ?? path.endIndex)]
      add(
        "store", .broken, "\(path) belongs to \(owner), so that the daemon cannot write to it",
        "\(path, .topic) \(owner)의 것이라 데몬이 쓸 수 없습니다",
        command: "sudo chown -R \(account) \(folder)")
    }
    if status.st_mode & 0o077 != 0 {
      add(
        "rights", .warning, "others may read or write \(path)",
        "다른 사용자가 \(path, .object) 읽거나 쓸 수 있습니다",
        command: isSystem ? "sudo chmod go= \(path)" : "chmod go= \(path)*")
    }
    guard let facts = FileSystemFacts(path) else { return }
    if let network = facts.network {
      add(
        "fileSystem", .warning,
        "\(path) is on \(network), where locks and fsync may promise too much; use a local disk",
        "\(path, .subject) \(network)에 있어 잠금과 fsync를 믿기 어렵습니다. 로컬 디스크를 쓰십시오")
    }
    var folder = path[...]
    if let slash = path.lastIndex(of: "/") { folder = path[..<slash] }
    if access(String(folder), W_OK) != 0, [EROFS, EACCES].contains(errno) {
      let reason = SystemError("access", String(folder), code: errno).reason
      add(
        "store", .broken, "nothing can be written to \(folder): \(reason)",
        "\(folder)에 쓸 수 없습니다: \(reason)", command: "findmnt -T \(folder)")
    }
    let kilobytes = (Int64(status.st_size) + 1023) >> 10
    let logs = (StoreLogs.bytes(of: path) + 1023) >> 10
    let free = facts.freeBytes >> 20
    add(
      "store", facts.freeBytes < Self.scarceBytes ? .warning : .fine,
      "the store \(path) has \(kilobytes) KiB, its logs \(logs) KiB; \(free) MiB are free there",
      "저장소 \(path, .topic) \(kilobytes) KiB, 로그는 \(logs) KiB이고 \(free) MiB 남았습니다",
      command: facts.freeBytes < Self.scarceBytes ? "df -h \(path)" : nil)
  }

  /// A daemon starts in no folder that is somebody else's, or that others may write to.
  private mutating func lookAtFolder(of path: String, ofSystem isSystem: Bool) {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
    var status = stat()
    guard !isSystem, stat(folder, &status) == 0 else { return }
    if status.st_uid != geteuid() {
      add(
        "folder", .broken,
        "\(folder) belongs to \(LinuxAccounts.name(ofUser: status.st_uid)), and the daemon does not start there",
        "\(folder, .topic) \(LinuxAccounts.name(ofUser: status.st_uid))의 것이라 데몬이 시작하지 않습니다",
        command: "sudo chown $USER \(folder)")
    } else if status.st_mode & 0o022 != 0 {
      add(
        "folder", .broken, "others may write to \(folder), and the daemon does not start there",
        "다른 사용자가 \(folder)에 쓸 수 있어 데몬이 시작하지 않습니다", command: "chmod go-w \(folder)")
    }
  }

  /// As the daemons themselves say of their disks.
  private static let scarceBytes: Int64 = 64 << 20

  /// Reads the whole store of a resting daemon, as the daemon's own program does.
  mutating func check(
    _ path: String, with program: StoreProgram
  ) throws(ExitStatus) {
    guard access(path, R_OK) == 0 else { return }
    let answer = try program.answer(["--check", path])
    guard let problem = answer["problem"]?.stringValue else {
      return add("storeCheck", .fine, "every page of \(path) is right", "\(path)의 모든 쪽이 바릅니다")
    }
    // Somebody has started it meanwhile, and it has checked the store itself.
    guard problem != "inUse" else { return }
    let detail = answer["detail"]?.stringValue ?? ""
    // What a newer version wrote is whole.
    let restore = problem == "newer" ? nil : "matectl restore \(subject) FILE"
    if let words = program.words(problem, detail, path) {
      return add("storeCheck", .broken, words.en, words.ko, command: restore)
    }
    add(
      "storeCheck", .broken, "\(path) cannot be checked: \(detail)",
      "\(path, .object) 검사할 수 없습니다: \(detail)", command: restore)
  }
}
