import Testing

@testable import transitd

/// A way of two vehicles: there from 1000, on foot to 1100, 1100–1600, a minute on foot, 1700–2000,
/// and 50 more on foot.
@Suite("A way that somebody is on")
struct WayProgressTests {
  private static func ride(_ departs: Int, _ arrives: Int, walk: Int) -> Way.Ride {
    Way.Ride(
      pattern: 0, trip: 0, serviceDay: 0, board: 2, alight: 6, departs: departs, arrives: arrives,
      plannedDeparts: departs, plannedArrives: arrives, walk: walk)
  }

  private let way = Way(
    leaves: 1000, arrives: 2050, rides: [ride(1100, 1600, walk: 0), ride(1700, 2000, walk: 60)],
    firstWalk: 100, lastWalk: 50)

  private func advanced(_ news: [WayProgress.News?], at now: Int) -> WayProgress {
    var progress = WayProgress(way)
    progress.advance(news, at: now)
    return progress
  }

  private func late(_ one: Int, _ two: Int) -> [WayProgress.News?] {
    [
      .init(departs: 1100 + one, arrives: 1600 + one),
      .init(departs: 1700 + two, arrives: 2000 + two),
    ]
  }

  @Test("delays move it, as long as the vehicles wait for each other")
  func times() {
    let progress = advanced(late(40, 30), at: 900)
    #expect(progress.trouble == nil)
    #expect(progress.way.leaves == 1040)
    #expect(progress.way.arrives == 2080)
    #expect(progress.way.rides.map(\.isLive) == [true, true])
    // Of what nobody speaks, the timetable holds.
    var again = progress
    again.advance([nil, nil], at: 900)
    #expect(again.way == way)
  }

  @Test("a connection is missed by the second, and only where it is still ahead")
  func missed() {
    #expect(advanced(late(40, 0), at: 900).trouble == nil)
    #expect(advanced(late(41, 0), at: 900).trouble == .missed(1))
    #expect(advanced(late(300, 300), at: 900).trouble == nil)
    // In the second vehicle nobody asks when the first one came.
    #expect(advanced(late(41, 0), at: 1700).trouble == nil)
  }

  @Test("who has not set out cannot reach a vehicle that leaves early; who has is on the way")
  func early() {
    #expect(advanced(late(-60, 0), at: 930).trouble == nil)
    #expect(advanced(late(-60, 0), at: 930).way.leaves == 940)
    #expect(advanced(late(-60, 0), at: 950).trouble == .missed(0))
    #expect(advanced(late(-1, 0), at: 1050).trouble == .missed(0))
    #expect(advanced(late(0, 0), at: 1050).trouble == nil)
  }

  @Test("cancelled and passing vehicles count until they are over, the first trouble first")
  func broken() {
    let cancelled = WayProgress.News(isCancelled: true)
    #expect(advanced([cancelled, cancelled], at: 900).trouble == .cancelled(0))
    #expect(advanced([cancelled, nil], at: 1650).trouble == nil)
    #expect(advanced([nil, cancelled], at: 1650).trouble == .cancelled(1))
    let passesStart = WayProgress.News(departs: nil, arrives: 1600)
    #expect(advanced([passesStart, nil], at: 900).trouble == .passes(0, isBoarding: true))
    #expect(advanced([passesStart, nil], at: 1200).trouble == nil)
    let passesEnd = WayProgress.News(departs: 1100, arrives: nil)
    #expect(advanced([passesEnd, nil], at: 1200).trouble == .passes(0, isBoarding: false))
  }

  @Test("one goes on from where one is: the beginning, the end of a ride, or where it is left")
  func whereabouts() {
    #expect(advanced(late(41, 0), at: 900).whereabouts(at: 900) == .beginning)
    #expect(
      advanced(late(41, 0), at: 1200).whereabouts(at: 1200)
        == .stop(ride: 0, position: 6, from: 1641))
    #expect(
      advanced(late(41, 0), at: 1650).whereabouts(at: 1650)
        == .stop(ride: 0, position: 6, from: 1650))
    let cancelled = advanced([nil, .init(isCancelled: true)], at: 1800)
    #expect(cancelled.whereabouts(at: 1800) == .stop(ride: 1, position: 2, from: 1800))
    let passes = advanced([nil, .init(departs: 1700, arrives: nil)], at: 1800)
    #expect(passes.whereabouts(at: 1800) == .stop(ride: 1, position: 5, from: 2000))
  }
}
