import Foundation

/// A program on a terminal of its own: what it prints is read as a person would see it.
package final class PseudoTerminal {
  private let master: Int32
  private let process = Process()
  private var seen = ""
  private var grid: TerminalGrid

  /// `TIOCSPTLCK` and `TIOCGPTN` of `<asm-generic/ioctls.h>`, which Swift does not import.
  private static let unlock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  /// `TIOCSWINSZ`, of the same page.
  private static let setSize: UInt = 0x5414

  /// Starts a program; a terminal without a size says none, as a serial line.
  package init(
    _ path: String, _ arguments: [String], environment: [String: String],
    columns: Int = 0, rows: Int = 0
  ) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var number: CInt = 0
    var isLocked: CInt = 0
    guard master >= 0, ioctl(master, Self.unlock, &isLocked) == 0,
      ioctl(master, Self.getNumber, &number) == 0
    else { throw TestFailure("no pseudo-terminal: errno \(errno)") }
    grid = TerminalGrid(columns: columns, rows: rows)
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    guard ioctl(master, Self.setSize, &size) == 0 else {
      throw TestFailure("no size of a pseudo-terminal: errno \(errno)")
    }
    let name = "/dev/pts/\(number)"
    let slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard slave >= 0 else { throw TestFailure("cannot open \(name): errno \(errno)") }
    let terminal = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = environment
    process.standardInput = terminal
    process.standardOutput = terminal
    process.standardError = terminal
    settingsBefore = settings
    try process.run()
    try terminal.close()
  }

  deinit {
    if process.isRunning { process.terminate() }
    close(master)
  }

  /// Types a line.
  package func type(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = bytes.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
  }

  /// Presses keys, as the bytes that a terminal sends for them.
  package func press(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = bytes.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
  }

  /// Presses keys as a person does who has read what came: an answer that is quicker is not taken.
  package func answer(_ keys: String) {
    Thread.sleep(forTimeInterval: 0.4)
    press(keys)
  }

  /// Makes the terminal larger or smaller, as a person does with a window.
  package func resize(columns: Int, rows: Int) {
    grid.resize(columns: columns, rows: rows)
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, Self.setSize, &size)
    // The terminal is nobody's to control, so that the kernel tells nobody.
    send(SIGWINCH)
  }

  package func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  package var processID: Int32 { process.processIdentifier }

  /// As they were before the program was started, which may change them at once.
  package private(set) var settingsBefore: [UInt64] = []

  /// How the terminal treats what is typed and printed, as two of them are compared.
  package var settings: [UInt64] {
    // C's structure has more bytes than a variable of Swift for it.
    let memory = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    defer { memory.deallocate() }
    guard tcgetattr(master, memory) == 0 else { return [] }
    let settings = memory.pointee
    let signs = withUnsafeBytes(of: settings.c_cc) { $0.map(UInt64.init) }
    return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag].map(UInt64.init)
      + signs
  }

  /// What Ctrl-C does.
  package func interrupt() { process.interrupt() }

  /// Reads until a text has been printed; what came up to and with it.
  package func read(until text: String, within seconds: Double = 20) throws -> String {
    let deadline = Date().addingTimeInterval(seconds)
    while true {
      if let range = seen.range(of: text) {
        let found = String(seen[..<range.upperBound])
        seen = String(seen[range.upperBound...])
        return found
      }
      guard try more(until: deadline) else {
        throw TestFailure("\"\(text)\" was not printed, but: \(seen)")
      }
    }
  }

  /// Passes over what has been printed so far.
  package func drain() throws {
    while isReadable(until: .now), try more(until: .now) {}
    seen = ""
  }

  // MARK: A full screen

  /// The lines that are seen now.
  package var lines: [String] { grid.lines }

  /// Waits until the screen is as wanted, however many frames that takes; a program draws only what
  /// has changed, so that a text which is seen may never be sent whole.
  package func see(
    _ what: String, within seconds: Double = 60, _ isThere: ([String]) -> Bool
  ) throws {
    let deadline = Date().addingTimeInterval(seconds)
    while !isThere(grid.lines) {
      guard (try? more(until: deadline)) == true else {
        throw TestFailure("\(what) is not seen, but:\n\(grid.lines.joined(separator: "\n"))")
      }
    }
  }

  /// Waits until one line of the screen has a text.
  package func see(_ text: String, within seconds: Double = 60) throws {
    try see("\"\(text)\"", within: seconds) { $0.contains { $0.contains(text) } }
  }

  /// Waits until no line of the screen has a text.
  package func see(no text: String, within seconds: Double = 60) throws {
    try see("a screen without \"\(text)\"", within: seconds) { !$0.contains { $0.contains(text) } }
  }

  /// Reads to the end; what came since the last time, and the exit status.
  package func finish(within seconds: Double = 20) throws -> (output: String, status: Int32) {
    let deadline = Date().addingTimeInterval(seconds)
    while try more(until: deadline) {}
    process.waitUntilExit()
    return (seen, process.terminationStatus)
  }

  private func isReadable(until deadline: Date) -> Bool {
    var entry = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, Int32(max(0, deadline.timeIntervalSinceNow * 1000))) > 0
  }

  /// False at the end, which is EIO on a terminal whose other side is closed.
  private func more(until deadline: Date) throws -> Bool {
    guard isReadable(until: deadline) else {
      throw TestFailure("nothing more came, after: \(seen)")
    }
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(master, &chunk, chunk.count)
    guard count > 0 else { return false }
    grid.feed(chunk[..<count])
    seen += String(decoding: chunk[..<count], as: UTF8.self)
    return true
  }
}
