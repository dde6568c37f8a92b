import Foundation
import TestSupport
import Testing

@Suite("Where a domain's socket is")
struct EndpointTests {
  private let tool: CommandLineTool

  init() throws {
    tool = try CommandLineTool(domains: "\(BuiltPrograms.repository())/Tests/Plugins")
  }

  /// The place that `matectl domains` tells for the one domain there is.
  private func socket(
    _ arguments: [String] = [], _ variables: [String: String]
  ) throws -> String? {
    let result = try tool.start(["domains", "--json"] + arguments, environment: variables).finish()
    let table = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let rows = table?["items"] as? [[String: Any]]
    return rows?.first { $0["domain"] as? String == "meals" }?["socket"] as? String
  }

  @Test(
    "--socket-dir before $MATE_RUNTIME_DIR before $XDG_RUNTIME_DIR; an empty variable is none",
    arguments: [
      (["--socket-dir", "/a"], ["MATE_RUNTIME_DIR": "/b", "XDG_RUNTIME_DIR": "/c"], "/a"),
      ([], ["MATE_RUNTIME_DIR": "/b", "XDG_RUNTIME_DIR": "/c"], "/b"),
      ([], ["MATE_RUNTIME_DIR": "", "XDG_RUNTIME_DIR": "/c"], "/c/mate"),
    ])
  func order(_ arguments: [String], _ variables: [String: String], _ folder: String) throws {
    #expect(try socket(arguments, variables) == "\(folder)/meals.sock")
  }

  // MARK: The fallback, as a user that this machine has nothing of

  private static let uid: UInt32 = 64_321
  private static let fallback = "/tmp/mate-\(uid)"

  /// `matectl meals …` as that user, without any runtime folder.
  private func run(_ arguments: String...) throws -> (status: Int32, output: String, errors: String)
  {
    let program = tool.directory.file("matectl")
    if !FileManager.default.fileExists(atPath: program) {
      _ = try tool.directory.addProgram("matectl")
      try FileManager.default.copyItem(
        atPath: "\(BuiltPrograms.repository())/Tests/Plugins/meals.json",
        toPath: tool.directory.file("meals.json"))
      chmod(tool.directory.path, 0o755)
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
    process.arguments =
      ["--reuid=\(Self.uid)", "--regid=\(Self.uid)", "--clear-groups", program] + arguments
    process.environment = BuiltPrograms.environment([
      "MATE_DOMAINS_PATH": tool.directory.path, "LANG": "C.UTF-8", "HOME": "/nonexistent",
    ])
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let texts = [output, errors].map {
      String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    process.waitUntilExit()
    return (process.terminationStatus, texts[0], texts[1])
  }

  @Test(
    "/tmp/mate-<uid> is made for the user alone, and refused where it is not the user's own",
    .enabled(if: OtherUser.isPossible, "only root can be another user"))
  func fallback() throws {
    let folder = Self.fallback
    let files = FileManager.default
    defer { try? files.removeItem(atPath: folder) }
    try? files.removeItem(atPath: folder)
    #expect(try run("domains", "--json").output.contains("\(folder)/meals.sock"))
    let made = try files.attributesOfItem(atPath: folder)
    #expect(made[.posixPermissions] as? Int == 0o700)
    #expect(made[.ownerAccountID] as? UInt32 == Self.uid)
    // What is there and right is taken.
    #expect(try run("domains", "--json").output.contains("\(folder)/meals.sock"))

    let traps: [() throws -> Void] = [
      { chmod(folder, 0o777) },
      { chown(folder, 0, 0) },
      { try Data().write(to: URL(fileURLWithPath: folder)) },
      { try files.createSymbolicLink(atPath: folder, withDestinationPath: "/tmp") },
    ]
    for (index, trap) in traps.enumerated() {
      if index >= 2 { try files.removeItem(atPath: folder) }
      try trap()
      let result = try run("meals", "menu", "--no-start")
      #expect(result.status == 3, "\(index)")
      #expect(result.errors.contains("the runtime directory \(folder) is not yours"), "\(index)")
    }
  }
}
