internal import CivilTime
internal import IPCProtocol
internal import Queueing
internal import Values

/// What an import does, a line for each thing that it touches.
struct BranchFilePlan: Hashable, Sendable {
  enum Kind: String, WireWord {
    case setting, service, teller, line, day
  }

  enum Action: String, WireWord {
    case added, changed, removed
  }

  struct Change: Hashable, Sendable {
    let kind: Kind
    let action: Action
    /// The service's word, or a number.
    let word: String
    let name: LocalizedText
    /// What becomes of what: `mode manual → automatic`.
    let details: LocalizedText
  }

  private(set) var changes: [Change] = []

  func count(_ action: Action) -> Int { changes.count { $0.action == action } }

  /// - Parameters:
  ///   - present: The branch as it is, with its past.
  ///   - next: What it becomes, with its past.
  init(from present: BranchFile, to next: BranchFile) {
    if present.spread != next.spread {
      var details = ChangedParts()
      details.add("free tellers by", "빈 창구 순서", present.spread.word, next.spread.word)
      note(.setting, .changed, "spread", LocalizedText(en: "spread"), details)
    }
    if let before = present.hours, let after = next.hours { addHours(before, after) }
    addServices(present, next)
    addTellers(present, next)
    let strangers = next.services.count
    let places = present.services.indices.map { index in
      next.services.firstIndex { $0.name == present.services[index].name } ?? strangers + index
    }
    let past = present.history?.moved(to: places) ?? BranchFile.History()
    addLine(past.line, next.history?.line ?? [])
    addDays(past.days, next.history?.days ?? [])
  }

  private mutating func note(
    _ kind: Kind, _ action: Action, _ word: String, _ name: LocalizedText, _ details: ChangedParts
  ) {
    changes.append(
      Change(kind: kind, action: action, word: word, name: name, details: details.text))
  }

  /// What is there now, by its key, beside what is there then; in the order of both.
  private static func pairs<Element, Key: Hashable>(
    _ present: [Element], _ next: [Element], by key: (Element) -> Key
  ) -> [(Element?, Element?)] {
    let before = Dictionary(present.map { (key($0), $0) }) { first, _ in first }
    let kept = Set(next.map(key))
    return next.map { (before[key($0)], $0) }
      + present.filter { !kept.contains(key($0)) }.map { ($0, nil) }
  }

  private static func action(_ before: Any?, _ after: Any?) -> Action {
    before == nil ? .added : after == nil ? .removed : .changed
  }

  // MARK: Parts

  private mutating func addHours(_ before: OpeningHours, _ after: OpeningHours) {
    guard before != after else { return }
    var details = ChangedParts()
    for day in Weekday.allCases {
      let (old, new) = (before.title(of: day), after.title(of: day))
      details.add(day.word, day.korean, old, new)
    }
    let dates = { (hours: OpeningHours) in
      hours.closed.isEmpty ? "-" : hours.closed.map(\.description).joined(separator: " ")
    }
    details.add("closed on", "휴무일", dates(before), dates(after))
    details.add("zone", "시간대", before.zone.identifier, after.zone.identifier)
    details.add("by", "여닫기", before.keeper.title, after.keeper.title)
    details.add("outside", "영업시간 밖", before.outside.title, after.outside.title)
    guard !details.isEmpty else { return }
    note(.setting, .changed, "hours", LocalizedText(en: "opening hours", ko: "영업시간"), details)
  }

  private mutating func addServices(_ present: BranchFile, _ next: BranchFile) {
    for (before, after) in Self.pairs(present.services, next.services, by: \.name) {
      guard let shown = after ?? before, before != after else { continue }
      // One that is retired is gone to everybody but the past.
      let wasThere = before.map { !$0.isRetired } ?? false
      let isThere = after.map { !$0.isRetired } ?? false
      guard wasThere || isThere else { continue }
      var details = ChangedParts()
      if wasThere, isThere {
        details.add("name", "영어 이름", before?.title.en, after?.title.en)
        details.add("Korean name", "한국어 이름", before?.title.ko ?? "-", after?.title.ko ?? "-")
      }
      if isThere {
        let old = wasThere ? before?.time.phrase : nil
        details.add("time", "시간", old, after?.time.phrase)
        let none = LocalizedText(en: "-")
        let (held, holds) = (before?.target?.title ?? none, after?.target?.title ?? none)
        if held != holds { details.add("target", "목표", wasThere ? held : nil, holds) }
        if wasThere, details.isEmpty { details.say("other times", "다른 시간") }
      }
      let action: Action = wasThere ? (isThere ? .changed : .removed) : .added
      note(.service, action, shown.name, shown.title, details)
    }
    let order = { (file: BranchFile) in file.services.map(\.name) }
    if changes.allSatisfy({ $0.kind != .service }), order(present) != order(next) {
      var details = ChangedParts()
      details.add(
        "order", "순서", order(present).joined(separator: " "), order(next).joined(separator: " "))
      note(.setting, .changed, "services", LocalizedText(en: "services", ko: "업무"), details)
    }
  }

