internal import CMicroHTTPD
internal import DaemonRuntime

/// A connection, and what counts against it.
final class Guest {
  let descriptor: Int32
  let door: RequestHead.Door
  /// Who it is, of a Unix socket.
  let peer: Peer?
  /// The other end's address; empty on a Unix socket, where a proxy stands for everybody.
  let address: [UInt8]
  /// Since when a whole request is awaited, in milliseconds of CLOCK_MONOTONIC; nil while one is
  /// answered.
  var waitingSince: Int64?
  /// Which of all answers was its last one, and how many bytes had come by then; nil until there was
  /// one, and once the next request is read.
  var rest: (since: Int, bytes: UInt64)?

  init(
    descriptor: Int32, door: RequestHead.Door, peer: Peer?, address: [UInt8], at now: Int64
  ) {
    self.descriptor = descriptor
    self.door = door
    self.peer = peer
    self.address = address
    waitingSince = now
  }

  /// Whether it stands between two requests, and nothing of the next one has come.
  var isResting: Bool {
    waitingSince != nil && rest.map { $0.bytes == mate_http_arrived(descriptor) } ?? false
  }
}
