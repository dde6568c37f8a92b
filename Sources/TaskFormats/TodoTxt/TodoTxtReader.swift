internal import CivilTime
internal import Values

/// Reads one task a line: `x (A) 2026-11-22 2026-11-20 text +project @context due:2026-11-30`.
///
/// `+project` is the group (further ones are kept), `@context` a tag. Of `key:value` words these are
/// understood: `due`, `uuid`, `state:doing`, `rec` (`+1w`), `rrule`, `remind`, `body`, `created`,
/// `changed`, `completed`; the others are kept. The rest is the title.
struct TodoTxtReader {
  private let context: FormatContext
  private var ids = DerivedIDs()

  static func read(_ bytes: [UInt8], _ context: FormatContext) -> TaskReading {
    var reader = TodoTxtReader(context: context)
    var reading = TaskReading()
    var number = 0
    for part in ByteLines(bytes) where reading.excess == nil {
      number += 1
      guard part.count <= FormatBounds.lineBytes else {
        reading.attempt(line: number) { _ throws(FormatProblem) in
          throw .tooMany(.bytesInALine, FormatBounds.lineBytes)
        }
        continue
      }
      let line = String(decoding: part.last == 0x0D ? part.dropLast() : part, as: UTF8.self)
      if line.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
      reading.attempt(line: number) { reading throws(FormatProblem) in
        var parts = TodoTxtLine()
        try parts.read(line, context)
        for note in parts.notes { reading.note(note, line: number) }
        try reading.add(reader.record(parts, line), line: number)
      }
    }
    return reading
  }

  private init(context: FormatContext) { self.context = context }

  private mutating func record(_ parts: TodoTxtLine, _ line: String) -> TaskRecord {
    var record = parts.record
    if let id = parts.id {
      record.id = id
    } else {
      record.id = ids.id(.todotxt, record.title)
    }
    // Where our own line for this record is another one, the old one is kept.
    if !TodoTxtWriter.line(record, context).utf8.elementsEqual(line.utf8) {
      record.extras[TaskFormat.todotxt.key(TodoTxtLine.original)] = line
    }
    return record
  }

  /// The record of one line, which has no id where the line has none; nil where it is no task.
  static func record(line: String, _ context: FormatContext) -> (record: TaskRecord, hasID: Bool)? {
    var parts = TodoTxtLine()
    // Only a line that was read once is asked about again.
    guard (try? parts.read(line, context)) != nil else { return nil }
    if let id = parts.id { parts.record.id = id }
    return (parts.record, parts.id != nil)
  }
}

/// One line taken apart.
struct TodoTxtLine {
  /// The name of the extra that holds a line as it was.
  static let original = "line"
  static let priority = "priority"
  static let projects = "projects"
  /// Where a `rec:` without a plus leaves that it counts from completion.
  static let origin = "recfrom"
  static let completion = "completion"

  /// Its id is void; see ``id``.
  var record = TaskRecord(id: UUID(high: 0, low: 0), title: "")
  var id: UUID?
  /// Words that look like ours and are kept as words.
  var notes: [FormatProblem] = []
  /// Words that are kept, by the names of their extras: put together once, at the end of the line,
  /// as a line has room for a hundred thousand of one name.
  private var kept: [String: [String]] = [:]

  mutating func read(_ line: String, _ context: FormatContext) throws(FormatProblem) {
    var words = line.parts(between: 0x20)[...]
    try readMarks(&words, context)
    var title: [String] = []
    var tags: [String] = []
    for (index, word) in words.enumerated() {
      switch TodoTxtWord(word, isFirst: index == 0) {
      case .plain(let text): title.append(text)
      case .context(let tag): tags.append(tag)
      case .project(let name): try readProject(name)
      case .pair(let key, let value): try readPair(key, value, context)
      }
    }
    if record.state != .done, let completed = record.completed {
      notes.append(.notFollowed("completed:\(completed)"))
    }
    for (name, words) in kept { record.extras[name] = words.joined(separator: " ") }
    // A line of nothing but projects and contexts is legal: they are what it says.
    let text = title.contains { !$0.isEmpty } ? title : words.map(String.init)
    record.title = TaskRecord.oneLine(text.joined(separator: " "))
    record.tags = TaskRecord.normalTags(tags)
    record.reminders = Set(record.reminders).sorted()
    guard !record.title.isEmpty else { throw .missing("text") }
  }

