internal import CivilTime
package import Values

extension TaskRecord {
  /// Two versions of a task put together field by field.
  ///
  /// What only one side has changed since their common version is taken from that side. So is what
  /// the other side has from us: a version that was sent, and of which nobody knows whether it
  /// arrived, is no change of theirs.
  ///
  /// Where both have changed the same field, the version that was changed later has it; at the
  /// same time, the other one, so that both sides decide alike. What is known of when a field here was
  /// said counts in the place of when the task was: what somebody says of another field makes an old word
  /// no newer. Of sets, additions and removals of both hold.
  ///
  /// - Parameters:
  ///   - other: The version from elsewhere.
  ///   - base: What both had; nil where they never met, then fields that one side lacks come from
  ///     the other.
  ///   - sent: What this side has sent since, without an answer.
  ///   - said: When fields of this version were said, where that is known.
  /// - Returns: The merged task, with the later time of change.
  package func merged(
    with other: TaskRecord, base: TaskRecord?, sent: TaskRecord? = nil,
    said: [PartialKeyPath<TaskRecord>: Timestamp] = [:]
  ) -> TaskRecord {
    // What comes from a server was cut to whole seconds: of two changes in one second each machine would hold its
    // own for the newer one, and send it for ever. There the server's counts.
    func isNewer(_ field: PartialKeyPath<TaskRecord>) -> Bool {
      let mine = (said[field] ?? changed)?.wholeSeconds ?? .min
      return mine > (other.changed?.wholeSeconds ?? .min)
    }
    let base = base ?? TaskRecord(id: id, title: "")
    func pick<Value: Equatable>(_ field: KeyPath<TaskRecord, Value>) -> Value {
      let (mine, theirs, old) = (self[keyPath: field], other[keyPath: field], base[keyPath: field])
      if let sent, theirs == sent[keyPath: field] { return mine }
      if mine == old { return theirs }
      if theirs == old { return mine }
      return isNewer(field) ? mine : theirs
    }
    var merged = self
    merged.title = pick(\.title)
    merged.state = pick(\.state)
    var times = merged.state == state ? [completed, other.completed] : [other.completed]
    // Where both have finished it, each would keep its own time and send it for ever.
    if state == .done, other.state == .done { times.insert(pick(\.completed), at: 0) }
    merged.completed = merged.state == .done ? times.compactMap(\.self).first : nil
    merged.due = pick(\.due)
    merged.body = pick(\.body)
    merged.group = pick(\.group)
    merged.created = pick(\.created)
    merged.recurrence = pick(\.recurrence)
    merged.tags = Self.normalTags(Self.mergedSet(tags, other.tags, base.tags, sent?.tags))
    merged.reminders = Self.mergedSet(
      reminders, other.reminders, base.reminders, sent?.reminders
    ).sorted()
    merged.changed = isNewer(\.changed) ? changed : other.changed
    for key in Set(extras.keys).union(other.extras.keys) {
      if let sent, other.extras[key] == sent.extras[key] { continue }
      merged.extras[key] = Self.pick(
        extras[key], other.extras[key], base.extras[key], isNewer(\.extras[key]))
    }
    return merged
  }

  private static func pick(
    _ mine: String?, _ theirs: String?, _ old: String?, _ isNewer: Bool
  ) -> String? {
    if mine == old { return theirs }
    if theirs == old { return mine }
    return isNewer ? mine : theirs
  }

  private static func mergedSet<Element: Hashable>(
    _ mine: [Element], _ theirs: [Element], _ old: [Element], _ sent: [Element]?
  ) -> Set<Element> {
    let (mine, theirs, old) = (Set(mine), Set(theirs), Set(old))
    let sent = sent.map { Set($0) } ?? old
    // What they lack may have gone with what was sent, and what they have may have come with it.
    let removedHere = old.union(sent).subtracting(mine)
    let removedThere = old.intersection(sent).subtracting(theirs)
    return mine.union(theirs).subtracting(removedHere).subtracting(removedThere)
  }
}
