/// The days on which a pattern is followed.
extension JourneyRounds {
  /// A pattern from where somebody waits first, on one day.
  struct Stretch {
    let number: Int
    let pattern: JourneyNetwork.Pattern
    let day: Int
    let first: Int
  }

  /// The vehicles of a pattern, soonest days first, until the body says that it has enough.
  mutating func forEachDay(
    _ number: Int, from first: Int, _ reading: Reading,
    _ body: (inout JourneyRounds, Stretch, Vehicles) -> Bool
  ) {
    let pattern = network.patterns[number]
    let feed = Int(pattern.feed)
    for index in days[feed].indices {
      let place = isForward ? index : days[feed].count - 1 - index
      let day = days[feed][place]
      // The soonest and the latest that any of these vehicles is anywhere.
      let (earliest, latest) = (
        day.offset + pattern.span.earliest, day.offset + pattern.span.latest
      )
      if (isForward ? earliest : -latest) >= limit { continue }
      if (isForward ? latest : -earliest) < 0 { continue }
      let stretch = Stretch(number: number, pattern: pattern, day: place, first: first)
      if let date = pattern.day {
        // The one day of a live pattern.
        guard date == day.date else { continue }
        let first = Int(pattern.firstTrip) - network.plannedTrips
        let trips = UnsafeBufferPointer(
          rebasing: reading.liveTrips[first..<first + Int(pattern.tripCount)])
        _ = body(&self, stretch, vehicles(pattern, day, trips, reading.liveTimes))
        return
      }
      let trips = day.table.range(of: number)
      if trips.isEmpty { continue }
      let hasEnough = day.table.trips.withUnsafeBufferPointer { all in
        let trips = UnsafeBufferPointer(rebasing: all[trips])
        return body(&self, stretch, vehicles(pattern, day, trips, reading.times))
      }
      if hasEnough { return }
    }
  }

  private func vehicles(
    _ pattern: JourneyNetwork.Pattern, _ day: Day,
    _ trips: UnsafeBufferPointer<ServiceDayTable.Trip>, _ times: UnsafeBufferPointer<Int32>
  ) -> Vehicles {
    Vehicles(
      times: times, trips: trips, headway: pattern.headway, runStart: pattern.runStart,
      firstEvent: pattern.firstEvent, offset: day.offset,
      count: pattern.headway > 0 ? Int(pattern.runCount) : trips.count, isForward: isForward)
  }
}
