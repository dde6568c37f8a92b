import IPCProtocol
import Loop
import Storage
import TestSupport
import Testing

@testable import DaemonRuntime

/// A branch of numbers in a real PostgreSQL, and the machines that share it, all in this process.
@LoopActor
final class BranchWorld {
  nonisolated static let server = Result { try PostgresServer() }

  let directory: TemporaryDirectory
  let branch: String
  /// What a head office asks of it.
  var views: [BranchView] = []
  private(set) var machines: [BranchMachine] = []
  /// What clients were told of each number: true where it is kept, false where it is refused.
  private(set) var told: [Int64: Bool] = [:]
  private(set) var next: Int64 = 1
  private let roles = RoleSignal()

  init(_ branch: String) throws {
    directory = try TemporaryDirectory()
    self.branch = branch
  }

  var server: PostgresServer { get throws { try Self.server.get() } }

  @discardableResult
  func machine(
    _ name: String, migrations: [Migration] = NumberStore.migrations, address: String? = nil,
    _ acknowledge: BranchSettings.Acknowledge = .all
  ) throws -> BranchMachine {
    let settings = BranchSettings(
      address: try address ?? server.address, acknowledge: acknowledge, machine: name,
      domain: "numbers",
      branch: branch)
    let machine = try BranchMachine(settings, path(name), migrations, views, roles)
    machines.append(machine)
    return machine
  }

  func path(_ name: String) -> String { directory.file("\(name).db") }

  /// Ends a machine, so that another life of it may begin; nobody else may hold it.
  func end(_ name: String) async {
    self[name].member.end()
    await self[name].hasStopped()
    machines.removeAll { $0.name == name }
  }

  func endAll() async {
    for name in machines.map(\.name) { await end(name) }
  }

  subscript(_ name: String) -> BranchMachine {
    guard let machine = machines.first(where: { $0.name == name }) else {
      preconditionFailure("there is no machine \(name)")
    }
    return machine
  }

  /// A change on a machine; of one whose outcome is unknown nothing is told.
  func change(on name: String) {
    let machine = self[name]
    let number = next
    next += 1
    do {
      try machine.change(number) { [unowned self] failure in
        if failure == nil { told[number] = true }
        if failure?.kind == .notOwner { told[number] = false }
      }
    } catch {
      told[number] = false
    }
  }

  /// Has the server do something, while the loop goes on.
  @concurrent @discardableResult
  nonisolated func sql(_ text: String) async throws -> String {
    try Self.server.get().sql(text)
  }

  /// The name of the machine that owns the branch.
  var owner: String? { machines.first { $0.member.role == .owner }?.name }

  func ownerComes() async throws {
    while owner == nil { try await roles.next("nobody owns the branch") }
  }

  /// Runs `body` while the server waits for a standby that nobody is.
  func withoutStandby(_ body: () async throws -> Void) async throws {
    try await sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    try await sql("SELECT pg_reload_conf()")
    var failure: (any Error)?
    do { try await body() } catch { failure = error }
    try await sql("ALTER SYSTEM RESET synchronous_standby_names")
    try await sql("SELECT pg_reload_conf()")
    if let failure { throw failure }
  }

  /// Changes on a machine until it is in a trouble: a server takes its settings over when it comes to that.
  func changes(on name: String, until trouble: String) async throws {
    for _ in 0..<1000 where self[name].trouble?.reason != trouble {
      if !self[name].commit.isAwaited, owner != nil { change(on: name) }
      try await Task.sleep(nanoseconds: 5_000_000)
    }
    try await self[name].becomes(trouble)
  }

  /// Waits until the server's tables have every turn: it is the server that is asked, which tells nobody.
  func mirrors() async throws {
    for _ in 0..<1000 {
      let behind = "SELECT turn - mirrored FROM mate_owner WHERE branch = '\(branch)'"
      if try await sql(behind) == "0" { return }
      try await Task.sleep(nanoseconds: 5_000_000)
    }
    throw TestFailure("the tables of the server do not follow")
  }

  /// The server's rows are those of a machine, as the server itself writes them.
  func judgeMirror(of name: String) async throws {
    let rows = try self[name].store.database.query("SELECT n, hex(pad) FROM t ORDER BY n") {
      "\($0.integer(0))|\($0.text(1).lowercased())"
    }
    let mirrored = try await sql(
      "SELECT n, coalesce(encode(pad, 'hex'), '') FROM numbers.t WHERE branch = '\(branch)' ORDER BY n"
    )
    #expect(mirrored.split(separator: "\n").map(String.init) == rows)
  }

