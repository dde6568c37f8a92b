internal import IPCProtocol
internal import Values

/// The command that words name: the one with the longest path.
struct CommandMatch {
  let method: MethodDescription
  let command: CommandDescription
  private(set) var rest: [String]

  init?(_ words: [String], in domain: DomainDescription) {
    let matches = domain.methods.compactMap { method -> (MethodDescription, CommandDescription)? in
      guard let command = method.command, words.starts(with: command.path) else { return nil }
      return (method, command)
    }
    guard let best = matches.max(by: { $0.1.path.count < $1.1.path.count }) else { return nil }
    (method, command) = best
    rest = Array(words.dropFirst(best.1.path.count))
  }

  /// Whether a word stands behind a command that takes none.
  var hasStrayWord: Bool {
    command.positionals.isEmpty && rest.first.map { !$0.hasPrefix("-") } ?? false
  }

  /// Takes a word of our own out of the arguments, where it stands before `--`.
  mutating func takeSwitch(_ word: String) -> Bool {
    let end = rest.firstIndex(of: "--") ?? rest.endIndex
    guard let index = rest[..<end].firstIndex(of: word) else { return false }
    rest.remove(at: index)
    return true
  }

  /// The command that was meant, and the words that were to name it.
  ///
  /// What stands behind those are its arguments. All words where none is near.
  static func nearestCommand(
    to typed: [String], in domain: DomainDescription
  ) -> (typed: String, command: String?) {
    let paths = domain.methods.compactMap { $0.command?.path }
    // Longer names first: `teller ad 4` is nearer to `teller add` than to anything of one word.
    let lengths = Set(paths.map(\.count)).filter { $0 <= typed.count }.sorted(by: >)
    for length in lengths {
      let words = Array(typed.prefix(length))
      let known = paths.filter { $0.count == length }
      guard !known.contains(words) else { continue }
      if let nearest = nearestPath(to: words, among: known) {
        return (words.joined(separator: " "), nearest.joined(separator: " "))
      }
    }
    let all = typed.joined(separator: " ")
    let known = paths.map { $0.joined(separator: " ") }
    let first = typed.first ?? ""
    // What begins as a command of its own goes on wrongly: nobody knows how it was meant.
    if known.contains(first) { return (all, nil) }
    if let nearest = nearestNames(to: all, among: known).first { return (all, nearest) }
    // The beginning of one command is taken for it, as `ord` for `order`; then a word of one that
    // begins otherwise, as `receive` for `stock receive`; then a group, as `tellers` for `teller list`.
    let group = nearestNames(to: first, among: Array(Set(paths.map { $0[0] }))).first
    let reads = domain.methods.filter { !$0.access.changesState }.compactMap { $0.command?.path }
    let guesses: [[[String]]] = [
      paths.filter { first.utf8.count > 1 && $0.joined(separator: " ").hasPrefix(first) },
      paths.filter { $0.dropFirst().contains(first) },
      reads.filter { $0[0] == group }, paths.filter { $0[0] == group },
    ]
    let shortest = guesses.lazy.compactMap { guess in
      guess.map { $0.joined(separator: " ") }
        .min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }.first
    return shortest.map { (first, $0) } ?? (all, nil)
  }
}

extension CommandMatch {
  /// A path of as many words; where all but the last are right, the last alone is judged.
  private static func nearestPath(to words: [String], among paths: [[String]]) -> [String]? {
    let begun = paths.filter { $0.dropLast() == words.dropLast() }
    if words.count > 1, !begun.isEmpty, let last = words.last {
      let nearest = nearestNames(to: last, among: begun.compactMap(\.last)).first
      return nearest.map { words.dropLast() + [$0] }
    }
    let typed = words.joined(separator: " ")
    let nearest = nearestNames(to: typed, among: paths.map { $0.joined(separator: " ") }).first
    return nearest?.split(separator: " ").map(String.init)
  }
}

extension DomainDescription {
  /// Whether there are commands whose names go on from that of another: `stock set` from `stock`.
  func hasCommands(below command: CommandDescription) -> Bool {
    methods.contains { method in
      guard let path = method.command?.path else { return false }
      return path.count > command.path.count && path.starts(with: command.path)
    }
  }

  /// The command that follows what a method reads: `transit.route.watch` for `transit.route`.
  func words(following method: MethodDescription) -> [String]? {
    methods.first { $0.name == "\(method.name).watch" && $0.isStream }?.command?.path
  }

  func hasCommand(startingWith words: [String]) -> Bool {
    methods.contains { $0.command?.path.starts(with: words) == true }
  }
}
