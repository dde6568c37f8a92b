internal import CivilTime
internal import IPCProtocol
internal import Values

/// The columns of a table of tasks.
enum CSVColumn: String, CaseIterable {
  case uuid, title, state, due, body, tags, group, created, changed, completed, recurrence,
    reminders, extras

  /// What other programs call them.
  private static let aliases: [String: CSVColumn] = [
    "id": .uuid, "summary": .title, "task": .title, "content": .title, "name": .title,
    "status": .state, "due date": .due, "deadline": .due, "description": .body, "note": .body,
    "notes": .body, "project": .group, "list": .group, "labels": .tags,
    "제목": .title, "할 일": .title, "할일": .title, "내용": .title, "작업": .title, "이름": .title,
    "상태": .state, "마감": .due, "마감일": .due, "기한": .due, "설명": .body, "메모": .body, "비고": .body,
    "태그": .tags, "그룹": .group, "프로젝트": .group, "목록": .group, "반복": .recurrence,
  ]

  /// Case does not matter; nil of a column that is only kept.
  init?(header: String) {
    let name = header.trimmed.lowercased()
    guard let column = CSVColumn(rawValue: name) ?? Self.aliases[name] else { return nil }
    self = column
  }
}

/// Reads a table with a header, RFC 4180.
struct CSVReader {
  private let columns: [(name: String, column: CSVColumn?)]
  private let context: FormatContext
  private var ids = DerivedIDs()
  /// Nil where a column names parents, or none says how deep a row stands.
  private var outline: CSVOutline?
  /// Nil of another table than Todoist's own.
  private var todoist: TodoistTable?
  /// What of the last row is kept and not followed.
  private var notes: [FormatProblem] = []

  static func read(_ bytes: [UInt8], _ context: FormatContext) -> TaskReading {
    var reading = TaskReading()
    var table = CSVTable(bytes)
    guard let header = table.next() else { return reading }
    guard var reader = Self.reader(header, context, into: &reading) else { return reading }
    while reading.excess == nil, let row = table.next() {
      reading.attempt(line: row.line) { reading throws(FormatProblem) in
        guard let fields = row.fields else { throw row.problem ?? .syntax("no row") }
        // Todoist parts its rows by some in which nothing stands.
        if fields.count > 1, fields.allSatisfy(\.isEmpty) { return }
        try reader.take(fields, line: row.line, into: &reading)
      }
    }
    reader.todoist?.finish(&reading)
    return reading
  }

  /// Nil where the header has no title or a column twice; the problem is taken down.
  private static func reader(
    _ header: CSVTable.Row, _ context: FormatContext, into reading: inout TaskReading
  ) -> CSVReader? {
    var reader: CSVReader?
    reading.attempt(line: header.line) { _ throws(FormatProblem) in
      guard let names = header.fields else { throw header.problem ?? .syntax("no header") }
      let columns = names.map { (name: $0, column: CSVColumn(header: $0)) }
      for (index, entry) in columns.enumerated() {
        let isTwice = columns[..<index].contains { other in
          other.name == entry.name || other.column != nil && other.column == entry.column
        }
        if isTwice { throw .twice(entry.name) }
      }
      guard columns.contains(where: { $0.column == .title }) else { throw .missing("title") }
      reader = CSVReader(columns, context)
    }
    return reader
  }

  private init(_ columns: [(name: String, column: CSVColumn?)], _ context: FormatContext) {
    self.columns = columns
    self.context = context
    let names = columns.map(\.name)
    if names.contains(CSVOutline.column), !names.contains(CSVOutline.parent) {
      outline = CSVOutline()
    }
    todoist = TodoistTable(columns, context)
  }

  private mutating func take(
    _ fields: [String], line: Int, into reading: inout TaskReading
  ) throws(FormatProblem) {
    guard fields.count == columns.count else {
      throw .syntax("\(fields.count) fields where the header has \(columns.count)")
    }
    if try todoist?.takes(fields, line: line, into: &reading) ?? false {
      if outline != nil, todoist?.isSection(fields) ?? false { outline = CSVOutline() }
      return
    }
    try reading.add(try record(fields), line: line)
    todoist?.added()
    for note in notes { reading.note(note, line: line) }
  }

