internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Loop

/// The connection to the transitd whose arrivals are taken; made at the first question, and anew
/// after each failure.
///
/// Questions are numbered: any number of them is under way over the one connection, and whatever is
/// answered first is there first. What is passed on is the portal's own answer: so a newer daemon and
/// an older one understand each other, as long as both understand the portal.
@LoopActor
final class RelayLink {
  /// What the other one heard of a place, and how long ago.
  struct Answer: Sendable {
    let body: [UInt8]
    let ageSeconds: Double
  }

  nonisolated static let method = "transit.relay"
  /// No chain of relays is longer.
  nonisolated static let longestChain = 4

  let target: RelayTarget
  private var connection: RelayConnection?

  /// An answer takes this long at most: the other one tries its portal for six seconds.
  static let patience: Int64 = 12_000

  init(_ target: RelayTarget) { self.target = target }

  /// Asks for a place.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - isWatch: Whether an answer will do that is as old as between two polls.
  ///   - chain: Who asks, by the ids of the daemons that pass the question on.
  /// - Returns: The portal's answer as it came.
  /// - Throws: ``UpstreamFault`` with a ``RelayFault``.
  func arrivals(
    at place: PlaceKey, isWatch: Bool, chain: [String]
  ) async throws(UpstreamFault) -> Answer {
    let (kind, id) =
      switch place {
      case .station(let name): ("station", name)
      case .stop(let number): ("stop", number)
      }
    var request = CallRequest(
      method: Self.method,
      params: [
        "kind": .string(kind), "place": .string(id), "watch": .bool(isWatch),
        "chain": .array(chain.map(JSONValue.string)),
      ], isRepeatable: false)
    request.timeoutMilliseconds = Self.patience
    do throws(RelayFault) {
      let result = try await opened().ask(request)
      guard let body = result["body"]?.stringValue, let age = result["ageSeconds"]?.doubleValue,
        age >= 0, age.isFinite
      else { throw .malformed("no answer of a portal") }
      return Answer(body: Array(body.utf8), ageSeconds: age)
    } catch {
      throw .relay(error)
    }
  }

  private func opened() throws(RelayFault) -> RelayConnection {
    if let connection, !connection.isOver { return connection }
    let made = try RelayConnection(target)
    connection = made
    return made
  }
}
