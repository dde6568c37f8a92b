internal import IPCProtocol

/// All fields that one command changed in one project, as replicas hand it on:
/// `{"replica":…,"clock":"1795251600000.3","project":…,"fields":{"title":"…","tag:a":"","group":null}}`.
///
/// ``StoredChange`` is what it means; not everything that fits the shape is a change.
struct WireChange: Shape {
  let replica: UUID
  let clock: String
  let project: UUID
  let fields: ChangedFields

  static let shape = ShapeOf<WireChange>(
    named: "Change",
    [
      Member("replica", \.replica), Member("clock", \.clock, .text(length: 0...40)),
      Member("project", \.project), Member("fields", \.fields),
    ])

  init(_ change: StoredChange) {
    let members = change.fields.map { ($0.key.key, $0.value.map(JSONValue.string) ?? .null) }
    replica = change.stamp.replica
    clock = HybridClock.text(change.stamp.clock)
    project = change.project
    fields = ChangedFields(members: JSONObject(members.sorted { $0.0 < $1.0 }))
  }
}
