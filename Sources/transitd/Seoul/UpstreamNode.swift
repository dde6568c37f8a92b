/// A body as a tree of named texts, the same for JSON and XML.
///
/// The portal sends the same facts in both; what a `null` is in one is an absent element in the
/// other, and an array here is an element repeated there.
struct UpstreamNode: Equatable, Sendable {
  let name: String
  var text = ""
  var children: [UpstreamNode] = []

  /// The first child of a name.
  subscript(name: String) -> UpstreamNode? { children.first { $0.name == name } }

  func all(_ name: String) -> [UpstreamNode] { children.filter { $0.name == name } }

  /// The trimmed text of a child; nil where it is absent or blank.
  func field(_ name: String) -> String? {
    guard let node = self[name] else { return nil }
    let text = node.text.trimmed
    return text.isEmpty ? nil : text
  }
}