  private mutating func record(_ fields: [String]) throws(FormatProblem) -> TaskRecord {
    var record = TaskRecord(id: UUID(high: 0, low: 0), title: "")
    var hasID = false
    notes = []
    for (entry, field) in zip(columns, fields) where !field.isEmpty {
      guard let column = entry.column else {
        // A day, or words that another program follows.
        if todoist == nil, entry.name.lowercased() == "date" {
          if record.due == nil { record.due = CalendarTime(field) }
          if record.due == nil { notes = [.notFollowed("\(entry.name) “\(field)”")] }
        }
        record.extras[TaskFormat.csv.key(entry.name)] = field
        continue
      }
      if column == .uuid { hasID = true }
      do throws(FormatProblem) {
        try set(column, to: field, of: &record)
      } catch {
        guard todoist != nil, entry.name == TodoistTable.deadline else { throw error }
        record.extras[TaskFormat.csv.key(entry.name)] = field
        notes.append(.notFollowed("\(entry.name) “\(field)”"))
      }
    }
    guard !record.title.isEmpty else { throw .missing("title") }
    if !hasID { record.id = ids.id(.csv, record.title) }
    notes += todoist?.complete(&record, fields) ?? []
    let indent = record.extras[TaskFormat.csv.key(CSVOutline.column)]
    if let parent = outline?.parent(of: record.id, indent: indent) {
      record.extras[TaskFormat.csv.key(CSVOutline.parent)] = parent.description
    }
    return record
  }

  private func set(
    _ column: CSVColumn, to field: String, of record: inout TaskRecord
  ) throws(FormatProblem) {
    switch column {
    case .uuid: record.id = try Self.value(column, field) { UUID($0) }
    case .title: record.title = TaskRecord.oneLine(field)
    case .state:
      record.state = try Self.value(column, field) { text in
        let word = text.lowercased()
        return TaskState(rawValue: word) ?? Self.states[word]
      }
    case .due:
      record.due = try Self.value(column, field) { CalendarTime($0) ?? context.deadlines($0) }
    case .body: record.body = TaskRecord.text(field)
    case .tags: record.tags = TaskRecord.normalTags(Self.words(field))
    case .group: record.group = field
    case .created: record.created = try Self.value(column, field) { Timestamp(rfc3339: $0) }
    case .changed: record.changed = try Self.value(column, field) { Timestamp(rfc3339: $0) }
    case .completed: record.completed = try Self.value(column, field) { Timestamp(rfc3339: $0) }
    case .recurrence:
      do throws(RecurrenceFailure) {
        record.recurrence = try RecurrenceRule(field)
      } catch {
        throw .recurrence(error)
      }
    case .reminders:
      var reminders: Set<Reminder> = []
      for word in Self.words(field) {
        reminders.insert(try Self.value(column, word) { Reminder($0) })
      }
      record.reminders = reminders.sorted()
    case .extras: try Self.addExtras(field, to: &record)
    }
  }

  /// What people type into a table.
  private static let states: [String: TaskState] = [
    "할 일": .todo, "할일": .todo, "예정": .todo, "대기": .todo, "open": .todo, "not started": .todo,
    "진행": .doing, "진행 중": .doing, "진행중": .doing, "in progress": .doing, "started": .doing,
    "완료": .done, "끝": .done, "completed": .done, "complete": .done, "finished": .done,
  ]

  private static func value<Value>(
    _ column: CSVColumn, _ text: String, _ make: (String) -> Value?
  ) throws(FormatProblem) -> Value {
    guard let value = make(text.trimmed) else {
      throw .invalidValue(column.rawValue, text)
    }
    return value
  }

  /// Separated by spaces or commas.
  private static func words(_ text: String) -> [String] {
    text.parts(between: 0x20).flatMap { $0.parts(between: 0x2C) }.filter { !$0.isEmpty }
      .map(String.init)
  }

  private static func addExtras(
    _ text: String, to record: inout TaskRecord
  ) throws(FormatProblem) {
    // Any syntax error is the same to whoever wrote the table.
    guard let members = try? JSON.parse(text).objectValue?.members else {
      throw .invalidValue("extras", text)
    }
    for (name, value) in members {
      guard let value = value.stringValue else { throw .invalidValue("extras", text) }
      record.extras[name] = value
    }
  }
}
