internal import CivilTime
internal import Values

/// Writes one task a line.
enum TodoTxtWriter {
  static func write(_ records: some Sequence<TaskRecord>, _ context: FormatContext) -> [UInt8] {
    var bytes: [UInt8] = []
    var ids = DerivedIDs()
    for record in records {
      bytes.append(contentsOf: (original(record, &ids, context) ?? line(record, context)).utf8)
      bytes.append(0x0A)
    }
    return bytes
  }

  /// The line that the record was read from, where it still says the same.
  ///
  /// `ids` has what a reader would have given to the lines before it that have no id: only where
  /// the next one is the record's own, the line is read as this record again.
  private static func original(
    _ record: TaskRecord, _ ids: inout DerivedIDs, _ context: FormatContext
  ) -> String? {
    let key = TaskFormat.todotxt.key(TodoTxtLine.original)
    guard let line = record.extras[key],
      let (old, hasID) = TodoTxtReader.record(line: line, context),
      isSame(record, old, but: key)
    else { return nil }
    if hasID { return record.id == old.id ? line : nil }
    guard ids.next(.todotxt, old.title) == record.id else { return nil }
    _ = ids.id(.todotxt, old.title)
    return line
  }

  /// Whether a record says what it said when it was read, but for its id.
  ///
  /// A board knows of every task when it was made and changed; a line that never said so says no
  /// less without.
  private static func isSame(_ record: TaskRecord, _ old: TaskRecord, but key: String) -> Bool {
    var now = record
    now.id = old.id
    if old.created == nil { now.created = nil }
    if old.changed == nil { now.changed = nil }
    now.extras[key] = nil
    let own = TaskFormat.todotxt.key("")
    now.extras = now.extras.filter { $0.key.startsWithBytes(of: own) }
    // A board takes the `#` off a tag.
    var old = old
    (now.tags, old.tags) = (bare(now.tags), bare(old.tags))
    return now == old
  }

  private static func bare(_ tags: [String]) -> [String] {
    TaskRecord.normalTags(tags.map { $0.hasPrefix("#") ? String($0.dropFirst()) : $0 })
  }

  /// Our own line for a record.
  static func line(_ record: TaskRecord, _ context: FormatContext) -> String {
    var extras: [String: String] = [:]
    for (name, value) in TaskFormat.todotxt.extras(of: record) { extras[name] = value }
    var words = marks(record, extras[TodoTxtLine.priority], context)
    let title = TaskRecord.oneLine(record.title)
    for word in title.parts(between: 0x20) {
      words.append(TodoTxtWord.title(word, isFirst: word.startIndex == title.startIndex))
    }
    if let group = record.group { words.append("+" + PercentCode.encoded(group)) }
    words += list(extras[TodoTxtLine.projects]).map { "+\($0)" }
    words += record.tags.map { "@" + PercentCode.encoded($0) }
    let isFromCompletion = extras[TodoTxtLine.origin] == TodoTxtLine.completion
    words += pairs(record, extras[TodoTxtLine.priority], isFromCompletion, context).map {
      key, value in
      "\(key):\(PercentCode.encoded(value))"
    }
    for (name, value) in extras.sorted(by: { $0.key < $1.key }) where name.endsWithByte(0x3A) {
      words += list(value).map { name + $0 }
    }
    return words.joined(separator: " ")
  }

  private static func list(_ text: String?) -> [Substring] {
    (text ?? "").parts(between: 0x20).filter { !$0.isEmpty }
  }

  private static func marks(
    _ record: TaskRecord, _ priority: String?, _ context: FormatContext
  ) -> [String] {
    var marks: [String] = []
    if record.state == .done {
      marks.append("x")
      // One date alone would be that of completion.
      guard let completed = record.completed else { return marks }
      marks.append(context.zone.date(at: completed).description)
    } else if let priority, TodoTxtWord.priority("(\(priority))") != nil {
      marks.append("(\(priority))")
    }
    if let created = record.created { marks.append(context.zone.date(at: created).description) }
    return marks
  }

  private static func pairs(
    _ record: TaskRecord, _ priority: String?, _ isFromCompletion: Bool, _ context: FormatContext
  ) -> [(String, String)] {
    var pairs: [(String, String?)] = [("due", record.due?.description)]
    if record.state == .doing { pairs.append(("state", "doing")) }
    if let rule = record.recurrence {
      let short = TodoTxtRecurrence.text(rule, fromCompletion: isFromCompletion)
      pairs.append((short == nil ? "rrule" : "rec", short ?? rule.description))
      if short == nil, isFromCompletion {
        pairs.append((TodoTxtLine.origin, TodoTxtLine.completion))
      }
    }
    pairs += record.reminders.map { ("remind", $0.description) }
    if record.state == .done || priority.map({ TodoTxtWord.priority("(\($0))") == nil }) ?? false {
      pairs.append(("pri", priority))
    }
    pairs += [("body", record.body), ("uuid", record.id.description)]
    pairs.append(("changed", record.changed?.exactText))
    let hasDate = record.state != .done || record.completed != nil
    pairs.append(("created", exact(record.created, isShown: hasDate, context)))
    let showsCompletion = record.state == .done
    pairs.append(("completed", exact(record.completed, isShown: showsCompletion, context)))
    return pairs.compactMap { key, value in value.map { (key, $0) } }
  }

  /// A time that the date at the beginning of the line does not say in full.
  private static func exact(
    _ instant: Timestamp?, isShown: Bool, _ context: FormatContext
  ) -> String? {
    guard let instant else { return nil }
    if isShown, context.zone.start(of: context.zone.date(at: instant)) == instant { return nil }
    return instant.exactText
  }
}
