package import CivilTime
package import Values

/// What is wrong with a line, a row or a component.
package enum FormatProblem: Error, Hashable, Sendable {
  case notUTF8
  /// The text is not of its format; what exactly, in English.
  case syntax(String)
  /// A field without which there is no task, as `description`.
  case missing(String)
  /// A field whose value cannot be understood; the value is shortened.
  case invalid(String, String)
  /// A part that must stand once stands twice.
  case twice(String)
  /// A recurrence that this project does not follow.
  case recurrence(RecurrenceFailure)
  /// A part that is kept and has no effect here, as `EXDATE`.
  case notFollowed(String)
  /// A zone that has no definition and no name that is known: its times are read as UTC.
  case unknownZone(String)
  /// A zone that says its distance from UTC and a place whose clocks nobody knows here.
  case offsetZone(String)
  /// A component or entry that is no task.
  case notATask(String)
  case deletedTask
  /// The template of a series whose next task stands beside it.
  case templateBesideTask
  /// More of something than a text may have.
  case tooMany(BoundedPart, Int)

  /// An invalid value, cut to what fits in a sentence.
  static func invalidValue(_ field: String, _ value: some StringProtocol) -> FormatProblem {
    let characters = value.unicodeScalars.prefix(61)
    let isLong = characters.count > 60
    return .invalid(
      field,
      String(String.UnicodeScalarView(characters.prefix(60))) + (isLong ? "…" : ""))
  }

  /// A sentence for people.
  package var text: LocalizedText {
    switch self {
    case .notUTF8: LocalizedText(en: "not valid UTF-8", ko: "올바른 UTF-8이 아닙니다")
    case .syntax(let detail): LocalizedText(en: detail, ko: "형식이 잘못되었습니다: \(detail)")
    case .missing(let field):
      LocalizedText(en: "\(field) is missing", ko: "\(field, .subject) 없습니다")
    case .invalid(let field, let value):
      LocalizedText(
        en: "\(field) cannot be “\(value)”", ko: "\(field) 값으로 \("‘\(value)’", .topic) 쓸 수 없습니다")
    case .twice(let field):
      LocalizedText(en: "\(field) stands twice", ko: "\(field, .subject) 두 번 나옵니다")
    case .recurrence(let failure): failure.text
    case .notFollowed(let part):
      LocalizedText(
        en: "\(part) is kept and not followed", ko: "\(part, .topic) 보존하지만 반영하지는 않습니다")
    case .unknownZone(let zone):
      LocalizedText(
        en: "the time zone “\(zone)” is not known here; its times are read as UTC",
        ko: "시간대 \("‘\(zone)’", .object) 알 수 없어 그 시각을 UTC로 읽습니다")
    case .offsetZone(let zone):
      LocalizedText(
        en: "of the time zone “\(zone)” only the distance from UTC is known here; where its clocks "
          + "change, its times in summer are an hour off",
        ko: "시간대 \("‘\(zone)’", .topic) UTC와의 차이만 알 수 있어, 서머타임이 있는 곳이면 여름 시각이 한 시간 어긋납니다")
    case .deletedTask: LocalizedText(en: "deleted there; left out", ko: "삭제된 할 일이어서 건너뜁니다")
    case .templateBesideTask:
      LocalizedText(
        en:
          "the template of a recurring task comes as a project of its own, beside the task that it "
          + "has made; where both stay, remove one",
        ko: "반복의 틀이 거기서 만든 할 일과 나란히 들어옵니다. 둘 다 필요하지 않으면 하나를 지우십시오")
    case .tooMany(let what, let most):
      LocalizedText(
        en: "more than \(most) \(what.words.en)",
        ko: "\(what.words.ko ?? what.words.en) 수가 \(most, .object) 넘습니다")
    case .notATask(let kind):
      LocalizedText(en: "\(kind) is no task; left out", ko: "\(kind, .topic) 할 일이 아니어서 건너뜁니다")
    }
  }
}

/// A problem and the line on which its record begins, counted from 1.
package struct LineProblem: Hashable, Sendable {
  package let line: Int
  package let problem: FormatProblem

  package init(line: Int, _ problem: FormatProblem) {
    self.line = line
    self.problem = problem
  }
}

/// What a text held.
package struct TaskReading: Hashable, Sendable {
  /// In the order of the text, with the line on which each begins.
  package internal(set) var records: [TaskRecord] = []
  package internal(set) var lines: [Int] = []
  /// What could not be read; nothing of it is in `records`.
  package internal(set) var bad: [LineProblem] = []
  /// What was read and is not followed, or was left out on purpose: a rule of recurrence that is
  /// kept as an unknown field, an appointment among tasks, a deleted task.
  package internal(set) var notes: [LineProblem] = []
  /// Where more came than is read of a text; what came before is no import, as the rest is missing.
  package internal(set) var excess: LineProblem?
  private var fieldCount = 0

  /// Told now and then of the line that is read.
  @TaskLocal package static var watch: LineWatch?

  /// - Throws: ``FormatProblem`` where it has more than is kept of one task.
  mutating func add(_ record: TaskRecord, line: Int) throws(FormatProblem) {
    let fields = record.extras.count + record.reminders.count + record.tags.count
    guard fields <= FormatBounds.fields else { throw .tooMany(.fields, FormatBounds.fields) }
    fieldCount += fields
    guard fieldCount <= FormatBounds.fieldsInAll else {
      excess = LineProblem(line: line, .tooMany(.fieldsInAll, FormatBounds.fieldsInAll))
      return
    }
    records.append(record)
    lines.append(line)
  }

  /// One more field of the last task.
  mutating func countField(line: Int) {
    fieldCount += 1
    guard fieldCount > FormatBounds.fieldsInAll else { return }
    excess = LineProblem(line: line, .tooMany(.fieldsInAll, FormatBounds.fieldsInAll))
  }

  mutating func note(_ problem: FormatProblem, line: Int) {
    notes.append(LineProblem(line: line, problem))
  }

  /// Runs a reader of one record and takes down what it throws; nothing once there are too many.
  mutating func attempt(line: Int, _ read: (inout TaskReading) throws(FormatProblem) -> Void) {
    guard excess == nil else { return }
    guard records.count + bad.count + notes.count < FormatBounds.records else {
      excess = LineProblem(line: line, .tooMany(.tasks, FormatBounds.records))
      return
    }
    if (records.count + bad.count) & 0xFF == 0xFF { Self.watch?.tell(line) }
    do throws(FormatProblem) {
      try read(&self)
    } catch {
      bad.append(LineProblem(line: line, error))
    }
  }
}

/// Who wants to know how far a text is read.
///
/// A class and no closure: Swift 6.3 crashes in releases where a value of a task is a function.
package final class LineWatch: Sendable {
  let tell: @Sendable (Int) -> Void

  package init(_ tell: @escaping @Sendable (Int) -> Void) { self.tell = tell }
}
