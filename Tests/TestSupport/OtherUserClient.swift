internal import Foundation

/// A connection of another user that stays open; see ``OtherUser``.
package final class OtherUserClient {
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private let wire: WireClient

  /// Connects; what is sent and received goes through a program of that user's.
  package init(at path: String) throws {
    var ends: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
      throw TestFailure("socketpair: errno \(errno)")
    }
    // Ours must not stay open in other programs that tests start.
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    wire = WireClient(accepted: ends[0])
    let words = OtherUser.command(Self.script, [path])
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    process.standardInput = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    try process.run()
  }

  package func close() { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  package func send(_ method: String, _ params: [String: Any]? = nil, id: Int) throws {
    try wire.send(WireClient.message(method, params, id: id))
  }

  package func receive() throws -> [String: Any] { try wire.receive() }

  package func call(_ method: String, _ params: [String: Any]? = nil) throws -> [String: Any] {
    try wire.reply(method, params)
  }

  /// Copies between its standard input, which is a socket, and the daemon's socket.
  private static let script = """
    import select, socket, sys
    ours = socket.socket(fileno=0)
    daemon = socket.socket(socket.AF_UNIX)
    daemon.connect(sys.argv[1])
    while True:
        for one in select.select([ours, daemon], [], [])[0]:
            data = one.recv(65536)
            if not data:
                sys.exit()
            (daemon if one is ours else ours).sendall(data)
    """
}
