internal import IPCProtocol

/// The members that a file of CSV has columns for, by the whole description: they are the same in the
/// first answer and in every later one, whatever these happen to have.
enum CSVMembers {
  /// Of the cards of a board; nil where the answer itself says it.
  static func ofResult(_ method: MethodDescription, _ domain: DomainDescription) -> [String]? {
    guard case .board(let board)? = method.render, let whole = domain.method(method.name) else {
      return nil
    }
    return cards(board, whole.result, domain.schemas)
  }

  /// Of the events of a stream; nil where the description leaves that open.
  static func ofEvents(_ method: MethodDescription, _ domain: DomainDescription) -> [String]? {
    guard let whole = domain.method(method.name) else { return nil }
    let event = whole.event ?? whole.result
    if case .board(let board)? = method.renderEvent { return cards(board, event, domain.schemas) }
    let members = event.rules(in: domain.schemas).properties.map(\.name)
    return members.isEmpty ? nil : members
  }

  private static func cards(
    _ board: BoardTemplate, _ schema: JSONSchema, _ schemas: [NamedSchema]
  ) -> [String]? {
    var members: [String] = []
    for column in board.columns {
      var rules = schema.rules(in: schemas)
      for token in column.items.split(separator: "/") {
        guard let next = rules.properties.first(where: { $0.name == token })?.schema else {
          return nil
        }
        rules = next.rules(in: schemas)
      }
      guard let card = rules.items?.rules(in: schemas), !card.properties.isEmpty else { return nil }
      for name in card.properties.map(\.name) where !members.contains(name) { members.append(name) }
    }
    return members
  }
}

extension DomainDescription {
  fileprivate func method(_ name: String) -> MethodDescription? {
    methods.first { $0.name == name }
  }
}
