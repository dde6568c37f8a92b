internal import Foundation

/// Another user of the machine, for what the kernel alone can say of a client.
///
/// Only root can be somebody else; tests ask ``isPossible`` first.
package enum OtherUser {
  /// Debian's `nobody`, which has no rights and no files.
  package static let uid: UInt32 = 65534

  package static var isPossible: Bool {
    geteuid() == 0
      && ["/usr/bin/setpriv", "/usr/bin/python3"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: $0)
      }
  }

  /// Whether that user can start a program of this build.
  package static func canRun(_ program: String) -> Bool {
    (try? run("/usr/bin/test", ["-x", BuiltPrograms.path(program)]).status) == 0
  }

  /// Runs a program as that user.
  package static func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> CommandResult {
    let words = ["--reuid=\(uid)", "--regid=\(uid)", "--clear-groups", program] + arguments
    return try RunningCommand("/usr/bin/setpriv", words, environment, input: nil).finish()
  }

  /// Sends a request as that user and returns the reply; the socket must let it in.
  package static func reply(
    at path: String, _ method: String, _ params: [String: Any]? = nil, groups: [UInt32] = []
  ) throws -> [String: Any] {
    let request = try JSONSerialization.data(
      withJSONObject: WireClient.message(method, params, id: 1))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
    let supplementary =
      groups.isEmpty
      ? "--clear-groups" : "--groups=" + groups.map(String.init).joined(separator: ",")
    process.arguments = [
      "--reuid=\(uid)", "--regid=\(uid)", supplementary, "/usr/bin/python3", "-I", "-c", script,
      path,
      String(decoding: request, as: UTF8.self),
    ]
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let reply = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard let object = try? JSONSerialization.jsonObject(with: reply) as? [String: Any] else {
      throw TestFailure("no reply: \(String(decoding: reply, as: UTF8.self))")
    }
    return object
  }

  /// The program and words that run Python as that user.
  package static func command(_ script: String, _ words: [String]) -> [String] {
    [
      "/usr/bin/setpriv", "--reuid=\(uid)", "--regid=\(uid)", "--clear-groups", "/usr/bin/python3",
      "-I", "-c", script,
    ] + words
  }

  private static let script = """
    import socket, struct, sys
    s = socket.socket(socket.AF_UNIX)
    s.connect(sys.argv[1])
    payload = sys.argv[2].encode()
    s.sendall(struct.pack(">I", len(payload)) + payload)
    data = b""
    while len(data) < 4 or len(data) < 4 + struct.unpack(">I", data[:4])[0]:
        chunk = s.recv(65536)
        if not chunk:
            break
        data += chunk
    sys.stdout.buffer.write(data[4:])
    """
}
