import Foundation

/// A folder of its own for one test, removed with it.
package final class TemporaryDirectory: Sendable {
  package let path: String

  package init() throws {
    // Short, as the path of a Unix socket has room for 107 bytes.
    var template = Array("/tmp/mate-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw TestFailure("mkdtemp failed: \(errno)") }
    path = template.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Adds a text to the end of a file, which is made where it is missing.
  package func append(_ text: String, to name: String) throws {
    let stream = fopen(file(name), "a")
    guard let stream else { throw TestFailure("fopen \(name) failed: \(errno)") }
    defer { fclose(stream) }
    guard fputs(text, stream) >= 0 else { throw TestFailure("fputs \(name) failed: \(errno)") }
  }
}

/// Why a test could not go on.
package struct TestFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// The folder that the test bundle and all programs were built into.
package enum BuiltPrograms {
  package static let folder: String = {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    let bytes = buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }
    return (String(decoding: bytes, as: UTF8.self) as NSString).deletingLastPathComponent
  }()

  /// What a program needs that gets an environment of its own: what watches it, as a sanitizer or
  /// the count of lines, is told by variables.
  package static func environment(_ variables: [String: String]) -> [String: String] {
    let watching = ["LLVM_PROFILE_FILE", "ASAN_OPTIONS", "TSAN_OPTIONS"]
    return ProcessInfo.processInfo.environment.filter { watching.contains($0.key) }
      .merging(variables) { $1 }
  }

  /// Whether a sanitizer keeps memory of its own, freed or beside what is used, so that a process's
  /// size says nothing.
  package static var keepsFreedMemory: Bool {
    let variables = ProcessInfo.processInfo.environment
    return variables["ASAN_OPTIONS"] != nil || variables["TSAN_OPTIONS"] != nil
  }

  /// Whether these are programs of a sanitizer, in which each process starts some times slower.
  package static var isSanitized: Bool { keepsFreedMemory }

  /// Whether ThreadSanitizer keeps a signal until the next call that it watches, of which `flock` is
  /// none: who waits for a lock is then not interrupted.
  package static var defersSignals: Bool {
    ProcessInfo.processInfo.environment["TSAN_OPTIONS"] != nil
  }

  package static func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// The root of the repository, from where a file of it was compiled.
  package static func repository(file: String = #filePath) -> String {
    var path = file as NSString
    while path.length > 1 {
      path = path.deletingLastPathComponent as NSString
      let manifest = path.appendingPathComponent("Package.swift")
      if FileManager.default.fileExists(atPath: manifest) { return path as String }
    }
    return "."
  }
}
