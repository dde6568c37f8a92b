package import IPCProtocol
package import Values

/// One entry of a daemon's log: the journal's fields, wherever they were kept.
package struct LogEntry: Sendable {
  /// When it was written.
  package let at: Timestamp
  package let fields: [(name: String, value: String)]

  package init(at: Timestamp, fields: [(name: String, value: String)]) {
    self.at = at
    self.fields = fields
  }

  package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  /// syslog's number: 0 is an emergency, 7 is for debugging.
  package var priority: Int { self["PRIORITY"].flatMap { Int($0) } ?? 6 }

  /// The entry as `--json` prints it.
  package var json: JSONValue {
    var object: JSONObject = ["at": .string(at.description)]
    for field in fields { object[field.name] = .string(field.value) }
    return .object(object)
  }
}

/// Which entries are wanted.
package struct LogQuery: Sendable {
  /// Domains, or empty for all of ours.
  package var domains: [String] = []
  /// The least urgent priority that is still wanted.
  package var priority = 7
  package var traceID: String?
  /// The number of one kind of message.
  package var messageID: String?
  package var since: Timestamp?
  /// The newest entries, or nil for all.
  package var count: Int?

  package init() {}

  package func wants(_ entry: LogEntry) -> Bool {
    guard let domain = entry["MATE_DOMAIN"] else { return false }
    if !domains.isEmpty, !domains.contains(domain) { return false }
    if entry.priority > priority { return false }
    if let traceID, entry["MATE_TRACE_ID"] != traceID { return false }
    if let messageID, entry["MESSAGE_ID"] != messageID { return false }
    if let since, entry.at < since { return false }
    return true
  }

  /// The newest entries that say how many others a daemon has left out.
  package static func suppressions(_ count: Int) -> LogQuery {
    var query = LogQuery()
    query.messageID = "df76d62b2e6c4eea992f5c4866afd35f"
    query.count = count
    return query
  }
}
