internal import IPCProtocol
internal import Values

/// The making of a project that other machines may make as well: the next one of a series.
///
/// Its UUID is the same on each, and what it begins with are no changes that anybody wanted. A
/// machine that makes it later must not win over who has changed it meanwhile, so its fields are
/// stamped as earlier than every change, and among themselves in their order.
///
/// What it inherits was somebody's change of the one before it, and stays as of then: of two machines
/// of which one has not heard of a new title, the later to make it would bring the old one back.
enum Birth {
  /// Fields that every such making writes, and nothing else writes together.
  private static let marks: [Field] = [.title, .state, .created, .series]
  /// Real clocks are those of years after 1970; these end on its eighth day.
  private static let shift: UInt64 = 12

  /// Stands in such a change beside its fields, of which it says what is inherited and since when; also
  /// in one that hands on later what the maker had not heard of.
  ///
  /// A JSON object of their keys and of their clocks in the one before, and of the UUID of that one; a
  /// change of before there was this has none.
  static let asOf = Field.extra("mate:born-as-of")

  static func isOne(_ fields: some Collection<Field>) -> Bool { marks.allSatisfy(fields.contains) }

  /// The stamp of a field that such a change wrote.
  static func stamp(_ stamp: Stamp, of field: Field) -> Stamp {
    switch field {
    // When a project came, and when it was changed last, stays told by these.
    case .created, .modified: stamp
    default: Stamp(clock: stamp.clock >> shift, replica: stamp.replica)
    }
  }

  /// No key of a field.
  private static let after = "after"

  /// What stands in ``asOf``.
  static func text(of clocks: [Field: UInt64], after predecessor: UUID) -> String {
    let members = clocks.map { ($0.key.key, JSONValue.string(HybridClock.text($0.value))) }
    let named = [(after, JSONValue.string(predecessor.description))]
    return JSON.text(.object(JSONObject((members + named).sorted { $0.0 < $1.0 })))
  }

  /// The one before it, where it says so.
  static func predecessor(in text: String) -> UUID? {
    (try? JSON.parse(text).objectValue)?[after]?.stringValue.flatMap { UUID($0) }
  }

  /// The stamps of what such a change inherits: never later than the change itself.
  ///
  /// They are of the replica that makes it: it has changed no field of it before, so none of its
  /// stamps comes twice, as one of the replica that has changed both at once would.
  static func inherited(
    of fields: [(field: Field, value: String?)], in change: Stamp
  ) -> [Field: Stamp] {
    guard let text = fields.first(where: { $0.field == asOf })?.value else { return [:] }
    return clocks(in: text).mapValues {
      Stamp(clock: min($0, change.clock), replica: change.replica)
    }
  }

  /// Since when what is inherited stands, as ``text(of:after:)`` says it.
  static func clocks(in text: String) -> [Field: UInt64] {
    var clocks: [Field: UInt64] = [:]
    for (key, value) in (try? JSON.parse(text).objectValue) ?? [:] {
      guard let field = Field(key: key), !isOwn(field) || isOfTime(field) else { continue }
      clocks[field] = value.stringValue.flatMap { HybridClock.clock($0) }
    }
    return clocks
  }

  /// Whether a clock is one at which somebody has said something, and not that of a making.
  static func isReal(_ clock: UInt64) -> Bool { clock > UInt64.max >> shift }

  /// What follows from the time of the one before, and counts as of when somebody changed that.
  private static func isOfTime(_ field: Field) -> Bool {
    field == .deadline || field == .seriesStart
  }

  /// Whether a field speaks of one of a series alone.
  static func isOwn(_ field: Field) -> Bool {
    switch field {
    case .state, .deadline, .created, .removed, .series, .modified, .completed, .seriesStart,
      .depends, .note:
      true
    case .title, .body, .group, .recurrence, .priority, .wait, .scheduled, .parent, .repeatFrom,
      .assigned, .tag, .reminder, .extra:
      false
    }
  }
}

extension Registers {
  /// Takes in all that one change wrote.
  mutating func merge(_ fields: [(field: Field, value: String?)], at stamp: Stamp) {
    let isBirth = Birth.isOne(fields.map(\.field))
    let told = ServerWord.stamps(of: fields, in: stamp)
    let inherited = Birth.inherited(of: fields, in: stamp)
    for (field, value) in fields
    where !ServerWord.isOne(field) && field != Birth.asOf && field != SeriesWord.asOf {
      let own = isBirth ? Birth.stamp(told(field), of: field) : told(field)
      merge(field, Register(stamp: inherited[field] ?? own, value: value))
    }
  }

  /// What came of a making before makings were told from changes; nil where all is as it should be.
  var asBorn: Registers? {
    guard let made = entries.first(where: { $0.field == .created })?.register.stamp else {
      return nil
    }
    let born = entries.filter { $0.register.stamp == made }.map(\.field)
    guard born.count > 1, self[.series] != nil else { return nil }
    var registers = Registers()
    for (field, register) in entries {
      let stamp = born.contains(field) ? Birth.stamp(made, of: field) : register.stamp
      registers.append(field, Register(stamp: stamp, value: register.value))
    }
    return registers
  }
}