  /// Waits until a machine owns the branch and the others have what it has; a turn that was taken tells nobody.
  @discardableResult
  func settled() async throws -> String {
    for _ in 0..<2000 {
      if let owner, !self[owner].commit.isAwaited,
        machines.allSatisfy({ $0.name == owner || $0.isStandingBy(at: self[owner].member.turn) })
      {
        return owner
      }
      try await Task.sleep(nanoseconds: 5_000_000)
    }
    throw TestFailure("not settled: \(machines.map { "\($0.member.role) \($0.member.turn)" })")
  }
}

/// One machine: a store, what is in memory of it, and its place in line.
@LoopActor
final class BranchMachine {
  let name: String
  let store: DomainStore
  let commit: Commit
  let member: BranchMember
  private let numbers: Gathering<GatheredNumber>
  private let state = NumberStore.NumberState()
  private(set) var memory: [Int64] = []
  /// How the roles followed one another.
  private(set) var roles: [String] = []
  private let signal: RoleSignal
  private var hasEnded = false
  private var timer: LoopTimer?

  init(
    _ settings: BranchSettings, _ path: String, _ migrations: [Migration], _ views: [BranchView],
    _ signal: RoleSignal
  ) throws {
    name = settings.machine
    self.signal = signal
    store = try DomainStore(domain: "numbers", at: path, migrations: migrations, joins: true)
    let database = store.database
    let gatherings = Gatherings(database: database)
    numbers = Gathering("numbers") { numbers throws(SQLiteError) in
      for number in numbers {
        try database.run("INSERT INTO t (n) VALUES (?)", .integer(number.value))
      }
    }
    gatherings.add(numbers)
    commit = Commit(database: database, gatherings: gatherings, state: state)
    member = try BranchMember(settings, store, commit, views: views)
    state.read = { [weak self] in try self?.readMemory() }
    // Other tests use this loop as well.
    member.patience.silence = 120
    member.onRole = { [weak self] role in
      self?.roles.append(role.name)
      signal.told()
    }
    // Turns end as in a daemon: soon after whatever has happened.
    let timer = EventLoop.shared.makeTimer { [weak self] in self?.endTurn() }
    timer.arm(afterMicroseconds: 1000)
    self.timer = timer
  }

  private func endTurn() {
    commit.turnEnds()
    commit.publications.deliver()
    if !hasEnded { timer?.arm(afterMicroseconds: 1000) }
  }

  func start() { member.start() }

  /// Starts as the owner that it may be without asking anybody.
  func resume() throws {
    try member.resume()
    member.start()
  }

  /// Waits until it stands in line no more; where that does not come the test says so and goes on.
  func hasStopped() async {
    hasEnded = true
    let end = ContinuousClock.now + .seconds(60)
    while !member.isOver, ContinuousClock.now < end { await Task.yield() }
    #expect(member.isOver, "\(name) has not ended: \(member.role)")
    timer?.disarm()
    try? store.database.endCleanly()
  }

  func change(
    _ number: Int64, _ completion: @escaping @LoopActor (WireError?) -> Void = { _ in }
  ) throws {
    try commit.change(completion: completion) {
      memory.append(number)
      if number % 3 == 0 {
        numbers.add(GatheredNumber(value: number))
      } else {
        try store.database.run("INSERT INTO t (n) VALUES (?)", .integer(number))
      }
    }
  }

  private func readMemory() throws { memory = try stored }

  var stored: [Int64] {
    get throws {
      try store.database.query("SELECT n FROM t ORDER BY n") { $0.integer(0) }
    }
  }

  func isStandingBy(at turn: UInt64) -> Bool { member.role == .standby && member.turn == turn }

  var desk: BranchDesk { BranchDesk(path: store.path, member: member) {} }

  var digest: StoreDigest { get throws { try StoreDigest(store.database) } }

  var trouble: BranchTrouble? {
    if case .apart(let trouble) = member.role { return trouble }
    return nil
  }

  /// Waits until it has a role, or a trouble.
  func becomes(_ word: String) async throws {
    while member.role.name != word, trouble?.reason != word {
      try await signal.next("\(member.role) instead of \(word)")
    }
  }
}

/// Tells one who waits that a machine has another role.
@LoopActor
final class RoleSignal {
  private var waiting: CheckedContinuation<Void, any Error>?
  private var timer: LoopTimer?

  private static let patience: Int64 = 20_000_000

  func told() {
    timer?.disarm()
    waiting?.resume()
    waiting = nil
  }

  /// Waits for the next change.
  ///
  /// - Throws: A failure that says `what`, where nothing changes for too long.
  func next(_ what: String) async throws {
    try await withCheckedThrowingContinuation { continuation in
      waiting = continuation
      let timer = EventLoop.shared.makeTimer { [unowned self] in
        waiting?.resume(throwing: TestFailure(what))
        waiting = nil
      }
      timer.arm(afterMicroseconds: Self.patience)
      self.timer = timer
    }
  }
}
