internal import CivilTime
internal import IPCProtocol
internal import TaskFormats
internal import Values

/// What an import came to.
struct ImportOutcome: Sendable {
  var edits: [Edit] = []
  var added = 0
  var changed = 0
  /// Records that say what is known already.
  var unchanged = 0
  /// Lines that were left out: of a task that stands before, and, where that was wanted, those that
  /// cannot be taken.
  var skipped: [RefusedLine] = []
  /// What was read and is not followed.
  var notes: [RefusedLine] = []
}

/// A line that cannot be taken, with a sentence that says why.
struct RefusedLine: Hashable, Sendable {
  let line: Int
  let text: LocalizedText
}

/// From the tasks of a file to edits; nothing changes here.
struct ImportRules {
  let board: Board
  /// All fields of a project that is there already.
  let registers: (Int) throws -> Registers
  let skipsBad: Bool
  let context: FormatContext

  /// A task whose UUID is known becomes what the file says, so that importing a file again changes
  /// nothing; all others are added.
  ///
  /// - Throws: ``ProjectError`` for the first line that cannot be taken, unless they are skipped.
  func outcome(
    of reading: TaskReading, _ format: TaskFormat, at now: Timestamp
  ) throws -> ImportOutcome {
    var outcome = ImportOutcome()
    if let excess = reading.excess { throw tooMuch(excess) }
    outcome.notes = reading.notes.map { RefusedLine(line: $0.line, text: $0.problem.text) }
    for bad in reading.bad { try skip(bad.line, bad.problem.text, &outcome) }
    var seen: Set<UUID> = []
    for (record, line) in zip(reading.records, reading.lines) {
      let fields: [Field: String]
      do throws(ProjectError) {
        fields = try record.fields(format, context)
      } catch {
        try skip(line, error.sentence, &outcome)
        continue
      }
      guard seen.insert(record.id).inserted else {
        // The first one counts; a whole file is not refused for it.
        outcome.skipped.append(RefusedLine(line: line, text: Self.twice))
        continue
      }
      try take(record.id, fields, &outcome, now)
    }
    guard board.projects.count + outcome.added <= Board.limit else {
      throw ProjectError(.tooManyProjects, ["maximum": .integer(Board.limit)])
    }
    return outcome
  }

  private static let twice = LocalizedText(
    en: "a task with the same UUID stands before it; left out",
    ko: "UUID가 같은 할 일이 앞에 이미 있어 건너뜁니다")

  /// Nothing of it may be left out: the lines behind it were not read.
  private func tooMuch(_ excess: LineProblem) -> ProjectError {
    ProjectError(
      .importTooLarge,
      ["line": .integer(excess.line), "problem": excess.problem.text.jsonValue])
  }

  private func invalid(_ line: Int, _ text: LocalizedText) -> ProjectError {
    ProjectError(.importInvalid, ["line": .integer(line), "problem": text.jsonValue])
  }

  private func skip(
    _ line: Int, _ text: LocalizedText, _ outcome: inout ImportOutcome
  ) throws(ProjectError) {
    guard skipsBad else { throw invalid(line, text) }
    outcome.skipped.append(RefusedLine(line: line, text: text))
  }

  private func take(
    _ id: UUID, _ fields: [Field: String], _ outcome: inout ImportOutcome, _ now: Timestamp
  ) throws {
    guard let number = board.number(of: id) else {
      outcome.edits.append(addition(id, fields, number: board.nextNumber + outcome.added, now))
      outcome.added += 1
      return
    }
    let edit = try update(number, fields)
    if edit.values.isEmpty {
      outcome.unchanged += 1
    } else {
      outcome.changed += 1
      outcome.edits.append(edit)
    }
  }

  /// What would make a project what the fields say; nil where it is that already.
  func edit(_ id: UUID, _ fields: [Field: String], at now: Timestamp) throws -> Edit? {
    guard let number = board.number(of: id) else {
      return addition(id, fields, number: board.nextNumber, now)
    }
    let edit = try update(number, fields)
    return edit.values.isEmpty ? nil : edit
  }

  private func addition(
    _ id: UUID, _ fields: [Field: String], number: Int, _ now: Timestamp
  ) -> Edit {
    var edit = Edit(
      number: number, id: id, values: [],
      note: Note(
        kind: .added, title: fields[.title] ?? "",
        to: fields[.state].flatMap { ProjectState(word: $0) }))
    for (field, value) in Self.inOrder(fields) { edit.set(field, from: nil, to: value) }
    if fields[.created] == nil { edit.set(.created, from: nil, to: Project.text(now)) }
    return edit
  }

  /// What the file says takes the place of what is there; fields that are not the file's to know,
  /// as extras of other formats or what makes a series, stay.
  private func update(_ number: Int, _ fields: [Field: String]) throws -> Edit {
    let project = board[number]
    var edit = Edit(
      number: number, id: project.id, values: [],
      note: Note(kind: project.isRemoved ? .added : .edited, title: project.title))
    let known = try registers(number)
    let fields = keepingTimes(of: known, in: fields)
    for (field, value) in Self.inOrder(fields) where !Self.isSameTime(field, known[field], value) {
      edit.set(field, from: known[field], to: value)
    }
    // An import that says nothing else of a project does not change when it was changed.
    if edit.values.allSatisfy({ $0.field == .modified }) { edit.values = [] }
    for (field, register) in known.entries where register.value != nil && fields[field] == nil {
      if Self.isTheFiles(field) { edit.set(field, from: register.value, to: nil) }
    }
    return edit
  }

  /// Comments of a table that has no times for them have the time of the import: what came with an
  /// earlier one keeps that.
  private func keepingTimes(of known: Registers, in fields: [Field: String]) -> [Field: String] {
    guard let now = context.now?.wholeSeconds else { return fields }
    var fields = fields
    for field in fields.keys {
      guard case .note(let stored) = field, let note = TaskNote(stored: stored),
        note.at.wholeSeconds == now,
        let old = known.notes.first(where: { $0.text == note.text })
      else { continue }
      fields[field] = nil
      fields[.note(old.stored)] = ""
    }
    return fields
  }

  /// Most formats have whole seconds: a time that was cut to them is no other time.
  private static func isSameTime(_ field: Field, _ known: String?, _ value: String) -> Bool {
    guard [.created, .modified, .completed].contains(field),
      let known = known.flatMap({ Int64($0) }),
      let value = Int64(value)
    else { return false }
    return value % 1000 == 0 && known - known % 1000 == value
  }

  /// Whether a file that does not have it says that it is empty.
  static func isTheFiles(_ field: Field) -> Bool {
    switch field {
    case .body, .deadline, .group, .completed, .recurrence, .tag, .reminder, .removed, .priority,
      .wait, .scheduled, .parent, .repeatFrom, .assigned, .depends, .note:
      true
    case .title, .state, .created, .modified, .series, .seriesStart, .extra: false
    }
  }

  /// Always the same order, so that the same file makes the same log.
  private static func inOrder(_ fields: [Field: String]) -> [(Field, String)] {
    fields.map { ($0.key, $0.value) }.sorted { $0.0.key < $1.0.key }
  }
}
