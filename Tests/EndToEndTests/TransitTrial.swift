import Foundation
import TestSupport

/// The shell that `make run-transit` opens, as somebody finds it who types there; it ends with this.
final class TransitTrial {
  /// What its programs are started with.
  let environment: [String: String]
  private let shell: RunningCommand

  init(_ environment: [String: String]) throws {
    // Says its variables, and waits until nobody types any more.
    shell = try RunningCommand(
      "/bin/bash",
      [
        "\(BuiltPrograms.repository())/tools/transit-trial.sh", "sh", "-c",
        "env -0 | base64 -w 0; echo; read -r _ || true",
      ], environment.merging(["TRIAL_BIN": BuiltPrograms.folder]) { $1 }, input: nil,
      keepsInput: true)
    guard let line = shell.line(), let said = Data(base64Encoded: line) else {
      shell.endInput()
      throw TestFailure("make run-transit did not begin: \(try shell.finish().errors)")
    }
    let pairs = said.split(separator: 0).compactMap { entry -> (String, String)? in
      let parts = String(decoding: entry, as: UTF8.self).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }
    self.environment = Dictionary(pairs) { $1 }
  }

  deinit {
    shell.endInput()
    _ = try? shell.finish()
  }
}
