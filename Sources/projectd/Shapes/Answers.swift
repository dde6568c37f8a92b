internal import IPCProtocol
internal import TaskFormats
internal import Values

/// What the calls answer.
enum Answers {
  /// A project as it is now, and what was done to it.
  struct Changed: Shape {
    let row: ProjectRow
    let uuid: UUID
    let sentence: LocalizedText
    /// The deadline as it was read, where the command gave one.
    let deadline: LocalizedText?
    /// All that people are told.
    let text: LocalizedText

    init(
      _ row: ProjectRow, _ project: Project, _ reader: ReaderDay, _ sentence: LocalizedText,
      isNew: Bool = false, links: [LocalizedText] = [],
      saysDeadline: Bool = false, saysWords: Bool = false, hint: LocalizedText? = nil
    ) {
      self.row = row
      uuid = project.id
      self.sentence = sentence
      deadline = saysDeadline ? DueSentence.text(project.due, reader) : nil
      var (en, ko) = (sentence.en, sentence.ko ?? sentence.en)
      if isNew {
        en += " (number \(project.number))"
        ko += " (번호 \(project.number))"
      }
      if saysWords {
        for link in links {
          en += "\n\(link.en.prefix(1).uppercased())\(link.en.dropFirst())"
          ko += "\n\(link.ko ?? link.en)"
        }
        for (name, value) in Self.parts(of: project, reader) {
          en += "\n\(name.en): \(value.en)"
          ko += "\n\(name.ko ?? name.en): \(value.ko ?? value.en)"
        }
      }
      if saysDeadline || saysWords, let remark = MonthRemark.text(project) {
        en += "\n\(remark.en)"
        ko += "\n\(remark.ko ?? remark.en)"
      }
      if let deadline {
        en += "\nDeadline: \(deadline.en)"
        ko += "\n마감: \(deadline.ko ?? deadline.en)"
      }
      if let hint {
        en += "\n\(hint.en)"
        ko += "\n\(hint.ko ?? hint.en)"
      }
      text = LocalizedText(en: en, ko: ko)
    }

    /// What a line of quick words was read as.
    private static func parts(
      of project: Project, _ reader: ReaderDay
    ) -> [(name: LocalizedText, value: LocalizedText)] {
      var parts: [(LocalizedText, LocalizedText)] = []
      func add(_ en: String, _ ko: String, _ value: LocalizedText?) {
        if let value { parts.append((LocalizedText(en: en, ko: ko), value)) }
      }
      add("Group", "그룹", project.group.map { LocalizedText(en: $0) })
      let tags = project.tags.joined(separator: ", ")
      add("Tags", "태그", tags.isEmpty ? nil : LocalizedText(en: tags))
      let rule = project.recurrence.map { RepeatSentence.text($0, reader) }
      let isFromDone = project.plan.repeatsFromCompletion
      add("Repeats", "반복", isFromDone ? rule.map(Self.fromDone) : rule)
      let priority = Int(project.priority)
      add("Priority", "우선순위", priority == 0 ? nil : PriorityWords.grade(priority))
      add("For", "담당", project.plan.assigned.map { LocalizedText(en: $0) })
      add("Put off until", "미룸", project.plan.wait.map { DueSentence($0.key, reader).text })
      add("Scheduled", "예정", project.plan.scheduled.map { DueSentence($0.key, reader).text })
      for reminder in project.plan.reminders {
        add("Reminder", "알림", ReminderText.text(reminder, reader))
      }
      return parts
    }

    private static func fromDone(_ rule: LocalizedText) -> LocalizedText {
      LocalizedText(
        en: "\(rule.en), from the day on which it is done",
        ko: "\(rule.ko ?? rule.en), 끝낸 날부터")
    }

    static let shape = ShapeOf<Changed>(
      ProjectRow.members(at: \.row) + [
        Member("uuid", \.uuid), Member("sentence", \.sentence), Member("deadline", \.deadline),
        Member("text", \.text),
      ])
  }

  /// What was done to several projects.
  struct Several: Shape {
    let count: Int
    let text: LocalizedText
    let sentences: [LocalizedText]
    /// Of series of which one was finished, the next ones; nil where there are none.
    let next: [Next]?

    init(_ sentences: [LocalizedText], next: [Next] = []) {
      count = sentences.count
      text = Sentences.joined(sentences)
      self.sentences = sentences
      self.next = next.isEmpty ? nil : next
    }

    static let shape = ShapeOf<Several>([
      Member("count", \.count, .from(0)), Member("text", \.text), Member("sentences", \.sentences),
      Member("next", \.next),
    ])
  }

  /// The next one of a series.
  struct Next: Shape {
    let id: Int
    let title: String
    let due: String?
    let deadline: LocalizedText

    init(_ project: Project, _ reader: ReaderDay) {
      (id, title) = (project.number, project.title)
      due = project.due.map { reader.text($0.key) }
      deadline = DueSentence.text(project.due, reader)
    }

    /// As `Next: 'Water' (number 7), Fri 4 Dec, in 13 days`.
    var sentence: LocalizedText {
      LocalizedText(
        en: "Next: '\(title)' (number \(id)), \(deadline.en).",
        ko: "다음: '\(title)' (번호 \(id)), \(deadline.ko ?? deadline.en).")
    }

