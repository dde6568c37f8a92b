internal import CivilTime
internal import IPCProtocol
internal import Values

/// When customers may come: hours of each weekday with their breaks, and dates that are closed.
///
/// Times are on the clocks of the branch's own zone, whoever reads them and wherever. A time that a
/// clock skips is as much later as the clock jumps, and one that it shows twice is the first of the
/// two (RFC 5545, section 3.3.5).
struct OpeningHours: Hashable, Sendable {
  /// Who opens and closes.
  enum Keeper: String, WireWord {
    case hand, clock
  }

  /// What becomes of a customer who comes outside of the hours to a branch that is open.
  enum Outside: String, WireWord {
    case refuse, note
  }

  /// From one time of a day to another, in minutes after its midnight; it may end on the next day.
  struct Span: Hashable, Sendable {
    static let minutesOfDay = 1440

    let start: Int
    let end: Int

    /// Nil where it does not begin on the day, has no length, or takes more than a day.
    init?(start: Int, end: Int) {
      guard (0..<Self.minutesOfDay).contains(start), end > start,
        end - start <= Self.minutesOfDay
      else { return nil }
      (self.start, self.end) = (start, end)
    }
  }

  /// So many dates can be closed.
  static let maximumClosed = 1000

  /// Seven days from Monday on, each with its spans in order; nil while nobody has set any.
  var week: [[Span]]?
  /// In order, each once.
  var closed: [CivilDate] = []
  /// As a person named it, or the machine's when hours were first set; nil before.
  var zoneName: String?
  var zone = TimeZoneRules.utc
  var keeper = Keeper.hand
  var outside = Outside.refuse

  /// Whether there is any hour at which customers may not come.
  var isSet: Bool { week != nil || !closed.isEmpty }

  /// Takes a zone for the branch's where it has none: it stays there when the machine moves.
  mutating func settle(in here: TimeZoneRules) {
    if zoneName == nil { (zone, zoneName) = (here, here.identifier) }
  }

  /// Its own zone, or the machine's where it has none.
  func zone(or here: @autoclosure () -> TimeZoneRules) -> TimeZoneRules {
    zoneName == nil ? here() : zone
  }

  /// What an administrator has to know where the zone that was named is not on this machine.
  var zoneProblem: String? {
    guard let zoneName, zoneName != zone.identifier, !zoneName.hasPrefix("/") else { return nil }
    return "the time zone \(zoneName) of the opening hours is not on this machine; "
      + "\(zone.identifier) is taken instead"
  }

  // MARK: Days

  /// When customers may come on a date; breaks lie between.
  func times(on date: CivilDate) -> [Range<Timestamp>] {
    guard !isClosed(date) else { return [] }
    guard let week else { return [zone.start(of: date)..<zone.end(of: date)] }
    return week[date.weekday.rawValue - 1].compactMap { span in
      let (start, end) = (moment(span.start, of: date), moment(span.end, of: date))
      // A clock may jump over all of it.
      return start < end ? start..<end : nil
    }
  }

  /// From the first opening of a date to its last closing, whatever breaks lie between.
  private func session(on date: CivilDate) -> [Range<Timestamp>] {
    let times = times(on: date)
    guard let start = times.first?.lowerBound, let end = times.last?.upperBound else { return [] }
    return [start..<end]
  }

  private func isClosed(_ date: CivilDate) -> Bool {
    var (low, high) = (0, closed.count)
    while low < high {
      let middle = (low + high) / 2
      if closed[middle] < date { low = middle + 1 } else { high = middle }
    }
    return low < closed.count && closed[low] == date
  }

  private func moment(_ minutes: Int, of date: CivilDate) -> Timestamp {
    let days = minutes / Span.minutesOfDay
    guard let day = date.adding(days: days),
      let time = TimeOfDay(secondOfDay: minutes % Span.minutesOfDay * 60)
    else { return zone.end(of: date) }
    return zone.instant(of: CivilDateTime(day, time))
  }

  // MARK: Now

  /// What holds at one moment.
  struct State: Hashable, Sendable {
    let isOpen: Bool
    /// When it changes; nil where it never does.
    let until: Timestamp?
  }

