/// Ways for those who would rather arrive later than walk more, or cannot walk so far.
extension JourneySearch {
  /// Of the soonest ways those that nobody walks too far on, and those beside them that are less on
  /// foot.
  func withLessWalking(
    _ soonest: [Way], _ question: Question, _ far: Int, _ days: [[ServiceDay]]
  ) -> [Way] {
    let most = question.mostWalking ?? .max
    let possible = soonest.filter { $0.walking <= most }
    let isWhole = possible.count == soonest.count
    let farthest = possible.map(\.walking).max() ?? 0
    // Who hardly walks can spare nothing.
    if isWhole, question.slack == 0 || farthest < question.leastSpared { return possible }
    guard let first = soonest.map(question.seconds).min() else { return [] }
    let end = first > question.horizon ? far : question.horizon
    var asked = JourneyRounds.Walking(
      vehicles: question.maxTransfers + 1, furthest: 0, slack: Int32(question.slack),
      most: Int32(clamping: isWhole ? farthest - question.leastSpared : most),
      walk: question.walk.map { Int32(clamping: $0) })
    // Until when the rounds before have noted all that is of use.
    var noted = first + question.slack
    var best = possible.map(question.seconds).min()
    var (last, targets): (Int, [JourneyBags.Target]) = (0, [])
    // Where all of the soonest walk too far it is not known how much later the others are; the second
    // time it is, unless they are much later.
    for _ in 0..<(best == nil ? 2 : 1) {
      let until = min(
        end, best.map { $0 + question.slack } ?? first + max(Self.usualSlack, question.slack))
      if until <= last { break }
      last = until
      if last > noted { note(question, until: last, days) }
      noted = max(noted, last)
      asked.furthest = Int32(last) + 1
      targets = reach(asked, question, until: last, days)
      best = targets.map { Int($0.value) }.min()
      if best == nil { break }
    }
    let fewest =
      (possible.filter { question.seconds($0) <= last }.map(\.rides.count)
      + targets.map { Int($0.round) }).min() ?? asked.vehicles + 1
    if soonest.contains(where: { $0.rides.count < fewest && $0.walking > most }) {
      // Whoever walks less may take much longer, with fewer vehicles or with any.
      (asked.vehicles, asked.furthest) = (fewest - 1, Int32(far) + 1)
      rounds.begin(question, at: question.at, isForward: !question.isArrival, days)
      targets += rounds.run(from: question.first, to: question.last, asked)
    }
    return choose(targets, beside: possible, question, noted: Int32(noted), days)
  }

  /// Has the rounds note all that can be reached until a moment.
  private func note(_ question: Question, until last: Int, _ days: [[ServiceDay]]) {
    rounds.search(
      question, at: question.at, isForward: !question.isArrival, question.maxTransfers + 1,
      last + 1, days, slack: Int(Int32.max), furthest: last + 1)
  }

  /// The ends by time, number of vehicles and way on foot, until a moment that the rounds have noted.
  private func reach(
    _ asked: JourneyRounds.Walking, _ question: Question, until last: Int, _ days: [[ServiceDay]]
  ) -> [JourneyBags.Target] {
    // From where, and when at the latest, the end can be reached at all.
    turned.opposite = JourneyRounds.Opposite(
      scratch: rounds.scratch, seconds: Int32(last), vehicles: asked.vehicles)
    turned.search(
      question, at: question.turned(last), isForward: question.isArrival, asked.vehicles, last + 1,
      days, slack: Int(Int32.max), furthest: last + 1)
    rounds.opposite = JourneyRounds.Opposite(
      scratch: turned.scratch, seconds: Int32(last), vehicles: asked.vehicles)
    rounds.begin(question, at: question.at, isForward: !question.isArrival, days)
    defer { rounds.opposite = nil }
    return rounds.run(from: question.first, to: question.last, asked)
  }

  /// Those of the ends that were reached that are worth a way, as ways that leave as late as
  /// possible (or arrive as soon as possible).
  private func choose(
    _ targets: [JourneyBags.Target], beside soonest: [Way], _ question: Question,
    noted: Int32, _ days: [[ServiceDay]]
  ) -> [Way] {
    let values = targets.map(\.value) + soonest.map { Int32(clamping: question.seconds($0)) }
    let soonestValue = values.min() ?? 0
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
      if !isKnown, let way = latest(target, question, isNoted: target.value <= noted, days) {
        ways.append(way)
      }
    }
    return ways.filter { way in !ways.contains { $0.isBetter(than: way) } }.sorted {
      ($0.rides.count, question.seconds($0)) < ($1.rides.count, question.seconds($1))
    }
  }

  private func latest(
    _ target: JourneyBags.Target, _ question: Question, isNoted: Bool, _ days: [[ServiceDay]]
  ) -> Way? {
    turned.opposite =
      isNoted
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
