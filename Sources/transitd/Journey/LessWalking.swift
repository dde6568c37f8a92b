/// Ways for those who would rather arrive later than walk more.
extension JourneySearch {
  /// The soonest ways, and those beside them that are less on foot.
  ///
  /// Where the way on foot has an end (``Question/mostWalking``) there are no others.
  func withLessWalking(
    _ soonest: [Way], _ question: Question, _ far: Int, _ days: [[ServiceDay]]
  ) -> [Way] {
    let vehicles = question.maxTransfers + 1
    var asked = JourneyRounds.Walking(
      vehicles: vehicles, furthest: Int32(far) + 1, slack: Int32(question.slack),
      most: question.mostWalking.map { Int32(clamping: $0) } ?? .max,
      walk: question.walk.map { Int32(clamping: $0) })
    rounds.opposite = nil
    if question.mostWalking == nil {
      // Who hardly walks can spare nothing.
      guard let best = soonest.map(question.seconds).min(),
        soonest.contains(where: { $0.walking >= question.leastSpared })
      else { return soonest }
      let last = min(best + question.slack, best > question.horizon ? far : question.horizon)
      asked = JourneyRounds.Walking(
        vehicles: vehicles, furthest: Int32(last) + 1, slack: asked.slack, walk: asked.walk)
      // From where, and when at the latest, the end can be reached at all.
      turned.opposite = JourneyRounds.Opposite(
        scratch: rounds.scratch, seconds: Int32(last), vehicles: vehicles)
      turned.search(
        question, at: question.turned(last), isForward: question.isArrival, vehicles, last + 1,
        days, slack: Int(Int32.max), furthest: last + 1)
      rounds.opposite = JourneyRounds.Opposite(
        scratch: turned.scratch, seconds: Int32(last), vehicles: vehicles)
    }
    rounds.begin(question, at: question.at, isForward: !question.isArrival, days)
    let targets = rounds.run(from: question.first, to: question.last, asked)
    rounds.opposite = nil
    return choose(targets, beside: soonest, question, days)
  }

  /// Those of the ends that were reached that are worth a way, as ways that leave as late as
  /// possible (or arrive as soon as possible).
  private func choose(
    _ targets: [JourneyBags.Target], beside soonest: [Way], _ question: Question,
    _ days: [[ServiceDay]]
  ) -> [Way] {
    let soonestValue = targets.map(\.value).min() ?? 0
    let isFar = soonestValue > Int32(question.horizon)
    var ways = soonest
    let order = targets.sorted { ($0.round, $0.value) < ($1.round, $1.value) }
    for target in order where target.round > 0 {
      guard isFar || target.value <= Int32(question.horizon) else { continue }
      // Later ones are of use only to those who want fewer vehicles.
      let isLate = target.value > soonestValue + Int32(question.slack)
      if isLate, targets.contains(where: { $0.round <= target.round && $0.value < target.value }) {
        continue
      }
      let isKnown = ways.contains {
        $0.rides.count <= target.round && question.seconds($0) <= target.value
          && $0.walking < Int(target.walk) + question.leastSpared
      }
      if !isKnown, let way = latest(target, question, days) { ways.append(way) }
    }
    return ways.filter { way in !ways.contains { $0.isBetter(than: way) } }.sorted {
      ($0.rides.count, question.seconds($0)) < ($1.rides.count, question.seconds($1))
    }
  }

  private func latest(
    _ target: JourneyBags.Target, _ question: Question, _ days: [[ServiceDay]]
  ) -> Way? {
    turned.opposite =
      question.mostWalking == nil
      ? JourneyRounds.Opposite(
        scratch: rounds.scratch, seconds: target.value, vehicles: Int(target.round)) : nil
    turned.begin(
      question, at: question.turned(Int(target.value)), isForward: question.isArrival, days)
    let asked = JourneyRounds.Walking(
      vehicles: Int(target.round), furthest: target.value + 1, slack: 0, most: target.walk)
    let found = turned.run(from: question.last, to: question.first, asked)
    return found.min { ($0.value, $0.walk) < ($1.value, $1.walk) }
      .flatMap { way(turned.rides($0), question, days) }
  }
}

extension JourneySearch.Question {
  /// Where the search begins and ends.
  fileprivate var first: [JourneyRounds.End] { isArrival ? to : from }
  fileprivate var last: [JourneyRounds.End] { isArrival ? from : to }

  /// From the moment that is asked about to the other end of a way.
  func seconds(_ way: Way) -> Int { isArrival ? at - way.leaves : way.arrives - at }
}

extension Way {
  /// Whether it is as good in all that counts, and better in something.
  func isBetter(than other: Way) -> Bool {
    guard leaves >= other.leaves, arrives <= other.arrives, rides.count <= other.rides.count,
      walking <= other.walking
    else { return false }
    return leaves > other.leaves || arrives < other.arrives || rides.count < other.rides.count
      || walking < other.walking
  }
}
