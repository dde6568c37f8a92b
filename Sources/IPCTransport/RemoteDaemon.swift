internal import CLinux
internal import Glibc
internal import IPCProtocol
package import LinuxSystem

/// The daemon of a domain on another machine: through ssh, and the `stdio-bridge` of the client there.
///
/// Where ssh keeps a connection for several (`ControlMaster` in its configuration), so does this.
package final class RemoteDaemon: DaemonConnector {
  package let host: RemoteHost
  private let domain: String
  private let words: [String]
  private var bridge: SocketProgram?
  /// Asked whenever a signal came; true gives up.
  private let isInterrupted: () -> Bool

  /// How long ssh may take to end whose connection has ended, in milliseconds.
  private static let patience = 2000

  /// - Parameters:
  ///   - host: Where the daemon is.
  ///   - domain: Its name.
  ///   - options: Of the client there, as `--lang ko`.
  ///   - isInterrupted: Asked whenever a signal came; true gives up.
  package init(
    host: RemoteHost, domain: String, options: [String], isInterrupted: @escaping () -> Bool
  ) {
    (self.host, self.domain, words) = (host, domain, options)
    self.isInterrupted = isInterrupted
  }

  package var program: String { "" }

  /// Waits until the daemon there has answered, so that a connection that breaks later has been one:
  /// before that nothing was asked of it, and ssh says why.
  package func connect(starting mayStart: Bool) throws(StartFailure) -> Int32 {
    let remote = words + (mayStart ? [] : ["--no-start"]) + ["stdio-bridge", domain]
    let bridge = try host.start(remote, keepsTerminal: true)
    let descriptor = mate_fcntl(bridge.descriptor, F_DUPFD_CLOEXEC, 3)
    guard descriptor >= 0 else {
      let error = SystemError("fcntl", host.name)
      close(bridge.descriptor)
      throw .system(error)
    }
    do throws(ReceiveFailure) {
      let connection = FrameConnection(descriptor: bridge.descriptor)
      var writer = JSONWriter()
      writer.value(["jsonrpc": "2.0", "id": "bridge", "method": "mate.status"])
      try connection.send(writer.bytes, isInterrupted: isInterrupted)
      _ = try connection.receive(before: nil, isInterrupted: isInterrupted)
    } catch {
      close(descriptor)
      let status = bridge.end(waitingMilliseconds: Self.patience)
      throw .remote(host: host.name, status: status, complaint: bridge.complaint())
    }
    self.bridge = bridge
    return descriptor
  }
}

/// Another machine, by the name that ssh knows it by.
package struct RemoteHost: Hashable, Sendable {
  /// `host` or `user@host`.
  package let name: String

  /// - Returns: Nil for a word that ssh would take for an option, or that is no name.
  package init?(_ name: String) {
    guard !name.isEmpty, !name.hasPrefix("-"), name.utf8.count <= 255,
      name.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F })
    else { return nil }
    self.name = name
  }

  /// `MATE_SSH` is a command with its first arguments, as `ssh -F /etc/mate/ssh.conf`.
  private static var shell: [String] {
    let given = (Environment["MATE_SSH"] ?? "").split(separator: " ").map(String.init)
    return given.isEmpty ? ["ssh"] : given
  }

  /// Starts `matectl` there, with its standard input and output in our hands.
  ///
  /// - Parameters:
  ///   - words: What the client there gets, each as one word whatever is in it.
  ///   - options: Of ssh, as `-o BatchMode=yes`.
  ///   - keepsTerminal: Whether ssh may ask at our terminal.
  /// - Returns: ssh, which says by its end why there is no connection.
  /// - Throws: ``StartFailure`` where ssh cannot be run.
  package func start(
    _ words: [String], options: [String] = [], keepsTerminal: Bool
  ) throws(StartFailure) -> SocketProgram {
    let ssh = try program()
    do throws(SystemError) {
      return try SocketProgram(
        ssh, command(words, options: options), keepsTerminal: keepsTerminal)
    } catch {
      throw .system(error)
    }
  }

  /// The file of ssh.
  ///
  /// - Throws: ``StartFailure/programNotFound(name:lookedIn:)``.
  func program() throws(StartFailure) -> String { try DaemonStarter.program(Self.shell[0]) }

  /// Whether ssh keeps a connection to it, which calls share (`ControlMaster` of ssh_config(5)).
  package var isKept: Bool {
    guard let ssh = try? program(),
      let check = try? SocketProgram(ssh, Self.shell + ["-O", "check", "--", name])
    else { return false }
    _ = check.output { true }
    return check.end(waitingMilliseconds: 2000) == 0
  }

  /// The words of ssh that run `matectl` with some words there.
  ///
  /// - Parameters:
  ///   - words: What the client there gets, each as one word whatever is in it.
  ///   - onTerminal: Whether the client there gets a terminal.
  ///   - options: Of ssh, before the host.
  /// - Returns: With the name of ssh first.
  package func command(
    _ words: [String], onTerminal: Bool = false, options: [String] = []
  ) -> [String] {
    let quoted = (["matectl"] + words).map { word in
      "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        + "'"
    }
    return Self.shell + options
      + [onTerminal ? "-t" : "-T", "--", name, quoted.joined(separator: " ")]
  }
}
