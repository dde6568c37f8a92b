internal import TaskFormats

/// Since which clock a project is there again that was removed before, as its object on a server of
/// calendars says it: other boards, which have it from elsewhere that it was removed, then know which
/// of the two was later.
enum LifeMark {
  private static let name = "X-MATE-BACK"
  private static let key = TaskFormat.ics.key(name)

  /// 0 where there is none.
  static func clock(in record: TaskRecord) -> UInt64 {
    guard let line = record.extras[key], line.hasPrefix(name + ":") else { return 0 }
    return HybridClock.clock(String(line.dropFirst(name.count + 1))) ?? 0
  }

  /// Puts it there, or takes it away where there is nothing to say.
  static func set(_ life: Life, in record: inout TaskRecord) {
    let isSaid = life.clock > 0 && !life.isRemoved
    record.extras[key] = isSaid ? "\(name):\(HybridClock.text(life.clock))" : nil
  }

  /// It is none of the project's fields.
  static func drop(from extras: inout [String: String]) { extras[key] = nil }
}
