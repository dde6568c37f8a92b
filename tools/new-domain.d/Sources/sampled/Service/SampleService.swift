internal import DaemonRuntime
internal import IPCProtocol
internal import Storage

/// What there is, in memory and on disk.
final class SampleService: CopiedState {
  private let database: Database
  /// How many there are of each name.
  var state: [String: Int64] = [:]
  var marked: [String: Int64]?

  init(host: DomainHost) { database = host.database }

  /// The store is the truth: what does not stay on disk is undone by reading it again.
  func load() throws {
    let rows = try database.query("SELECT name, count FROM entry") { ($0.text(0), $0.integer(1)) }
    state = Dictionary(rows) { $1 }
  }

  func adjust(_ name: String, by step: Int64) throws -> Entry {
    let left = state[name] ?? 0
    guard left + step >= 0 else {
      throw Refusal(SampleReason.tooFew, ["item": .string(name), "left": .integer(left)])
    }
    state[name] = left + step
    try database.run("REPLACE INTO entry VALUES (?, ?)", .text(name), .integer(left + step))
    return Entry(name: name, count: left + step)
  }
}
