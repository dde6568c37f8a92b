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
    client.onDelay = { process in
      guard !invocation.isQuiet, Terminal.isTerminal(2) else { return }
      tell(ErrorText(session: self, domain: domain, silent: process).waiting)
    }
    return client
  }
}
