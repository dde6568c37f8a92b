internal import CivilTime
internal import IPCProtocol
internal import TaskFormats
internal import Values

/// The dates of one task, from which others of it may count: `wait:due-3d`, `마감 3일 전`.
struct OwnDates {
  enum Base: CaseIterable { case due, scheduled, wait }

  private var times: [Base: CalendarTime] = [:]

  init() {}

  subscript(base: Base) -> CalendarTime? {
    get { times[base] }
    set { times[base] = newValue }
  }

  /// What a phrase says that counts from one of them.
  struct Count {
    let base: Base
    let distance: DistanceWords
    /// A time may follow: `due-1d 9am`.
    let rest: WordScanner

    /// Nil of a phrase that counts from none.
    init?(_ text: String) {
      var scanner = WordScanner(text)
      guard let found = Self.behindBase(&scanner) ?? scanner.attempt(Self.beforeBase) else {
        return nil
      }
      _ = scanner.take("까지", "에", "부터", "까지는")
      (base, distance, rest) = (found.0, found.1, scanner)
    }

    /// `due-3d`, `sched+1w`, `마감 3일 전`, `마감 전날`.
    private static func behindBase(_ scanner: inout WordScanner) -> (Base, DistanceWords)? {
      // `마감 일주일 전` begins like `마감일`.
      scanner.attempt { behind(names, &$0) } ?? scanner.attempt { behind(shortNames, &$0) }
    }

    private static func behind(
      _ names: [(String, (Base, Bool))], _ scanner: inout WordScanner
    ) -> (Base, DistanceWords)? {
      guard let (base, isKorean) = scanner.take(names) else { return nil }
      if scanner.takes("+", "-") { return DistanceWords.read(&scanner).map { (base, $0) } }
      guard isKorean else { return nil }
      if scanner.take("전날") { return oneDay.map { (base, $0.back) } }
      _ = scanner.take("보다")
      guard let distance = DistanceWords.read(&scanner),
        distance.count < 0 || distance.isBehind
      else { return nil }
      return (base, distance)
    }

    /// `a week before the deadline`, `2 days after it is due`.
    private static func beforeBase(_ scanner: inout WordScanner) -> (Base, DistanceWords)? {
      let distance = scanner.take("theday") ? oneDay : DistanceWords.read(&scanner)
      guard let distance, distance.count > 0, !distance.isMarked,
        let isBack = scanner.take([
          ("before", true), ("aheadof", true), ("priorto", true), ("after", false),
        ]),
        let (base, isKorean) = scanner.take(names), !isKorean
      else { return nil }
      return (base, isBack ? distance.back : distance)
    }

    private static let oneDay = DistanceWords.length("1 day")

    private static let names: [(String, (Base, Bool))] =
      [
        (Base.due, ["due", "deadline", "duedate", "itisdue", "it'sdue"]),
        (.scheduled, ["scheduled", "sched", "scheduleddate", "itisscheduled"]), (.wait, ["wait"]),
      ].flatMap { base, names in
        names.flatMap { [($0, (base, false)), ("the" + $0, (base, false))] }
      }
      + shortNames
      + [
        ("마감일", (.due, true)), ("마감날", (.due, true)), ("기한", (.due, true)),
        ("예정일", (.scheduled, true)),
      ]

    private static let shortNames: [(String, (Base, Bool))] = [
      ("마감", (.due, true)), ("예정", (.scheduled, true)), ("미룸", (.wait, true)),
    ]
  }
}

extension OwnDates.Base {
  /// What it is called, and what says it.
  fileprivate var name: (en: String, ko: String, said: String) {
    switch self {
    case .due: ("the deadline", "마감", "due:fri")
    case .scheduled: ("the scheduled day", "예정일", "sched:fri")
    case .wait: ("the day until which it is put off", "미룬 날", "wait:fri")
    }
  }
}

extension DeadlineWords {
  /// What counts from another date of the same task; nil of a phrase that does not.
  ///
  /// - Throws: ``ProjectError`` where that date is not there, or has no time to count hours from.
  func counted(_ text: String) throws(ProjectError) -> CalendarTime? {
    guard let count = OwnDates.Count(text) else { return nil }
    guard let start = own?[count.base] else { throw missing(count.base, text) }
    let found = try moved(start, by: count, text)
    if count.rest.isAtEnd { return found }
    let day = found.time == nil ? found.date : zone.local(at: instant(found)).date
    guard let time = try? deadline("\(day) \(count.rest.remainder)"), time.time != nil else {
      throw invalid(text, count.rest)
    }
    return time
  }

  private func missing(_ base: OwnDates.Base, _ text: String) -> ProjectError {
    let name = base.name
    guard own != nil else {
      return refused(
        text, "it counts from \(name.en) of one task; write a day, as fri or +3d",
        "한 프로젝트의 \("\(name.ko)", .object) 기준으로 세는 말입니다. 금요일, +3d처럼 날을 쓰십시오")
    }
    return refused(
      text,
      "it counts from \(name.en), and there is none; say it in the same line, as \(name.said), or "
        + "write a day, as +3d",
      "기준이 되는 \("\(name.ko)", .subject) 없습니다. 같은 줄에 \(name.said)처럼 쓰거나 +3d처럼 날을 쓰십시오")
  }

  private func moved(
    _ start: CalendarTime, by count: OwnDates.Count, _ text: String
  ) throws(ProjectError) -> CalendarTime {
    let distance = count.distance
    if distance.isAmbiguous, start.time != nil {
      throw ambiguous(text, "\(abs(distance.count))min", "\(abs(distance.count))mo")
    }
    if distance.isAmbiguous {
      guard let day = start.date.adding(months: distance.count) else { throw impossible(text) }
      return .date(day)
    }
    if let seconds = distance.seconds {
      guard let moved = moved(start, seconds: seconds) else {
        let name = count.base.name
        throw refused(
          text, "\(name.en) has no time of day; count days, as -1d, or write a day and a time",
          "\("\(name.ko)", .topic) 시각이 없습니다. -1d처럼 날로 세거나 날과 시각을 쓰십시오")
      }
      return moved
    }
    guard let day = day(distance, from: start.date) else { throw impossible(text) }
    switch start {
    case .date: return .date(day)
    case .floating(let local): return .floating(CivilDateTime(day, local.time))
    case .utc(let local): return .utc(CivilDateTime(day, local.time))
    case .zoned(let local, let name): return .zoned(CivilDateTime(day, local.time), zone: name)
    }
  }

  /// Nil of a date.
  private func moved(_ start: CalendarTime, seconds: Int) -> CalendarTime? {
    let moved = instant(start).adding(seconds: Double(seconds))
    switch start {
    case .date: return nil
    case .floating: return .floating(zone.local(at: moved))
    case .utc: return CivilDateTime(utc: moved).map { .utc($0) }
    case .zoned(_, let name):
      return (try? zones.rules(named: name)).map { .zoned($0.local(at: moved), zone: name) }
    }
  }

  private func instant(_ time: CalendarTime) -> Timestamp {
    let named = time.zoneIdentifier.flatMap { try? zones.rules(named: $0) }
    return time.instant(local: zone, named: named)
  }
}
