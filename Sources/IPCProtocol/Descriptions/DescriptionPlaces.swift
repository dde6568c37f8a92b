internal import Values

/// Whether what a description shows is there.
///
/// For a domain that is declared here. A document of another program may leave its schemas open, and
/// what it shows and never sends stays empty.
extension DomainDescription {
  /// Each place of a template, a table, a board, a status bar or a completion that names what no
  /// result and no event has, or no refusal's data, as a sentence; empty where all is well.
  package var danglingPlaces: [String] {
    let schemas = Dictionary(schemas.map { ($0.name, $0.schema) }, uniquingKeysWith: { $1 })
    var dangling = errors.flatMap { error in
      WireError.ownMembers.filter(error.message.names.contains).map {
        "\(error.kind.name): {\($0)} is the error's own member; call the domain's otherwise"
      }
    }
    for method in methods {
      var check = PlaceCheck(schemas: schemas, method: method.name)
      check.check(method.render, method.result)
      check.check(method.renderEvent, method.event ?? method.result)
      check.check(method.bar, method.event ?? method.result)
      if let failed = method.failed { _ = check.schema(at: failed, in: method.result) }
      for parameter in method.parameters {
        guard let source = parameter.completion else { continue }
        let result = methods.first { $0.name == source.method }?.result
        _ = check.schema(at: source.values, in: result ?? .object([]))
        if let aliases = source.aliases { _ = check.schema(at: aliases, in: result ?? .object([])) }
      }
      dangling += check.dangling
    }
    for screen in screens {
      guard let method = methods.first(where: { $0.name == screen.method }) else { continue }
      var check = PlaceCheck(schemas: schemas, method: screen.title.en)
      let reads = methods.filter { read in
        !read.access.changesState && screen.actions.contains { $0.method == read.name }
      }
      check.check(screen, method, reads: reads.map(\.result))
      dangling += check.dangling
    }
    return dangling
  }
}

/// Goes to the places that one method names.
private struct PlaceCheck {
  let schemas: [String: JSONSchema]
  let method: String
  private(set) var dangling: [String] = []

  init(schemas: [String: JSONSchema], method: String) {
    (self.schemas, self.method) = (schemas, method)
  }

  mutating func check(_ rendering: Rendering?, _ schema: JSONSchema) {
    switch rendering {
    case nil: break
    case .message(.text(let text)): check(text, schema)
    case .message(.cases(let pointer, let cases)):
      let words = rules(of: self.schema(at: pointer, in: schema))?.enumeration ?? []
      for one in cases {
        check(one.text, schema)
        if !words.isEmpty, !words.contains(.string(one.value)) {
          dangling.append("\(method): \(pointer) is never \(one.value)")
        }
      }
    case .table(let table):
      let row = element(at: table.rows, in: schema)
      if let key = table.key { _ = self.schema(at: key, in: row) }
      if let count = table.count { _ = self.schema(at: count, in: schema) }
      for column in table.columns {
        _ = self.schema(at: column.value, in: row)
        check(column.style, row)
      }
      for pointer in table.chart?.pointers ?? [] { _ = self.schema(at: pointer, in: row) }
      check(table.footer, schema)
      for other in table.instead { check(.table(other), schema) }
    case .board(let board):
      for column in board.columns {
        let card = element(at: column.items, in: schema)
        if let key = column.key { _ = self.schema(at: key, in: card) }
        if let count = column.count { _ = self.schema(at: count, in: schema) }
        check(column.title, schema)
        check(column.card, card)
        check(column.style, card)
      }
      check(board.footer, schema)
    case .raw(let pointer): _ = self.schema(at: pointer, in: schema)
    }
  }

