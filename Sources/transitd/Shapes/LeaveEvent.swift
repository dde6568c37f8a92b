internal import CivilTime
internal import IPCProtocol
internal import Values

/// What a leave-by tells: one sentence at a time.
struct LeaveEvent: Shape, Hashable {
  enum Kind: String, WireWord {
    /// Outside of its hours.
    case waiting
    case planned, soon, leaveNow, missed, lastAhead, last, lastGone, unknown
    /// A whole way that does not work any more; with another one where there is one.
    case broken

    var isUrgent: Bool {
      switch self {
      case .soon, .leaveNow, .lastAhead, .last, .lastGone, .broken: true
      case .waiting, .planned, .missed, .unknown: false
      }
    }
  }

  let kind: Kind
  let leave: Int
  let name: String
  let at: Timestamp
  let text: LocalizedText
  let urgent: Bool
  let leaveAt: Timestamp?
  let leaveInSeconds: Int?
  let arrivesAt: Timestamp?
  let arrival: ArrivalAnswer?
  /// The times are an estimate, by stations away; it comes then or later.
  let estimate: Bool

  static let shape = ShapeOf<LeaveEvent>([
    Member("kind", \.kind), Member("leave", \.leave), Member("name", \.name), Member("at", \.at),
    Member("text", \.text), Member("urgent", \.urgent), Member("leaveAt", \.leaveAt),
    Member("leaveInSeconds", \.leaveInSeconds), Member("arrivesAt", \.arrivesAt),
    Member("arrival", \.arrival), Member("estimate", \.estimate),
  ])

  /// What is advised; where nothing is known the notes say why, as that there is no key.
  init(
    _ advice: LeaveTracker.Advice, leave: Int, name: String, at now: Timestamp, notes: [Note] = []
  ) {
    let seconds = advice.choice.map { max(0, Int($0.leaveAt.seconds(since: now).rounded())) }
    var sentence = Self.sentence(advice, LeaveWords(advice.choice, seconds ?? 0, at: now))
    if case .unknown = advice, !notes.isEmpty {
      let why = Note.joined(notes)
      sentence.en += ": \(why.en)"
      sentence.ko += ". \(why.text(in: .korean))"
    }
    self.init(sentence, leave: leave, name: name, at: now, choice: advice.choice, seconds: seconds)
  }

  /// Outside of its hours a leave-by waits.
  init(waitingUntil start: Timestamp, leave: Int, name: String, at now: Timestamp) {
    let clock = KoreaTime.zone.clock(start, at: now)
    self.init(
      (.waiting, "waits for \(clock.en)", "\(clock.text(in: .korean))에 시작합니다"), leave: leave,
      name: name, at: now)
  }

  /// What a way tells to those who wait for the moment to leave; `journey` is the one to follow.
  init(_ event: WayEvent, _ leave: WayLeave, _ journey: Answers.Journey?) {
    kind =
      switch event.kind {
      case .way, .times: .planned
      case .broken: .broken
      case .soon: .soon
      case .leaveNow: .leaveNow
      }
    self.leave = leave.id
    name = leave.wish.title
    at = event.at
    text = Self.titled(leave, event.text)
    urgent = kind.isUrgent
    leaveAt = journey?.departure
    leaveInSeconds = journey.map { max(0, Int($0.departure.seconds(since: event.at).rounded())) }
    arrivesAt = journey?.arrival
    (arrival, estimate) = (nil, false)
  }

  /// There is no way, by what is known now.
  init(noWayFor leave: WayLeave, at now: Timestamp) {
    (kind, urgent, estimate) = (.unknown, false, false)
    (self.leave, name, at) = (leave.id, leave.wish.title, now)
    text = Self.titled(
      leave,
      LocalizedText(
        en: "no way is known by now; it is looked for again each minute",
        ko: "지금은 가는 길을 알 수 없습니다. 1분마다 다시 찾습니다"))
    (leaveAt, leaveInSeconds, arrivesAt, arrival) = (nil, nil, nil, nil)
  }

  /// What it says, for where the name stands beside it.
  var untitled: LocalizedText {
    func rest(_ text: String) -> String {
      let start = "\(name): "
      return text.hasPrefix(start) ? String(text.dropFirst(start.count)) : text
    }
    return LocalizedText(en: rest(text.en), ko: rest(text.text(in: .korean)))
  }

  /// When to leave on the clocks there; nil where that is not known, or over.
  func leaving(_ zone: TimeZoneRules, at now: Timestamp) -> LocalizedText? {
    switch kind {
    case .leaveNow: LocalizedText(en: "now", ko: "지금")
    case .planned, .soon, .lastAhead, .last, .broken: leaveAt.map { zone.clock($0, at: now) }
    case .waiting, .missed, .lastGone, .unknown: nil
    }
  }

  private static func titled(_ leave: WayLeave, _ text: LocalizedText) -> LocalizedText {
    LocalizedText(
      en: "\(leave.wish.title): \(text.en)", ko: "\(leave.wish.title): \(text.text(in: .korean))")
  }

