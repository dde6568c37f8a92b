internal import CivilTime
internal import Values

/// What Todoist's own table has beside tasks, and in their cells: sections, comments, labels, and days
/// in words.
///
/// A table that we wrote has a column of UUIDs, and says all of it in columns of its own.
struct TodoistTable {
  private static let type = "TYPE"
  private static let content = "CONTENT"
  private static let date = "DATE"
  private static let zone = "TIMEZONE"
  private static let language = "DATE_LANG"
  static let deadline = "DEADLINE"

  private let context: FormatContext
  private let places: [String: Int]
  private var group: String?
  /// Of the task above, where there is one; they go to it when the next row is none of them.
  private var comments: [TaskNote] = []
  private var hasTask = false

  /// Nil of another table.
  init?(_ columns: [(name: String, column: CSVColumn?)], _ context: FormatContext) {
    var places: [String: Int] = [:]
    for (place, entry) in columns.enumerated() { places[entry.name] = place }
    guard places[Self.type] != nil, places[Self.content] != nil,
      !columns.contains(where: { $0.column == .uuid })
    else { return nil }
    self.context = context
    self.places = places
  }

  private func cell(_ name: String, _ fields: [String]) -> String {
    places[name].map { fields[$0].trimmed } ?? ""
  }

  // MARK: Rows

  /// Takes a row that is no task.
  ///
  /// - Returns: False of a task.
  /// - Throws: ``FormatProblem`` of more comments than are kept of one task.
  mutating func takes(
    _ fields: [String], line: Int, into reading: inout TaskReading
  ) throws(FormatProblem) -> Bool {
    let (type, content) = (cell(Self.type, fields).lowercased(), cell(Self.content, fields))
    if type == "note", hasTask {
      let said = cell(Self.date, fields)
      let at = Timestamp(rfc3339: said) ?? CalendarTime(said).map { context.instant($0) }
      guard let note = TaskNote(at: at ?? context.now ?? Timestamp(microseconds: 0), content) else {
        return true
      }
      guard comments.count < FormatBounds.fields else {
        throw .tooMany(.fields, FormatBounds.fields)
      }
      comments.append(note)
      reading.countField(line: line)
      return true
    }
    finish(&reading)
    hasTask = false
    switch type {
    case "task", "": return false
    case "section": group = content.isEmpty ? nil : content
    default:
      let text = content.unicodeScalars.prefix(60)
      reading.note(.notATask("\(type) “\(String(String.UnicodeScalarView(text)))”"), line: line)
    }
    return true
  }

  /// Whether a row begins a section, below which none stands beneath what is above it.
  func isSection(_ fields: [String]) -> Bool {
    cell(Self.type, fields).lowercased() == "section"
  }

  /// The row of a task was added.
  mutating func added() { hasTask = true }

  /// Gives the last task its comments.
  mutating func finish(_ reading: inout TaskReading) {
    guard !comments.isEmpty, let last = reading.records.indices.last else { return }
    var plan = reading.records[last].plan(.csv, context)
    plan.notes = Set(plan.notes + comments).sorted()
    reading.records[last].setPlan(plan, as: .csv, context)
    comments = []
  }

  // MARK: Cells

  /// What cells say that no column of ours has.
  ///
  /// - Returns: What is kept and not followed.
  func complete(_ record: inout TaskRecord, _ fields: [String]) -> [FormatProblem] {
    if record.group == nil { record.group = group }
    takeLabels(&record)
    return takeDate(&record, fields)
  }

  /// `buy milk @errands`; a title of nothing but labels stays one.
  private func takeLabels(_ record: inout TaskRecord) {
    let words = record.title.split(separator: " ")
    let labels = words.filter { word in
      word.first == "@" && word.dropFirst().first.map { $0.isLetter || $0.isNumber } ?? false
        && !word.dropFirst().contains("@")
    }
    guard !labels.isEmpty else { return }
    record.tags = TaskRecord.normalTags(record.tags + labels.map { String($0.dropFirst()) })
    let rest = words.filter { !labels.contains($0) }
    if !rest.isEmpty { record.title = rest.joined(separator: " ") }
  }

  /// A day is the deadline; beside one it is when the task is to be worked on.
  private func takeDate(_ record: inout TaskRecord, _ fields: [String]) -> [FormatProblem] {
    let text = cell(Self.date, fields)
    guard !text.isEmpty else { return [] }
    var problems: [FormatProblem] = []
    let name = cell(Self.zone, fields)
    let named = name.isEmpty ? nil : context.zones(name)
    if named == nil, !name.isEmpty { problems.append(.notFollowed("\(Self.zone) “\(name)”")) }
    guard let said = said(text, named, cell(Self.language, fields)) else {
      return problems + [.notFollowed("\(Self.date) “\(text)”")]
    }
    var plan = record.plan(.csv, context)
    if record.due == nil {
      record.due = said.time
      if record.recurrence == nil { record.recurrence = said.rule }
      plan.repeatsFromCompletion = plan.repeatsFromCompletion || said.countsFromCompletion
    } else if said.rule == nil {
      plan.scheduled = plan.scheduled ?? said.time
    } else {
      problems.append(.notFollowed("\(Self.date) “\(text)”"))
    }
    record.setPlan(plan, as: .csv, context)
    return problems
  }

  private func said(_ text: String, _ named: TimeZoneRules?, _ language: String) -> SpokenTime? {
    if let time = CalendarTime(text) {
      if let named, case .floating(let local) = time {
        return SpokenTime(.zoned(local, zone: named.identifier))
      }
      return SpokenTime(time)
    }
    if let instant = Timestamp(rfc3339: text), let utc = CivilDateTime(utc: instant) {
      return SpokenTime(.utc(utc))
    }
    // `mar` is a Tuesday in one language and a month in another.
    let isKnown = language.isEmpty || ["en", "ko"].contains(language.lowercased().prefix(2))
    return isKnown ? context.spoken(text, named ?? context.zone) : nil
  }
}
