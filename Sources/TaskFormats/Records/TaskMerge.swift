internal import IPCProtocol

extension TaskRecord {
  /// Two versions of a task put together field by field.
  ///
  /// What only one side has changed since their common version is taken from that side.
  ///
  /// Where both have changed the same field, the version that was changed later has it; at the
  /// same time, the other one, so that both sides decide alike. Of sets, additions and removals of
  /// both hold.
  ///
  /// - Parameters:
  ///   - other: The version from elsewhere.
  ///   - base: What both had; nil where they never met, then fields that one side lacks come from
  ///     the other.
  /// - Returns: The merged task, with the later time of change.
  package func merged(with other: TaskRecord, base: TaskRecord?) -> TaskRecord {
    let isNewer = (changed?.microseconds ?? .min) > (other.changed?.microseconds ?? .min)
    let base = base ?? TaskRecord(id: id, title: "")
    func pick<Value: Equatable>(_ field: KeyPath<TaskRecord, Value>) -> Value {
      let (mine, theirs, old) = (self[keyPath: field], other[keyPath: field], base[keyPath: field])
      if mine == old { return theirs }
      if theirs == old { return mine }
      return isNewer ? mine : theirs
    }
    var merged = self
    merged.title = pick(\.title)
    merged.state = pick(\.state)
    let times = merged.state == state ? [completed, other.completed] : [other.completed]
    merged.completed = merged.state == .done ? times.compactMap(\.self).first : nil
    merged.due = pick(\.due)
    merged.body = pick(\.body)
    merged.group = pick(\.group)
    merged.created = pick(\.created)
    merged.recurrence = pick(\.recurrence)
    merged.tags = Self.normalTags(Self.mergedSet(tags, other.tags, base.tags))
    merged.reminders = Self.mergedSet(reminders, other.reminders, base.reminders).sorted()
    merged.changed = isNewer ? changed : other.changed
    for key in Set(extras.keys).union(other.extras.keys) {
      merged.extras[key] = Self.pick(extras[key], other.extras[key], base.extras[key], isNewer)
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
    _ mine: [Element], _ theirs: [Element], _ old: [Element]
  ) -> Set<Element> {
    let (mine, theirs, old) = (Set(mine), Set(theirs), Set(old))
    let removed = old.subtracting(mine).union(old.subtracting(theirs))
    return mine.union(theirs).subtracting(removed)
  }
}
