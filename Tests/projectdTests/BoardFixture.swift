import CivilTime
import IPCProtocol
import Testing
import Values

@testable import projectd

/// A board in memory that commands change, without a store.
struct BoardFixture {
  var board = Board()
  private var registers: [Int: Registers] = [:]
  private var clock = HybridClock()
  var now: Timestamp
  let zone: TimeZoneRules

  /// Saturday 2026-11-21, 13:00 in Seoul.
  init(now: String = "2026-11-21T04:00:00Z", zone: String = "Asia/Seoul") throws {
    self.now = try time(now)
    self.zone = try zones.rules(named: zone)
  }

  var reader: ReaderDay { ReaderDay(now: now, zone: zone) }
  var words: DeadlineWords { DeadlineWords(now: now, zone: zone, zones: zones) }

  mutating func apply(_ edits: [Edit]) {
    let clock = clock.next(at: now)
    let changed = edits.map { edit in
      var project = registers[edit.number] ?? Registers()
      for value in edit.values {
        let stamp = Stamp(clock: clock, replica: UUID(high: 0, low: 1))
        project.merge(value.field, Register(stamp: stamp, value: value.after))
      }
      registers[edit.number] = project
      return Project(number: edit.number, id: edit.id, project, zones: zones)
    }
    board.apply(changed)
  }

  /// Has something done and taken back again, as by a command that is only tried.
  mutating func rehearse(_ body: (inout BoardFixture) throws -> Void) rethrows {
    let (registers, clock) = (registers, clock)
    board.mark()
    try body(&self)
    board.revert()
    (self.registers, self.clock) = (registers, clock)
  }

  mutating func makeText() { board.makeText() }

  @discardableResult
  mutating func add(
    _ title: String, due: String? = nil, tags: [String] = [], group: String? = nil,
    state: ProjectState = .todo, body: String? = nil, id: UUID? = nil, repeats: String? = nil
  ) throws -> Int {
    let deadline = try due.flatMap { try words.deadline($0) }
    let new = NewProject(
      title: title, due: deadline, body: body, tags: tags, group: group, state: state,
      recurrence: try repeats.flatMap { try RepeatWords(words: words, start: deadline).rule($0) })
    let next = UInt64(board.nextNumber)
    let edit = try board.add(new, id: id ?? UUID(high: next << 32, low: next), at: now)
    apply([edit])
    return edit.number
  }

  func move(
    _ references: [ProjectReference], to state: ProjectState
  ) throws(ProjectError) -> [Edit] {
    try board.move(references, to: state, at: now, zones: zones)
  }

  mutating func list(_ query: BoardQuery = BoardQuery()) -> LongResult {
    board.list(query.places(of: board, reader), reader)
  }

  func numbers(_ query: BoardQuery = BoardQuery()) -> [Int] {
    query.places(of: board, reader).shown.map { Int($0) + 1 }
  }
}

/// A rule as it is read on Saturday 2026-11-21, 13:00 in Seoul.
func repetition(_ text: String, from start: CalendarTime? = nil) throws -> RecurrenceRule? {
  let fixture = try BoardFixture()
  let rule = try RepeatWords(words: fixture.words, start: start).rule(text)
  expectWords(rule, of: text, fixture.reader)
  return rule
}

/// Every rule that is understood is told in words of both languages, and not as the RRULE it is.
func expectWords(_ rule: RecurrenceRule?, of phrase: String, _ reader: ReaderDay) {
  guard let rule else { return }
  let said = RepeatSentence.text(rule.description, reader)
  #expect(said.ko != nil && !said.en.contains("FREQ="), "\(phrase): \(said.en)")
}

func references(_ words: String...) throws -> [ProjectReference] {
  try words.map { try ProjectReference($0) }
}
