package import IPCProtocol

extension Call {
  /// What a client says and asks where a person leaves the stream before its end.
  package func left(_ leaving: StreamLeaving) -> Call {
    with { method, _ in method.leaving = leaving }
  }
}
