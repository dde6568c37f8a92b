internal import CLinux
internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// A domain's socket: whose it is, who listens, and whether the caller may come in.
extension Findings {
  mutating func look(at endpoint: Endpoint, of domain: DomainDescription) {
    var status = stat()
    guard lstat(endpoint.path, &status) == 0 else {
      guard errno == ENOENT else { return unreachable(endpoint, errno) }
      guard !endpoint.isSystem else {
        return add(
          "socket", .broken, "systemd is to listen at \(endpoint.path) and does not",
          "systemd가 \(endpoint.path)에서 기다려야 하는데 기다리지 않습니다",
          command: "sudo systemctl start \(domain.unit).socket")
      }
      return add(
        "socket", .fine, "nobody listens at \(endpoint.path); the next call starts \(domain.exec)",
        "\(endpoint.path)에서 기다리는 데몬이 없습니다. 다음 호출이 \(domain.exec, .object) 시작합니다")
    }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      return add(
        "socket", .broken, "\(endpoint.path) is no socket, and stands in its way",
        "\(endpoint.path, .topic) 소켓이 아니어서 길을 막고 있습니다", command: "ls -l \(endpoint.path)")
    }
    if status.st_mode & 0o002 != 0 {
      add(
        "rights", .warning, "everybody on this machine may use \(endpoint.path)",
        "이 컴퓨터의 누구나 \(endpoint.path, .object) 쓸 수 있습니다", command: "chmod o= \(endpoint.path)")
    }
    do throws(StartFailure) {
      close(try endpoint.connect())
      add(
        "socket", .fine, "\(owner(status)) listens at \(endpoint.path)",
        "\(endpoint.path)에서 \(owner(status), .subject) 기다립니다")
    } catch {
      refused(error, endpoint, domain)
    }
  }

  /// The socket at which systemd listens for a daemon that does not run.
  mutating func look(atResting endpoint: Endpoint) {
    // To connect one must be able to write to it.
    guard access(endpoint.path, W_OK) == 0 else { return unreachable(endpoint, errno) }
    add(
      "socket", .fine, "systemd listens at \(endpoint.path); the daemon rests until somebody calls",
      "systemd가 \(endpoint.path)에서 기다립니다. 호출이 오면 데몬이 시작됩니다")
  }

  private func owner(_ status: stat) -> String { LinuxAccounts.name(ofUser: status.st_uid) }

  private mutating func refused(
    _ failure: StartFailure, _ endpoint: Endpoint, _ domain: DomainDescription
  ) {
    switch failure {
    case .notRunning(let error) where error.code == ECONNREFUSED:
      guard endpoint.isSystem else {
        return add(
          "socket", .fine,
          "the daemon at \(endpoint.path) has ended; the next call starts \(domain.exec)",
          "\(endpoint.path)의 데몬은 끝났습니다. 다음 호출이 \(domain.exec, .object) 시작합니다")
      }
      add(
        "socket", .broken, "\(endpoint.path) is left over; systemd does not listen there any more",
        "\(endpoint.path, .subject) 남아 있지만 systemd가 더는 기다리지 않습니다",
        command: "sudo systemctl restart \(domain.unit).socket")
    case .notRunning(let error): unreachable(endpoint, error.code)
    case .foreign(_, let uid):
      add(
        "socket", .broken,
        "\(LinuxAccounts.name(ofUser: uid)) listens at \(endpoint.path), who should not",
        "\(endpoint.path)에서 다른 사용자(\(LinuxAccounts.name(ofUser: uid)))가 기다립니다",
        command: "ls -l \(endpoint.path)")
    case .distrusted(let distrust):
      add(
        "socket", .broken, "the folder \(distrust.path) is not yours alone",
        "\(distrust.path) 폴더를 다른 사용자도 쓸 수 있습니다", command: "ls -ld \(distrust.path)")
    case .programNotFound, .noInstance, .system, .remote:
      add(
        "socket", .broken, "\(endpoint.path) cannot be used", "\(endpoint.path, .object) 쓸 수 없습니다")
    }
  }

  private mutating func unreachable(_ endpoint: Endpoint, _ code: Int32) {
    guard endpoint.isSystem, code == EACCES || code == EPERM else {
      let reason = SystemError("connect", endpoint.path, code: code).reason
      return add(
        "socket", .broken, "\(endpoint.path) cannot be used: \(reason)",
        "\(endpoint.path, .object) 쓸 수 없습니다: \(reason)", command: "ls -l \(endpoint.path)")
    }
    var status = stat()
    guard lstat(endpoint.path, &status) == 0 else {
      return add(
        "socket", .broken, "the folder of \(endpoint.path) is closed to you",
        "\(endpoint.path)의 폴더가 닫혀 있습니다", command: "sudo systemd-tmpfiles --create mate.conf")
    }
    let group = LinuxAccounts.name(ofGroup: status.st_gid)
    // A login has the groups that its account had when it began.
    guard LinuxAccounts.isMember(ofGroup: group) else {
      return add(
        "group", .broken, "you are not in the group \(group), to whom \(endpoint.path) belongs",
        "\(endpoint.path, .topic) \(group) 그룹의 것인데 그 그룹에 들어 있지 않습니다",
        command: "sudo usermod -aG \(group) $USER")
    }
    add(
      "group", .broken, "you are in the group \(group) since this login began; log in again",
      "이 로그인을 시작한 뒤 \(group) 그룹에 들어왔습니다. 다시 로그인하십시오", command: "newgrp \(group)")
  }

  /// Whether one and the same domain is there twice: for the machine, and for the caller alone.
  mutating func lookForTwo(_ endpoint: Endpoint, of domain: DomainDescription) {
    guard endpoint.isSystem, let runtime = Environment["XDG_RUNTIME_DIR"] else { return }
    let own = "\(runtime)/mate/\(domain.socket)"
    guard access(own, F_OK) == 0 else { return }
    add(
      "twoInstances", .warning,
      "\(own) is there as well as \(endpoint.path), which is used; each has a store of its own",
      "\(endpoint.path, .object) 쓰지만 \(own)도 있습니다. 저장소가 서로 다릅니다",
      command: "systemctl --user disable --now \(domain.unit).socket")
  }
}
