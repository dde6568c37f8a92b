internal import IPCProtocol

extension Call {
  /// To do it twice comes to the same as once.
  package var idempotent: Call { with { method, _ in method.isIdempotent = true } }

  /// It asks or tells somebody outside of this machine, as a portal or another board.
  package var openWorld: Call { with { method, _ in method.isOpenWorld = true } }
}