  /// `x`, `(A)` and up to two dates.
  private mutating func readMarks(
    _ words: inout ArraySlice<Substring>, _ context: FormatContext
  ) throws(FormatProblem) {
    let isDone = words.first == "x" && words.count > 1
    if isDone {
      record.state = .done
      words.removeFirst()
    }
    if let word = words.first, let letter = TodoTxtWord.priority(word) {
      record.extras[TaskFormat.todotxt.key(Self.priority)] = letter
      words.removeFirst()
    }
    guard let first = try date(&words, context) else { return }
    guard isDone else {
      record.created = first
      return
    }
    record.completed = first
    record.created = try date(&words, context)
  }

  private func date(
    _ words: inout ArraySlice<Substring>, _ context: FormatContext
  ) throws(FormatProblem) -> Timestamp? {
    guard let word = words.first, TodoTxtWord.looksLikeDate(word) else { return nil }
    // `2026-02-30` looks like a date and is a word.
    guard let date = CivilDate(word) else { return nil }
    words.removeFirst()
    return context.zone.start(of: date)
  }

  private mutating func readProject(_ name: String) throws(FormatProblem) {
    if record.group == nil {
      record.group = name
    } else {
      try keep(name, by: Self.projects)
    }
  }

  /// - Throws: ``FormatProblem`` as soon as there are more names than a task may have.
  private mutating func keep(_ value: String, by name: String) throws(FormatProblem) {
    kept[TaskFormat.todotxt.key(name), default: []].append(PercentCode.encoded(value))
    guard kept.count <= FormatBounds.fields else { throw .tooMany(.fields, FormatBounds.fields) }
  }

  private mutating func readPair(
    _ key: String, _ value: String, _ context: FormatContext
  ) throws(FormatProblem) {
    switch key {
    case "due" where CalendarTime(value) != nil: record.due = CalendarTime(value)
    case "uuid" where UUID(value) != nil: id = UUID(value)
    case "created" where Timestamp(rfc3339: value) != nil:
      record.created = Timestamp(rfc3339: value)
    case "changed" where Timestamp(rfc3339: value) != nil:
      record.changed = Timestamp(rfc3339: value)
    case "completed" where Timestamp(rfc3339: value) != nil:
      record.completed = Timestamp(rfc3339: value)
    case "remind" where Reminder(value) != nil:
      record.reminders += [Reminder(value)].compactMap(\.self)
    case "body": record.body = TaskRecord.text(value)
    case "rrule" where (try? RecurrenceRule(value)) != nil:
      record.recurrence = try? RecurrenceRule(value)
    case "rec" where TodoTxtRecurrence.rule(value) != nil:
      record.recurrence = TodoTxtRecurrence.rule(value)
      countsFromCompletion(TodoTxtRecurrence.countsFromCompletion(value))
    case TodoTxtLine.origin where value == TodoTxtLine.completion: countsFromCompletion(true)
    case "state" where value == "doing" && record.state != .done: record.state = .doing
    case "pri": record.extras[TaskFormat.todotxt.key(Self.priority)] = value
    default:
      // A word that means nothing to us is legal: it is kept, and told where it looked like ours.
      if Self.understood.contains(key) { notes.append(.notFollowed("\(key):\(value)")) }
      try keep(value, by: "\(key):")
    }
  }

  private mutating func countsFromCompletion(_ isSo: Bool) {
    record.extras[TaskFormat.todotxt.key(TodoTxtLine.origin)] = isSo ? TodoTxtLine.completion : nil
  }

  private static let understood: Set<String> = [
    "due", "uuid", "created", "changed", "completed", "remind", "rrule", "rec",
  ]
}

/// `rec:+2w`, as SimpleTask, topydo and others write it: d, w, m, y.
///
/// With a plus they count from the deadline, without it from the day on which a task was done.
enum TodoTxtRecurrence {
  private static let units: [(String, RecurrenceRule.Frequency)] = [
    ("d", .daily), ("w", .weekly), ("m", .monthly), ("y", .yearly),
  ]

  static func rule(_ text: String) -> RecurrenceRule? {
    var scanner = CharacterScanner(text)
    _ = scanner.take("+")
    guard let interval = scanner.number(limit: 4),
      let frequency = units.first(where: { $0.0 == scanner.remainder })?.1
    else { return nil }
    // Zero is no interval, and no rule.
    return try? RecurrenceRule(frequency, interval: interval)
  }

  static func countsFromCompletion(_ text: String) -> Bool { !text.startsWithBytes(of: "+") }

  /// Nil of a rule that says more than how often.
  static func text(_ rule: RecurrenceRule, fromCompletion: Bool) -> String? {
    guard let plain = try? RecurrenceRule(rule.frequency, interval: rule.interval), plain == rule,
      let unit = units.first(where: { $0.1 == rule.frequency })?.0
    else { return nil }
    return "\(fromCompletion ? "" : "+")\(rule.interval)\(unit)"
  }
}
