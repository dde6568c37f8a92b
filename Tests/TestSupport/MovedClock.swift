internal import Foundation

/// The wall clock of a daemon, which a test moves while the daemon runs.
///
/// A library is preloaded into it; a sanitizer's runtime has to come before all others, so it is not
/// possible there.
package final class MovedClock {
  private let path: String
  private let library: String

  package static var isPossible: Bool {
    let variables = ProcessInfo.processInfo.environment
    return variables["ASAN_OPTIONS"] == nil && variables["TSAN_OPTIONS"] == nil
      && FileManager.default.fileExists(atPath: BuiltPrograms.path("libShiftedClock.so"))
  }

  package init(in directory: TemporaryDirectory, seconds: Int64 = 0) throws {
    path = directory.file("clock")
    library = BuiltPrograms.path("libShiftedClock.so")
    try set(seconds)
  }

  package var environment: [String: String] { ["LD_PRELOAD": library, "MATE_TEST_CLOCK": path] }

  /// Sets the clock so many seconds ahead of the machine's.
  package func set(_ seconds: Int64) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw TestFailure("open \(path): errno \(errno)") }
    defer { close(file) }
    // In the file as it is: the daemon has it mapped.
    var value = seconds
    guard pwrite(file, &value, 8, 0) == 8 else { throw TestFailure("pwrite: errno \(errno)") }
  }
}
