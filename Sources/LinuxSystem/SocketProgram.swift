internal import CLinux
internal import Glibc

/// A program that is talked to over its standard input and output: one socket, so that both ends
/// are told when the other is gone.
///
/// Not Sendable: for the one thread that talks to it.
package final class SocketProgram {
  /// Our end; whoever takes it closes it.
  package let descriptor: Int32
  private let process: pid_t
  private let errors: Int32
  private var isReaped = false

  /// What is kept of what the program complains, in bytes: its last words.
  private static let keptBytes = 4096

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: Absolute; a program that cannot be run shows in ``end(waitingMilliseconds:)``.
  ///   - arguments: Its words, the first being its own name.
  ///   - keepsTerminal: Whether it may ask at our terminal, and is ended with us by Ctrl-C; else it
  ///     leads a session of its own.
  /// - Throws: ``SystemError`` where the system has no room for it.
  package init(
    _ path: String, _ arguments: [String], keepsTerminal: Bool = false
  ) throws(SystemError) {
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue | UInt32(SOCK_CLOEXEC.rawValue))
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemError("socketpair", path) }
    var pipes: [Int32] = [0, 0]
    guard pipe(&pipes) == 0 else {
      for end in ends { close(end) }
      throw SystemError("pipe", path)
    }
    for pipe in pipes { _ = mate_fcntl(pipe, F_SETFD, FD_CLOEXEC) }
    _ = mate_fcntl(pipes[0], F_SETFL, O_NONBLOCK)
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = Environment.all.map { strdup($0) } + [nil]
    process = mate_start_on_socket(
      path, &words, &variables, ends[1], pipes[1], keepsTerminal)
    for word in words + variables { free(word) }
    close(ends[1])
    close(pipes[1])
    (descriptor, errors) = (ends[0], pipes[0])
    guard process > 0 else {
      isReaped = true
      let error = SystemError("fork", path)
      close(descriptor)
      throw error
    }
  }

  deinit {
    if !isReaped {
      kill()
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
    close(errors)
  }

  /// Everything that the program writes until it ends, or until it is not wanted any more; the
  /// descriptor is closed then.
  ///
  /// - Parameter isWanted: Asked when a signal has come.
  /// - Returns: Its bytes.
  package func output(while isWanted: () -> Bool) -> [UInt8] {
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR, isWanted() { continue }
      guard count > 0 else { return bytes }
      bytes.append(contentsOf: chunk[..<count])
    }
  }

  /// Waits for the end of the program, and ends it where that takes too long.
  ///
  /// - Returns: Its exit status, or a signal as a negative number.
  package func end(waitingMilliseconds limit: Int) -> Int32 {
    var status: Int32 = 0
    let deadline = MonotonicTime.milliseconds + Int64(limit)
    while waitpid(process, &status, WNOHANG) == 0 {
      if MonotonicTime.milliseconds >= deadline { kill() }
      MonotonicTime.pause(milliseconds: 5)
    }
    isReaped = true
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
  }

  /// Ends it with all that it has started: it leads a session of its own, or will in a moment.
  private func kill() {
    Glibc.kill(-process, SIGKILL)
    Glibc.kill(process, SIGKILL)
  }

  /// The last line that the program wrote to its standard error; empty where it wrote nothing.
  package func complaint() -> String {
    var kept: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: Self.keptBytes)
    while true {
      let count = read(errors, &chunk, chunk.count)
      guard count > 0 else { break }
      kept = Array((kept + chunk[..<count]).suffix(Self.keptBytes))
    }
    let lines = kept.split { $0 == 0x0A || $0 == 0x0D }
    return lines.last.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
