internal import DaemonRuntime
internal import Loop
internal import Values

/// Arrivals that come from another transitd: its key, its calls of the day.
extension Upstream {
  /// Asks the other daemon; a question that another one passes on has its chain with it.
  ///
  /// - Throws: ``PortalTrouble``, or `CancellationError`.
  func relayed(
    _ place: PlaceKey, for purpose: QuotaBook.Purpose, chain: [String]
  ) async throws -> Snapshot {
    guard let relay else { throw PortalTrouble.noKey(place.portal) }
    do {
      let answer = try await Self.ask(
        relay, place, isWatch: purpose == .watch, chain: chain + [id])
      let heard = host.now.adding(seconds: -answer.ageSeconds)
      return Snapshot(try PortalClient.read(answer.body, about: place), of: place, at: heard)
    } catch let fault as UpstreamFault {
      host.log(
        .warning, "\(relay.target.text): \(fault.problem.en)", id: .upstreamFailed,
        fields: [("MATE_FAULT", fault.word), ("MATE_PORTAL", place.portal.rawValue)])
      throw PortalTrouble.upstream(fault, place.portal)
    }
  }

  /// A connection that the other one has closed in between is made anew, once.
  private static func ask(
    _ relay: RelayLink, _ place: PlaceKey, isWatch: Bool, chain: [String]
  ) async throws -> RelayLink.Answer {
    do {
      return try await relay.arrivals(at: place, isWatch: isWatch, chain: chain)
    } catch UpstreamFault.relay(.unreachable) {
      return try await relay.arrivals(at: place, isWatch: isWatch, chain: chain)
    }
  }

  /// Whether a question has been here before, or has come too far.
  func isLoop(_ chain: [String]) -> Bool {
    chain.contains(id) || chain.count >= RelayLink.longestChain
  }
}
