internal import IPCProtocol

/// What is added, or taken where it is negative.
struct Adjustment: Shape {
  let name: String
  let by: Int64

  static let shape = ShapeOf<Adjustment>([
    Member(
      "name", \.name, .text(length: 1...80), "of what", ko: "이름",
      completes: CompletionSource(method: "sample.list", values: "/items/*/name")),
    Member("by", \.by, .within(-1_000_000...1_000_000), "how many more or less", ko: "몇 개"),
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
