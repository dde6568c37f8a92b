internal import DaemonRuntime
internal import IPCProtocol
internal import Loop
internal import Values

/// What other daemons are given that take their arrivals from this one.
extension ArrivalDesk {
  /// What the portal said of a place, for another daemon; for one that polls it may be as old as
  /// our own polls are.
  ///
  /// - Throws: ``TransitError`` where nothing is known that is young.
  func relayed(_ key: PlaceKey, isWatch: Bool, chain: [String]) async throws -> Snapshot {
    if upstream.isLoop(chain) { throw TransitError(.relayLoop) }
    let young = isWatch ? max(freshness, pace * Self.pollShare) : freshness
    if let snapshot = known(key).snapshot, !snapshot.body.isEmpty,
      (0..<young).contains(host.now.seconds(since: snapshot.receivedAt))
    {
      return snapshot
    }
    do {
      let place = known(key)
      if upstream.relay != nil {
        // Never joins a call of our own: that may wait for the daemon that asks.
        return try await upstream.relayed(key, for: isWatch ? .watch : .request, chain: chain)
      }
      await refresh(place, for: isWatch ? .watch : .request)
      if let trouble = place.trouble { throw trouble }
      guard let snapshot = place.snapshot else { throw PortalTrouble.noKey(key.portal) }
      return snapshot
    } catch let trouble as PortalTrouble {
      if case .upstream(.relay(.loop), _) = trouble { throw TransitError(.relayLoop) }
      throw trouble.refusal
    }
  }

  /// Who polls as often as we do is never told the same twice.
  private static let pollShare = 0.9
}
