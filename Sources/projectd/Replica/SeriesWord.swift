internal import Values

/// What a board says so that of a series one is open, where two have done what does not fit together.
///
/// Who finishes one of a series makes the next one, and an undo takes both back. Of a pair each half is a project
/// of its own, so what somebody else did with one half meanwhile may win over the undo there and not in the other.
/// Every board that sees such a pair puts it right in the same way. It is nobody's deed: it counts as of what
/// it mends, right behind that, so that whatever anybody has done later stands, heard of or not.
enum SeriesWord {
  /// Stands in such a change beside its fields: the clock as of which they count.
  static let asOf = Field.extra("mate:series-as-of")

  /// What stands in ``Field/removed`` of the next one whose making was undone.
  ///
  /// It is away as far as that machine had heard: who has worked on it cannot have heard of the undo, or nobody
  /// would have let him. His work is not lost, however early it was.
  static let undone = "3"

  /// What stands there of one that lies behind the end that somebody gave the series while another machine
  /// made it.
  static let ended = "4"

  /// Whether what a change wrote is work of whoever made it.
  static func isWork(_ fields: [(field: Field, value: String?)]) -> Bool {
    let names = fields.map(\.field)
    return names.contains(where: Work.isSome) && !names.contains(asOf)
      && !names.contains(Birth.asOf) && !Birth.isOne(names)
  }
}