  private mutating func addTellers(_ present: BranchFile, _ next: BranchFile) {
    for (before, after) in Self.pairs(present.tellers, next.tellers, by: \.number) {
      guard let shown = after ?? before else { continue }
      var details = ChangedParts()
      if let after {
        details.add("name", "이름", before.map { $0.name ?? "-" }, after.name ?? "-", isNew: "-")
        details.add(
          "services", "업무", before.map { present.words(of: $0) }, next.words(of: after))
        details.add("mode", "방식", before?.mode.phrase, after.mode.phrase)
        if before?.isPaused ?? false != after.isPaused {
          after.isPaused ? details.say("paused", "휴식") : details.say("resumed", "재개")
        }
        if before != nil, details.isEmpty { continue }
      }
      let name = LocalizedText(
        en: shown.name ?? "teller \(shown.number)", ko: shown.name ?? "\(shown.number)번 창구")
      note(.teller, Self.action(before, after), "\(shown.number)", name, details)
    }
  }

  private mutating func addLine(_ before: [BranchFile.Waiting], _ after: [BranchFile.Waiting]) {
    guard before != after else { return }
    var details = ChangedParts()
    details.add("customers", "고객", before.count, after.count)
    if details.isEmpty { details.say("other customers", "다른 고객") }
    let numbers = Set(after.map(\.number))
    let goes = !before.allSatisfy { numbers.contains($0.number) }
    note(
      .line, before.isEmpty ? .added : goes ? .removed : .changed, "line",
      LocalizedText(en: "waiting for the next day", ko: "다음 날을 기다리는 고객"), details)
  }

  private mutating func addDays(_ before: [BranchFile.Day], _ after: [BranchFile.Day]) {
    for (before, after) in Self.pairs(before, after, by: \.number) {
      guard let shown = after ?? before, before != after else { continue }
      var details = ChangedParts()
      if let after { details.add("tickets", "번호표", before?.legs.count, after.legs.count) }
      if before != nil, after != nil, details.isEmpty {
        details.say("other tickets or times", "다른 번호표 또는 시각")
      }
      let date = shown.openedAt.description.prefix(10)
      note(
        .day, Self.action(before, after), "\(shown.number)",
        LocalizedText(en: "day of \(date)", ko: "\(date) 영업일"), details)
    }
  }
}

extension BranchFile {
  fileprivate func words(of teller: Teller) -> String {
    teller.services.map { services[$0].name }.joined(separator: " ")
  }
}

extension Teller.Mode {
  fileprivate var phrase: LocalizedText {
    LocalizedText(en: rawValue, ko: self == .manual ? "수동" : "자동")
  }
}

extension ServiceTime {
  /// `fixed 0.7 s`, to tell two of them apart.
  fileprivate var phrase: LocalizedText {
    func text(_ microseconds: Int64) -> String { "\(Double(microseconds) / 1e6)" }
    return switch self {
    case .fixed(let time):
      LocalizedText(en: "fixed \(text(time)) s", ko: "고정 \(text(time))초")
    case .exponential(let time):
      LocalizedText(en: "exponential \(text(time)) s", ko: "지수 \(text(time))초")
    case .uniform(let shortest, let longest):
      LocalizedText(
        en: "uniform \(text(shortest)) to \(text(longest)) s",
        ko: "균등 \(text(shortest))~\(text(longest))초")
    case .empirical(let samples):
      LocalizedText(en: "empirical \(samples.sorted.count)", ko: "실측 \(samples.sorted.count)개")
    }
  }
}

/// What changed, in both languages; what stayed is left out.
private struct ChangedParts {
  private var parts: [LocalizedText] = []

  var isEmpty: Bool { parts.isEmpty }

  var text: LocalizedText {
    LocalizedText(
      en: parts.map(\.en).joined(separator: ", "),
      ko: parts.map { $0.text(in: .korean) }.joined(separator: ", "))
  }

  mutating func say(_ english: String, _ korean: String) {
    parts.append(LocalizedText(en: english, ko: korean))
  }

  /// - Parameters:
  ///   - english: What it is.
  ///   - korean: The same in Korean.
  ///   - before: Nil for what is new.
  ///   - after: Nil for what is gone, of which nothing is said.
  ///   - usual: What need not be said of what is new.
  mutating func add<Value: Equatable & CustomStringConvertible>(
    _ english: String, _ korean: String, _ before: Value?, _ after: Value?,
    isNew usual: Value? = nil
  ) {
    guard before != after, let after, before != nil || after != usual else { return }
    let step = before.map { "\($0) → \(after)" } ?? "\(after)"
    parts.append(LocalizedText(en: "\(english) \(step)", ko: "\(korean) \(step)"))
  }

  mutating func add(
    _ english: String, _ korean: String, _ before: LocalizedText?, _ after: LocalizedText?
  ) {
    guard before != after, let after else { return }
    let (old, new) = (before.map { "\($0.en) → " } ?? "", after.en)
    let (oldKorean, newKorean) = (
      before.map { "\($0.text(in: .korean)) → " } ?? "", after.text(in: .korean)
    )
    parts.append(
      LocalizedText(en: "\(english) \(old)\(new)", ko: "\(korean) \(oldKorean)\(newKorean)"))
  }
}
