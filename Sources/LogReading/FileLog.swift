internal import Glibc
internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// The log files of daemons that run where there is no journal: one JSON object a line.
package struct FileLog: LogSource {
  private let folder: String
  /// How often files are looked at while following, in milliseconds.
  private static let pause: Int64 = 200

  /// Reads `<daemon>.jsonl`, `<daemon>-clients.jsonl` and the older `….1` of both in a folder.
  package init(folder: String = StateHome.logFolder) { self.folder = folder }

  package func read(
    _ query: LogQuery, followingUntil isOver: (() -> Bool)?, _ body: (LogEntry) -> Void
  ) {
    var entries: [LogEntry] = []
    var seen: [String: Position] = [:]
    for path in files {
      var position = Position()
      entries += news(path, &position).filter(query.wants)
      seen[path] = position
    }
    // Entries of one daemon keep their order where the clock stood still.
    let order = entries.indices.sorted { (entries[$0].at, $0) < (entries[$1].at, $1) }
    for index in order.suffix(query.count ?? .max) { body(entries[index]) }
    guard let isOver else { return }
    while !isOver() {
      follow(query, &seen, body)
      MonotonicTime.pause(milliseconds: Self.pause)
    }
  }

  /// How far a file was read; a rotated file is another one under the same name.
  private struct Position {
    var inode: UInt64 = 0
    var offset = 0
  }

  private func follow(
    _ query: LogQuery, _ seen: inout [String: Position], _ body: (LogEntry) -> Void
  ) {
    for path in files where path.hasSuffix(".jsonl") {
      var position = seen[path] ?? Position()
      let old = path + ".1"
      if let now = Self.status(path), position.inode != 0, now.inode != position.inode {
        // Rotated: what was written to the old file before that is still wanted.
        if let before = Self.status(old), before.inode == position.inode {
          for entry in news(old, &position) where query.wants(entry) { body(entry) }
        }
        position = Position()
      }
      for entry in news(path, &position) where query.wants(entry) { body(entry) }
      seen[path] = position
    }
  }

  private var files: [String] {
    let names = Directory.names(in: folder)
    // The older file of a daemon comes first.
    return names.filter { $0.hasSuffix(".jsonl.1") }.sorted().map { "\(folder)/\($0)" }
      + names.filter { $0.hasSuffix(".jsonl") }.sorted().map { "\(folder)/\($0)" }
  }

  private static func status(_ path: String) -> (inode: UInt64, size: Int)? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return (UInt64(status.st_ino), Int(status.st_size))
  }

  /// The entries of the whole lines behind a position, which moves behind them.
  private func news(_ path: String, _ position: inout Position) -> [LogEntry] {
    guard let status = Self.status(path) else { return [] }
    position.inode = status.inode
    guard status.size > position.offset, let bytes = SmallFile.read(path) else { return [] }
    var entries: [LogEntry] = []
    var start = position.offset
    while start < bytes.count, let end = bytes[start...].firstIndex(of: 0x0A) {
      if let entry = Self.entry(Array(bytes[start..<end])) { entries.append(entry) }
      start = end + 1
    }
    position.offset = start
    return entries
  }

  private static func entry(_ line: [UInt8]) -> LogEntry? {
    // A line that a full disk cut short is passed over.
    guard let object = (try? JSON.parse(line))?.objectValue,
      let at = object["at"]?.stringValue.flatMap({ Timestamp(rfc3339: $0) })
    else { return nil }
    let fields = object.members.compactMap { member -> (name: String, value: String)? in
      guard member.key != "at" else { return nil }
      return (member.key, member.value.stringValue ?? JSON.text(member.value))
    }
    return LogEntry(at: at, fields: fields)
  }
}
