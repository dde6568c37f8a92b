internal import Values

/// What a calendar's server says, as a change that boards hand on.
///
/// What a person does is as of now. What a server says is not: that an object is there, is gone or
/// has other words is somebody's deed of which the server tells hardly when and not by whom, and
/// perhaps only the shadow of one that is known here over another way, and that was taken back since.
/// So it is stamped as of what it speaks of, before everything that anybody does later. Taken for a
/// deed of now it would win over an undo that it has never heard of, be carried to the other boards,
/// come back from the server as another word, and so on without an end.
///
/// The clocks stand in the change beside its fields; where they are not understood they are kept
/// among the extras and handed on.
enum ServerWord {
  static let life = Field.extra("mate:life-as-of")
  static let texts = Field.extra("mate:text-as-of")

  /// What stands in ``Field/removed`` where a server has told it; a person's removal is `1`.
  static let removal = "2"

  static func isOne(_ field: Field) -> Bool { field == life || field == texts }

  /// How the fields of a change are stamped: never later than the change itself.
  static func stamps(
    of fields: [(field: Field, value: String?)], in change: Stamp
  ) -> (_ field: Field) -> Stamp {
    func stamp(_ name: Field) -> Stamp? {
      fields.first { $0.field == name }?.value.flatMap { HybridClock.clock($0) }.map {
        Stamp(clock: min($0, change.clock), replica: change.replica)
      }
    }
    if let ofSeries = stamp(SeriesWord.asOf) { return { _ in ofSeries } }
    let (ofLife, ofTexts) = (stamp(life) ?? change, stamp(texts) ?? change)
    return { $0 == .removed ? ofLife : ofTexts }
  }
}
