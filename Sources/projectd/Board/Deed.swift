internal import CivilTime
internal import TaskFormats
internal import Values

/// What was done to a project, for those who are told of it: an edit with what it changed.
struct Deed: Sendable {
  let note: Note
  let values: [Edit.Value]

  /// Longer texts are cut: a title may have a thousand characters.
  private static let shown = 80

  /// `Edited 'one': title → 'uno'; deadline 2026-11-24 → 2026-11-27.`, on the reader's clock.
  ///
  /// - Parameters:
  ///   - reader: Whose clock it is.
  ///   - zones: Those that deadlines name.
  ///   - named: The number and the title of another project; nil where it is not there.
  /// - Returns: The sentence in both languages.
  func sentence(
    _ reader: ReaderDay, zones: Zones, named: (UUID) -> String? = { _ in nil }
  ) -> LocalizedText {
    guard note.kind == .edited else { return note.sentence }
    if let sentence = ofNote { return sentence }
    let parts =
      values.compactMap { Self.part($0, reader, zones) } + links(named) + tags + reminders(reader)
      + others
    guard !parts.isEmpty else { return note.sentence }
    let en = parts.map(\.en).joined(separator: "; ")
    let ko = parts.map { $0.ko ?? $0.en }.joined(separator: "; ")
    return LocalizedText(
      en: "Edited '\(note.title)': \(en).", ko: "'\(note.title)' 수정: \(ko).")
  }

  /// Of one note alone, that it was written or taken away.
  private var ofNote: LocalizedText? {
    guard values.count == 1, let value = values.first, case .note(let stored) = value.field,
      let text = TaskNote(stored: stored)?.text
    else { return nil }
    let said = Self.short(text)
    return value.after == nil
      ? LocalizedText(
        en: "Took a note of '\(note.title)' away: \(said)", ko: "'\(note.title)' 메모 지움: \(said)")
      : LocalizedText(en: "Noted for '\(note.title)': \(said)", ko: "'\(note.title)' 메모: \(said)")
  }

  private static func part(
    _ value: Edit.Value, _ reader: ReaderDay, _ zones: Zones
  ) -> LocalizedText? {
    let (before, after) = (value.before, value.after)
    switch value.field {
    case .title: return change("title", "제목", nil, after.map { "'\(short($0))'" })
    case .body: return body(before, after)
    case .state: return change("list", "목록", before, after)
    case .deadline:
      return change(
        "deadline", "마감", deadline(before, reader, zones), deadline(after, reader, zones))
    case .group: return change("group", "그룹", before.map(short), after.map(short))
    case .recurrence:
      func words(_ rule: String?) -> LocalizedText? { rule.map { RepeatSentence.text($0, reader) } }
      return change("repeats", "반복", words(before), words(after))
    case .removed:
      return before != nil && after == nil ? LocalizedText(en: "brought back", ko: "되살림") : nil
    case .priority: return change("priority", "우선순위", before, after)
    case .assigned: return change("assigned", "담당", before.map(short), after.map(short))
    case .wait:
      return change(
        "put off until", "미룸", deadline(before, reader, zones), deadline(after, reader, zones))
    case .scheduled:
      return change(
        "scheduled", "예정", deadline(before, reader, zones), deadline(after, reader, zones))
    case .repeatFrom:
      return after == nil
        ? LocalizedText(en: "repeats from the deadline", ko: "마감부터 반복")
        : LocalizedText(en: "repeats from the day it is done", ko: "끝낸 날부터 반복")
    case .created, .series, .modified, .completed, .seriesStart, .tag, .reminder, .extra,
      .depends, .parent, .note:
      return nil
    }
  }

  private static func body(_ before: String?, _ after: String?) -> LocalizedText {
    guard after != nil else {
      return LocalizedText(en: "description taken away", ko: "설명 지움")
    }
    return before == nil
      ? LocalizedText(en: "description added", ko: "설명 추가")
      : LocalizedText(en: "description changed", ko: "설명 바꿈")
  }

