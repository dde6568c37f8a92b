internal import Foundation

/// Programs of the machine that tests compare with or talk to.
package enum SystemProgram {
  /// The file of a program on `PATH`, or nil where it is not installed.
  package static func path(_ name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  package static func isInstalled(_ name: String) -> Bool { path(name) != nil }

  /// Whether the system's Python knows a module.
  package static func hasPythonModule(_ name: String) -> Bool {
    let script = "import importlib.util, sys; sys.exit(importlib.util.find_spec('\(name)') is None)"
    return (try? run("python3", ["-c", script]).status) == 0  // no Python is no module
  }

  /// Runs a program to its end with variables beside those of the tests.
  package static func run(
    _ name: String, _ arguments: [String], environment: [String: String] = [:],
    input: String? = nil
  ) throws -> CommandResult {
    guard let path = path(name) else { throw TestFailure("\(name) is not installed") }
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    return try RunningCommand(path, arguments, variables, input: input).finish()
  }

  /// What a Python script prints; a failure of the script fails the test.
  package static func python(_ script: String, _ arguments: [String] = []) throws -> String {
    let result = try run("python3", ["-c", script] + arguments)
    guard result.status == 0 else { throw TestFailure("python3: \(result.errors)") }
    return result.output
  }
}
