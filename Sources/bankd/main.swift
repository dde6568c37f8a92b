import DaemonRuntime
import IPCProtocol
import Storage

struct AddParams: Codable, Sendable { var n: Int }
struct Total: Codable, Sendable { var total: Int }

@LoopActor final class Toy: DomainService {
  nonisolated static let description = DomainDescription(
    domain: "bank", version: "0.1.0", exec: "bankd", summary: LocalizedText(en: "toy"),
    methods: [add, get, watch])
  nonisolated static let add = MethodDescription("bank.add", summary: LocalizedText(en: "add"), access: .write, parameters: [ParameterDescription("n", .integer(1, 100), required: true, LocalizedText(en: "n"))])
  nonisolated static let get = MethodDescription("bank.get", summary: LocalizedText(en: "get"))
  nonisolated static let watch = MethodDescription("bank.watch", summary: LocalizedText(en: "watch"), isStream: true)
  nonisolated static let migrations = [Migration(version: 1, sql: "CREATE TABLE c (n INTEGER); INSERT INTO c VALUES (0)")]
  let host: DomainHost
  var total = 0
  let topic = Topic<Total>()
  init(host: DomainHost) { self.host = host }
  func load() throws { total = try host.database.query("SELECT n FROM c") { Int($0.integer(0)) }.first ?? 0 }
  var statusSentence: String { "total \(total)" }
  func register(in methods: inout MethodTable) {
    methods.change(Method<AddParams, Total>(Self.add)) { [self] params, _ in
      if params.n == 13 { throw WireError(.init(code: 1, name: "bank.unlucky"), "no 13") }
      try host.database.run("UPDATE c SET n = ?", .integer(Int64(total + params.n)))
      total += params.n
      host.publish(Total(total: total), to: topic)
      return Total(total: total)
    }
    methods.read(Method<NoParams, Total>(Self.get)) { [self] _, _ in Total(total: total) }
    methods.stream(Method<NoParams, NoResult>(Self.watch)) { [self] _, _, stream in
      stream.follow(topic) { [self] in Total(total: total) }
    }
  }
}

Daemon.run(Toy.self)
