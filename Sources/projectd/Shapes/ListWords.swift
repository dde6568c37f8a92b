extension Params.List {
  /// What the list is kept to, as it is typed: `doing +work`, `--tag work`.
  var asked: [String] {
    var said = (state.map { [$0.word] } ?? []) + words
    let switches = [
      ("--done", done), ("--overdue", overdue), ("--waiting", waiting), ("--blocked", blocked),
      ("--blocking", blocking),
    ]
    said += switches.filter(\.1).map(\.0)
    let values: [(name: String, value: String?)] = [
      ("--tag", tag), ("--group", group), ("--text", text), ("--due", due),
      ("--priority", priority), ("--assigned", assigned), ("--where", `where`),
    ]
    for (name, value) in values {
      guard let value else { continue }
      said.append(value.isEmpty || value.contains(" ") ? "\(name) '\(value)'" : "\(name) \(value)")
    }
    return said
  }
}
