internal import CalDAV
internal import CivilTime
internal import TaskFormats
internal import Values

extension RemoteTask {
  /// Whether it was open there when it was last seen.
  var isOpenBefore: Bool { base.map { $0.state != .done } ?? false }

  /// Whether somebody with a calendar, or another machine, has finished what was finished here too.
  func isFinished(besides task: TaskRecord) -> Bool {
    guard isOpenBefore, !isOurs, task.state == .done, record.state == .done else { return false }
    return record.completed?.wholeSeconds != task.completed?.wholeSeconds
  }
}

extension TaskRecord {
  /// This task put together with the server's; of a series one stays finished that somebody has only started
  /// who had not heard of it, or it would be open beside its next one.
  func merged(inSeriesWith remote: RemoteTask, _ registers: Registers) -> TaskRecord {
    var merged = merged(with: remote, said: registers.said)
    let wasOpen = remote.isOpenBefore || remote.base == nil
    guard recurrence != nil, wasOpen, merged.state != .done else { return merged }
    guard let finished = [self, remote.record].first(where: { $0.state == .done }) else {
      return merged
    }
    merged.state = .done
    merged.completed = finished.completed
    return merged
  }
}
