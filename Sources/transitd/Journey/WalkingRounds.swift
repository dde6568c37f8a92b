/// The rounds once more, with the way on foot as a third measure (McRAPTOR, section 4 of the paper
/// that ``JourneyRounds`` names): a stop keeps all ways to it of which none is better in all.
///
/// It is fast where ``JourneyRounds/opposite`` knows what cannot come to the end in time.
extension JourneyRounds {
  /// What a search by the way on foot looks for.
  struct Walking {
    var vehicles: Int
    /// Ways that take less than so many seconds.
    var furthest: Int32
    /// What is so much later than the soonest is of use to those who walk less.
    let slack: Int32
    /// At most so many seconds on foot.
    var most = Int32.max
    /// The whole way on foot, where it is one.
    var walk: Int32?
  }

  /// Somebody in a vehicle of a pattern.
  struct Rider {
    let vehicle: Vehicles.Vehicle
    let walk: Int32
    let boarded: Int
    let before: Int32
  }

  /// The best ways by time, number of vehicles and seconds on foot.
  mutating func run(from: [End], to: [End], _ asked: Walking) -> [JourneyBags.Target] {
    measure()
    bags.clear(to)
    limit = asked.furthest
    if let walk = asked.walk, walk < limit, walk <= asked.most {
      bags.arrive(JourneyBags.Target(value: walk, walk: walk, round: 0, label: -1))
      limit = min(limit, walk + asked.slack + 1)
    }
    for end in from
    where end.seconds <= asked.most && !isBarred(end.stop)
      && opposite?.isRidden(end.stop, after: end.seconds) ?? true
    {
      bags.prepare(
        JourneyBags.Label(
          value: end.seconds, walk: end.seconds, round: 0, stop: Int32(end.stop)))
    }
    reading { rounds, reading in
      var riders: [Rider] = []
      for round in stride(from: 1, through: Int32(asked.vehicles), by: 1) {
        if rounds.bags.readyStops.isEmpty { break }
        rounds.collect(rounds.bags.readyStops)
        rounds.bags.forgetReady()
        rounds.bags.forgetRidden()
        for pattern in rounds.scratch.queue {
          let first = Int(rounds.scratch.first[Int(pattern)])
          rounds.scratch.first[Int(pattern)] = JourneyScratch.never
          rounds.forEachDay(Int(pattern), from: first, reading) { rounds, stretch, vehicles in
            rounds.follow(stretch, vehicles, reading, round, asked, &riders)
            return false
          }
        }
        if round < asked.vehicles { rounds.walk(round, asked) }
      }
    }
    return bags.targets
  }

  private func isBarred(_ stop: Int) -> Bool { terms.isStepFree && network.barredStops[stop] }

  private mutating func follow(
    _ stretch: Stretch, _ vehicles: Vehicles, _ reading: Reading, _ round: Int32,
    _ asked: Walking, _ riders: inout [Rider]
  ) {
    let (noEntry, noExit) =
      isForward
      ? (JourneyNetwork.Rule.noEntry, JourneyNetwork.Rule.noExit)
      : (JourneyNetwork.Rule.noExit, JourneyNetwork.Rule.noEntry)
    let (count, firstStop) = (Int(stretch.pattern.stopCount), Int(stretch.pattern.firstStop))
    riders.removeAll(keepingCapacity: true)
    for place in stretch.first..<count {
      let position = isForward ? place : count - 1 - place
      let stop = Int(reading.stops[firstStop + position])
      if isBarred(stop) { continue }
      let rule = reading.rules[firstStop + position]
      if rule & noExit == 0 {
        for rider in riders {
          let value = vehicles.exit(rider.vehicle, position)
          guard value < limit, !bags.isBeaten(value, rider.walk),
            opposite?.isReady(stop, at: value, before: Int(round)) ?? true
          else { continue }
          let ride = JourneyScratch.Ride(
            pattern: Int32(stretch.number), day: Int32(stretch.day),
            trip: number(rider.vehicle, vehicles, stretch.pattern), board: Int32(rider.boarded),
            alight: Int32(position))
          let label = JourneyBags.Label(
            value: value, walk: rider.walk, round: round, stop: Int32(stop), ride: ride,
            before: rider.before)
          if bags.reach(label), let rest = bags.rest(stop) { arrive(label, rest, asked) }
        }
      }
      guard rule & noEntry == 0 else { continue }
      var index = bags.firstReady(stop, round: round - 1)
      while index >= 0 {
        let label = bags[index]
        let found = vehicles.first(from: label.value, at: position, before: -1)
        if found.rank >= 0,
          !riders.contains(where: { $0.vehicle.rank <= found.rank && $0.walk <= label.walk })
        {
          riders.removeAll { found.rank <= $0.vehicle.rank && label.walk <= $0.walk }
          riders.append(
            Rider(vehicle: found, walk: label.walk, boarded: position, before: index))
        }
        index = bags.next(index)
      }
    }
  }

  private mutating func arrive(_ label: JourneyBags.Label, _ rest: Int32, _ asked: Walking) {
    let (value, walk) = (label.value + rest, label.walk + rest)
    guard value < limit, walk <= asked.most, !bags.isBeaten(value, walk) else { return }
    bags.arrive(
      JourneyBags.Target(value: value, walk: walk, round: label.round, label: bags.last))
    limit = min(limit, value + asked.slack + 1)
  }

  /// From where vehicles were left to where others can be taken.
  private func walk(_ round: Int32, _ asked: Walking) {
    for stop in bags.riddenStops {
      var index = bags.firstRidden(Int(stop), round: round)
      while index >= 0 {
        let label = bags[index]
        for walk in walks(Int(stop)) {
          let (value, onFoot) = (label.value + walk.seconds, label.walk + walk.onFoot)
          if value >= limit { break }
          guard onFoot <= asked.most, opposite?.isRidden(Int(walk.to), after: value) ?? true,
            !isBarred(Int(walk.to)), !bags.isBeaten(value, onFoot)
          else { continue }
          bags.prepare(
            JourneyBags.Label(
              value: value, walk: onFoot, round: round, stop: walk.to, before: index))
        }
        index = bags.next(index)
      }
    }
  }

  /// The vehicles of a way that was found, in the order in which they are taken.
  func rides(_ target: JourneyBags.Target) -> [JourneyScratch.Ride] {
    var rides: [JourneyScratch.Ride] = []
    var index = target.label
    while index >= 0 {
      let label = bags[index]
      var ride = label.ride
      if !isForward { swap(&ride.board, &ride.alight) }
      rides.append(ride)
      index = bags[label.before].before
    }
    return isForward ? rides.reversed() : rides
  }
}
