internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem

extension Session {
  /// A client of a domain that Ctrl-C interrupts, and that tells a person when it has to wait.
  func client(
    _ domain: DomainDescription, mayStart: Bool = true
  ) throws(ExitStatus) -> IPCClient {
    let client = IPCClient(
      try connector(domain), mayStart: mayStart && invocation.mayStart)
    client.isInterrupted = { Interrupt.wasPressed }
    // Once, and not from another machine to a third.
    if invocation.host == nil {
      client.wayToOwner = { machine in RemoteHost(machine).map { way(to: domain.label, on: $0) } }
    }
    client.onDelay = { process in
      guard !invocation.isQuiet, Terminal.isTerminal(2) else { return }
      tell(ErrorText(session: self, domain: domain, silent: process).waiting)
    }
    return client
  }
}
