import Loop
import LoopSupport
import Storage
import TestSupport
import Values

@testable import DaemonRuntime
@testable import projectd

/// A board over a store of its own, whose commands and merges are transactions: no daemon.
@LoopActor
final class ReplicaBench {
  let projects: Projects
  private let directory: TemporaryDirectory

  init(_ number: UInt64) throws {
    directory = try TemporaryDirectory()
    let database = try Database(path: directory.file("store.db"))
    // Nothing here is killed: only what the disk would cost is left out.
    try database.execute("PRAGMA synchronous=OFF")
    try Migrator(ProjectMigrations.all).migrate(database)
    try ProjectStore(database: database).insert(
      ProjectStore.KnownReplica(number: 1, id: UUID(high: 7, low: number), seen: 0))
    projects = Projects(
      host: DomainHost(
        database: database, gatherings: Gatherings(database: database), clock: SteadyClock()))
    try projects.load()
  }

  func transaction(_ body: () throws -> Void) throws {
    let database = projects.host.database
    try database.begin()
    try body()
    try database.commit()
  }

  /// Changes fields of one project here, which is new where nobody knows it.
  func write(_ project: UUID, _ values: [(Field, String?)], at milliseconds: Int64) throws {
    let number = projects.board.number(of: project)
    var edit = Edit(
      number: number ?? projects.board.nextNumber, id: project, values: [],
      note: Note(kind: .edited, title: ""))
    for (field, value) in values {
      let before = try number.flatMap { try projects.registers(of: $0)[field] }
      edit.values.append(Edit.Value(field: field, before: before, after: value))
    }
    try transaction {
      try projects.perform([edit], by: 0, at: Timestamp(microseconds: milliseconds * 1000))
    }
  }

  /// What the owner of `knowledge` has not seen, as it is sent to it page by page.
  func changes(since knowledge: Knowledge) throws -> [Change] {
    var changes: [Change] = []
    var cursor: ChangePage.Cursor?
    repeat {
      let page = try projects.page(since: knowledge, from: cursor)
      changes += page.changes
      cursor = page.next
    } while cursor != nil
    return changes
  }

  /// No clock is ahead of the time that this is merged at.
  func merge(
    _ changes: [Change], knowledge: Knowledge?,
    at now: Timestamp = Timestamp(microseconds: 4_000_000_000_000_000)
  ) throws {
    try transaction { _ = try projects.merge(changes, knowledge: knowledge, at: now) }
  }

  func value(_ field: Field, of project: UUID) throws -> String? {
    try projects.board.number(of: project).flatMap { try projects.registers(of: $0)[field] }
  }

  /// Every field of every project with its last writer, from the store.
  func contents() throws -> [UUID: [Field: Register]] {
    var contents: [UUID: [Field: Register]] = [:]
    for project in projects.board.projects {
      contents[project.id] = try projects.registers(of: project.number).byField
    }
    return contents
  }

  /// What memory shows of every project that is there, without the numbers, which are its own.
  func shown() -> [UUID: [String]] {
    var shown: [UUID: [String]] = [:]
    for project in projects.board.projects where !project.isRemoved {
      let texts = [project.title, project.state.word, project.group, project[.deadline]]
      shown[project.id] = texts.map { $0 ?? "-" } + project.tags + ["\(project.changedAt)"]
    }
    return shown
  }
}

extension Registers {
  var byField: [Field: Register] {
    Dictionary(entries.map { ($0.field, $0.register) }, uniquingKeysWith: { $1 })
  }
}

/// What all changes together come to, whatever their order: the model of what replicas agree on.
struct LastWriters {
  private(set) var projects: [UUID: [Field: Register]] = [:]

  init(_ changes: [Change]) {
    for change in changes.sorted(by: { $0.stamp < $1.stamp }) {
      for (field, value) in change.fields {
        projects[change.project, default: [:]][field] = Register(stamp: change.stamp, value: value)
      }
    }
  }
}
