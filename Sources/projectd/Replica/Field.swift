internal import Values

/// What of a project can change on its own: each has a last writer of its own.
///
/// A set such as the tags is one field per element, so that two machines that each add a tag while
/// they are apart lose neither.
enum Field: Hashable, Sendable {
  /// One line of text.
  case title
  case body
  /// ``ProjectState`` in its word.
  case state
  /// ``Deadline`` in its stored form.
  case deadline
  case group
  /// Milliseconds since 1970.
  case created
  /// `1` while the project is removed: a tombstone that can be lifted.
  case removed
  /// An RRULE of RFC 5545.
  case recurrence
  /// The UUID of the first project of a series.
  case series
  /// Milliseconds since 1970: when a project was last changed elsewhere, from an import.
  case modified
  /// Milliseconds since 1970, while it is done.
  case completed
  /// The deadline of the first project of a series, from which a rule counts.
  case seriesStart
  /// From 1, the highest, to 9.
  case priority
  /// ``CalendarTime``s in their stored form: out of the way until then, to be worked on from then.
  case wait
  case scheduled
  /// The UUID of the project that this one is a part of.
  case parent
  /// `completion` where the rule of recurrence counts from the day on which it is done.
  case repeatFrom
  /// Who is to do it: a name.
  case assigned
  /// Empty while the project with that UUID must be done first.
  case depends(UUID)
  /// Empty while there is the note: seconds since 1970, a space, and the text.
  case note(String)
  /// Empty while the project has the tag.
  case tag(String)
  /// Empty while somebody wants to be told then: before the deadline, or at an instant.
  case reminder(String)
  /// What an import brought and this program has no use for: kept word by word.
  case extra(String)
}

extension Field {
  /// The plain fields with their codes in stores: for ever.
  private static let plain: [(field: Field, code: UInt8, key: String)] = [
    (.title, 1, "title"), (.body, 2, "body"), (.state, 3, "state"), (.deadline, 4, "deadline"),
    (.group, 5, "group"), (.created, 6, "created"), (.removed, 7, "removed"),
    (.recurrence, 8, "recurrence"), (.series, 9, "series"), (.modified, 10, "modified"),
    (.completed, 11, "completed"), (.seriesStart, 12, "seriesStart"),
  ]
  static let tagCode: UInt8 = 32
  static let extraCode: UInt8 = 33
  static let reminderCode: UInt8 = 34

  /// The field with a code below 32; nil where there is none.
  static func plain(code: UInt8) -> Field? {
    guard (1...UInt8(plain.count)).contains(code) else { return nil }
    return plain[Int(code) - 1].field
  }

  /// The byte that stands for the field in stores; the name of an element follows its own.
  var code: UInt8 {
    switch self {
    case .title: 1
    case .body: 2
    case .state: 3
    case .deadline: 4
    case .group: 5
    case .created: 6
    case .removed: 7
    case .recurrence: 8
    case .series: 9
    case .modified: 10
    case .completed: 11
    case .seriesStart: 12
    case .tag: Self.tagCode
    case .reminder: Self.reminderCode
    case .extra, .priority, .wait, .scheduled, .parent, .repeatFrom, .assigned, .depends, .note:
      Self.extraCode
    }
  }

  /// The element of a set, where the field is one.
  var element: String? {
    switch self {
    case .tag(let name), .extra(let name), .reminder(let name): name
    default: planName
    }
  }

  /// The field's name between replicas: `title`, `tag:work`, `x:priority`.
  var key: String {
    switch self {
    case .tag(let name): "tag:\(name)"
    case .extra(let name): "x:\(name)"
    case .reminder(let text): "reminder:\(text)"
    default: planName.map { "x:\($0)" } ?? Self.plain[Int(code) - 1].key
    }
  }

  init?(key: String) {
    if let plain = Self.plain.first(where: { $0.key == key }) {
      self = plain.field
    } else if key.hasPrefix("tag:"), key.utf8.count > 4 {
      self = .tag(String(key.dropFirst(4)))
    } else if key.hasPrefix("x:"), key.utf8.count > 2 {
      self = Field(extra: String(key.dropFirst(2)))
    } else if key.hasPrefix("reminder:"), key.utf8.count > 9 {
      self = .reminder(String(key.dropFirst(9)))
    } else {
      return nil
    }
  }
}

// MARK: Fields of a plan

/// They stand among the extras, in stores and between replicas: one of before they were known keeps
/// them and hands them on, and reads them once it is newer.
extension Field {
  static let completion = "completion"
  private static let mark = "mate:"
  private static let planned: [(field: Field, name: String)] = [
    (.priority, "mate:priority"), (.wait, "mate:wait"), (.scheduled, "mate:scheduled"),
    (.parent, "mate:parent"), (.repeatFrom, "mate:repeat-from"), (.assigned, "mate:assigned"),
  ]
  private static let dependsMark = "mate:depends:"
  private static let noteMark = "mate:note:"

  /// The name under which a field of a plan stands among extras.
  private var planName: String? {
    switch self {
    case .depends(let id): Self.dependsMark + id.description
    case .note(let text): Self.noteMark + text
    default: Self.planned.first { $0.field == self }?.name
    }
  }

  /// What an extra is: a field of a plan, or what nobody here reads.
  init(extra name: String) {
    guard name.utf8.starts(with: Self.mark.utf8) else {
      self = .extra(name)
      return
    }
    if let planned = Self.planned.first(where: { $0.name == name }) {
      self = planned.field
    } else if name.hasPrefix(Self.dependsMark),
      let id = UUID(name.dropFirst(Self.dependsMark.count)),
      name == Self.dependsMark + id.description
    {
      self = .depends(id)
    } else if name.hasPrefix(Self.noteMark), name.utf8.count > Self.noteMark.utf8.count {
      self = .note(String(name.dropFirst(Self.noteMark.count)))
    } else {
      self = .extra(name)
    }
  }

  /// Whether it is a field of a plan.
  var isPlanned: Bool { planName != nil }
}
