/// The making of a project that other machines may make as well: the next one of a series.
///
/// Its UUID is the same on each, and what it begins with are no changes that anybody wanted. A
/// machine that makes it later must not win over who has changed it meanwhile, so its fields are
/// stamped as earlier than every change, and among themselves in their order.
enum Birth {
  /// Fields that every such making writes, and nothing else writes together.
  private static let marks: [Field] = [.title, .state, .created, .series]
  /// Real clocks are those of years after 1970; these end on its eighth day.
  private static let shift: UInt64 = 12

  static func isOne(_ fields: some Collection<Field>) -> Bool { marks.allSatisfy(fields.contains) }

  /// The stamp of a field that such a change wrote.
  static func stamp(_ stamp: Stamp, of field: Field) -> Stamp {
    switch field {
    // When a project came, and when it was changed last, stays told by these.
    case .created, .modified: stamp
    default: Stamp(clock: stamp.clock >> shift, replica: stamp.replica)
    }
  }
}

extension Registers {
  /// Takes in all that one change wrote.
  mutating func merge(_ fields: [(field: Field, value: String?)], at stamp: Stamp) {
    let isBirth = Birth.isOne(fields.map(\.field))
    let told = ServerWord.stamps(of: fields, in: stamp)
    for (field, value) in fields where !ServerWord.isOne(field) {
      let own = isBirth ? Birth.stamp(told(field), of: field) : told(field)
      merge(field, Register(stamp: own, value: value))
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
