internal import CivilTime
internal import IPCProtocol
internal import Values

extension OpeningHours.Span {
  /// `09:00-16:00`; an end on the next day is shown as the clock shows it.
  var text: String { "\(Self.text(start))-\(Self.text(end))" }

  private static func text(_ minutes: Int) -> String {
    let shown = minutes > minutesOfDay ? minutes - minutesOfDay : minutes
    return "\((shown / 60).padded(2)):\((shown % 60).padded(2))"
  }
}

extension [OpeningHours.Span] {
  /// What a person reads of a day.
  var title: LocalizedText {
    isEmpty
      ? LocalizedText(en: "closed", ko: "휴무")
      : LocalizedText(en: map(\.text).joined(separator: ", "))
  }
}

extension OpeningHours.Keeper {
  var title: LocalizedText {
    switch self {
    case .hand: LocalizedText(en: "by hand", ko: "사람이")
    case .clock: LocalizedText(en: "by the clock", ko: "시각에 맞추어 저절로")
    }
  }
}

extension OpeningHours.Outside {
  var title: LocalizedText {
    switch self {
    case .refuse: LocalizedText(en: "no tickets", ko: "번호표 없음")
    case .note: LocalizedText(en: "tickets with a note", ko: "안내와 함께 발급")
    }
  }
}

extension OpeningHours {
  /// The times of a day of the week as people read them.
  func title(of day: Weekday) -> LocalizedText {
    week.map { $0[day.rawValue - 1].title } ?? LocalizedText(en: "any time", ko: "제한 없음")
  }

  /// A moment on the branch's clocks, with their zone: `tomorrow 09:00 (Asia/Seoul)`.
  func text(of moment: Timestamp, at now: Timestamp) -> LocalizedText {
    let shown = zone.local(at: moment)
    let day = Self.day(shown.date, from: zone.date(at: now))
    let behind = "\(shown.time.shortText) (\(zone.identifier))"
    return LocalizedText(en: "\(day.en) \(behind)", ko: "\(day.text(in: .korean)) \(behind)")
  }

  private static func day(_ date: CivilDate, from today: CivilDate) -> LocalizedText {
    switch date.days(since: today) {
    case 0: LocalizedText(en: "today", ko: "오늘")
    case 1: LocalizedText(en: "tomorrow", ko: "내일")
    default:
      LocalizedText(
        en: "\(date.weekday.english.prefix(3)) \(date)", ko: "\(date)(\(date.weekday.korean))")
    }
  }

  /// What is said behind the state of a branch: when it opens next; empty where nobody can say.
  func opens(at now: Timestamp) -> LocalizedText {
    guard isSet, case let state = state(at: now), !state.isOpen, let until = state.until else {
      return LocalizedText(en: "", ko: "")
    }
    let text = text(of: until, at: now)
    return LocalizedText(
      en: " and opens \(text.en)", ko: " 개점 시각은 \(text.text(in: .korean))입니다.")
  }

  /// What holds now and by which rules, as a person reads it.
  ///
  /// - Parameters:
  ///   - reader: Whose clock is named beside the branch's, where it shows another time.
  ///   - now: The moment.
  /// - Returns: Sentences without the last full stop.
  func sentence(reader: TimeZoneRules?, at now: Timestamp) -> LocalizedText {
    guard isSet else {
      // The zone stays where hours are cleared, and days and records go by it.
      let zone = zoneName.map { (en: "; its days are those of \($0)", ko: ". 하루는 \($0) 기준입니다") }
      return LocalizedText(
        en: "No hours are set: customers may come whenever the branch is open\(zone?.en ?? "")",
        ko: "영업시간을 정하지 않았습니다. 은행이 열려 있으면 언제든지 고객을 받습니다\(zone?.ko ?? "")")
    }
    let first = stateSentence(reader: reader, at: now)
    return LocalizedText(
      en: "\(first.en). Opened and closed \(keeper.title.en); outside: \(outside.title.en)",
      ko: "\(first.text(in: .korean)). \(keeper.title.text(in: .korean)) 여닫습니다. "
        + "영업시간 밖: \(outside.title.text(in: .korean))")
  }

  /// Whether customers may come now, and until when that is so.
  func stateSentence(reader: TimeZoneRules?, at now: Timestamp) -> LocalizedText {
    let state = state(at: now)
    let next = state.until.map { text(of: $0, reader: reader, at: now) }
    let (english, korean) = (next?.en, next?.text(in: .korean))
    guard state.isOpen else {
      return LocalizedText(
        en: "Outside of the hours" + (english.map { ", which begin \($0)" } ?? ""),
        ko: "지금은 영업시간이 아닙니다" + (korean.map { ". 개점: \($0)" } ?? ""))
    }
    return LocalizedText(
      en: "Within the hours" + (english.map { " until \($0)" } ?? ""),
      ko: "지금은 영업시간입니다" + (korean.map { ". 끝: \($0)" } ?? ""))
  }

  private func text(
    of moment: Timestamp, reader: TimeZoneRules?, at now: Timestamp
  ) -> LocalizedText {
    let own = text(of: moment, at: now)
    guard let reader, reader.local(at: moment) != zone.local(at: moment) else { return own }
    var other = self
    other.zone = reader
    let there = other.text(of: moment, at: now)
    return LocalizedText(
      en: "\(own.en), on your clock \(there.en)",
      ko: "\(own.text(in: .korean)), 보는 사람의 시각으로는 \(there.text(in: .korean))")
  }
}

extension Weekday {
  var title: LocalizedText { LocalizedText(en: english, ko: "\(korean)요일") }
}
