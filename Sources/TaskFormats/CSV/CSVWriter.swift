internal import CivilTime
internal import IPCProtocol
internal import Values

/// Writes a table with a header, RFC 4180: rows end with CR LF.
enum CSVWriter {
  static func write(_ records: some Sequence<TaskRecord>) -> [UInt8] {
    let records = Array(records)
    var own: Set<String> = []
    for record in records {
      for (name, _) in TaskFormat.csv.extras(of: record) where CSVColumn(header: name) == nil {
        own.insert(name)
      }
    }
    let kept = own.sorted()
    var bytes: [UInt8] = []
    CSVTable.append(CSVColumn.allCases.map(\.rawValue) + kept, to: &bytes)
    let rows =
      own.contains(CSVOutline.column)
      ? CSVOutline.rows(of: records) : records.map { (record: $0, indent: "") }
    for (record, indent) in rows {
      let extras = kept.map { name in
        if name == CSVOutline.column { return indent }
        return isStale(name, of: record) ? "" : record.extras[TaskFormat.csv.key(name)] ?? ""
      }
      CSVTable.append(CSVColumn.allCases.map { field($0, of: record) } + extras, to: &bytes)
    }
    return bytes
  }

  /// Todoist's DATE beside a deadline that is another one by now: two would contradict each other.
  private static func isStale(_ name: String, of record: TaskRecord) -> Bool {
    guard name.lowercased() == "date", let due = record.due,
      let kept = record.extras[TaskFormat.csv.key(name)]
    else { return false }
    return CalendarTime(kept) != due
  }

  private static func field(_ column: CSVColumn, of record: TaskRecord) -> String {
    switch column {
    case .uuid: record.id.description
    case .title: record.title
    case .state: record.state.rawValue
    case .due: record.due?.description ?? ""
    case .body: record.body ?? ""
    case .tags: record.tags.joined(separator: " ")
    case .group: record.group ?? ""
    case .created: record.created?.exactText ?? ""
    case .changed: record.changed?.exactText ?? ""
    case .completed: record.completed?.exactText ?? ""
    case .recurrence: record.recurrence?.description ?? ""
    case .reminders: record.reminders.map(\.description).joined(separator: " ")
    case .extras: foreign(record)
    }
  }

  /// The unknown fields of the other formats, as JSON.
  private static func foreign(_ record: TaskRecord) -> String {
    let foreign = TaskFormat.csv.foreignExtras(of: record)
    guard !foreign.isEmpty else { return "" }
    return JSON.text(.object(JSONObject(foreign.map { ($0.key, .string($0.value)) })))
  }
}
