internal import CLinux
internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// What systemd says of a daemon's units.
extension Findings {
  mutating func look(at systemd: Systemd) {
    let names = [
      "LoadState", "ActiveState", "Result", "NRestarts", "NeedDaemonReload", "DropInPaths",
      "LimitNOFILE",
    ]
    for kind in ["socket", "service"] {
      guard let unit = systemd.properties(kind, names) else {
        return add(
          "systemd", .warning, "systemd does not answer", "systemd가 답하지 않습니다",
          command: systemd.command("status"))
      }
      guard unit["LoadState"] != "not-found" else { continue }
      judge("\(systemd.unit).\(kind)", kind, unit, systemd)
    }
  }

  /// Whether systemd listens for the machine at a file that was removed: the caller gets a daemon of their own
  /// then, with a store of its own, where nothing says that the machine's is meant.
  mutating func lookForMachines(_ domain: DomainDescription, insteadOf endpoint: Endpoint) {
    let machine = Systemd(ofMachine: domain)
    guard machine.properties("socket", ["ActiveState"])?["ActiveState"] == "active" else { return }
    let socket = "\(machine.unit).socket"
    add(
      "machine", .broken,
      "\(socket) listens to nobody, as its file was removed; \(endpoint.path) is used, a store of your own",
      "\(socket) 파일이 지워져 아무도 연결할 수 없고, 저장소가 따로인 \(endpoint.path, .object) 쓰고 있습니다",
      command: machine.command("restart", socket))
  }

  /// Whether the socket lies where systemd listens, and as its unit has it; what differs was changed
  /// since, and a restart of the unit makes it anew.
  ///
  /// - Parameters:
  ///   - endpoint: Where clients look for it.
  ///   - systemd: The manager of its unit.
  /// - Returns: False where that was told, so that no other reason is to be looked for.
  mutating func compare(_ endpoint: Endpoint, with systemd: Systemd) -> Bool {
    let names = ["ActiveState", "SocketMode", "SocketUser", "SocketGroup"]
    guard let unit = systemd.properties("socket", names), unit["ActiveState"] == "active" else {
      return true
    }
    let restart = systemd.command("restart", "\(systemd.unit).socket")
    var status = stat()
    guard lstat(endpoint.path, &status) == 0 else {
      guard errno == ENOENT else { return true }
      add(
        "socket", .broken, "\(endpoint.path) was removed, and systemd goes on listening to nobody",
        "\(endpoint.path, .subject) 지워져 systemd가 기다려도 아무도 연결할 수 없습니다", command: restart)
      return false
    }
    guard status.st_mode & S_IFMT == S_IFSOCK, let wanted = SocketRights(unit) else { return true }
    let present = SocketRights(status)
    guard present != wanted else { return true }
    add(
      "rights", .broken,
      "\(endpoint.path) is \(present.text), and its unit makes it \(wanted.text)",
      "\(endpoint.path)의 권한은 \(present.text)인데 유닛에서 정한 것은 \(wanted.text)입니다",
      command: restart)
    return false
  }

  /// A store, its logs and some dozen clients; the page, which has no store, needs no more.
  private static let leastFiles = 256

  private mutating func judge(
    _ name: String, _ kind: String, _ unit: [String: String], _ systemd: Systemd
  ) {
    if unit["LoadState"] == "error" || unit["LoadState"] == "bad-setting" {
      return add(
        kind, .broken, "\(name) has a mistake in its files", "\(name) 파일에 잘못된 곳이 있습니다",
        command: systemd.command("status", name))
    }
    if unit["ActiveState"] == "failed" {
      let result = unit["Result"] ?? "failed"
      return add(
        kind, .broken,
        result == "start-limit-hit"
          ? "\(name) was given up, as it failed again and again" : "\(name) has failed (\(result))",
        result == "start-limit-hit"
          ? "\(name, .subject) 거듭 실패하여 systemd가 포기했습니다" : "\(name, .subject) 실패했습니다 (\(result))",
        command: "matectl logs \(subject) --priority err; "
          + systemd.command("reset-failed", name) + "; " + systemd.command("start", name))
    }
    if unit["NeedDaemonReload"] == "yes" {
      add(
        kind, .warning, "the files of \(name) have changed, and systemd has not read them yet",
        "\(name) 파일이 바뀌었지만 systemd가 아직 읽지 않았습니다", command: systemd.command("daemon-reload"))
    }
    let restarts = unit["NRestarts"].flatMap(Int.init) ?? 0
    if restarts > 0 {
      let often = restarts == 1 ? "once" : "\(restarts) times"
      add(
        kind, .warning, "\(name) was started again \(often) after it failed",
        "\(name, .subject) 실패하여 \(restarts)번 다시 시작되었습니다",
        command: "matectl logs \(subject) --priority err; " + systemd.command("reset-failed", name))
    }
    let changes = unit["DropInPaths"] ?? ""
    if kind == "service", let files = unit["LimitNOFILE"].flatMap(Int.init), files < Self.leastFiles
    {
      add(
        "descriptors", .warning,
        "\(name) may open \(files) files at once, and \(Self.leastFiles) are few; changed by \(changes)",
        "\(name, .topic) 파일을 \(files)개만 열 수 있습니다. \(Self.leastFiles)개는 있어야 합니다: \(changes)",
        command: systemd.command("revert", name) + "; " + systemd.command("restart", name))
    }
    add(
      kind, .fine,
      changes.isEmpty
        ? "\(name) is \(unit["ActiveState"] ?? "-")"
        : "\(name) is \(unit["ActiveState"] ?? "-"), with \(changes)",
      changes.isEmpty
        ? "\(name): \(unit["ActiveState"] ?? "-")"
        : "\(name): \(unit["ActiveState"] ?? "-"), 추가 설정 \(changes)")
  }
}

/// Who may use a socket, as it lies there and as its unit says.
private struct SocketRights: Equatable {
  let mode: UInt32
  let user: UInt32
  let group: UInt32

  init(_ status: stat) {
    mode = status.st_mode & 0o7777
    (user, group) = (status.st_uid, status.st_gid)
  }

  /// As `systemctl show` has them; nil where the unit names nobody, or nobody of this machine.
  init?(_ unit: [String: String]) {
    guard let mode = unit["SocketMode"].flatMap({ UInt32($0, radix: 8) }),
      let user = unit["SocketUser"].flatMap(LinuxAccounts.user),
      let group = unit["SocketGroup"].flatMap(LinuxAccounts.group)
    else { return nil }
    (self.mode, self.user, self.group) = (mode, user, group)
  }

  var text: String {
    let owners = "\(LinuxAccounts.name(ofUser: user)):\(LinuxAccounts.name(ofGroup: group))"
    return "\(owners) \(String(mode, radix: 8))"
  }
}
