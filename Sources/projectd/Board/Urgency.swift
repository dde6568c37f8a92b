internal import Values

/// How much a project wants to be next, and why: the sum of what its parts weigh.
struct Urgency: Sendable {
  /// What each part of the sum counts.
  struct Weights: Hashable, Sendable {
    var next = 15.0
    var due = 12.0
    var blocking = 8.0
    /// Of a priority of 1; one of 9 has `low`, and those between lie on a straight line.
    var high = 6.0
    var low = 1.8
    var scheduled = 5.0
    var doing = 4.0
    var age = 2.0
    var notes = 1.0
    var tags = 1.0
    var group = 1.0
    var waiting = -3.0
    var blocked = -5.0

    /// The coefficients of Taskwarrior 2.6 (`taskrc(5)`, "urgency.*"), whose priorities H, M and L
    /// (6.0, 3.9, 1.8) are 1, 5 and 9 here.
    static let taskwarrior = Weights()

    static var names: [(name: String, path: WritableKeyPath<Weights, Double>)] {
      [
        ("next", \.next), ("due", \.due), ("blocking", \.blocking), ("high", \.high),
        ("low", \.low), ("scheduled", \.scheduled), ("doing", \.doing), ("age", \.age),
        ("notes", \.notes), ("tags", \.tags), ("group", \.group), ("waiting", \.waiting),
        ("blocked", \.blocked),
      ]
    }

    func priority(_ priority: UInt8) -> Double {
      high + (low - high) * Double(priority - 1) / 8
    }
  }

  enum Reason: Sendable {
    /// Days of the reader's calendar until that of the deadline; negative behind it.
    case due(inDays: Int, isPast: Bool)
    case doing
    case next
    case tags(Int)
    case group
    case waiting(days: Int)
    case priority(Int)
    case scheduled
    case blocking
    case blocked
    case notes(Int)
    case later
  }

  let score: Double

  init(_ place: Int32, of board: Board, _ clock: DayClock) {
    let times = board.times(place, clock)
    self.init(board.keys[Int(place)], times, clock, board.weights)
  }

  init(
    _ key: BoardKey, _ times: Board.Times, _ clock: DayClock,
    _ weights: Weights
  ) {
    var score = 0.0
    Self.weigh(key, times, clock, weights, inDays: { 0 }, { value, _ in score += value })
    self.score = score
  }

  /// The reasons, the heaviest first; what speaks against it stands last.
  static func reasons(_ place: Int32, of board: Board, _ reader: ReaderDay) -> [Reason] {
    var terms: [(value: Double, reason: Reason)] = []
    let key = board.keys[Int(place)]
    let inDays = { Int(reader.day(of: key.due) - reader.clock.today) }
    let times = board.times(place, reader.clock)
    weigh(key, times, reader.clock, board.weights, inDays: inDays) { terms.append(($0, $1)) }
    return terms.sorted { $0.value > $1.value }.map(\.reason)
  }

  /// Calls `term` for each part of the sum; makes nothing, as every project is weighed.
  @inline(__always)
  private static func weigh(
    _ key: BoardKey, _ times: Board.Times, _ clock: DayClock, _ weights: Weights,
    inDays: () -> Int, _ term: (Double, Reason) -> Void
  ) {
    guard key.state != .done else { return }
    if key.due.kind != .none {
      let days = clock.daysUntil(key.due)
      term(
        weights.due * dueShare(days: days), .due(inDays: inDays(), isPast: clock.isPast(key.due)))
    }
    if key.state == .doing { term(weights.doing, .doing) }
    let age = (clock.now - Double(key.createdAt.microseconds) / 1e6) / 86_400
    if age >= 1 { term(weights.age * min(age / 365, 1), .waiting(days: Int(age))) }
    if key.tagCount > 0 { term(weights.tags * share(key.tagCount), .tags(Int(key.tagCount))) }
    if key.isNext { term(weights.next, .next) }
    if key.hasGroup { term(weights.group, .group) }
    if key.priority > 0 { term(weights.priority(key.priority), .priority(Int(key.priority))) }
    if key.noteCount > 0 { term(weights.notes * share(key.noteCount), .notes(Int(key.noteCount))) }
    if key.isBlocking { term(weights.blocking, .blocking) }
    if key.isBlocked { term(weights.blocked, .blocked) }
    if times.isReady { term(weights.scheduled, .scheduled) }
    if times.isWaiting { term(weights.waiting, .later) }
  }

