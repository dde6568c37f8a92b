internal import CivilTime
internal import DaemonRuntime
internal import IPCProtocol
internal import Storage
internal import TaskFormats
internal import Values

/// Tasks of files into the board, and the board into files.
enum Exchange {
  /// What an import may have, in characters: some 200,000 tasks of Taskwarrior.
  static let textLimit = 44 << 20
  /// What its request may have: the same with what escapes add to it.
  static let frameLimit = 64 << 20

  /// What a text means for a user; what people type into a table counts from `now`.
  static func context(
    _ zone: TimeZoneRules, _ zones: Zones, now: Timestamp? = nil
  ) -> FormatContext {
    let words = now.map { DeadlineWords(now: $0, zone: zone, zones: zones) }
    return FormatContext(
      zone: zone, zones: { name in try? zones.rules(named: name) },
      deadlines: { text in try? words?.deadline(text) },
      spoken: { text, zone in
        now.flatMap { TodoistWords(DeadlineWords(now: $0, zone: zone, zones: zones)).time(text) }
      },
      now: now)
  }

  /// The whole board, read from disk beside the daemon's own work.
  ///
  /// - Throws: `SQLiteError`, or ``InconsistentStore``.
  static func export(
    _ format: TaskFormat, state: ProjectState?, from path: String, _ context: FormatContext,
    _ zones: Zones
  ) throws -> (text: String, count: Int) {
    let store = ProjectStore(database: try Database(path: path, mode: .reader))
    let replicas = ReplicaTable(try store.replicas())
    var writer = TaskWriter(format, context, expecting: try store.projectCount())
    var count = 0
    try store.forEachProject(replicas) { number, id, registers in
      let project = Project(number: number, id: id, registers, zones: zones)
      guard !project.isRemoved, state == nil || project.state == state else { return }
      writer.append(TaskRecord(project, registers, as: format, context))
      count += 1
    }
    return (String(decoding: writer.text(), as: UTF8.self), count)
  }
}

/// What an import brings, as it was read.
struct ReadText: Sendable {
  let format: TaskFormat
  let context: FormatContext
  let tasks: TaskReading
  let skipsBad: Bool
  let isPreview: Bool

  /// Reads a text whose format is guessed where it is not given.
  ///
  /// - Throws: ``ProjectError`` where it may be anything.
  init(
    _ text: String, _ format: TaskFormat?, _ context: FormatContext, skipsBad: Bool, isPreview: Bool
  ) throws(ProjectError) {
    guard let format = format ?? FormatGuess.format(of: text) else {
      throw ProjectError(.importUnrecognised)
    }
    self.format = format
    self.context = context
    let bytes = Array(text.utf8)
    tasks = TaskReading.$watch.withValue(Self.watch(bytes)) {
      format.read(bytes, context)
    }
    self.skipsBad = skipsBad
    self.isPreview = isPreview
  }

  /// What tells a client that asked how many lines of a text were read.
  private static func watch(_ bytes: [UInt8]) -> LineWatch? {
    guard let report = ProgressReport.current else { return nil }
    let lines = bytes.count { $0 == 0x0A } + 1
    return LineWatch { line in
      report.tell(
        ProgressNotice(
          done: line, of: lines, unit: LocalizedText(en: "lines", ko: "줄"),
          text: LocalizedText(en: "Reading the file", ko: "파일을 읽는 중")))
    }
  }
}
