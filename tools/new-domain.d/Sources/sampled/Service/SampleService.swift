internal import DaemonRuntime
internal import IPCProtocol
internal import Storage

/// What there is, in memory and on disk.
@LoopActor
final class SampleService {
  private let database: Database
  private(set) var counts: [String: Int64] = [:]
  private var marked: [String: Int64] = [:]

  init(host: DomainHost) { database = host.database }

  /// The store is the truth: what does not stay on disk is undone by reading it again.
  func load() throws {
    counts = [:]
    try database.forEachRow("SELECT name, count FROM entry") { row in
      counts[row.text(0)] = row.integer(1)
    }
  }

  func mark() { marked = counts }

  func revert() { counts = marked }

  /// Refuses before it touches anything.
  func change(_ name: String, by step: Int64) throws -> Entry {
    let left = counts[name] ?? 0
    guard left + step >= 0 else {
      throw SampleError(.tooFew, ["name": .string(name), "left": .integer(left)])
    }
    counts[name] = left + step
    try database.run("REPLACE INTO entry VALUES (?, ?)", .text(name), .integer(left + step))
    return Entry(name: name, count: left + step)
  }
}