  /// Whether customers may come, and until when that is so.
  func state(at now: Timestamp) -> State { state(at: now, of: times) }

  /// The same of the business day as a whole, which goes on over its breaks.
  func day(at now: Timestamp) -> State { state(at: now, of: session) }

  private func state(
    at now: Timestamp, of ranges: (CivilDate) -> [Range<Timestamp>]
  ) -> State {
    if isAroundTheClock { return wholeDays(at: now) }
    var end = now
    while let later = Self.end(of: end, around(end, ranges)) {
      end = later
      // Around the clock, as far as anybody looks ahead.
      if end.seconds(since: now) > Self.farthest { return State(isOpen: true, until: nil) }
    }
    if end > now { return State(isOpen: true, until: end) }
    return State(isOpen: false, until: start(after: now, ranges))
  }

  /// Whether every day that is not closed has no hour without customers.
  private var isAroundTheClock: Bool {
    week?.allSatisfy { $0.first?.start == 0 && $0.first?.end == Span.minutesOfDay } ?? true
  }

  /// The same where whole dates are open or closed, without walking from day to day.
  private func wholeDays(at now: Timestamp) -> State {
    var date = zone.date(at: now)
    if zone.end(of: date) <= now, let next = date.adding(days: 1) { date = next }
    let isOpen = !isClosed(date)
    let later = closed.drop { $0 <= date }
    if isOpen { return State(isOpen: true, until: later.first.map { zone.start(of: $0) }) }
    var last = date
    for next in later where next.days(since: last) == 1 { last = next }
    return State(isOpen: false, until: zone.end(of: last))
  }

  /// A year and a day.
  private static let farthest = 366.0 * 86_400

  /// The end of what a moment lies in.
  private static func end(of moment: Timestamp, _ ranges: [Range<Timestamp>]) -> Timestamp? {
    ranges.filter { $0.contains(moment) }.map(\.upperBound).max()
  }

  /// What the date of a moment has, the one before, which may end on it, and the one after, as
  /// clocks may go back over midnight.
  private func around(
    _ moment: Timestamp, _ ranges: (CivilDate) -> [Range<Timestamp>]
  ) -> [Range<Timestamp>] {
    let date = zone.date(at: moment)
    return (-1...1).flatMap { date.adding(days: $0).map(ranges) ?? [] }
  }

  /// The first start behind a moment at which nothing is going on.
  private func start(
    after moment: Timestamp, _ ranges: (CivilDate) -> [Range<Timestamp>]
  ) -> Timestamp? {
    let date = zone.date(at: moment)
    // Every closed date may hide one opening of the only weekday that has any.
    for days in 0...(closed.count + 2) * 7 {
      guard let day = date.adding(days: days) else { return nil }
      if let start = ranges(day).map(\.lowerBound).first(where: { $0 > moment }) { return start }
    }
    return nil
  }

  // MARK: The clock

  /// When a branch that goes by the clock opens or closes.
  struct Turn: Hashable, Sendable {
    let at: Timestamp
    let opens: Bool
  }

  /// When the day that is under way was opened; nil where none is, or it never was.
  func opening(of now: Timestamp) -> Timestamp? {
    guard keeper == .clock, isSet else { return nil }
    var start = now
    while let earlier = around(start, session).filter({ $0.contains(start) }).map(\.lowerBound)
      .min()
    {
      start = earlier.adding(microseconds: -1)
      if now.seconds(since: start) > Self.farthest { return nil }
    }
    return start == now ? nil : start.adding(microseconds: 1)
  }

  /// Whether the clock has opened it and never closes it.
  func isOpenForGood(at moment: Timestamp) -> Bool {
    guard keeper == .clock, isSet else { return false }
    let day = day(at: moment)
    return day.isOpen && day.until == nil
  }

  /// The first turn behind a moment; nil where a person opens and closes, or nothing ever changes.
  func turn(after moment: Timestamp) -> Turn? {
    guard keeper == .clock, isSet else { return nil }
    let day = day(at: moment)
    return day.until.map { Turn(at: $0, opens: !day.isOpen) }
  }
}