  /// What comes before it, and what it is a part of, each by its number and its title.
  func links(_ named: (UUID) -> String?) -> [LocalizedText] {
    func other(_ id: UUID?) -> (en: String, ko: String) {
      id.flatMap(named).map { ($0, $0) } ?? ("another", "다른 프로젝트")
    }
    var parts: [LocalizedText] = []
    var links = 0
    for value in values {
      switch value.field {
      case .parent:
        let (en, ko) = other((value.after ?? value.before).flatMap { UUID($0) })
        parts.append(
          value.after == nil
            ? LocalizedText(en: "no part of \(en) any more", ko: "상위 작업 \(ko)에서 뺌")
            : LocalizedText(en: "a part of \(en)", ko: "상위 작업 \(ko)"))
      case .depends(let id):
        links += 1
        guard links <= Self.shownLinks else { continue }
        let (en, ko) = other(id)
        parts.append(
          value.after == nil
            ? LocalizedText(en: "no longer after \(en)", ko: "선행 작업에서 \(ko) 뺌")
            : LocalizedText(en: "comes after \(en)", ko: "선행 작업 \(ko)"))
      default: break
      }
    }
    let more = links - Self.shownLinks
    if more > 0 { parts.append(LocalizedText(en: "and \(more) more", ko: "외 \(more)개")) }
    return parts
  }

  /// More are counted.
  private static let shownLinks = 5

  /// `tags +a -b`.
  private var tags: [LocalizedText] {
    let words = values.compactMap { value -> String? in
      guard case .tag(let name) = value.field else { return nil }
      return (value.after == nil ? "-" : "+") + name
    }
    guard !words.isEmpty else { return [] }
    let text = words.joined(separator: " ")
    return [LocalizedText(en: "tags \(text)", ko: "태그 \(text)")]
  }

  /// `reminder 1h before the deadline`, each that came or went.
  private func reminders(_ reader: ReaderDay) -> [LocalizedText] {
    let changed = values.compactMap { value -> LocalizedText? in
      guard case .reminder(let text) = value.field, let reminder = Reminder(text) else {
        return nil
      }
      let when = ReminderText.text(reminder, reader)
      return value.after == nil
        ? LocalizedText(en: "no reminder \(when.en)", ko: "알림 지움: \(when.ko ?? when.en)")
        : LocalizedText(en: "reminder \(when.en)", ko: "알림 \(when.ko ?? when.en)")
    }
    guard changed.count > Self.shownReminders else { return changed }
    let gone = values.count { value in
      if case .reminder = value.field { value.after == nil } else { false }
    }
    let come = changed.count - gone
    let given = LocalizedText(
      en: come == 1 ? "1 reminder more" : "\(come) reminders more", ko: "알림 \(come)개 더함")
    let taken = LocalizedText(
      en: gone == 1 ? "1 reminder taken away" : "\(gone) reminders taken away",
      ko: "알림 \(gone)개 지움")
    return (come > 0 ? [given] : []) + (gone > 0 ? [taken] : [])
  }

  /// More are counted.
  private static let shownReminders = 3

  /// Notes, and what imports brought and nobody here reads.
  private var others: [LocalizedText] {
    var (extras, notes) = (0, 0)
    for value in values {
      switch value.field {
      case .extra:
        let isStamp = ServerWord.isOne(value.field) || value.field == SeriesWord.asOf
        if !isStamp, value.field != Birth.asOf { extras += 1 }
      case .note: notes += 1
      default: break
      }
    }
    var parts: [LocalizedText] = []
    if notes > 0 {
      parts.append(
        LocalizedText(en: notes == 1 ? "1 note" : "\(notes) notes", ko: "메모 \(notes)개"))
    }
    if extras > 0 {
      parts.append(
        LocalizedText(
          en: extras == 1 ? "1 other field" : "\(extras) other fields",
          ko: "그 밖의 값 \(extras)개"))
    }
    return parts
  }

  private static func change(
    _ en: String, _ ko: String, _ before: String?, _ after: String?
  ) -> LocalizedText {
    change(en, ko, before.map { LocalizedText(en: $0) }, after.map { LocalizedText(en: $0) })
  }

  private static func change(
    _ en: String, _ ko: String, _ before: LocalizedText?, _ after: LocalizedText?
  ) -> LocalizedText {
    let none = LocalizedText(en: "none", ko: "없음")
    let parts = (before.map { [$0] } ?? []) + [LocalizedText(en: "→"), after ?? none]
    return LocalizedText(
      en: ([en] + parts.map(\.en)).joined(separator: " "),
      ko: ([ko] + parts.map { $0.ko ?? $0.en }).joined(separator: " "))
  }

  static func short(_ text: String) -> String {
    text.count > shown ? text.prefix(shown) + "…" : text
  }

  /// A deadline with its weekday, as the history is read on other days too; as it stands in the store
  /// where nobody can read it.
  private static func deadline(
    _ text: String?, _ reader: ReaderDay, _ zones: Zones
  ) -> LocalizedText? {
    text.map { text in
      CalendarTime(text).map { DueSentence.moment(Due($0, zones: zones).key, reader) }
        ?? LocalizedText(en: text)
    }
  }
}
