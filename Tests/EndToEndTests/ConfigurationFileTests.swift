import Foundation
import TestSupport
import Testing

@Suite("A configuration that is there counts, or nothing starts")
struct ConfigurationFileTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    mkdir(directory.file("conf"), 0o755)
  }

  private var path: String { directory.file("conf/probed.json") }

  /// Runs `probed` as a user, nil for our own, until it ends or listens; its exit status, and what
  /// it complained of.
  private func start(as uid: UInt32? = nil) throws -> (status: Int32?, complaint: String) {
    let socket = directory.file("state/s")
    mkdir(directory.file("state"), 0o700)
    let process = Process()
    var words = [BuiltPrograms.path("probed"), "--socket", socket]
    if let uid {
      chown(directory.file("state"), uid, uid)
      chmod(directory.path, 0o755)
      words[0] = try directory.addProgram("probed")
      words = ["/usr/bin/setpriv", "--reuid=\(uid)", "--regid=\(uid)", "--clear-groups"] + words
    }
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    process.environment = BuiltPrograms.environment([
      "CONFIGURATION_DIRECTORY": directory.file("conf"), "MATE_LOG": "file",
      "MATE_STATE_DIR": directory.file("state"), "HOME": directory.file("state"),
    ])
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    while process.isRunning {
      guard let client = try? WireClient(path: socket) else { continue }
      try client.result("mate.ping")
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      return (nil, "")
    }
    let text = errors.fileHandleForReading.readDataToEndOfFile()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  @Test("without one the daemon starts with the defaults")
  func missing() throws {
    #expect(try start().status == nil)
  }

  enum Defect: String, CaseIterable {
    case folder = "Is a directory"
    case pipe = "this is a pipe, a socket or a device"
    case linkToNowhere = "No such file"
    case tooLarge = "at most 16777216 bytes"
    case noJSON = "no value starts so"
    case empty = "a value is missing"
  }

  @Test(
    "one that cannot be read stops the start, with its path and the reason",
    arguments: Defect.allCases)
  func unreadable(_ defect: Defect) throws {
    let file = URL(fileURLWithPath: path)
    switch defect {
    case .folder: mkdir(path, 0o700)
    case .pipe: mkfifo(path, 0o600)
    case .linkToNowhere: symlink("/nowhere/at/all", path)
    case .tooLarge:
      try Data().write(to: file)
      truncate(path, 17 << 20)
    case .noJSON: try Data("access: none".utf8).write(to: file)
    case .empty: try Data().write(to: file)
    }
    let (status, complaint) = try start()
    #expect(status == 1)
    #expect(complaint.contains(path) && complaint.contains(defect.rawValue), "\(complaint)")
  }

  @Test(
    "one that the daemon's user has no right to read stops it as well, and so does its folder",
    .enabled(if: OtherUser.isPossible, "only root can be another user"),
    arguments: [false, true])
  func forbidden(isFolder: Bool) throws {
    try Data(#"{"access":{"others":"none"}}"#.utf8).write(to: URL(fileURLWithPath: path))
    chmod(isFolder ? directory.file("conf") : path, 0o000)
    let (status, complaint) = try start(as: OtherUser.uid)
    #expect(status == 1)
    #expect(
      complaint.contains("\(path): expected a file that can be read: Permission denied"),
      "\(complaint)")
  }
}
