internal import CivilTime
internal import DaemonRuntime
internal import Values

/// One of a series that another machine has made and that was not known here.
struct NewBirth {
  let number: Int
  let id: UUID
  /// What the change wrote that made it.
  let fields: [(field: Field, value: String?)]

  fileprivate func value(_ field: Field) -> String? {
    fields.first { $0.field == field }?.value ?? nil
  }
}

/// What was said here of one of a series while another machine made the next one.
///
/// Whoever makes it takes over what is known there of the one before. What this replica has said of that
/// one and the maker had not heard of, whether it was said earlier or later, is meant for the next one as
/// well: nobody here knew that there is one. Only this replica can tell what it knew when; so it
/// does the same to the next one, as of when it was said, so that what anybody has said of the next one
/// since stands.
extension Projects {
  /// It is written also where somebody has said something later of that one: who makes the one behind it
  /// may have heard of neither, and this replica's own words are looked for in the log.
  ///
  /// - Parameters:
  ///   - births: As they came in.
  ///   - now: When it is handed on.
  /// - Returns: What was changed by that.
  /// - Throws: What the store throws.
  func handOn(to births: [NewBirth], at now: Timestamp) throws -> [Deed] {
    var deeds: [Deed] = []
    var heard: [Int: [Field: UInt64]] = [:]
    for birth in births {
      guard let asOf = birth.value(Birth.asOf) else { continue }
      heard[birth.number, default: [:]].merge(Birth.clocks(in: asOf)) { max($0, $1) }
    }
    let new = Set(births.map(\.number))
    var seen: Set<Int> = []
    // Of several in a chain the earlier is done first and then hands on what it was given.
    for birth in inOrder(births) {
      guard let asOf = birth.value(Birth.asOf), let number = predecessor(of: birth, asOf),
        seen.insert(birth.number).inserted
      else { continue }
      deeds += try handOn(
        wordsOn: number, to: birth, heard: heard[birth.number] ?? [:], at: now)
      // Those behind it came before it, where a third machine has made them.
      var last = birth.number
      while let next = board.number(of: Board.nextID(after: board[last].id)), !new.contains(next) {
        let there = NewBirth(
          number: next, id: board[next].id, fields: [(.deadline, board[next][.deadline])])
        deeds += try handOn(wordsOn: last, to: there, heard: try clocks(of: next), at: now)
        last = next
      }
    }
    return deeds
  }

  private func handOn(
    wordsOn number: Int, to birth: NewBirth, heard: [Field: UInt64], at now: Timestamp
  ) throws -> [Deed] {
    let (words, author) = try ownWords(of: number)
    let edit = try handing(on: words, of: board[number].id, to: birth, heard: heard)
    guard !edit.values.isEmpty else { return [] }
    _ = try write([edit], by: author, at: now, withNotes: false)
    let after = try registers(of: birth.number)
    let told = edit.values.filter {
      $0.before != $0.after && $0.field != Birth.asOf && after[$0.field] == $0.after
    }
    return told.isEmpty ? [] : [Deed(note: edit.note, values: told)]
  }

  /// Those that are there again: what was said here of the one before meanwhile is meant for them too.
  func returned(_ numbers: Set<Int>) throws -> [NewBirth] {
    try numbers.sorted().compactMap { number in
      guard !board[number].isRemoved, let before = try predecessor(of: number) else { return nil }
      let asOf = Birth.text(of: try clocks(of: number), after: board[before].id)
      return NewBirth(
        number: number, id: board[number].id,
        fields: [(.deadline, board[number][.deadline]), (Birth.asOf, asOf)])
    }
  }

  /// Since when each field of one that is known here stands.
  private func clocks(of number: Int) throws -> [Field: UInt64] {
    Dictionary(try registers(of: number).entries.map { ($0.field, $0.register.stamp.clock) }) {
      max($0, $1)
    }
  }

  /// What this replica has said of a project, whoever has said something later, and who said it here.
  private func ownWords(of number: Int) throws -> (words: Registers, author: String?) {
    var words = Registers()
    let author = try log.own(of: number) { clock, fields in
      words.merge(fields, at: Stamp(clock: clock, replica: own))
    }
    var known = Registers()
    for (field, register) in words.entries where field != .deadline {
      known.append(field, register)
    }
    // As it is, from which times are counted.
    if let due = try registers(of: number).register(of: .deadline) { known.append(.deadline, due) }
    return (known, author)
  }

