internal import IPCProtocol
internal import Loop

/// How far requests are, for clients that asked.
extension Dispatcher {
  /// Nil where the client did not ask, or nobody could tell which request is meant.
  func progress(of call: Request) -> ProgressReport? {
    guard call.meta.wantsProgress, let id = call.id, case .frame(let connection) = call.target
    else { return nil }
    return ProgressReport { [turn, weak connection] notice in
      // Who has not taken what was sent before has no use for more of it.
      guard let connection, connection.isOpen, !connection.isGone, connection.unsentBytes == 0
      else { return }
      connection.output.progress(notice, id: id)
      turn.markDirty(connection)
    }
  }
}
