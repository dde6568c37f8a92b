internal import IPCProtocol

/// What the calls of the probe take and give.
enum Probe {
  struct Name: Shape {
    let name: String

    static let shape = ShapeOf<Name>([
      Member("name", \.name, "the name of what is waited for")
    ])
  }

  struct Add: Shape {
    let count: Int
    let fails: Bool

    static let shape = ShapeOf<Add>([
      Member("count", \.count, "how many rows"),
      Member("fails", \.fails, default: false, "have a defect after the last row"),
    ])
  }

  struct Later: Shape {
    let count: Int
    let name: String?

    static let shape = ShapeOf<Later>([
      Member("count", \.count, "how many rows"),
      Member("name", \.name, "what is waited for first"),
    ])
  }

  struct Prepared: Shape {
    let count: Int
    let name: String?
    let text: String?

    static let shape = ShapeOf<Prepared>([
      Member("count", \.count, "how many rows"),
      Member("name", \.name, "what is waited for first"),
      Member("text", \.text, "what makes the request long"),
    ])
  }

  struct Count: Shape {
    let count: Int

    static let shape = ShapeOf<Count>([Member("count", \.count)])
  }

  struct File: Shape {
    let file: String

    static let takesFile = true
    static let shape = ShapeOf<File>([Member("file", \.file, "a file", from: .descriptor)])
  }

  struct KeptFile: Shape {
    let name: String
    let file: String

    static let takesFile = true
    static let shape = ShapeOf<KeptFile>([
      Member("name", \.name, "the name of what is waited for"),
      Member("file", \.file, "a file", from: .descriptor),
    ])
  }

  struct Seen: Shape {
    let waiting: Int
    let cancelled: Int

    static let shape = ShapeOf<Seen>([
      Member("waiting", \.waiting), Member("cancelled", \.cancelled),
    ])
  }
}
