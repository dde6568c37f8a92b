import Foundation
import TestSupport
import Testing

/// Why a daemon does not start, in the words of who calls.
@Suite("A start that fails says why", .serialized)
struct StartFailureTests {
  private let tool: CommandLineTool
  private let configurations: String

  init() throws {
    tool = try CommandLineTool()
    configurations = tool.directory.file("config")
    try FileManager.default.createDirectory(
      atPath: "\(configurations)/mate", withIntermediateDirectories: true)
  }

  private var state: String { tool.directory.file("state/bank") }
  private var store: String { "\(state)/bank.db" }

  enum Defect: CaseIterable {
    case damagedPages, noStoreAtAll, walMissing, walEmpty, walDamaged, copied, otherDomain, inUse
    case folder, pipe, folderAsLog, stateForOthers
    case noJSON, noObject, unknownMember, unknownLimit, wrongAccess, configurationIsFolder
  }

  /// What both languages name, and what the remedy is.
  private func remedies(_ defect: Defect) -> [String] {
    switch defect {
    case .damagedPages, .noStoreAtAll: [store, "matectl restore bank"]
    case .walMissing, .walEmpty, .walDamaged:
      ["\(store)-wal", "matectl restore bank", "bankd --accept-loss"]
    case .copied: [store, "matectl restore bank", "bankd --accept-loss"]
    case .otherDomain: [store, "juice"]
    case .inUse: [store, "MATE_STATE_DIR"]
    case .folder, .pipe: [store]
    case .folderAsLog: ["\(store)-wal"]
    case .stateForOthers: ["chmod go-w"]
    case .noJSON, .noObject, .configurationIsFolder: ["\(configurations)/mate/bankd.json"]
    case .unknownMember:
      ["\(configurations)/mate/bankd.json", "/idleExitSecond", "idleExitSeconds"]
    case .unknownLimit: ["\(configurations)/mate/bankd.json", "/limits/frames", "frameBytes"]
    case .wrongAccess: ["\(configurations)/mate/bankd.json", "/access/others", "admin"]
    }
  }

  /// Makes a store with changes in it, and ends its daemon.
  private func make(endingBy signal: Int32) throws {
    #expect(try tool.run("bank", "open").status == 0)
    #expect(try tool.run("bank", "take", "loan").status == 0)
    tool.endDaemons(signal)
  }

  private func write(configuration: String) throws {
    try Data(configuration.utf8).write(
      to: URL(fileURLWithPath: "\(configurations)/mate/bankd.json"))
  }

