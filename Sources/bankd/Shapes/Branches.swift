internal import IPCProtocol

/// All branches that share one database server, as their head office sees them.
struct Branches: Shape, Hashable {
  struct Row: Shape, Hashable {
    let branch: String
    /// The machine that owns the branch, or owned it last.
    let machine: String
    /// `open`, `closing` or `closed`.
    let phase: String
    let day: Int
    let waiting: Int
    let serving: Int
    /// Today, or on the last day.
    let served: Int
    /// Of who waits longest; absent where nobody does.
    let longestWaitSeconds: Double?

    static let shape = ShapeOf<Row>([
      Member("branch", \.branch), Member("machine", \.machine), Member("phase", \.phase),
      Member("day", \.day), Member("waiting", \.waiting), Member("serving", \.serving),
      Member("served", \.served), Member("longestWaitSeconds", \.longestWaitSeconds),
    ])
  }

  let branches: [Row]
  let waiting: Int

  static let shape = ShapeOf<Branches>([
    Member("branches", \.branches), Member("waiting", \.waiting),
  ])
}

extension Branches {
  /// The rows of the view `branches`.
  init(_ rows: [JSONValue]) {
    branches = rows.map { row in
      func count(_ name: String) -> Int { Int(row[name]?.integerValue ?? 0) }
      return Row(
        branch: row["branch"]?.stringValue ?? "", machine: row["machine"]?.stringValue ?? "",
        phase: row["phase"]?.stringValue ?? "", day: count("day"), waiting: count("waiting"),
        serving: count("serving"), served: count("served"),
        // The clock of the server may be a little behind that of the branch.
        longestWaitSeconds: row["longest"]?.doubleValue.map { max(0, $0) })
    }
    waiting = branches.reduce(0) { $0 + $1.waiting }
  }
}
