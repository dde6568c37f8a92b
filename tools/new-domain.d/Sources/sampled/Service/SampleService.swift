internal import DaemonRuntime
internal import IPCProtocol
internal import Loop
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
    let rows = try database.query("SELECT name, count FROM entry") { ($0.text(0), $0.integer(1)) }
    counts = Dictionary(rows) { $1 }
  }

  func mark() { marked = counts }

  func revert() { counts = marked }

  func unmark() { marked = [:] }

  func adjust(_ name: String, by step: Int64) throws -> Entry {
    let left = counts[name] ?? 0
    guard left + step >= 0 else {
      throw SampleError(.tooFew, ["item": .string(name), "left": .integer(left)])
    }
    counts[name] = left + step
    try database.run("REPLACE INTO entry VALUES (?, ?)", .text(name), .integer(left + step))
    return Entry(name: name, count: left + step)
  }
}
