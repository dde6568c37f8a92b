package import CivilTime
package import Values

/// Which of the three lists a task is in.
package enum TaskState: String, Sendable, CaseIterable {
  case todo, doing, done
}

/// A task as every format can be read into and written from: no store's, no program's.
///
/// What a format has and this has no place for is in ``extras``, so that a file which was read and
/// written again has lost nothing.
package struct TaskRecord: Hashable, Sendable {
  /// Of records whose format has no UUID, a version 5 one of their text, so that reading the same
  /// file twice gives the same ids.
  package var id: UUID
  /// One line, without white space at its ends; readers make it so.
  package var title: String
  package var state: TaskState
  package var due: CalendarTime?
  /// Lines are separated by `\n`; never empty.
  package var body: String?
  /// In the order of their UTF-8 bytes, each once; see ``normalTags(_:)``.
  package var tags: [String]
  /// A project, list or area that the task belongs to; never empty.
  package var group: String?
  package var created: Timestamp?
  package var changed: Timestamp?
  /// When it was done.
  package var completed: Timestamp?
  package var recurrence: RecurrenceRule?
  /// In ascending order, each once.
  package var reminders: [Reminder]
  /// Unknown fields by `<format>:<name>`, as `taskwarrior:priority`.
  ///
  /// Values are in the notation of their format: JSON for `taskwarrior` and `json`, unfolded content
  /// lines for `ics`, plain text for `csv` and `todotxt`. A writer writes those of its own format;
  /// `csv` and `json` write all.
  package var extras: [String: String]

  package init(
    id: UUID, title: String, state: TaskState = .todo, due: CalendarTime? = nil,
    body: String? = nil, tags: [String] = [], group: String? = nil, created: Timestamp? = nil,
    changed: Timestamp? = nil, completed: Timestamp? = nil, recurrence: RecurrenceRule? = nil,
    reminders: [Reminder] = [], extras: [String: String] = [:]
  ) {
    self.id = id
    self.title = title
    self.state = state
    self.due = due
    self.body = body
    self.tags = Self.normalTags(tags)
    self.group = group
    self.created = created
    self.changed = changed
    self.completed = completed
    self.recurrence = recurrence
    self.reminders = reminders.count < 2 ? reminders : Set(reminders).sorted()
    self.extras = extras
  }
}

// MARK: What readers make of texts

extension TaskRecord {
  /// Tags in order, each once, empty ones left out; white space and commas within a tag, which
  /// would make two of it in most formats, become hyphens.
  package static func normalTags(_ tags: some Collection<String>) -> [String] {
    // Most tasks have one or none, and it is one word.
    if tags.isEmpty { return [] }
    if tags.count == 1, let tag = tags.first, !tag.isEmpty, normalTag(tag) == tag { return [tag] }
    return Set(tags.map(normalTag)).filter { !$0.isEmpty }.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
  }

  static func normalTag(_ tag: String) -> String {
    let isSeparator = { (scalar: Unicode.Scalar) in
      scalar.isSpace || scalar == ","
    }
    guard tag.unicodeScalars.contains(where: isSeparator) else { return tag }
    return tag.unicodeScalars.split(whereSeparator: isSeparator).map { String($0) }
      .joined(separator: "-")
  }

  /// One line of a text: breaks and tabs become spaces, ends are trimmed.
  static func oneLine(_ text: String) -> String {
    let needsWork = text.utf8.contains { $0 < 0x20 }
    let line =
      needsWork
      ? String(
        String.UnicodeScalarView(
          text.replacing("\r\n", with: "\n").unicodeScalars.map {
            ["\n", "\r", "\t"].contains($0) ? " " : $0
          }))
      : text
    return line.trimmed
  }

  /// Line ends as `\n`; nil where nothing is in it.
  static func text(_ text: String?) -> String? {
    guard let text, !text.isEmpty else { return nil }
    guard text.utf8.contains(0x0D) else { return text }
    return text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
  }
}
