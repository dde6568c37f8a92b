@testable import Values
@testable import transitd

/// What a portal sends is an answer or a fault, in either of its envelopes, and so is what a train says of
/// itself.
func fuzzPortals(_ bytes: [UInt8]) {
  let now = Timestamp(microseconds: 1_760_000_000_000_000)
  if let answer = try? SubwayEnvelope.answer(bytes) {
    for arrival in SubwayMapping.arrivals(answer) {
      precondition((arrival.stopsAway ?? 0) >= 0, "fewer than no stations away")
    }
    _ = ArrivalList.deduplicated(SubwayMapping.arrivals(answer))
    _ = SubwayMapping.positions(answer)
  }
  if let answer = try? BusEnvelope.answer(bytes) {
    _ = Snapshot(answer, of: .stop("01001"), at: now)
    _ = BusMapping.busRoutes(answer)
  }
}