  /// The latest deadline, in seconds since 1970, with which a project that is plain may have a score
  /// yet: most of a long list are looked at no further.
  static func latestDeadline(of score: Double, _ clock: DayClock, _ weights: Weights) -> Int64 {
    let rest = max(0, weights.tags) + max(0, weights.group) + max(0, weights.age)
    guard weights.due > 0 else { return .max }
    let share = (score - rest) / weights.due
    guard share > earlyShare else { return .max }
    let overdue = (share - earlyShare) * span / (1 - earlyShare) - early
    // Dates and times without a zone are no further from UTC than two days.
    return Int64(clock.now - (overdue - 2) * 86_400)
  }

  /// Of one, two, and more.
  private static func share(_ count: UInt8) -> Double {
    count == 1 ? 0.8 : count == 2 ? 0.9 : 1
  }

  /// From 0.2 two weeks or more ahead to 1 a week or more behind, in a straight line between.
  @inline(__always)
  static func dueShare(days: Double) -> Double {
    let overdue = -days
    if overdue >= span - early { return 1 }
    if overdue < -early { return earlyShare }
    return (overdue + early) * (1 - earlyShare) / span + earlyShare
  }

  /// Days ahead of a deadline at which it begins to weigh more, days in which it comes to all of its
  /// weight, and what it weighs before.
  private static let (early, span, earlyShare) = (14.0, 21.0, 0.2)
}

extension Board {
  /// What the clock makes of a plan.
  struct Times: Sendable {
    var isWaiting = false
    var isReady = false

    static let none = Times()
  }

  @inline(__always)
  func times(_ place: Int32, _ clock: DayClock) -> Times {
    guard keys[Int(place)].hasTimes else { return .none }
    let project = projects[Int(place)]
    return Times(isWaiting: project.isWaiting(clock), isReady: project.isReady(clock))
  }
}

extension Urgency.Reason {
  /// `overdue by 3 days`, `due in 2 days`, `in progress`.
  var text: LocalizedText {
    switch self {
    case .due(let days, let isPast): Self.due(days, isPast)
    case .doing: LocalizedText(en: "in progress", ko: "진행 중")
    case .next: LocalizedText(en: "tagged next", ko: "next 태그")
    case .tags(let count):
      LocalizedText(en: count == 1 ? "1 tag" : "\(count) tags", ko: "태그 \(count)개")
    case .group: LocalizedText(en: "in a group", ko: "그룹에 속함")
    case .waiting(let days):
      LocalizedText(en: days == 1 ? "waiting 1 day" : "waiting \(days) days", ko: "\(days)일째 대기")
    case .priority(let number): PriorityWords.text(number)
    case .scheduled: LocalizedText(en: "can be begun", ko: "시작할 때가 됨")
    case .blocking: LocalizedText(en: "others wait for it", ko: "다른 일이 기다림")
    case .blocked: LocalizedText(en: "blocked", ko: "선행 작업 남음")
    case .notes(let count):
      LocalizedText(en: count == 1 ? "1 note" : "\(count) notes", ko: "메모 \(count)개")
    case .later: LocalizedText(en: "put off", ko: "미뤄 둠")
    }
  }

  /// Whole days, as a calendar counts them: what was due yesterday evening is a day late this morning.
  private static func due(_ days: Int, _ isPast: Bool) -> LocalizedText {
    switch days {
    case ..<0:
      LocalizedText(
        en: days == -1 ? "overdue by 1 day" : "overdue by \(-days) days", ko: "마감 \(-days)일 지남")
    case 0 where isPast: LocalizedText(en: "overdue since today", ko: "오늘 마감 지남")
    case 0: LocalizedText(en: "due within a day", ko: "하루 안에 마감")
    default:
      LocalizedText(en: days == 1 ? "due in 1 day" : "due in \(days) days", ko: "\(days)일 뒤 마감")
    }
  }
}