  private typealias Sentence = (kind: Kind, en: String, ko: String)

  private init(
    _ sentence: Sentence, leave: Int, name: String, at now: Timestamp, choice: LeaveChoice? = nil,
    seconds: Int? = nil
  ) {
    kind = sentence.kind
    self.leave = leave
    self.name = name
    at = now
    estimate = choice?.isEstimate ?? false
    text = LocalizedText(
      en: "\(name): \(sentence.en)" + (estimate ? " (estimate)" : ""),
      ko: "\(name): \(sentence.ko)" + (estimate ? " (추정)" : ""))
    urgent = sentence.kind.isUrgent
    leaveAt = choice?.leaveAt
    leaveInSeconds = seconds
    arrivesAt = choice?.arrivesAt
    arrival = choice.map { ArrivalAnswer($0.vehicle, at: now) }
  }

  private static func sentence(
    _ advice: LeaveTracker.Advice, _ words: LeaveWords
  ) -> Sentence {
    let (en, ko) = (words.vehicle.en, words.vehicle.text(in: .korean))
    let (left, leftKo) = (words.left.en, words.left.text(in: .korean))
    let (arrives, leaves) = (words.arrives, words.leaves)
    return switch advice {
    case .planned where words.isFar:
      (
        .planned, "next is \(en), \(words.day.en); leave at \(leaves)",
        "다음은 \(words.day.text(in: .korean)) \(ko)입니다. \(leaves)에 출발하십시오"
      )
    case .planned:
      (
        .planned, "leave in \(left) for \(en) at \(arrives)",
        "\(leftKo) 뒤에 출발하면 \(arrives) \(ko)에 탈 수 있습니다"
      )
    case .soon: (.soon, "leave in \(left) for \(en)", "\(leftKo) 뒤에 출발하십시오. \(ko)")
    case .leaveNow: (.leaveNow, "leave now for \(en)", "지금 출발하십시오. \(ko)")
    case .missed:
      (.missed, "\(en) cannot be reached any more", "\(particle("은/는", ko)) 놓쳤습니다")
    case .lastAhead:
      (
        .lastAhead, "the last one today is \(en) at \(arrives); leave by \(leaves)",
        "\(arrives) \(particle("이/가", ko)) 막차입니다. \(leaves)까지 출발하십시오"
      )
    case .last:
      (
        .last, "the last one today is \(en) at \(arrives); leave in \(left)",
        "\(arrives) \(particle("이/가", ko)) 막차입니다. \(leftKo) 안에 출발하십시오"
      )
    case .lastGone: (.lastGone, "the last one is gone", "막차를 놓쳤습니다")
    case .unknown:
      (
        .unknown, "nobody knows of one that can be reached", "지금 나가서 탈 수 있는 편을 알 수 없습니다"
      )
    }
  }
}

/// A word with the particle that fits.
private func particle(_ forms: String, _ word: String) -> String {
  KoreanParticle(forms)?.attached(to: word) ?? word
}

/// The pieces of a leave-by's sentences.
private struct LeaveWords {
  let vehicle: LocalizedText
  let left: LocalizedText
  let arrives: String
  /// When to leave, by the clock.
  let leaves: String
  /// When it arrives, with its day where that is not today.
  let day: LocalizedText
  /// Too far away for minutes and seconds.
  let isFar: Bool

  init(_ choice: LeaveChoice?, _ seconds: Int, at now: Timestamp) {
    left = ArrivalText.duration(max(1, seconds))
    isFar = seconds >= 3600
    arrives = choice.map { KoreaTime.clock($0.arrivesAt) } ?? ""
    leaves = choice.map { KoreaTime.clock($0.leaveAt) } ?? ""
    day =
      choice.map { KoreaTime.zone.clock($0.arrivesAt, at: now) } ?? LocalizedText(en: "", ko: "")
    guard let arrival = choice?.vehicle else {
      vehicle = LocalizedText(en: "it", ko: "그 편")
      return
    }
    let line = arrival.lineName
    let suffix = arrival.destination
    vehicle = LocalizedText(
      en: line.en + (suffix.map { " to \($0)" } ?? ""),
      ko: line.text(in: .korean) + (suffix.map { " \($0)행" } ?? ""))
  }
}

extension LeaveTracker.Advice {
  var choice: LeaveChoice? {
    switch self {
    case .planned(let choice), .soon(let choice), .leaveNow(let choice), .missed(let choice),
      .lastAhead(let choice), .last(let choice):
      choice
    case .lastGone, .unknown: nil
    }
  }
}

extension Arrival {
  var lineName: LocalizedText {
    switch service {
    case .subway(let line): line.name
    case .bus(let route): LocalizedText(en: "bus \(route.name)", ko: "\(route.name)번")
    case .scheduled(let name): LocalizedText(en: name, ko: name)
    }
  }
}
