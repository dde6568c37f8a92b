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
    return (try? run(python, ["-c", script]).status) == 0  // no Python is no module
  }

  /// Debian's own Python where there is one: Debian's modules belong to it.
  package static let python =
    FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")
    ? "/usr/bin/python3" : path("python3") ?? "python3"

  /// Runs a program, by its name or its path, to its end with variables beside those of the tests.
  package static func run(
    _ name: String, _ arguments: [String], environment: [String: String] = [:],
    input: String? = nil
  ) throws -> CommandResult {
    guard let path = name.hasPrefix("/") ? name : path(name) else {
      throw TestFailure("\(name) is not installed")
    }
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    return try RunningCommand(path, arguments, variables, input: input).finish()
  }

  /// Starts a program; its output is read line by line, and its input closed unless it is kept.
  package static func start(
    _ name: String, _ arguments: [String], environment: [String: String] = [:],
    keepsInput: Bool = false
  ) throws -> RunningCommand {
    guard let path = name.hasPrefix("/") ? name : path(name) else {
      throw TestFailure("\(name) is not installed")
    }
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    return try RunningCommand(path, arguments, variables, input: nil, keepsInput: keepsInput)
  }

  /// What a Python script prints; a failure of the script fails the test.
  package static func python(_ script: String, _ arguments: [String] = []) throws -> String {
    let result = try run(python, ["-c", script] + arguments)
    guard result.status == 0 else { throw TestFailure("python3: \(result.errors)") }
    return result.output
  }
}
