internal import CivilTime
internal import TaskFormats
internal import Values

/// When somebody wants to be told of what is due: at its time, or in the morning of its day.
struct DueAlarm: Sendable {
  /// Where dates are read: the daemon's own, which is the user's.
  let zone: TimeZoneRules

  /// A date is told of at nine in the morning.
  private static let morning: Int64 = 9 * 3600
  /// Between the key of a deadline, which is what its order is known by, and its alarm.
  private static let farthest: Int64 = 2 * 86_400

  /// When a deadline is told of, in seconds since 1970.
  func seconds(_ due: DueKey) -> Int64 {
    switch due.kind {
    case .none: .max
    case .instant: due.seconds
    case .date: instant(due.seconds.floorDivided(by: 86_400) * 86_400 + Self.morning)
    case .floating: instant(due.seconds)
    }
  }

  private func instant(_ shown: Int64) -> Int64 {
    guard let local = CivilDateTime(seconds: shown) else { return .max }
    return zone.instant(of: local).wholeSeconds
  }

  /// The first alarm behind a point in time; nil where there is none.
  func next(_ board: Board, after time: Timestamp) -> Timestamp? {
    let seconds = time.wholeSeconds
    var best = Int64.max
    for place in board.byDeadline[Self.start(board, seconds)...] {
      let key = board.keys[Int(place)]
      guard key.due.kind != .none, key.due.seconds - Self.farthest < best else { break }
      guard key.state != .done else { continue }
      let alarm = self.seconds(key.due)
      if alarm > seconds { best = min(best, alarm) }
    }
    return best == .max ? nil : Timestamp(microseconds: best * 1_000_000)
  }

  /// The places whose alarms lie behind one point in time and not behind another, by time.
  func due(_ board: Board, after start: Timestamp, through end: Timestamp) -> [Int] {
    let (first, last) = (start.wholeSeconds, end.wholeSeconds)
    var found: [(Int64, Int)] = []
    for place in board.byDeadline[Self.start(board, first)...] {
      let key = board.keys[Int(place)]
      guard key.due.kind != .none, key.due.seconds - Self.farthest < last else { break }
      let alarm = seconds(key.due)
      if key.state != .done, alarm > first, alarm <= last { found.append((alarm, Int(place))) }
    }
    return found.sorted { $0 < $1 }.map(\.1)
  }

  // MARK: Reminders

  /// When somebody asked to be told of a project, in seconds since 1970; before midnight of a date.
  func seconds(_ reminder: Reminder, _ due: DueKey) -> Int64? {
    switch reminder {
    case .at(let time): return time.wholeSeconds
    case .beforeDue(let before):
      switch due.kind {
      case .none: return nil
      case .instant: return due.seconds - Int64(before)
      case .date: return instant(due.seconds.floorDivided(by: 86_400) * 86_400) - Int64(before)
      case .floating: return instant(due.seconds) - Int64(before)
      }
    }
  }

  /// The first reminder behind a point in time; nil where there is none.
  func nextReminder(_ board: Board, after time: Timestamp) -> Timestamp? {
    var best = Int64.max
    for place in board.reminded where board.keys[Int(place)].state != .done {
      let due = board.keys[Int(place)].due
      for reminder in board.projects[Int(place)].plan.reminders {
        guard let at = seconds(reminder, due), at > time.wholeSeconds else { continue }
        best = min(best, at)
      }
    }
    return best == .max ? nil : Timestamp(microseconds: best * 1_000_000)
  }

  /// The places with reminders behind one point in time and not behind another, each once, by time.
  func reminded(_ board: Board, after start: Timestamp, through end: Timestamp) -> [Int] {
    let times = (start.wholeSeconds + 1)..<max(start.wholeSeconds, end.wholeSeconds) + 1
    var found: [(Int64, Int)] = []
    for place in board.reminded where board.keys[Int(place)].state != .done {
      let due = board.keys[Int(place)].due
      let reminders = board.projects[Int(place)].plan.reminders
      let first = reminders.compactMap { seconds($0, due) }.filter { times.contains($0) }.min()
      if let first { found.append((first, Int(place))) }
    }
    return found.sorted { $0 < $1 }.map(\.1)
  }

  // MARK: Deadlines

  /// The first position that an alarm behind a time can have.
  private static func start(_ board: Board, _ seconds: Int64) -> Int {
    board.byDeadline.firstIndex(bisecting: {
      board.keys[Int($0)].due.seconds >= seconds - farthest
    })
  }
}
