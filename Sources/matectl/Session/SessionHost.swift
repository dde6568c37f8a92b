internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// What differs where the daemons are on another machine (`-H`).
extension Session {
  /// The way to a daemon: on this machine, or through the client of another.
  func connector(_ domain: DomainDescription) throws(ExitStatus) -> any DaemonConnector {
    if let remote = remote(domain.label) { return remote }
    return DaemonStarter(endpoint: try endpoint(domain), program: domain.exec)
  }

  /// A domain of the other machine; nil on this one.
  private func remote(_ domain: String) -> RemoteDaemon? {
    invocation.host.map { way(to: domain, on: $0) }
  }

  /// The way to a domain of another machine.
  func way(to domain: String, on host: RemoteHost) -> RemoteDaemon {
    let folder = invocation.socketDirectory.map { ["--socket-dir", $0] } ?? []
    return RemoteDaemon(
      host: host, domain: domain, options: ["--lang", language.rawValue] + folder,
      isInterrupted: { Interrupt.wasPressed })
  }

  /// The description of a domain that is installed there alone, as its daemon tells it.
  ///
  /// - Returns: Nil where nobody answers for it there either.
  func remoteDescription(_ domain: String) throws(ExitStatus) -> DomainDescription? {
    // A word of the command line that is no name of a domain is a mistake, and no reason to ask.
    guard
      let label = catalog.label(domain),
      label.domain.utf8.allSatisfy({ 97...122 ~= $0 || $0 == 45 }),
      let remote = remote("\(label)")
    else { return nil }
    let client = IPCClient(remote, mayStart: invocation.mayStart)
    client.isInterrupted = { Interrupt.wasPressed }
    var request = CallRequest(method: "rpc.discover")
    request.onlyReads = true
    let bytes: [UInt8]
    do throws(CallFailure) {
      bytes = try client.call(request)
    } catch {
      if case .interrupted = error { throw .interrupted }
      guard case .unreachable(let failure) = error else { return nil }
      // The client there does not know the domain either.
      if case .remote(_, ExitStatus.usage.rawValue, _) = failure { return nil }
      throw fail(remoteSentence(failure) ?? "\(error)", .unreachable)
    }
    return try described(bytes, of: domain, on: remote.host).at(label.instance)
  }

  /// The description that the other machine sent; where it is none, what of it is wrong.
  private func described(
    _ bytes: [UInt8], of domain: String, on host: RemoteHost
  ) throws(ExitStatus) -> DomainDescription {
    let problem: String
    do throws(JSONSyntaxError) {
      let value = try JSON.parse(bytes)
      do throws(DescriptionError) { return try DomainDescription(openRPC: value) } catch {
        problem = "\(error)"
      }
    } catch {
      problem = "\(error.reason), \(error.offset)"
    }
    throw fail(
      text(
        "on \(host.name), \(domain) describes itself wrongly: \(whole: problem); update the older side",
        "\(host.name)에서 받은 \(domain) 도메인 설명이 잘못되었습니다: \(whole: problem). 오래된 쪽을 업데이트하십시오"),
      .unreachable)
  }

  /// Why the other machine was not reached, in its own words.
  func remoteSentence(_ failure: StartFailure) -> String? {
    guard case .remote(let host, let status, let complaint) = failure else { return nil }
    var words = complaint.printable(inOneLine: true)
    if words.hasPrefix("ssh: ") { words = String(words.dropFirst(5)) }
    switch status {
    // As a shell has it for a program that is not there.
    case 127:
      return text(
        "matectl is not installed on \(host), or not in the PATH that ssh has there",
        "\(host)에 matectl이 설치되어 있지 않거나 ssh의 PATH에 없습니다")
    case 255:
      let reason = words.isEmpty ? text("no reason given", "이유를 알 수 없음") : words
      return text(
        "ssh cannot reach \(host): \(whole: reason); try `ssh \(host)`",
        "ssh로 \(host)에 연결할 수 없습니다: \(whole: reason). `ssh \(host)` 명령으로 확인하십시오")
    default:
      let own = words.hasPrefix("matectl: ") ? String(words.dropFirst(9)) : words
      return text("on \(host): \(whole: own)", "\(host): \(whole: own)")
    }
  }

  // MARK: Commands that are run there

  /// Runs a command of our own by the client on the other machine, with its terminal.
  func runThere(_ arguments: [String], on host: RemoteHost) -> ExitStatus {
    let onTerminal = Terminal.isTerminal(0) && Terminal.isTerminal(1)
    let status: Int32
    do throws(SystemError) {
      status = try ForegroundProgram.run(host.command(arguments, onTerminal: onTerminal))
    } catch {
      return fail(
        text("ssh cannot be started: \(error)", "ssh를 시작할 수 없습니다: \(error)"), .unreachable)
    }
    // What ssh or the client there had to say, it has said.
    if status == 127 {
      return fail(
        remoteSentence(.remote(host: host.name, status: 127, complaint: "")) ?? "", .unreachable)
    }
    return status < 0 ? .interrupted : ExitStatus(rawValue: status) ?? .unreachable
  }

  /// A file of this machine is not one of the other: its content goes there through a pipe.
  func refuseFile(_ file: String, of command: String, on host: RemoteHost) -> ExitStatus {
    let words = "ssh \(host.name) matectl \(command) - < \(file)"
    return fail(
      text(
        "\(file) is on this machine; send it: `\(words)`",
        "\(file, .topic) 이 컴퓨터에 있습니다. \("`\(words)`", .object) 입력해 보내십시오"), .usage)
  }
}
