package import Foundation

/// One run of a program: what it printed and how it ended.
package struct CommandResult {
  package let status: Int32
  package let output: String
  package let errors: String
}

/// `matectl` with a runtime folder, a state folder and descriptions of its own.
package final class CommandLineTool: Sendable {
  package let directory: TemporaryDirectory
  private let domains: String

  /// Uses the folders of descriptions in `domains`, or the repository's own.
  package init(domains: String? = nil) throws {
    directory = try TemporaryDirectory()
    self.domains = domains ?? "\(BuiltPrograms.repository())/deploy/domains"
  }

  deinit { stopDaemons() }

  package var environment: [String: String] {
    var variables = ProcessInfo.processInfo.environment
    for name in ["LC_ALL", "LC_MESSAGES", "NO_COLOR", "XDG_DATA_HOME"] { variables[name] = nil }
    variables["LANG"] = "C.UTF-8"
    variables["HOME"] = directory.path
    variables["MATE_DOMAINS_PATH"] = domains
    variables["MATE_RUNTIME_DIR"] = directory.file("run")
    variables["MATE_STATE_DIR"] = directory.file("state")
    variables["MATE_LOG"] = "file"
    return variables
  }

  /// Starts the program; the caller waits for it.
  package func start(
    _ arguments: [String], environment extra: [String: String] = [:], input: String? = nil
  ) throws -> RunningCommand {
    try RunningCommand(
      BuiltPrograms.path("matectl"), arguments, environment.merging(extra) { $1 }, input: input)
  }

  package func run(
    _ arguments: String..., environment extra: [String: String] = [:], input: String? = nil
  ) throws -> CommandResult {
    try start(arguments, environment: extra, input: input).finish()
  }

  /// The processes whose sockets are in our runtime folder end with the test.
  package func stopDaemons(_ signal: Int32 = SIGKILL) {
    for process in daemons { kill(process, signal) }
  }

  /// Ends the daemons, and waits until they have given up the locks of their stores.
  package func endDaemons(_ signal: Int32) {
    stopDaemons(signal)
    let state = directory.file("state")
    let files = FileManager.default.enumerator(atPath: state)?.compactMap { $0 as? String } ?? []
    for file in files where file.hasSuffix(".lock") {
      let descriptor = open("\(state)/\(file)", O_RDWR | O_CLOEXEC)
      while flock(descriptor, LOCK_EX) < 0, errno == EINTR {}
      close(descriptor)
    }
  }

  /// Daemons that were started for us: each writes its errors to a file in our runtime folder.
  package var daemons: [pid_t] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return files.compactMap(pid_t.init).filter { process in
      let errors = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/\(process)/fd/2")
      return errors?.hasPrefix("\(directory.path)/") == true && errors?.contains(".err") == true
    }
  }
}

/// A program that is running; its output is read as it comes.
package final class RunningCommand {
  private let process = Process()
  private let output = Pipe()
  private let errors = Pipe()
  private let standardInput = Pipe()
  private var buffered = Data()

  package init(
    _ path: String, _ arguments: [String], _ environment: [String: String], input: String?,
    keepsInput: Bool = false
  ) throws {
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = environment
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = standardInput
    try process.run()
    if let input { try write(input) }
    if !keepsInput { try standardInput.fileHandleForWriting.close() }
  }

  /// Writes to its standard input, where that was kept open.
  package func write(_ text: String) throws {
    try standardInput.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  /// Closes its standard input, where that was kept open.
  package func endInput() { try? standardInput.fileHandleForWriting.close() }

  package var processIdentifier: pid_t { process.processIdentifier }

  /// The next line of the output; nil at its end.
  package func line() -> String? {
    while true {
      if let end = buffered.firstIndex(of: 0x0A) {
        let line = String(decoding: buffered[..<end], as: UTF8.self)
        buffered = Data(buffered[(end + 1)...])
        return line
      }
      let chunk = output.fileHandleForReading.availableData
      if chunk.isEmpty { return nil }
      buffered.append(chunk)
    }
  }

  /// Closes the end of its output that is read, as `head` does.
  package func leaveOutput() { try? output.fileHandleForReading.close() }

  /// Its exit status, where it ends in time; nil where it does not.
  package func status(within seconds: Double) -> Int32? {
    let hasEnded = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in hasEnded.signal() }
    // One that ended before the handler was there does not call it.
    guard !process.isRunning || hasEnded.wait(timeout: .now() + seconds) == .success else {
      return nil
    }
    return process.terminationStatus
  }

  package func interrupt() { process.interrupt() }

  package func terminate() { process.terminate() }

  /// Ends it at once, also where it inherited blocked signals from a thread of the tests.
  package func kill() {
    if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
  }

  package func finish() throws -> CommandResult {
    // Both ends at once, until they are closed: a pipe that nobody reads holds the program up.
    let rest = Received()
    let reading = DispatchGroup()
    reading.enter()
    let handle = output.fileHandleForReading
    Thread.detachNewThread {
      rest.data = handle.readDataToEndOfFile()
      reading.leave()
    }
    let complaints = errors.fileHandleForReading.readDataToEndOfFile()
    reading.wait()
    process.waitUntilExit()
    return CommandResult(
      status: process.terminationStatus,
      output: String(decoding: buffered + rest.data, as: UTF8.self),
      errors: String(decoding: complaints, as: UTF8.self))
  }
}

/// What a thread has read for another, which waits until it is done.
private final class Received: @unchecked Sendable {
  // Written before the group is left, and read after it was waited for.
  var data = Data()
}
