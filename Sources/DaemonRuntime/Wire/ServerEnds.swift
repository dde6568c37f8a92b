internal import CLinux
internal import Glibc

/// How a server shuts down: everybody is told what became of their requests.
extension Server {
  /// Takes no more connections; what waits in the backlog stays there for the next daemon.
  func stopAccepting() {
    for listener in listeners { watch(listener, EPOLL_CTL_DEL, 0, 0) }
  }

  var connections: [Connection] { table.all }

  /// Reads once more from everybody: what arrives now is answered as not taken.
  func readLastWords() {
    for connection in connections where connection.watched & EPOLLIN.rawValue != 0 {
      receive(connection, isQueued: true)
    }
  }

  /// Closes connections that have been told everything.
  ///
  /// - Parameter sparingNew: Leaves those that have not said a word yet: somebody has just
  ///   connected, and is told that the request on its way is not taken.
  /// - Returns: Whether none is left.
  func closeFinished(sparingNew: Bool) -> Bool {
    for connection in connections where isFinished(connection) {
      if sparingNew, !connection.hasSpoken { continue }
      close(connection, gently: true)
    }
    return connectionCount == 0
  }

  private func isFinished(_ connection: Connection) -> Bool {
    connection.inFlight.isEmpty && connection.unsentBytes == 0 && !connection.hasFrame
      && connection.batch == nil && connection.discarding == nil
  }
}
