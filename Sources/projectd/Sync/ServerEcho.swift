internal import CalDAV
internal import CivilTime
internal import TaskFormats
internal import Values

/// Values of a server that were said before what stands here now, and come back from there.
///
/// Boards that meet over a server and over a second way hear the same twice, and each in its own order. A
/// server tells when a task was changed, and not when each of its values was said: an old value beside a new
/// one looks new. Taken for news it would win, be handed on over the second way, meet the value that it had
/// replaced, and so on without an end.
struct ServerEcho {
  let remote: RemoteTask
  /// When the object was changed, as it says, and when it was as it was seen last; whole seconds.
  let changed: Int64
  private let seen: Int64
  /// What both had.
  private let base: [Field: String]?
  private let before: [Field: String]
  /// Whether there are other machines that may have put it there.
  private let hasOthers: Bool

  /// Nil where the server does not say when it was changed.
  init?(_ remote: RemoteTask, _ before: TaskRecord?, _ context: FormatContext, hasOthers: Bool) {
    guard let changed = remote.record.changed else { return nil }
    self.remote = remote
    self.changed = changed.wholeSeconds
    seen = remote.base?.changed?.wholeSeconds ?? .max
    base = try? remote.base?.fields(.ics, context)
    self.before = (try? before?.fields(.ics, context)) ?? [:]
    self.hasOthers = hasOthers
  }

  var isFirst: Bool { remote.base == nil }

  /// - Parameters:
  ///   - field: What the value is of.
  ///   - said: When what stands here was said.
  ///   - held: When that value was said here, each time.
  /// - Returns: Whether a value that has stood here was put there by a board that has not heard yet of what
  ///   stands here, though the object was not changed before that.
  func isRelayed(_ field: Field, said: UInt64, held: [UInt64]) -> Bool {
    let times = held.map { HybridClock.time(of: $0).wholeSeconds }
    guard let last = times.max() else { return false }
    // Within one second nobody can tell which was first: it may be said anew, and said anew once.
    let isWithin = changed <= HybridClock.time(of: said).wholeSeconds
    if isWithin, times.count(where: { $0 >= changed }) > 1 { return true }
    guard hasOthers, field != .modified, let base else { return false }
    // Who has it from the version that was seen last cannot have gone back to what was said since.
    return last > seen || last == seen && base[field] != before[field]
  }
}

extension Projects {
  /// Takes out of an edit what a server has told and what was said before what stands here now.
  ///
  /// - Parameters:
  ///   - edit: What would make a project what the server says.
  ///   - remote: What the server has.
  ///   - before: The project as a calendar had it.
  ///   - registers: What the project is.
  /// - Throws: What the store throws.
  func dropEchoes(
    from edit: inout Edit, _ remote: RemoteTask, _ before: TaskRecord?, _ registers: Registers
  ) throws {
    guard
      let echo = ServerEcho(remote, before, context, hasOthers: replicas.count > 1)
    else { return }
    for value in edit.values
    where try isBehind(value, registers, echo, of: edit.number) {
      edit.values.removeAll { $0.field == value.field }
      // When it was done goes with that it is.
      if value.field == .state { edit.values.removeAll { $0.field == .completed } }
    }
  }

  /// Whether a value of the server's is one that stood here before what stands here now: a board
  /// that has not heard of the change yet has put it there in the place of what was removed.
  ///
  /// What the next one of a series was made with says nothing where it is seen there first, however late it
  /// was made: what was handed on to it meanwhile is as old as it was said (``handOn(to:at:)``).
  private func isBehind(
    _ value: Edit.Value, _ registers: Registers, _ echo: ServerEcho, of number: Int
  ) throws -> Bool {
    guard let register = registers.register(of: value.field) else { return false }
    let said = HybridClock.time(of: register.stamp.clock).wholeSeconds
    let isLater = said > echo.changed
    if isLater, value.after == nil { return true }
    let held = try log.clocks(of: value.after, in: value.field, of: number)
    if held.isEmpty { return false }
    // A calendar has whole seconds: what somebody here has taken back within one is not said anew there.
    let isTakenBack =
      try said == echo.changed && value.after != nil && value.field.element != nil
      && register.stamp.replica == own
      && log.who(clock: register.stamp.clock, replica: 1, project: number) != nil
    return isLater || isTakenBack || echo.isFirst && registers[.series] != nil
      || echo.isRelayed(value.field, said: register.stamp.clock, held: held)
  }
}

extension Registers {
  /// When what a calendar has of a project was said, of each field that has a place of its own there.
  var said: [PartialKeyPath<TaskRecord>: Timestamp] {
    var said: [PartialKeyPath<TaskRecord>: Timestamp] = [:]
    let texts: [(PartialKeyPath<TaskRecord>, Field)] = [
      (\.title, .title), (\.state, .state), (\.completed, .state), (\.due, .deadline),
      (\.body, .body), (\.group, .group), (\.recurrence, .recurrence),
      (\.extras[TaskFormat.ics.key("PRIORITY")], .priority),
    ]
    for (path, field) in texts {
      said[path] = register(of: field).map { HybridClock.time(of: $0.stamp.clock) }
    }
    for (field, register) in entries {
      guard case .extra(let name) = field else { continue }
      said[\.extras[name]] = HybridClock.time(of: register.stamp.clock)
    }
    return said
  }
}
