internal import IPCProtocol

/// The shapes that answers share.
enum JuiceSchemas {
  static let all = [
    NamedSchema(
      "Title", .object([.init("en", .string), .init("ko", .string)], optional: ["ko"])),
    NamedSchema(
      "Ingredient", .object([.init("fruit", .string), .init("count", .integer(1))])),
    NamedSchema(
      "MenuItem",
      .object([
        .init("juice", .string), .init("name", title),
        .init("recipe", .array(of: .reference("Ingredient"))), .init("ingredients", title),
        .init("canMake", .integer(0)), .init("soldToday", .integer()),
      ])),
    NamedSchema(
      "StockItem",
      .object(
        [
          .init("fruit", .string), .init("name", title), .init("count", .integer(0)),
          .init("low", .integer(0)), .init("isLow", .boolean), .init("isRetired", .boolean),
        ], optional: ["isRetired"])),
    NamedSchema(
      "Level",
      .object([.init("fruit", .string), .init("name", title), .init("count", .integer(0))])),
    NamedSchema(
      "StockChange",
      .object([
        .init("fruit", .string), .init("name", title), .init("count", .integer(0)),
        .init("change", .integer()), .init("step", .string),
      ])),
    NamedSchema("Order", order),
  ]

  static let title = JSONSchema.reference("Title")
  static let time = JSONSchema.string(format: .dateTime)
  static let levels = JSONSchema.array(of: .reference("Level"))

  private static let order = JSONSchema.object(
    [
      .init("id", .integer(1)), .init("juice", .string), .init("name", title),
      .init("count", .integer(1)), .init("at", time), .init("insteadOf", .string),
      .init("insteadOfName", title), .init("uid", .integer(0)), .init("user", .string),
      .init("undoneAt", time), .init("state", title),
    ], optional: ["insteadOf", "insteadOfName", "uid", "user", "undoneAt", "state"])
}
