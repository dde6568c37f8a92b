internal import Glibc

/// A program that has our terminal, standard input and output while it runs.
package enum ForegroundProgram {
  /// Runs a program, found in `PATH`, and waits for its end.
  ///
  /// - Parameter words: Its name and its arguments.
  /// - Returns: Its exit status, or a signal as a negative number.
  /// - Throws: ``SystemError`` where it cannot be started.
  package static func run(_ words: [String]) throws(SystemError) -> Int32 {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, words[0], nil, nil, &arguments, environ)
    guard code == 0 else { throw SystemError("posix_spawn", words[0], code: code) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw SystemError("waitpid", words[0]) }
    }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
  }
}
