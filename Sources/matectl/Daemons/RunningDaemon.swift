internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem

/// The daemon that has a store open, and how it ends.
struct RunningDaemon {
  let session: Session
  let domain: DomainDescription

  /// Asks the daemon to end where a client of its user has started it: the next call starts it again.
  ///
  /// One that systemd started is systemd's to stop, which would start it again at once.
  ///
  /// - Returns: Whether it was asked; it answers first what it has read.
  func end() -> Bool { startedByClient.map { kill($0, SIGTERM) == 0 } ?? false }

  /// Its process, where a client has started it and it answers.
  var startedByClient: pid_t? {
    guard let client = try? session.client(domain),  // said already
      let status = status(client), status["activation"]?.stringValue == "client"
    else { return nil }
    return process(status)
  }

  /// By the daemon's own number, or by the kernel's for one that hangs and would not hear a request.
  var endingCommand: String? {
    guard let client = try? session.client(domain) else { return nil }  // said already
    guard let status = status(client) else {
      return client.silentProcess.map { "kill -KILL \($0)" }
    }
    return process(status).map { "kill \($0)" }
  }

  /// What it says of itself; nil where nobody runs there or answers.
  var status: JSONValue? {
    // Said already, where the folder is not to be trusted.
    (try? session.client(domain, mayStart: false)).flatMap { status($0) }
  }

  private func process(_ status: JSONValue) -> pid_t? {
    // 0 and what is below would be whole groups of processes.
    status["pid"]?.integerValue.flatMap { pid_t(exactly: $0) }.flatMap { $0 > 1 ? $0 : nil }
  }

  private func status(_ client: IPCClient) -> JSONValue? {
    var request = CallRequest(method: "mate.status")
    request.timeoutMilliseconds = 2000
    // The sentence would be about another matter.
    return (try? client.call(request)).flatMap { try? JSON.parse($0) }
  }
}
