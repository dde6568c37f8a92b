internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem

/// The connection to the transitd whose arrivals are taken; made at the first question, and anew
/// after each failure.
///
/// What is passed on is the portal's own answer: so a newer daemon and an older one understand each
/// other, as long as both understand the portal.
actor RelayLink {
  /// What the other one heard of a place, and how long ago.
  struct Answer: Sendable {
    let body: [UInt8]
    let ageSeconds: Double
  }

  static let method = "transit.relay"
  /// No chain of relays is longer.
  static let longestChain = 4

  nonisolated let target: RelayTarget
  private var client: IPCClient?
  private var program: SocketProgram?

  /// An answer takes this long at most: the other one tries its portal for six seconds.
  private static let patience: Int64 = 12_000

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
  ) throws(UpstreamFault) -> Answer {
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
    let client = try opened()
    do throws(CallFailure) {
      return try Self.answer(try client.call(request))
    } catch {
      throw .relay(fault(error))
    }
  }

  private static func answer(_ bytes: [UInt8]) throws(CallFailure) -> Answer {
    guard let result = try? JSON.parse(bytes), let body = result["body"]?.stringValue,
      let age = result["ageSeconds"]?.doubleValue, age >= 0, age.isFinite
    else { throw .protocolViolation("no answer of a portal") }
    return Answer(body: Array(body.utf8), ageSeconds: age)
  }

  private func opened() throws(UpstreamFault) -> IPCClient {
    if let client { return client }
    do throws(SystemError) {
      let descriptor: Int32
      switch target {
      case .socket(let path): descriptor = try UnixSocket.connect(to: path)
      case .ssh(let host):
        let program = try SocketProgram(
          "/usr/bin/env",
          [
            "env", "ssh", "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10", "--", host,
            "matectl stdio-bridge transit",
          ])
        self.program = program
        descriptor = program.descriptor
      }
      let client = IPCClient(connected: descriptor)
      self.client = client
      return client
    } catch {
      throw .relay(.unreachable(error.description))
    }
  }

  /// A connection that failed is not used again.
  private func fault(_ failure: CallFailure) -> RelayFault {
    if case .refused(let error, _) = failure {
      switch error.kind.name {
      case "mate.methodNotFound": return .tooOld
      case "transit.relayLoop": return .loop
      default: return .refused(error.message)
      }
    }
    defer { (client, program) = (nil, nil) }
    switch failure {
    case .protocolViolation(let reason): return .malformed(reason)
    case .timedOut: return .unreachable("no answer in time")
    default:
      guard let program else { return .unreachable("the connection ended") }
      let status = program.end(waitingMilliseconds: 1000)
      let complaint = program.complaint()
      return .unreachable(
        complaint.isEmpty ? "the connection ended (status \(status))" : complaint)
    }
  }
}
