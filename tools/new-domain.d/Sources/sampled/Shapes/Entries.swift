internal import IPCProtocol

/// What is added or taken.
struct Step: Shape {
  let name: String
  let count: Int64

  static let shape = ShapeOf<Step>([
    Member(
      "name", \.name, .text(length: 1...80), "of what", ko: "이름",
      completes: CompletionSource(method: "sample.list", values: "/items/*/name")),
    Member("count", \.count, .within(1...1_000_000), default: 1, "how many", ko: "개수"),
  ])
}

/// How many there are of one name.
struct Entry: Shape {
  let name: String
  let count: Int64

  static let shape = ShapeOf<Entry>([Member("name", \.name), Member("count", \.count)])
}

struct Entries: Shape {
  let items: [Entry]

  static let shape = ShapeOf<Entries>([Member("items", \.items)])
}