    /// That it was taken back, as the one before it was opened again.
    var sentenceOfTaken: LocalizedText {
      LocalizedText(
        en: "Taken back: the next one, '\(title)' (number \(id)), \(deadline.en).",
        ko: "다음 차례 되돌림: '\(title)' (번호 \(id)), \(deadline.ko ?? deadline.en).")
    }

    static let shape = ShapeOf<Next>(
      named: "NextOfSeries",
      [
        Member("id", \.id, .from(1)), Member("title", \.title), Member("due", \.due),
        Member("deadline", \.deadline),
      ])
  }

  /// The shape of a list; what is written is a `LongResult` (``Board/list(_:_:)``).
  struct List: Shape {
    let projects: [ProjectRow]
    let count: Int
    let total: Int
    /// How many that are done were left out.
    let done: Int
    /// How many that were put off were left out, where there are any.
    let waiting: Int?
    /// What was left out in a sentence, with what shows it.
    let remark: LocalizedText?
    /// Where no project is shown, why: nothing matches, or there is none.
    let nothing: LocalizedText?

    static let shape = ShapeOf<List>([
      Member("projects", \.projects), Member("count", \.count, .from(0)),
      Member("total", \.total, .from(0)), Member("done", \.done, .from(0)),
      Member("waiting", \.waiting, .from(1)), Member("remark", \.remark),
      Member("nothing", \.nothing),
    ])
  }

  struct History: Shape {
    let entries: [HistoryEntry]
    /// That there are older ones; nil where there are none.
    let remark: LocalizedText?

    /// - Parameters:
    ///   - entries: One more than `limit` where there are more: to count a long history would hold up others.
    ///   - limit: How many are wanted.
    init(_ entries: [HistoryEntry], limit: Int) {
      self.entries = Array(entries.prefix(limit))
      remark =
        entries.count > limit
        ? LocalizedText(
          en: "the newest \(limit); `--limit` shows older ones",
          ko: "최근 \(limit)개입니다. 이전 기록은 `--limit`으로 볼 수 있습니다") : nil
    }

    static let shape = ShapeOf<History>([
      Member("entries", \.entries), Member("remark", \.remark),
    ])
  }

  /// Steps that were taken back, or done again.
  struct Reversed: Shape {
    let steps: Int
    let kept: Int
    let text: LocalizedText
    let sentences: [LocalizedText]

    init(_ reversals: [Reversal], isUndo: Bool) {
      steps = reversals.count
      kept = reversals.reduce(0) { $0 + $1.kept }
      let reversed = reversals.flatMap(\.sentences)
      let stays = reversals.flatMap(\.stays)
      sentences = reversed + stays
      let head = Self.head(hasReversed: !reversed.isEmpty, isUndo: isUndo)
      var lines = (reversed.isEmpty && !stays.isEmpty ? [] : [head]) + sentences
      // What was added and stays has said so itself.
      let left = kept - stays.count
      if left > 0 {
        lines.append(
          LocalizedText(
            en: "(\(left) changed elsewhere since, and left as they are)",
            ko: "(\(left)건은 그 뒤 다른 곳에서 바뀌어 그대로 둠)"))
      }
      text = Sentences.joined(lines)
    }

    /// Says no deed undone of which nothing was.
    private static func head(hasReversed: Bool, isUndo: Bool) -> LocalizedText {
      guard hasReversed else {
        return isUndo
          ? LocalizedText(en: "Nothing was taken back.", ko: "되돌린 것이 없습니다.")
          : LocalizedText(en: "Nothing was done again.", ko: "다시 실행한 것이 없습니다.")
      }
      return isUndo
        ? LocalizedText(en: "Undone:", ko: "되돌림:")
        : LocalizedText(en: "Done again:", ko: "다시 실행:")
    }

    static let shape = ShapeOf<Reversed>([
      Member("steps", \.steps, .from(0)), Member("kept", \.kept, .from(0)),
      Member("text", \.text), Member("sentences", \.sentences),
    ])
  }

  struct Exported: Shape {
    let format: TaskFormat
    let count: Int
    let text: String

    static let shape = ShapeOf<Exported>([
      Member("format", \.format), Member("count", \.count, .from(0)), Member("text", \.text),
    ])
  }
}

extension HistoryEntry: Shape {
  static let shape = ShapeOf<HistoryEntry>([
    Member("step", \.step, .from(1)), Member("at", \.at), Member("sentence", \.sentence),
    Member("by", \.by),
  ])
}

/// Sentences as lines.
enum Sentences {
  /// More are counted, not shown: a bulk command may have thousands.
  private static let shown = 20

  static func joined(_ sentences: [LocalizedText]) -> LocalizedText {
    let rest = sentences.count - shown
    var en = sentences.prefix(shown).map(\.en)
    var ko = sentences.prefix(shown).map { $0.ko ?? $0.en }
    if rest > 0 {
      en.append("… and \(rest) more")
      ko.append("… 외 \(rest)건")
    }
    return LocalizedText(en: en.joined(separator: "\n"), ko: ko.joined(separator: "\n"))
  }
}
