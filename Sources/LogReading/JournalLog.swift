internal import Glibc
internal import Values

/// Our daemons' entries in systemd's journal.
package struct JournalLog: LogSource {
  private let library: JournalLibrary
  /// How long to wait for an entry before `isOver` is asked again, in microseconds.
  private static let patience: UInt64 = 500_000

  /// Nil where there is no journal to read.
  package init?() {
    guard access("/run/systemd/journal/socket", F_OK) == 0, let library = JournalLibrary() else {
      return nil
    }
    self.library = library
  }

  package func read(
    _ query: LogQuery, followingUntil isOver: (() -> Bool)?, _ body: (LogEntry) -> Void
  ) {
    var handle: JournalLibrary.Handle?
    guard library.open(&handle, JournalLibrary.localOnly) >= 0, let journal = handle else { return }
    defer { library.close(journal) }
    // Matches of one field are alternatives, those of several must all hold.
    for domain in query.domains { match(journal, "MATE_DOMAIN=\(domain)") }
    if let traceID = query.traceID { match(journal, "MATE_TRACE_ID=\(traceID)") }
    if let messageID = query.messageID { match(journal, "MESSAGE_ID=\(messageID)") }
    past(journal, query, body)
    guard let isOver else { return }
    while !isOver() {
      if library.next(journal) > 0 {
        if let entry = entry(journal), query.wants(entry) { body(entry) }
      } else if library.wait(journal, Self.patience) < 0 {
        return
      }
    }
  }

  /// What is there, read backwards from the end so that a few entries of a long journal cost
  /// little; the journal stands on its last entry afterwards.
  private func past(
    _ journal: JournalLibrary.Handle, _ query: LogQuery, _ body: (LogEntry) -> Void
  ) {
    var entries: [LogEntry] = []
    var steps = 0
    _ = library.seekTail(journal)
    while query.count.map({ entries.count < $0 }) ?? true, library.previous(journal) > 0 {
      steps += 1
      guard let entry = entry(journal) else { continue }
      if let since = query.since, entry.at < since { break }
      if query.wants(entry) { entries.append(entry) }
    }
    entries.reversed().forEach(body)
    // Nothing was read: the place behind the last entry is reached by a step back onto it.
    if steps == 0 { _ = library.previous(journal) }
    for _ in 0..<max(0, steps - 1) { _ = library.next(journal) }
  }

  private func match(_ journal: JournalLibrary.Handle, _ text: String) {
    let bytes = Array(text.utf8)
    _ = library.addMatch(journal, bytes, bytes.count)
  }

  private func entry(_ journal: JournalLibrary.Handle) -> LogEntry? {
    var microseconds: UInt64 = 0
    guard library.realtime(journal, &microseconds) >= 0 else { return nil }
    var fields: [(name: String, value: String)] = []
    var data: UnsafeRawPointer?
    var length = 0
    library.restartData(journal)
    while library.enumerateData(journal, &data, &length) > 0, let start = data {
      let bytes = UnsafeRawBufferPointer(start: start, count: length)
      guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let value = UnsafeRawBufferPointer(rebasing: bytes[(equals + 1)...])
      let name = UnsafeRawBufferPointer(rebasing: bytes[..<equals])
      fields.append((String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
    }
    return LogEntry(at: Timestamp(microseconds: Int64(clamping: microseconds)), fields: fields)
  }
}
