internal import Values

/// What is known of a shape, whatever its type: its name and its members.
final class ShapeFacts: Sendable {
  let name: String?
  let members: [MemberFacts]
  /// Whether a value may have members that are not known here.
  let isOpen: Bool

  init(_ name: String?, _ members: [MemberFacts], isOpen: Bool) {
    self.name = name
    self.isOpen = isOpen
    self.members = members
  }

  /// Swift lays stored properties out in their order, each at the next place where it may stand: so
  /// where the members leave no gap and end with the value, no property is without a member.
  func checkCovers(_ size: Int, of type: Any.Type) {
    var end = 0
    for member in members.sorted(by: { $0.entry.offset < $1.entry.offset }) {
      let next = (end + member.alignment - 1) / member.alignment * member.alignment
      precondition(
        member.entry.offset == next,
        "a property of \(type) before \(member.name) is no member, or one is two")
      end = member.entry.offset + member.size
    }
    precondition(end == size, "a property of \(type) is no member")
    precondition(
      Set(members.map(\.name)).count == members.count, "two members of \(type) have one name")
  }

  var required: [String] { members.filter(\.isRequired).map(\.name) }

  func properties(_ names: inout SchemaNames) -> [JSONSchema.Property] {
    var properties: [JSONSchema.Property] = []
    for member in members { properties.append(.init(member.name, member.schema(&names))) }
    return properties
  }

  func schema(_ names: inout SchemaNames) -> JSONSchema {
    func make(_ names: inout SchemaNames) -> JSONSchema {
      .object(
        properties(&names), optional: members.filter { !$0.isRequired }.map(\.name),
        additional: isOpen ? true : nil)
    }
    guard let name else { return make(&names) }
    return names.reference(name, make)
  }

  func parameters(_ names: inout SchemaNames) -> [ParameterDescription] {
    var parameters: [ParameterDescription] = []
    for member in members {
      parameters.append(
        ParameterDescription(
          member.name, member.schema(&names), required: member.isRequired,
          member.summary ?? LocalizedText(en: member.name), completion: member.completion,
          source: member.source, hasLines: member.hasLines))
    }
    return parameters
  }
}
