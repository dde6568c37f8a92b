import Foundation
import TestSupport
import Testing

@Suite("Backup and restore", .serialized)
struct BackupTests {
  private let tool: CommandLineTool

  init() throws { tool = try CommandLineTool() }

  private func done(_ words: String...) throws -> CommandResult {
    let result = try tool.start(words).finish()
    #expect(result.status == 0, "\(words): \(result.errors)")
    return result
  }

  private func object(_ result: CommandResult) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require(value as? [String: Any])
  }

  private var orders: Int {
    get throws { try #require(try object(done("juice", "sales", "--json"))["orders"] as? Int) }
  }

  /// Ends the daemons as systemd would, and waits for their ends.
  private func endDaemons() { tool.endDaemons(SIGTERM) }

  private var storePath: String { tool.directory.file("state/juice/juice.db") }

  @Test("a backup under running orders is a whole store of one moment, and so is what it restores")
  func underOrders() throws {
    _ = try done("juice", "stock", "set", "strawberry", "1000000")
    let file = tool.directory.file("juice.backup")
    let socket = tool.directory.file("run/juice.sock")
    let counter = Counter()
    let group = DispatchGroup()
    for _ in 0..<4 {
      group.enter()
      Thread {
        counter.order(at: socket)
        group.leave()
      }.start()
    }
    counter.wait(for: 50)
    var before = 0
    var after = 0
    for _ in 0..<3 {
      before = counter.answered
      let result = try done("backup", "juice", file)
      #expect(result.output.hasPrefix("Backup of juice: \(file), "))
      after = counter.sent
    }
    counter.close()
    group.wait()
    let all = try orders
    #expect(all >= after && after > before)
    #expect(!FileManager.default.fileExists(atPath: "\(file).part"))
    let names = try FileManager.default.contentsOfDirectory(
      atPath: tool.directory.file("state/juice"))
    #expect(!names.contains { $0.contains("backup") })

    let running = tool.daemons
    // Whether the daemon runs or not, nothing is done unasked, and it is not ended for a trial.
    for _ in 0..<2 {
      let unasked = try tool.run("restore", "juice", file)
      #expect(unasked.status == 2 && unasked.errors.contains("--yes"))
      _ = try done("restore", "juice", file, "--dry-run")
      if tool.daemons == running { endDaemons() }
    }
    #expect(try orders == all)
    // This daemon was started by a client, and so ends for it.
    let restored = try done("restore", "juice", file, "--yes")
    let kept = try #require(
      restored.errors.split(separator: " ").last?.trimmingCharacters(in: .newlines))
    let count = try orders
    #expect(count >= before && count <= after)
    #expect(try object(done("juice", "audit", "--json"))["verdict"] as? String == "balanced")
    // And back again, by the name that was said.
    endDaemons()
    #expect(rename(kept, storePath) == 0)
    #expect(try orders == all)
    #expect(try object(done("juice", "audit", "--json"))["verdict"] as? String == "balanced")
  }

  @Test("a store that was killed is kept with its logs, so that the way back is open")
  func overKilled() throws {
    _ = try done("juice", "stock", "set", "strawberry", "1000")
    let file = tool.directory.file("juice.backup")
    _ = try done("backup", "juice", file)
    for _ in 0..<5 { _ = try done("juice", "order", "strawberry") }
    tool.endDaemons(SIGKILL)
    let restored = try done("restore", "juice", file, "--yes")
    let kept = try #require(
      restored.errors.split(separator: " ").last?.trimmingCharacters(in: .newlines))
    #expect(try orders == 0)
    endDaemons()
    for suffix in ["", "-wal", "-redo"] { #expect(rename(kept + suffix, storePath + suffix) == 0) }
    #expect(try orders == 5)
  }

  @Test("files that are no store of the domain are refused, and the store stays as it was")
  func wrongFiles() throws {
    _ = try done("juice", "stock", "set", "strawberry", "77")
    _ = try done("bank", "open")
    let good = tool.directory.file("good")
    _ = try done("backup", "juice", good)
    _ = try done("backup", "bank", tool.directory.file("bank"))
    let hot = tool.directory.file("hot")
    try FileManager.default.copyItem(atPath: storePath, toPath: hot)
    endDaemons()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: good))
    func make(_ name: String, _ content: Data) throws {
      try content.write(to: URL(fileURLWithPath: tool.directory.file(name)))
    }
    try make("empty", Data())
    try make("text", Data("no store at all, whatever its name says\n".utf8))
    try make("short", bytes.prefix(bytes.count / 2))
    var newer = bytes
    newer[63] = 99
    try make("newer", newer)
    var damaged = bytes
    for index in 4096..<9000 { damaged[index] = 0xA5 }
    try make("damaged", damaged)
    mkdir(tool.directory.file("folder"), 0o700)
    mkfifo(tool.directory.file("pipe"), 0o600)
    let before = try Data(contentsOf: URL(fileURLWithPath: storePath))
    for (name, words) in [
      ("empty", "is no store of juice"), ("text", "is no store of juice"),
      ("folder", "is no store of juice"), ("pipe", "is no store of juice"),
      ("short", "is damaged"), ("damaged", "is damaged"), ("newer", "newer version"),
      ("bank", "is a store of bank, not of juice"), ("hot", "while a daemon had it open"),
      ("absent", "cannot be read"),
    ] {
      let result = try tool.run("restore", "juice", tool.directory.file(name), "--yes")
      #expect(result.status == (name == "absent" ? 2 : 1), "\(name)")
      #expect(result.errors.contains(words), "\(name): \(result.errors)")
      let korean = try tool.run(
        "restore", "juice", tool.directory.file(name), "--yes", "--lang", "ko")
      #expect(!korean.errors.contains(words))
      #expect(try Data(contentsOf: URL(fileURLWithPath: storePath)) == before)
    }
    _ = try done("restore", "juice", good, "--yes")
  }

  private func kind(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
  }

  @Test("a backup never takes the place of what is no ordinary file, nor of the store")
  func targets() throws {
    _ = try done("bank", "open")
    let folder = tool.directory.path
    mkfifo("\(folder)/pipe", 0o600)
    mkdir("\(folder)/folder", 0o700)
    // As root devices of its own: where this fails, those of the machine would be replaced.
    let isRoot = geteuid() == 0
    for name in isRoot ? ["null", "full"] : [] {
      let minor: dev_t = name == "null" ? 3 : 7
      #expect(mknod("\(folder)/\(name)", S_IFCHR | 0o666, 1 << 8 | minor) == 0)
    }
    symlink(isRoot ? "\(folder)/null" : "/dev/null", "\(folder)/device")
    symlink("\(folder)/nowhere", "\(folder)/dangling")
    symlink("\(folder)/pipe", "\(folder)/link")
    symlink("\(folder)/state/bank", "\(folder)/short")
    var words = ["pipe", "folder", "device", "dangling", "link"].map { "\(folder)/\($0)" }
    words += ["\(folder)/run/bank.sock", isRoot ? "\(folder)/full" : "/dev/full", "-"]
    for suffix in ["", "-wal", "-shm", "-redo", ".lock", ".backup"] {
      words += ["\(folder)/state/bank/bank.db\(suffix)", "\(folder)/short/bank.db\(suffix)"]
    }
    symlink("\(folder)/state/bank/bank.db", "\(folder)/alias")
    words.append("\(folder)/alias")
    let kinds = words.map(kind)
    for word in words {
      for language in ["en", "ko"] {
        let result = try tool.run("backup", "bank", word, "--yes", "--lang", language)
        #expect(result.status == 2 && result.output.isEmpty, "\(word): \(result.output)")
        #expect(result.errors.contains("matectl: "), "\(word)")
      }
    }
    #expect(words.map(kind) == kinds)
    // The store is whole, and its daemon goes on.
    _ = try done("bank", "take", "deposit")
    // A store that is not there yet is made by the call itself.
    let late = "\(folder)/state/juice/juice.db"
    mkdir("\(folder)/state/juice", 0o700)
    let refused = try tool.run("backup", "juice", late, "--yes")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("is a file of the store"), "\(refused.errors)")
    _ = try done("juice", "stock", "set", "strawberry", "7")
  }

  @Test("an older backup is replaced without a word, also through a link; another file when asked")
  func replaced() throws {
    _ = try done("bank", "open")
    _ = try done("juice", "menu")
    let file = tool.directory.file("bank.backup")
    let link = tool.directory.file("link")
    let letter = tool.directory.file("letter")
    _ = try done("backup", "bank", file)
    symlink(file, link)
    _ = try done("backup", "bank", link)
    #expect(kind(link) == S_IFLNK && kind(file) == S_IFREG)
    try "Dear bank".write(toFile: letter, atomically: true, encoding: .utf8)
    for (domain, path) in [("bank", letter), ("juice", file)] {
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      let refused = try tool.run("backup", domain, path)
      #expect(refused.status == 2 && refused.errors.contains("--yes"), "\(refused.errors)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
      _ = try done("backup", domain, path, "--yes")
      _ = try done("backup", domain, path)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: tool.directory.path)
    #expect(!names.contains { $0.hasSuffix(".part") })
  }

  @Test("backup and restore heed --dry-run, --json and --timeout")
  func options() throws {
    _ = try done("bank", "open")
    let file = tool.directory.file("bank.backup")
    #expect(try done("backup", "bank", file, "--dry-run").output.hasPrefix("(dry run) "))
    let rehearsed = try object(done("backup", "bank", file, "--dry-run", "--json"))
    #expect(rehearsed["dryRun"] as? Bool == true)
    #expect(!FileManager.default.fileExists(atPath: file))
    let late = try tool.run("backup", "bank", file, "--timeout", "1ms")
    #expect(late.status == 3)
    #expect(!FileManager.default.fileExists(atPath: file))
    let made = try object(done("backup", "bank", file, "--json"))
    let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
    #expect(made["domain"] as? String == "bank" && made["file"] as? String == file)
    #expect(made["bytes"] as? Int == size && made["schemaVersion"] is Int)
    endDaemons()
    // Three in a second: each keeps what was there under a name of its own.
    var kept: Set<String> = []
    for _ in 0..<3 {
      kept.insert(
        try #require(
          try object(done("restore", "bank", file, "--yes", "--json"))["kept"] as? String))
    }
    #expect(kept.count == 3)
    #expect(kept.allSatisfy { FileManager.default.fileExists(atPath: $0) })
  }

  @Test("a backup that cannot be written leaves nothing, and the file that was there")
  func unwritable() throws {
    _ = try done("bank", "open")
    let absent = try tool.run("backup", "bank", tool.directory.file("none/file"))
    #expect(absent.status == 2)
    guard let disk = SmallDisk(folder: tool.directory.file("disk"), size: "64k") else { return }
    let file = "\(disk.folder)/file"
    try Data("before".utf8).write(to: URL(fileURLWithPath: file))
    try disk.fill()
    let full = try tool.run("backup", "bank", file, "--yes")
    #expect(full.status == 4)
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data("before".utf8))
    #expect(!FileManager.default.fileExists(atPath: "\(file).part"))
  }

  @Test(
    "a backup is for who has all rights",
    .enabled(if: OtherUser.isPossible, "only root can be another user"))
  func rights() throws {
    let daemon = try DaemonHarness()
    chmod(daemon.directory.path, 0o755)
    chmod(daemon.socketPath, 0o666)
    let calls: [(method: String, params: [String: Any]?)] = [
      ("mate.backup", nil), ("mate.backup.read", ["backup": "x", "offset": 0]),
    ]
    for (method, params) in calls {
      let error = try WireFailure(OtherUser.reply(at: daemon.socketPath, method, params))
      #expect(error.name == "mate.permissionDenied")
    }
  }

  @Test("two copies are kept at most, and a place is free when one was read to its end")
  func places() throws {
    let daemon = try DaemonHarness()
    defer { withExtendedLifetime(daemon) {} }
    let client = try daemon.connect()
    let started = [try client.result("mate.backup"), try client.result("mate.backup")]
    let failure = try client.error("mate.backup")
    #expect(failure.name == "mate.busy" && failure.data["retryAfterMs"] is Int)
    let bytes = try #require(started[0]["bytes"] as? Int)
    let params: [String: Any] = ["backup": started[0]["backup"] ?? "", "offset": bytes]
    #expect(try client.result("mate.backup.read", params)["isLast"] as? Bool == true)
    try client.result("mate.backup")
    #expect(try client.error("mate.backup.read", params).code == -32602)
  }

  /// Orders one after the other until it is closed.
  private final class Counter: @unchecked Sendable {
    // Guarded by the condition.
    private let condition = NSCondition()
    private var counts = (sent: 0, answered: 0)
    private var isClosed = false

    var sent: Int { condition.withLock { counts.sent } }
    var answered: Int { condition.withLock { counts.answered } }

    func close() { condition.withLock { isClosed = true } }

    func wait(for count: Int) {
      condition.withLock { while counts.answered < count { condition.wait() } }
    }

    func order(at path: String) {
      guard let client = try? WireClient(path: path) else { return }
      while !condition.withLock({ isClosed }) {
        condition.withLock { counts.sent += 1 }
        guard (try? client.result("juice.order", ["juice": "strawberry"])) != nil else {
          // Whoever waits for orders is not kept.
          return condition.withLock {
            counts.answered = .max / 2
            condition.broadcast()
          }
        }
        condition.withLock {
          counts.answered += 1
          condition.broadcast()
        }
      }
    }
  }
}
