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
  ///
  /// Who is held up is read from when that is over.
  func readLastWords() {
    for connection in connections {
      if connection.watched & EPOLLIN.rawValue != 0 {
        receive(connection, isQueued: true)
      } else {
        connection.hasLastWords = connection.isHeldUp
      }
    }
  }

  /// Closes connections that have been told everything.
  ///
  /// - Parameter sparingNew: Leaves those that have not said a word yet: somebody has just
  ///   connected, and is told that the request on its way is not taken.
  /// - Returns: Whether none is left.
  func closeFinished(sparingNew: Bool) -> Bool {
    var isHeard = false
    for connection in connections where isFinished(connection) && hasMore(connection) {
      receive(connection, isQueued: true)
      isHeard = true
    }
    if isHeard { flush() }
    for connection in connections where isFinished(connection) {
      if sparingNew, !connection.hasSpoken { continue }
      close(connection, gently: true)
    }
    return connectionCount == 0
  }

  /// Whether more waits to be read of what was sent while the connection was held up.
  private func hasMore(_ connection: Connection) -> Bool {
    guard connection.hasLastWords, !connection.hasEnded else { return false }
    var byte: UInt8 = 0
    let flags = Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)
    connection.hasLastWords = recv(connection.descriptor, &byte, 1, flags) > 0
    return connection.hasLastWords
  }

  private func isFinished(_ connection: Connection) -> Bool {
    connection.inFlight.isEmpty && connection.unsentBytes == 0 && !connection.hasFrame
      && connection.batch == nil && connection.discarding == nil
  }
}
