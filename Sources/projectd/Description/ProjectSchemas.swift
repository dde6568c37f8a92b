internal import IPCProtocol

/// The shapes that answers share.
enum ProjectSchemas {
  static let all = [
    NamedSchema("Text", .object([.init("en", .string), .init("ko", .string)], optional: ["ko"])),
    NamedSchema("Project", .object(row, optional: rowOptional)),
    NamedSchema("Column", column),
    NamedSchema("Change", ProjectDescription.change),
  ]

  static let states = ProjectState.allCases.map(\.word)
  static let text = JSONSchema.reference("Text")
  static let time = JSONSchema.string(format: .dateTime)

  /// A number, or a word for a UUID or its start.
  static let id: JSONSchema = {
    var rules = JSONSchema.Rules()
    rules.types = [.integer, .string]
    rules.minimum = .integer(1)
    rules.maxLength = 64
    return .rules(rules)
  }()

  static let row: [JSONSchema.Property] = [
    .init("id", .integer(1)), .init("title", .string), .init("state", .oneOf(states)),
    .init("due", .string), .init("overdue", .boolean), .init("tags", .array(of: .string)),
    .init("group", .string),
  ]
  static let rowOptional = ["due", "overdue", "tags", "group"]

  static let changed = JSONSchema.object(
    row + [.init("uuid", .string(format: .uuid)), .init("sentence", text)],
    optional: rowOptional)

  static let details = JSONSchema.object(
    row + [
      .init("uuid", .string(format: .uuid)), .init("body", .string), .init("dueAt", time),
      .init("dueZone", .string), .init("recurrence", .string), .init("createdAt", time),
      .init("changedAt", time), .init("extras", .object([])),
      .init("fields", .array(of: .object([.init("name", text), .init("value", .any)]))),
    ], optional: rowOptional + ["body", "dueAt", "dueZone", "recurrence", "extras"])

  static let urgent = JSONSchema.object(
    row + [.init("urgency", .number()), .init("reasons", .array(of: text))],
    optional: rowOptional)

  private static let column = JSONSchema.object([
    .init("count", .integer(0)), .init("overdue", .integer(0)),
    .init(
      "items", .array(of: .object(row + [.init("card", .string)], optional: rowOptional))),
  ])

  static let board = JSONSchema.object(
    states.map { .init($0, .reference("Column")) } + [
      .init("sync", text), .init("changes", .array(of: text)),
    ], optional: ["sync"])

  static let several = JSONSchema.object([
    .init("count", .integer(0)), .init("text", text), .init("sentences", .array(of: text)),
  ])

  static let reversed = JSONSchema.object([
    .init("steps", .integer(0)), .init("kept", .integer(0)), .init("text", text),
    .init("sentences", .array(of: text)),
  ])
}