  private func overwrite(_ path: String, from offset: Int) throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for index in offset..<min(bytes.count, offset + 8192) { bytes[index] = 0xA5 }
    try bytes.write(to: URL(fileURLWithPath: path))
  }

  /// - Returns: What holds the defect in place.
  private func cause(_ defect: Defect) throws -> Any? {
    let files = FileManager.default
    switch defect {
    case .damagedPages:
      try make(endingBy: SIGTERM)
      try overwrite(store, from: 4096)
    case .noStoreAtAll:
      try make(endingBy: SIGTERM)
      try overwrite(store, from: 0)
    case .walMissing:
      try make(endingBy: SIGKILL)
      try files.removeItem(atPath: "\(store)-wal")
    case .walEmpty:
      try make(endingBy: SIGKILL)
      truncate("\(store)-wal", 0)
    case .walDamaged:
      try make(endingBy: SIGKILL)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(store)-wal"))
      try overwrite("\(store)-wal", from: bytes.count / 2)
    case .copied:
      try make(endingBy: SIGKILL)
      let copy = try Data(contentsOf: URL(fileURLWithPath: store))
      try files.removeItem(atPath: store)
      try copy.write(to: URL(fileURLWithPath: store))
    case .otherDomain:
      #expect(try tool.run("juice", "order", "mango").status == 0)
      tool.endDaemons(SIGTERM)
      try files.createDirectory(
        atPath: state, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try files.copyItem(atPath: tool.directory.file("state/juice/juice.db"), toPath: store)
    case .inUse:
      try make(endingBy: SIGTERM)
      let lock = open("\(store).lock", O_RDWR | O_CLOEXEC)
      #expect(flock(lock, LOCK_EX) == 0)
      return FileHandle(fileDescriptor: lock, closeOnDealloc: true)
    case .folder, .pipe, .folderAsLog, .stateForOthers:
      try files.createDirectory(
        atPath: state, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      switch defect {
      case .folder: mkdir(store, 0o700)
      case .pipe: mkfifo(store, 0o600)
      case .folderAsLog: mkdir("\(store)-wal", 0o700)
      default: chmod(state, 0o777)
      }
    case .noJSON: try write(configuration: "{x")
    case .noObject: try write(configuration: "[]")
    case .unknownMember: try write(configuration: #"{"idleExitSecond":3}"#)
    case .unknownLimit: try write(configuration: #"{"limits":{"frames":3}}"#)
    case .wrongAccess: try write(configuration: #"{"access":{"others":"all"}}"#)
    case .configurationIsFolder: mkdir("\(configurations)/mate/bankd.json", 0o700)
    }
    return nil
  }

  @Test("in both languages, with the file and the way out", arguments: Defect.allCases)
  func told(defect: Defect) throws {
    let held = try cause(defect)
    let extra = ["XDG_CONFIG_HOME": configurations]
    // Also a stream that changes something has done nothing.
    for (command, language, start) in [
      ("board", "en", "matectl: bankd cannot start: "),
      ("run", "ko", "matectl: bankd를 시작할 수 없습니다. "),
    ] {
      let result = try tool.run("bank", command, "--lang", language, environment: extra)
      #expect(result.status == 3)
      #expect(result.errors.hasPrefix(start), "\(result.errors)")
      for word in remedies(defect) { #expect(result.errors.contains(word), "\(result.errors)") }
      #expect(!result.errors.contains("SQLite") && !result.errors.contains("SELECT"))
      #expect(result.errors.split(separator: "\n").count == 1)
      let isKorean = result.errors.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
      #expect(isKorean == (language == "ko"))
    }
    withExtendedLifetime(held) {}
  }

  @Test("too few descriptors to work with are said before anything is opened")
  func fewDescriptors() throws {
    let shell = try RunningCommand(
      "/bin/sh",
      ["-c", "ulimit -n 40 && exec \"$0\" bank board", BuiltPrograms.path("matectl")],
      tool.environment, input: nil
    ).finish()
    #expect(shell.status == 3)
    #expect(
      shell.errors.hasPrefix("matectl: bankd cannot start: it may open 40 files at once"),
      "\(shell.errors)")
    #expect(!FileManager.default.fileExists(atPath: store))
  }

  @Test("`restore` is the way out of damaged pages, and --accept-loss says that it is not")
  func wayOut() throws {
    try make(endingBy: SIGTERM)
    let file = tool.directory.file("bank.backup")
    #expect(try tool.run("backup", "bank", file).status == 0)
    tool.endDaemons(SIGTERM)
    try overwrite(store, from: 4096)
    let accepting = try RunningCommand(
      BuiltPrograms.path("bankd"), ["--accept-loss"], tool.environment, input: nil
    ).finish()
    #expect(accepting.status == 1)
    #expect(accepting.errors.hasPrefix("bankd: the store "))
    #expect(accepting.errors.contains("matectl restore bank FILE"))
    #expect(try tool.run("bank", "board").status == 3)
    #expect(try tool.run("restore", "bank", file, "--yes").status == 0)
    #expect(try tool.run("bank", "board", "--json").output.contains("\"waitingCount\""))
  }

  @Test("a full disk is told in Korean alone, with where to make room")
  func fullDisk() throws {
    let folder = tool.directory.file("state")
    guard let disk = SmallDisk(folder: folder) else { return }
    chmod(folder, 0o700)
    #expect(try tool.run("bank", "open").status == 0)
    try disk.fill()
    // The log has room of its own before the disk refuses.
    var result = try tool.run("bank", "add", "50", "--lang", "ko")
    for _ in 0..<200 where result.status == 0 {
      result = try tool.run("bank", "add", "50", "--lang", "ko")
    }
    #expect(result.status == 4)
    #expect(result.errors.contains("디스크가 가득 찼습니다") && result.errors.contains(store))
    #expect(!result.errors.contains("disk is full"), "\(result.errors)")
    tool.stopDaemons()
  }

  @Test(
    "the page says what is wrong in its configuration, in both languages",
    arguments: [
      (#"{"nonsense":1}"#, "/nonsense"), (#"{"screens":"*"}"#, "/screens"), ("{", "webd.json"),
      (#"{"port":8080,"addresses":["0.0.0.0:8080"]}"#, "displayOnly"),
    ])
  func page(configuration: String, named: String) throws {
    try Data(configuration.utf8).write(
      to: URL(fileURLWithPath: "\(configurations)/mate/webd.json"))
    for (language, sentence) in [("en", "webd cannot start"), ("ko", "시작할 수 없습니다")] {
      let said = try tool.run(
        "--lang", language, "web", "open", environment: ["XDG_CONFIG_HOME": configurations])
      #expect(said.status == 3 && said.errors.contains(sentence), "\(said)")
      #expect(said.errors.contains(named) && said.errors.contains("webd.json"), "\(said)")
    }
  }
}
