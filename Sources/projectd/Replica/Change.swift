internal import Values

/// What one command changed in one project, as replicas hand it on: all fields under one stamp.
struct Change: Hashable, Sendable {
  let stamp: Stamp
  let project: UUID
  let fields: [Field: String?]
  /// Who made it, as `kim@laptop`; nil where that is not known, as of an older version's.
  var who: String?
}
