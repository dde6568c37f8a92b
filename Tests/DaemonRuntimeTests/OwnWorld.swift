import Glibc
import Loop
import Storage
import TestSupport
import Values

@testable import DaemonRuntime

/// Machines that answer by their own disks, each with a line to the server that can be cut.
@LoopActor
final class OwnWorld {
  private let world: BranchWorld

  init(_ branch: String) throws { world = try BranchWorld(branch) }

  /// One machine, `first`, that owns the branch, and a server that has all of its changes.
  static func followed(_ branch: String, changes: Int) async throws -> OwnWorld {
    let world = try OwnWorld(branch)
    try world.begin("first")
    try await world["first"].becomes("owner")
    for _ in 0..<changes { world.change(on: "first") }
    try await world.followed("first")
    return world
  }

  /// Has an owner lose the server, and change more.
  func goOnAlone(_ name: String, changes: Int) async throws {
    try cutOff(name)
    try await lose(name)
    for _ in 0..<changes { change(on: name) }
    try await self[name].isQuiet()
  }

  var directory: TemporaryDirectory { world.directory }
  var told: [Int64: Bool] { world.told }
  var owner: String? { world.owner }

  subscript(_ name: String) -> BranchMachine { world[name] }

  func path(_ name: String) -> String { world.path(name) }
  func change(on name: String) { world.change(on: name) }
  func end(_ name: String) async { await world.end(name) }
  func endAll() async { await world.endAll() }
  func mirrors() async throws { try await world.mirrors() }
  func judgeMirror(of name: String) async throws { try await world.judgeMirror(of: name) }
  @discardableResult
  func settled() async throws -> String { try await world.settled() }
  @discardableResult
  func sql(_ text: String) async throws -> String { try await world.sql(text) }

  // MARK: Lines

  private func line(_ name: String) -> String { directory.file("to-\(name)") }
  private var cut: Set<String> = []

  func begin(_ name: String, _ acknowledge: BranchSettings.Acknowledge = .own) throws {
    if !cut.contains(name) { try connect(name) }
    try world.machine(
      name, address: "host=\(line(name)) user=postgres dbname=postgres", acknowledge
    ).resume()
  }

  /// New connections only; those that are there end with ``endSessions()``.
  func cutOff(_ name: String) throws {
    cut.insert(name)
    unlink(line(name))
  }

  func connect(_ name: String) throws {
    cut.remove(name)
    unlink(line(name))
    guard symlink(try world.server.directory.path, line(name)) == 0 else {
      throw TestFailure("symlink: \(errno)")
    }
  }

  func endSessions() async throws {
    try await sql(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name LIKE 'mate numbers@\(world.branch)%'
      """)
  }

  /// Waits until an owner has noticed that the server is away.
  func lose(_ name: String) async throws {
    try await endSessions()
    try await until("\(name) notices nothing") { self[name].member.hindrance != nil }
  }

  // MARK: What becomes of it

  /// Asked again and again: what is awaited is of several machines, or of a turn, which tell nobody.
  private func until(_ failure: String, _ condition: () -> Bool) async throws {
    for _ in 0..<4000 {
      if condition() { return }
      try await Task.sleep(nanoseconds: 2_500_000)
    }
    throw TestFailure(
      "\(failure): \(world.machines.map { "\($0.name) \($0.member.statusText.en)" })")
  }

  /// Waits until the server has everything that an owner has.
  func followed(_ name: String) async throws {
    try await until("the server does not follow \(name)") {
      let member = self[name].member
      return member.role == .owner && member.hindrance == nil && !self[name].commit.isAwaited
        && member.log != nil && member.ahead.unsent.sent == member.turn
    }
  }

  /// A person has a machine take over.
  func take(_ name: String) async throws {
    self[name].member.isTaking = true
    try await self[name].becomes("owner")
  }

  /// Waits until all machines but one have stood aside.
  func becomesOne() async throws {
    try await until("there is not one owner") {
      world.machines.count { $0.member.role == .owner && $0.member.hindrance == nil } == 1
        && world.machines.count { $0.member.role == .standby } == world.machines.count - 1
    }
  }

  // MARK: Files

  func numbers(in file: String) throws -> [Int64] {
    try Database(path: file, mode: .reader).query("SELECT n FROM t ORDER BY n") { $0.integer(0) }
  }

  func putBack(_ file: String, as name: String) throws {
    for suffix in ["", "-wal", "-shm"] { unlink(path(name) + suffix) }
    guard rename(file, path(name)) == 0 else { throw TestFailure("rename: \(errno)") }
  }
}

extension BranchMachine {
  /// Waits until no change waits for the disk.
  func isQuiet() async throws {
    for _ in 0..<4000 {
      if !commit.isAwaited, !commit.transaction.isOpen { return }
      try await Task.sleep(nanoseconds: 500_000)
    }
    throw TestFailure("changes wait for the disk")
  }
}
