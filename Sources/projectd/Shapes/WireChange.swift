internal import IPCProtocol
internal import Values

/// All fields that one command changed in one project, as replicas hand it on:
/// `{"replica":…,"clock":"1795251600000.3","project":…,"fields":{"title":"…","tag:a":"","group":null}}`.
///
/// ``Change`` is what it means; not everything that fits the shape is a change.
struct WireChange: Shape {
  let replica: UUID
  let clock: String
  let project: UUID
  let fields: ChangedFields
  /// Who made it, as `kim@laptop`.
  let by: String?

  // A newer replica may say more of a change.
  static let shape = ShapeOf<WireChange>(
    named: "Change", isOpen: true,
    [
      Member("replica", \.replica), Member("clock", \.clock, .text(length: 0...40)),
      Member("project", \.project), Member("fields", \.fields), Member("by", \.by),
    ])

  init(_ change: Change) {
    let members = change.fields.map { ($0.key.key, $0.value.map(JSONValue.string) ?? .null) }
    replica = change.stamp.replica
    clock = HybridClock.text(change.stamp.clock)
    project = change.project
    fields = ChangedFields(members: JSONObject(members.sorted { $0.0 < $1.0 }))
    by = change.who
  }
}

extension Change {
  /// - Throws: ``ProjectError`` where this is no change that this program knows.
  init(_ change: WireChange) throws(ProjectError) {
    guard let clock = HybridClock.clock(change.clock), !change.fields.members.isEmpty else {
      throw Self.malformed
    }
    var fields: [Field: String?] = [:]
    for (key, value) in change.fields.members {
      // What a newer program writes cannot be kept by halves: all of it waits until this is newer.
      guard let field = Field(key: key) else {
        throw Self.invalid("the field \(key) is not known; use the same version on both sides")
      }
      guard value == .null || value.stringValue != nil else {
        throw Self.invalid("\(key) is a string or null")
      }
      fields[field] = .some(value.stringValue)
    }
    self.init(
      stamp: Stamp(clock: clock, replica: change.replica), project: change.project,
      fields: fields, who: change.by.flatMap { Author.told($0) })
  }

  /// One that stands in a file.
  ///
  /// - Throws: ``ProjectError`` where this is no change that this program knows.
  init(json: [UInt8]) throws(ProjectError) {
    guard let change = try? WireChange(json: json) else { throw Self.malformed }
    try self.init(change)
  }

  private static let malformed = invalid(
    "replica, clock, project or fields are missing or malformed")

  private static func invalid(_ problem: String) -> ProjectError {
    ProjectError(.invalidChanges, ["problem": .string(problem)])
  }
}
