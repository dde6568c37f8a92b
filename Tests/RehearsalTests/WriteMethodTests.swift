import IPCProtocol
import Loop
import LoopSupport
import TestSupport
import Testing

@testable import DaemonRuntime
@testable import bankd
@testable import juiced
@testable import projectd
@testable import transitd

/// What a description says of a method is what the runtime makes of it: changes honour keys and dry
/// runs by themselves, streams refuse both, reads need no right to write, and each piece of work beside
/// the loop that changes something is known here.
@Suite("Methods that need the right to write")
struct WriteMethodTests {
  init() { RunningLoop.start() }

  @LoopActor
  @Test("are changes or streams, or work beside the loop that is known to honour keys and dry runs")
  func bodies() throws {
    let tasks =
      try tasks(of: Bank.self) + tasks(of: JuiceBar.self)
      + tasks(of: ProjectService.self) + tasks(of: Transit.self)
    // The first two refuse dry runs: what reaches another machine cannot be taken back.
    #expect(tasks == ["project.sync", "project.sync.run", "transit.near"])
  }

  /// The work beside the loop of a domain that needs the right to write.
  @LoopActor
  private func tasks<Service: DomainService>(of type: Service.Type) throws -> [String] {
    let directory = try TemporaryDirectory()
    let bench = try RehearsalBench(type, directory.file("store.db"), reads: [])
    let methods = type.description.methods
    var tasks: [String] = []
    for (name, entry) in bench.entries.sorted(by: { $0.key < $1.key }) {
      let needsWrite = entry.access != .read
      let described = try #require(methods.first { $0.name == name })
      #expect(entry.isStream == described.isStream, "\(name)")
      #expect(entry.access == described.access, "\(name)")
      switch entry.body {
      case .change, .preparedChange: #expect(needsWrite, "\(name)")
      case .read, .longRead: #expect(!needsWrite, "\(name)")
      case .task: if needsWrite { tasks.append(name) }
      case .stream: break
      }
    }
    #expect(bench.entries.count == methods.count)
    return tasks
  }
}
