internal import CivilTime
internal import Storage
internal import Values

/// Who else has said something of a project, as far as it is known here.
extension ChangeLog {
  /// What others than this machine's people wrote of a project, and who the last one was.
  struct Foreign {
    enum Who {
      case user(String)
      /// Of an older version, which does not say who.
      case machine
      /// Whoever uses a calendar's server: its words are a replica's changes (``ServerWord``).
      case calendar
    }
    var fields: [(field: Field, value: String?)] = []
    var who = Who.machine
    /// Whether somebody has made it too, or has worked on it.
    var isWork = false

    /// Whether somebody has set a field to a value.
    func hasSaid(_ value: String?, in field: Field) -> Bool {
      fields.contains { $0.field == field && $0.value == value }
    }
  }

  /// One change of a project, whoever made it.
  struct Word {
    let replica: Int
    var fields: [(field: Field, value: String?)]
    let who: String?

    var isServers: Bool { fields.contains { ServerWord.isOne($0.field) } }
    fileprivate var isMending: Bool { fields.contains { $0.field == SeriesWord.asOf } }
    /// What this machine has handed on of what somebody said of another one.
    fileprivate var isHanded: Bool {
      fields.contains { $0.field == Birth.asOf } && !Birth.isOne(fields.map(\.field))
    }

    func said(_ field: Field) -> String? { fields.first { $0.field == field }?.value ?? nil }
  }

  /// What others wrote that came in after a step, by project.
  ///
  /// A server's word that only repeats what somebody is known to have said is nobody's: boards that meet
  /// over a server and over a second way hear the same twice, and the server tells it first to one of them.
  func foreignFields(since step: Step) throws -> [Int: Foreign] {
    var words: [(project: Int, word: Word)] = []
    try database.forEachRow(
      """
      SELECT project, replica, after, who FROM change WHERE seq > ?
      AND (replica <> 1 OR who IS NULL AND note IS NULL) AND project IN
      (SELECT project FROM change WHERE seq BETWEEN ? AND ?)
      """,
      bindings: [.integer(step.last), .integer(step.first), .integer(step.last)]
    ) { row in
      words.append((Int(row.integer(0)), try Self.word(row, from: 1)))
    }
    var known: [Int: Foreign] = [:]
    for (project, word) in words where !word.isMending && (word.replica != 1 || word.isServers) {
      guard let word = word.isServers ? try news(in: word, of: project) : word else { continue }
      known[project, default: Foreign()].fields += word.fields
      guard !word.isHanded else { continue }
      known[project]?.who = word.isServers ? .calendar : word.who.map { .user($0) } ?? .machine
      if word.fields.contains(where: { $0.field == .created || Work.isSome($0.field) }) {
        known[project]?.isWork = true
      }
    }
    return known
  }

  /// Whether somebody else than a replica, or somebody with a calendar, has worked on a project.
  func isWorked(on project: Int, besides replica: Int) throws -> Bool {
    try words(of: project).contains { word in
      guard SeriesWord.isWork(word.fields) else { return false }
      return word.isServers ? try news(in: word, of: project) != nil : word.replica != replica
    }
  }

  /// All that is known of a project, in the order in which it came in.
  func words(of project: Int) throws -> [Word] {
    try database.query(
      "SELECT replica, after, who FROM change WHERE project = ? ORDER BY seq", .integer(project)
    ) { try Self.word($0, from: 0) }
  }

  private static func word(_ row: borrowing Row, from column: Int) throws -> Word {
    Word(
      replica: Int(row.integer(column)),
      fields: try fields(row.blob(column + 1)).map { (field: $0.0, value: $0.1) },
      who: row.optionalText(column + 2))
  }

  /// What a server has told that no person is known to have said; nil where that is nothing.
  private func news(in word: Word, of project: Int) throws -> Word? {
    let people = try words(of: project).filter { !$0.isServers && !$0.isMending }
    let isFinish = word.fields.contains { $0.field == .state && $0.value == ProjectState.done.word }
    let isTold =
      !isFinish || people.contains { Self.isSameSecond($0.said(.completed), word.said(.completed)) }
    var rest = word
    rest.fields = word.fields.filter { field, value in
      guard Work.isSome(field) else { return true }
      if field == .state, !isTold { return true }
      return !people.contains { $0.fields.contains { $0.field == field && $0.value == value } }
    }
    return rest.fields.contains { Work.isSome($0.field) } ? rest : nil
  }

  /// Calendars have whole seconds.
  private static func isSameSecond(_ one: String?, _ other: String?) -> Bool {
    guard let one = Project.time(one), let other = Project.time(other) else { return false }
    return one.wholeSeconds == other.wholeSeconds
  }
}
