internal import IPCProtocol

/// What a leave-by tells: one sentence at a time.
struct LeaveEvent: Shape, Hashable {
  enum Kind: String, WireWord {
    /// Outside of its hours.
    case waiting
    case planned, soon, leaveNow, missed, lastAhead, last, lastGone, unknown
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

  static let shape = ShapeOf<LeaveEvent>([
    Member("kind", \.kind), Member("leave", \.leave), Member("name", \.name), Member("at", \.at),
    Member("text", \.text), Member("urgent", \.urgent), Member("leaveAt", \.leaveAt),
    Member("leaveInSeconds", \.leaveInSeconds), Member("arrivesAt", \.arrivesAt),
    Member("arrival", \.arrival),
  ])

  init(_ advice: LeaveTracker.Advice, leave: Int, name: String, at now: Timestamp) {
    self.leave = leave
    self.name = name
    at = now
    let choice = advice.choice
    let inSeconds = choice.map { max(0, Int($0.leaveAt.seconds(since: now).rounded())) }
    leaveAt = choice?.leaveAt
    leaveInSeconds = inSeconds
    arrivesAt = choice?.arrivesAt
    arrival = choice.map { ArrivalAnswer($0.vehicle, at: now) }
    (kind, urgent, text) = Self.words(advice, name, LeaveWords(choice, inSeconds ?? 0, at: now))
  }

  /// Outside of its hours a leave-by waits.
  init(
    waitingFor window: DayWindow, until start: Timestamp, leave: Int, name: String,
    at now: Timestamp
  ) {
    kind = .waiting
    self.leave = leave
    self.name = name
    at = now
    let clock = KoreaTime.zone.clock(start, at: now)
    text = LocalizedText(
      en: "\(name): waits for \(clock.en)", ko: "\(name): \(clock.ko ?? clock.en)에 시작합니다")
    urgent = false
    leaveAt = nil
    leaveInSeconds = nil
    arrivesAt = nil
    arrival = nil
  }

  private static func words(
    _ advice: LeaveTracker.Advice, _ name: String, _ words: LeaveWords
  ) -> (Kind, Bool, LocalizedText) {
    let (en, ko) = (words.vehicle.en, words.vehicle.ko ?? words.vehicle.en)
    let left = words.left
    return switch advice {
    case .planned where words.isFar:
      (
        .planned, false,
        LocalizedText(
          en: "\(name): next is \(en), \(words.day.en); leave at \(words.leaves)",
          ko: "\(name): 다음은 \(words.day.ko ?? "") \(ko)입니다. \(words.leaves)에 출발하세요")
      )
    case .planned:
      (
        .planned, false,
        LocalizedText(
          en: "\(name): leave in \(left.en) for \(en) at \(words.arrives)",
          ko: "\(name): \(left.ko ?? "") 뒤에 출발하면 \(words.arrives) \(ko)에 탈 수 있습니다")
      )
    case .soon:
      (
        .soon, true,
        LocalizedText(
          en: "\(name): leave in \(left.en) for \(en)",
          ko: "\(name): \(left.ko ?? "") 뒤에 출발하세요. \(ko)")
      )
    case .leaveNow:
      (
        .leaveNow, true,
        LocalizedText(
          en: "\(name): leave now for \(en)", ko: "\(name): 지금 출발하세요. \(ko)")
      )
    case .missed:
      (
        .missed, false,
        LocalizedText(
          en: "\(name): \(en) cannot be reached any more",
          ko: "\(name): \(particle("은/는", ko)) 놓쳤습니다")
      )
    case .lastAhead:
      (
        .lastAhead, true,
        LocalizedText(
          en: "\(name): the last one today is \(en) at \(words.arrives); leave by \(words.leaves)",
          ko: "\(name): \(words.arrives) \(particle("이/가", ko)) 막차입니다. \(words.leaves)까지 출발하세요")
      )
    case .last:
      (
        .last, true,
        LocalizedText(
          en: "\(name): the last one today is \(en) at \(words.arrives); leave in \(left.en)",
          ko: "\(name): \(words.arrives) \(particle("이/가", ko)) 막차입니다. \(left.ko ?? "") 안에 출발하세요")
      )
    case .lastGone:
      (
        .lastGone, true,
        LocalizedText(
          en: "\(name): the last one is gone", ko: "\(name): 막차를 놓쳤습니다")
      )
    case .unknown:
      (
        .unknown, false,
        LocalizedText(
          en: "\(name): nobody knows of one that can be reached",
          ko: "\(name): 지금 나가서 탈 수 있는 편을 알 수 없습니다")
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
      ko: (line.ko ?? line.en) + (suffix.map { " \($0)행" } ?? ""))
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
