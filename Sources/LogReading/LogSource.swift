/// Where entries come from: the journal, or the log files where there is none.
package protocol LogSource {
  /// Calls `body` with what was logged already, oldest first, and then, where `isOver` is given,
  /// with every entry that comes until it says so.
  ///
  /// `isOver` is asked after every entry and at least twice a second. No entry between the two
  /// parts is left out or told twice.
  func read(
    _ query: LogQuery, followingUntil isOver: (() -> Bool)?, _ body: (LogEntry) -> Void)
}

extension LogSource {
  /// What was logged already, oldest first.
  package func entries(_ query: LogQuery) -> [LogEntry] {
    var entries: [LogEntry] = []
    read(query, followingUntil: nil) { entries.append($0) }
    return entries
  }
}
