import Foundation
import TestSupport
import Testing

@Suite("The key of the portals", .serialized, .timeLimit(.minutes(2)))
struct KeySecrecyTests {
  /// What a key comes by.
  enum Way: String, CaseIterable { case file, environment, credential }

  /// `cmdline` and `environ` of all processes that may be read.
  private func processes() -> String {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    let files = entries.filter { Int($0) != nil }.flatMap { ["\($0)/cmdline", "\($0)/environ"] }
    // A process that has ended meanwhile has nothing to hide.
    return files.compactMap { FileManager.default.contents(atPath: "/proc/\($0)") }
      .map { String(decoding: $0, as: UTF8.self) }.joined()
  }

  /// `transitd` as systemd would start it, once it listens where the tool looks for it.
  private func started(
    _ tool: CommandLineTool, _ environment: [String: String], credentials: String
  ) throws -> Process {
    let (folder, socket) = (tool.directory.file("run"), tool.directory.file("run/transit.sock"))
    mkdir(folder, 0o700)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltPrograms.path("transitd"))
    process.arguments = ["--socket", socket]
    process.environment = tool.environment.merging(environment) { $1 }
      .merging(["CREDENTIALS_DIRECTORY": credentials, "LISTEN_FDS": "1"]) { $1 }
    try process.run()
    while process.isRunning, (try? WireClient(path: socket)) == nil {}
    return process
  }

  @Test(
    "no core is dumped of a daemon that has keys, and no other program of its user reads its memory",
    .enabled(if: OtherUser.isPossible, "only root can be another user"),
    arguments: ["transitd", "projectd"])
  func memory(_ daemon: String) throws {
    let folder = try TemporaryDirectory()
    chmod(folder.path, 0o755)
    let (program, state) = (try folder.addProgram(daemon), folder.file("state"))
    mkdir(state, 0o700)
    chown(state, OtherUser.uid, OtherUser.uid)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
    process.arguments = [
      "--reuid=\(OtherUser.uid)", "--regid=\(OtherUser.uid)", "--clear-groups", program,
      "--socket", "\(state)/s",
    ]
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    process.environment = BuiltPrograms.environment([
      "MATE_STATE_DIR": state, "HOME": state, "MATE_LOG": "file",
    ])
    try process.run()
    defer { kill(process.processIdentifier, SIGKILL) }
    while process.isRunning, (try? WireClient(path: "\(state)/s")) == nil {}
    // proc(5): the files of a process that may be dumped are its user's, those of others root's.
    var status = stat()
    #expect(stat("/proc/\(process.processIdentifier)/environ", &status) == 0)
    #expect(status.st_uid == 0)
    let limits = try String(
      contentsOfFile: "/proc/\(process.processIdentifier)/limits", encoding: .utf8)
    let core = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
    #expect(core?.split(separator: " ").dropFirst(4).prefix(2) == ["0", "0"])
  }

  @Test(
    "however it comes, it is in no reply, log, status or metric, and in no process's words or environment",
    arguments: Way.allCases)
  func secrecy(way: Way) throws {
    let key = "k3y\(UInt64.random(in: .min ... .max))"
    let tool = try CommandLineTool()
    let replay = try ReplayServer()
    let folder = try TemporaryDirectory()
    mkdir(folder.file("mate"), 0o700)
    try JSONSerialization.data(
      withJSONObject: replay.configuration.merging(["logPriority": "debug"]) { $1 }
    ).write(to: URL(fileURLWithPath: folder.file("mate/transitd.json")))
    let keyFile = folder.file(way == .credential ? "seoul-subway-key" : "my.key")
    if way != .environment { try Data("\(key)\n".utf8).write(to: URL(fileURLWithPath: keyFile)) }
    var environment = ["XDG_CONFIG_HOME": folder.path]
    let base = environment
    // A client hands on no credentials, as they are its own: systemd starts this one.
    let service = way == .credential ? try started(tool, base, credentials: folder.path) : nil
    defer { service.map { _ = kill($0.processIdentifier, SIGKILL) } }
    if way == .environment { environment["MATE_TRANSIT_KEY"] = key }
    var said = ""
    func run(_ words: [String], _ variables: [String: String]? = nil) throws {
      let result = try tool.start(words, environment: variables ?? base).finish()
      said += result.output + result.errors
    }
    // The first call starts the daemon, with what is in its environment.
    try run(["transit", "quota"], environment)
    if way == .file { try run(["transit", "configure", "--key-file", keyFile]) }
    try run(["transit", "arrivals", "서울"])
    #expect(try replay.subwayCalls == 1)
    for fault in ["INFO-100", "ERROR-300", "gateway30", "redirectAway", "404", "html", "ERROR-337"]
    {
      try replay.fail(fault, times: 3)
      try run(["transit", "arrivals", "연신내"])
      try run(["transit", "arrivals", "연신내", "--json", "--lang", "ko"])
    }
    for words in [
      ["status", "transit"], ["metrics", "transit"], ["logs", "transit", "--output", "jsonl"],
    ] {
      try run(words)
      try run(words + ["--json"])
    }
    try run(["transit", "quota", "--json"])
    #expect(said.contains("data.seoul.go.kr"))
    #expect(said.contains("transitd"))
    #expect(!said.contains(key))
    // With a credential it was started above.
    #expect(service != nil || !tool.daemons.isEmpty)
    #expect(!processes().contains(key))
    // Only the store may hold it, and only its owner may read that.
    let state = tool.directory.file("state")
    for case let name as String in FileManager.default.enumerator(atPath: state) ?? .init() {
      let path = "\(state)/\(name)"
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      guard data.range(of: Data(key.utf8)) != nil else { continue }
      #expect(way == .file && name.hasPrefix("transit/transit.db"))
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
    }
  }
}