  /// The same with what a server has said now of one that is done here, to all that follow it here.
  func handOn(_ edit: Edit) throws {
    let project = board[edit.number]
    guard let due = project.due?.time else { return }
    let series = project.series ?? project.id
    let fields = Set(edit.values.map(\.field)).union([.deadline])
    var said = Registers()
    for (field, register) in try registers(of: edit.number).entries where fields.contains(field) {
      said.append(field, register)
    }
    let others = board.projects.filter { $0.series == series }
    let order = SeriesOrder([due] + others.compactMap { $0.due?.time }, zones: zones)
    let end = order.passes(due)
    for next in others {
      guard let seconds = next.due.map({ order.passes($0.time) }), seconds > end else { continue }
      let there = NewBirth(
        number: next.number, id: next.id, fields: [(.deadline, next[.deadline])])
      let handed = try handing(
        on: said, of: project.id, to: there, heard: try clocks(of: next.number))
      if !handed.values.isEmpty { try takeOver([handed], at: host.now) }
    }
  }

  /// What of the words of this replica is later than what was heard of by whoever made another one.
  private func handing(
    on known: Registers, of predecessor: UUID, to birth: NewBirth, heard: [Field: UInt64]
  ) throws -> Edit {
    let there = try registers(of: birth.number)
    let project = board[birth.number]
    var edit = Edit(
      number: birth.number, id: birth.id, values: [],
      note: Note(kind: .edited, title: project.title))
    var clocks: [Field: UInt64] = [:]
    for word in inheritance(of: known, to: birth.value(.deadline)) where word.stamp.replica == own {
      let register = there.register(of: word.field)
      let clock = believed(word.stamp.clock, there)
      guard word.stamp.clock > heard[word.field] ?? 0 else { continue }
      clocks[word.field] = clock
      edit.values.append(
        Edit.Value(field: word.field, before: register?.value, after: word.value))
    }
    if !clocks.isEmpty {
      edit.set(Birth.asOf, from: nil, to: Birth.text(of: clocks, after: predecessor))
    }
    return edit
  }

  /// What is handed on to one that was taken back is no work on it, and does not bring it back; it
  /// stands there in case it comes again.
  private func believed(_ clock: UInt64, _ there: Registers) -> UInt64 {
    guard let removed = there.register(of: .removed), removed.value != nil else { return clock }
    return min(clock, max(1, removed.stamp.clock) - 1)
  }

  private func predecessor(of birth: NewBirth, _ asOf: String) -> Int? {
    if let named = Birth.predecessor(in: asOf) { return board.number(of: named) }
    let values = birth.fields.map { Edit.Value(field: $0.field, before: nil, after: $0.value) }
    return predecessor(
      of: Edit(
        number: birth.number, id: birth.id, values: values,
        note: Note(kind: .added, title: "")))
  }

  /// Each behind the one of which it is the next, whatever their dates are by now.
  private func inOrder(_ births: [NewBirth]) -> [NewBirth] {
    let dated = byDate(births)
    var waiting = Dictionary(grouping: dated, by: \.number)
    var all: [NewBirth] = []
    for birth in dated {
      var chain: [NewBirth] = []
      var number: Int? = birth.number
      while let next = number.flatMap({ waiting.removeValue(forKey: $0) }) {
        chain += next.reversed()
        number = next.lazy.compactMap { $0.value(Birth.asOf) }.compactMap(Birth.predecessor).first
          .flatMap { board.number(of: $0) }
      }
      all += chain.reversed()
    }
    return all
  }

  /// The earliest first, series by series.
  private func byDate(_ births: [NewBirth]) -> [NewBirth] {
    func series(_ birth: NewBirth) -> UUID { board[birth.number].series ?? birth.id }
    let all = Dictionary(grouping: births, by: series)
    return all.sorted { $0.key < $1.key }.flatMap { _, births in
      let times = births.map { $0.value(.deadline).flatMap { CalendarTime($0) } }
      let order = SeriesOrder(times.compactMap(\.self), zones: zones)
      let ends = times.map { $0.map(order.passes) ?? 0 }
      return births.indices.sorted { (ends[$0], $0) < (ends[$1], $1) }.map { births[$0] }
    }
  }
}
