import IPCProtocol
import Loop
import LoopSupport
import Storage
import TaskFormats
import TestSupport
import Testing
import Values

@testable import DaemonRuntime
@testable import projectd

/// Stores and replicas of before plans were known.
@Suite("Plans in old stores and replicas")
struct OldStoreTests {
  init() { RunningLoop.start() }

  private static let kept: [(name: String, value: String)] = [
    ("taskwarrior:priority", "\"H\""), ("taskwarrior:wait", "\"20261125T150000Z\""),
    ("taskwarrior:annotations", #"[{"entry":"20261103T000000Z","description":"초안"}]"#),
    ("taskwarrior:depends", #"["00000000-0000-0009-0000-000000000001"]"#),
  ]

  /// A store as version 5 left it, with one project that Taskwarrior's file brought.
  private func oldStore(_ path: String) throws {
    let database = try Database(path: path)
    try Migrator(Array(ProjectMigrations.all.prefix(5))).migrate(database)
    let store = ProjectStore(database: database)
    let replica = UUID(high: 7, low: 1)
    try store.insert(ProjectStore.KnownReplica(number: 1, id: replica, seen: 1 << 16))
    var registers = Registers()
    let fields: [(Field, String)] =
      [(.title, "보고서"), (.state, "todo"), (.created, "1000"), (.body, "초안")]
      + Self.kept.map { (.extra($0.name), $0.value) }
    for (field, value) in fields {
      registers.append(
        field, Register(stamp: Stamp(clock: 1 << 16, replica: replica), value: value))
    }
    try store.save(
      registers, of: 1, id: UUID(high: 7, low: 100), isNew: true,
      ReplicaTable(try store.replicas()))
  }

  @LoopActor
  @Test("a store of before opens: what was kept is understood, once, and is in its file again")
  func opens() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("store.db")
    try oldStore(path)
    let database = try Database(path: path)
    try Migrator(ProjectMigrations.all).migrate(database)
    let projects = Projects(
      host: DomainHost(
        database: database, gatherings: Gatherings(database: database), clock: SteadyClock()))
    try projects.load()
    let project = projects.board[1]
    #expect(project.priority == 1 && project.noteCount == 1 && project.body == nil)
    #expect(project.plan.wait != nil)
    #expect(project.plan.depends == [UUID(high: 9, low: 1)])
    let registers = try projects.registers(of: 1)
    let record = TaskRecord(project, registers, as: .taskwarrior, projects.context)
    for (name, value) in Self.kept { #expect(record.extras[name] == value, "\(name)") }
    // Once: what somebody takes away afterwards does not come back with the next start.
    let edit = try projects.board.edit(
      ProjectReference(number: 1), ProjectChanges(plan: PlanChanges(priority: .some(nil))))
    try database.begin()
    try projects.perform([edit], by: 0, at: projects.host.now)
    try database.commit()
    try projects.load()
    #expect(projects.board[1].priority == 0)
    let bare = TaskRecord(
      projects.board[1], try projects.registers(of: 1), as: .taskwarrior, projects.context)
    #expect(bare.extras["taskwarrior:priority"] == nil)
  }

  private static let planned: [Field] = [
    .priority, .wait, .scheduled, .parent, .repeatFrom, .depends(UUID(high: 9, low: 1)),
    .note("1795251600 메모"),
  ]

  @Test("an older replica takes every field of a plan for one that it keeps and hands on")
  func olderReplica() throws {
    for field in Self.planned {
      // What such a replica did with a name: `x:` is a field that nobody reads, by code 33.
      #expect(field.key.hasPrefix("x:") && field.code == 33)
      let kept = try #require(field.element)
      #expect(field.key == "x:" + kept)
      #expect(Field(key: field.key) == field)
      var writer = RegisterWriter()
      writer.append(.extra(kept), clock: 7, replica: 1, value: "v")
      try writer.bytes.withUnsafeBytes { bytes in
        var reader = RegisterReader(bytes)
        let entry = try #require(try reader.next())
        #expect(entry.field == field && entry.value == "v")
      }
    }
    for name in [
      "mate:", "mate:other", "mate:depends:x", "mate:note:", "mate:depends:", "priority",
    ] {
      #expect(Field(extra: name) == .extra(name))
    }
  }
}
