extension Params.List {
  /// What the list is kept to, as it is typed: `doing`, `--tag work`.
  var asked: [String] {
    var words = state.map { [$0.word] } ?? []
    let switches = [
      ("--done", done), ("--overdue", overdue), ("--waiting", waiting), ("--blocked", blocked),
      ("--blocking", blocking),
    ]
    words += switches.filter(\.1).map(\.0)
    let values: [(name: String, value: String?)] = [
      ("--tag", tag), ("--group", group), ("--text", text), ("--due", due),
      ("--priority", priority), ("--assigned", assigned), ("--where", `where`),
    ]
    for (name, value) in values {
      guard let value else { continue }
      words.append(value.isEmpty || value.contains(" ") ? "\(name) '\(value)'" : "\(name) \(value)")
    }
    return words
  }
}
