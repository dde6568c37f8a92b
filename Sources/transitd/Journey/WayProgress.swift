/// A way that somebody is on, and what real time says of it by now.
struct WayProgress: Equatable {
  /// What real time says of one vehicle of it.
  struct News: Equatable {
    var isCancelled = false
    /// Nil where the vehicle passes the stop.
    var departs: Int?
    var arrives: Int?
    var isLive = true
  }

  /// Why the way does not work any more; each with the number of the ride.
  enum Trouble: Equatable {
    case cancelled(Int)
    /// It does not stop where somebody would get in, or out.
    case passes(Int, isBoarding: Bool)
    /// It leaves before it can be reached.
    case missed(Int)
  }

  private(set) var way: Way
  private(set) var trouble: Trouble?

  init(_ way: Way) { self.way = way }

  /// Takes what is known of each ride by now, nil where nothing is; times are seconds since 1970.
  ///
  /// Rides that are over stay as they were; one under way of which nobody speaks any more too.
  mutating func advance(_ news: [News?], at now: Int) {
    trouble = nil
    let told = way
    for (index, news) in news.enumerated() where told.rides[index].arrives > now {
      let hasBegun = told.rides[index].departs <= now
      guard let news else {
        if !hasBegun { way.rides[index].beOnTime() }
        continue
      }
      if news.isCancelled {
        note(.cancelled(index))
        continue
      }
      way.rides[index].isLive = news.isLive
      if let departs = news.departs {
        way.rides[index].departs = departs
      } else if !hasBegun {
        note(.passes(index, isBoarding: true))
      }
      if let arrives = news.arrives {
        way.rides[index].arrives = arrives
      } else {
        note(.passes(index, isBoarding: false))
      }
    }
    guard let first = way.rides.first, let last = way.rides.last else { return }
    // Who has set out comes to the stop as planned; others can set out now at the earliest.
    let ready = min(now, told.leaves) + way.firstWalk
    if told.rides[0].departs > now, first.departs < ready { note(.missed(0)) }
    for index in way.rides.indices.dropFirst() where told.rides[index].departs > now {
      let (before, next) = (way.rides[index - 1], way.rides[index])
      if before.arrives + next.walk > next.departs { note(.missed(index)) }
    }
    if told.rides[0].departs > now { way.leaves = first.departs - way.firstWalk }
    way.arrives = last.arrives + way.lastWalk
  }

  /// The first trouble counts: what is behind it is not reached.
  private mutating func note(_ found: Trouble) {
    guard trouble.map({ found.ride < $0.ride }) ?? true else { return }
    trouble = found
  }

  /// Where somebody on this way is, or will be next.
  enum Whereabouts: Equatable {
    case beginning
    /// At a place of a ride's pattern, from a time on.
    case stop(ride: Int, position: Int, from: Int)
  }

  /// For somebody who has followed it so far; who is in a vehicle gets out where that was planned,
  /// unless that is what does not work.
  func whereabouts(at now: Int) -> Whereabouts {
    guard let index = way.rides.lastIndex(where: { $0.departs <= now }) else { return .beginning }
    let ride = way.rides[index]
    switch trouble {
    case .cancelled(index):
      return .stop(ride: index, position: ride.board, from: now)
    case .passes(index, isBoarding: false):
      return .stop(
        ride: index, position: max(min(ride.board + 1, ride.alight), ride.alight - 1),
        from: max(now, ride.arrives))
    default:
      return .stop(ride: index, position: ride.alight, from: max(now, ride.arrives))
    }
  }
}

extension WayProgress.Trouble {
  var ride: Int {
    switch self {
    case .cancelled(let ride), .passes(let ride, _), .missed(let ride): ride
    }
  }
}

extension Way.Ride {
  /// By the timetable again.
  fileprivate mutating func beOnTime() {
    (departs, arrives, isLive) = (plannedDeparts, plannedArrives, false)
  }
}