  /// Every pointer of a screen leads somewhere in the result, or in one of the rows that it is for;
  /// what is asked for may stand in what the screen reads of a row.
  mutating func check(
    _ screen: ScreenDescription, _ method: MethodDescription, reads: [JSONSchema]
  ) {
    let result = method.isStream ? method.event ?? method.result : method.result
    let sources: [String] =
      switch method.isStream ? method.renderEvent : method.render {
      case .table(let table)?: [table.rows]
      case .board(let board)?: board.columns.map(\.items)
      case .message?, .raw?, nil: []
      }
    if let condition = screen.refresh?.condition { _ = schema(at: condition, in: result) }
    for action in screen.actions {
      let own = action.source.map { [$0] } ?? sources
      for condition in [action.condition, action.exception].compactMap(\.self) {
        check(condition, in: own, of: result)
      }
      for parameter in action.params {
        if case .ask(let pointer?) = parameter.source,
          reads.contains(where: { place(pointer.split(separator: "/")[...], in: $0) != nil })
        {
          continue
        }
        check(parameter, in: own, of: result)
      }
    }
    if let move = screen.move { check(move.item, in: sources, of: result) }
  }

  private mutating func check(
    _ parameter: ScreenDescription.Parameter, in sources: [String], of result: JSONSchema
  ) {
    switch parameter.source {
    case .row(let pointer), .marked(let pointer), .ask(let pointer?):
      check(pointer, in: sources, of: result)
    case .result(let pointer): _ = schema(at: pointer, in: result)
    case .value, .ask(nil), .mayAsk: break
    }
  }

  private mutating func check(_ pointer: String, in sources: [String], of result: JSONSchema) {
    let rows = sources.map { element(at: $0, in: result) }
    let isThere = rows.contains { place(pointer.split(separator: "/")[...], in: $0) != nil }
    if !isThere { dangling.append("\(method): no row has \(pointer)") }
  }

  mutating func check(_ bar: BarTemplate?, _ schema: JSONSchema) {
    guard let bar else { return }
    check(bar.text, schema)
    check(bar.tooltip, schema)
    if let kind = bar.kind { _ = self.schema(at: kind, in: schema) }
  }

  private mutating func check(_ styles: [StyleRule], _ schema: JSONSchema) {
    for style in styles { _ = self.schema(at: style.when, in: schema) }
  }

  private mutating func check(_ text: LocalizedText?, _ schema: JSONSchema) {
    for name in text?.names ?? [] { _ = self.schema(at: "/\(name)", in: schema) }
  }

  // MARK: Places

  /// What may stand where a pointer leads; anything where it leads nowhere, which is noted.
  mutating func schema(at pointer: String, in schema: JSONSchema) -> JSONSchema {
    if let found = place(pointer.split(separator: "/")[...], in: schema) { return found }
    let sentence = "\(method): there is no \(pointer)"
    if !dangling.contains(sentence) { dangling.append(sentence) }
    return .any
  }

  private mutating func element(at pointer: String, in schema: JSONSchema) -> JSONSchema {
    rules(of: self.schema(at: pointer, in: schema))?.items ?? .any
  }

  /// A number is an element, and `*` each element or member, of which one has to lead on.
  private func place(_ tokens: ArraySlice<Substring>, in schema: JSONSchema) -> JSONSchema? {
    guard let token = tokens.first, let rules = rules(of: schema) else { return schema }
    let rest = tokens.dropFirst()
    if let items = rules.items, token == "*" || Int(token) != nil { return place(rest, in: items) }
    for property in rules.properties where token == "*" || token == property.name {
      if let found = place(rest, in: property.schema) { return found }
    }
    switch rules.additionalProperties {
    case .schema(let schema): return place(rest, in: schema)
    case .allowed(true): return .any
    case .allowed(false), nil: return nil
    }
  }

  /// The rules behind references; nil where anything is allowed.
  private func rules(of schema: JSONSchema) -> JSONSchema.Rules? {
    switch schema {
    case .any: nil
    case .rules(let rules): rules
    case .reference(let name): schemas[name].flatMap { rules(of: $0) }
    }
  }
}

extension LocalizedText {
  /// The names between the braces of a template, in either language.
  var names: [String] {
    [en, ko].compactMap(\.self).flatMap { text in
      text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().map { piece in
        String(piece.prefix { $0 != "}" && $0 != ":" })
      }
    }
  }
}
