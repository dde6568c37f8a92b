internal import CivilTime
internal import IPCProtocol

/// One project as the board needs it, in memory; who wrote what stays in the store.
struct Project: Sendable {
  /// The short id: given once, never to another project.
  let number: Int
  let id: UUID
  var title = ""
  var body: String?
  var state = ProjectState.todo
  var due: Due?
  /// In the order of the alphabet.
  var tags: [String] = []
  var group: String?
  var recurrence: String?
  var series: UUID?
  var createdAt = Timestamp(microseconds: 0)
  var changedAt = Timestamp(microseconds: 0)
  var isRemoved = false
  /// What imports brought beside all this is only in the store.
  var hasExtras = false

  init(number: Int, id: UUID) {
    self.number = number
    self.id = id
  }
}

extension Project {
  /// Takes one register in; the whole of a project's registers makes the project.
  mutating func apply(_ field: Field, clock: UInt64, value: String?, zones: Zones) {
    changedAt = max(changedAt, HybridClock.time(of: clock))
    switch field {
    case .title: title = value ?? ""
    case .body: body = value
    case .state: state = value.flatMap { ProjectState(word: $0) } ?? .todo
    case .deadline:
      due = value.flatMap { CalendarTime($0) }.map {
        Due(time: $0, seconds: zones.sortingSeconds(of: $0))
      }
    case .group: group = value
    case .created:
      createdAt = Timestamp(microseconds: (value.flatMap { Int64($0) } ?? 0) &* 1000)
    case .modified: break
    case .removed: isRemoved = value != nil
    case .recurrence: recurrence = value
    case .series: series = value.flatMap { UUID($0) }
    case .tag(let name):
      tags.removeAll { $0 == name }
      if value != nil { tags.insert(name, at: tags.firstIndex { $0 > name } ?? tags.count) }
    case .extra: if value != nil { hasExtras = true }
    }
  }

  init(number: Int, id: UUID, _ registers: Registers, zones: Zones) {
    self.init(number: number, id: id)
    for (field, register) in registers.entries {
      apply(field, clock: register.stamp.clock, value: register.value, zones: zones)
    }
  }

  /// The value of a field as registers hold it; nil also for extras, which memory has not.
  subscript(field: Field) -> String? {
    switch field {
    case .title: title
    case .body: body
    case .state: state.word
    case .deadline: due?.time.description
    case .group: group
    case .created: String(createdAt.microseconds / 1000)
    case .removed: isRemoved ? "1" : nil
    case .recurrence: recurrence
    case .series: series?.description
    case .tag(let name): tags.contains(name) ? "" : nil
    case .modified, .extra: nil
    }
  }
}
