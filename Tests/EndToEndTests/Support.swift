import TestSupport
import Testing

/// Everything that drives real programs, one test at a time: two daemons under load on a small
/// machine would judge each other's timing.
@Suite("EndToEnd", .serialized)
enum EndToEnd {}

/// A bank with a manual teller only, so that nothing moves unless a test moves it.
func quietBank(configuration: String? = nil, stateDirectory: String? = nil) throws
  -> (DaemonHarness, WireClient)
{
  let daemon = try DaemonHarness(configuration: configuration, stateDirectory: stateDirectory)
  let client = try daemon.connect()
  for teller in 1...3 {
    let reply = try client.call("bank.teller.pause", "{\"teller\":\(teller)}")
    try #require(reply.error == nil, "\(reply)")
  }
  let reply = try client.call("bank.open")
  try #require(reply.error == nil, "\(reply)")
  return (daemon, client)
}

/// The numbers of the tickets that wait.
func waiting(_ client: WireClient) throws -> [Int] {
  let board = try client.call("bank.board")
  let count = try #require(board.count("result/waiting"), "\(board)")
  return (0..<count).compactMap { board.integer("result/waiting/\($0)/number") }
}
