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
      let words = typed.prefix(length).joined(separator: " ")
      let known = paths.filter { $0.count == length }.map { $0.joined(separator: " ") }
      if let nearest = nearestNames(to: words, among: known).first { return (words, nearest) }
    }
    let all = typed.joined(separator: " ")
    let known = paths.map { $0.joined(separator: " ") }
    if let nearest = nearestNames(to: all, among: known).first { return (all, nearest) }
    // The beginning of one command is taken for it: `ord` for `order`.
    let first = typed.first ?? ""
    let begun = known.filter { first.utf8.count > 1 && $0.hasPrefix(first) }
    guard let shortest = begun.min(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) else {
      return (all, nil)
    }
    return (first, shortest)
  }
}

extension DomainDescription {
  func hasCommand(startingWith words: [String]) -> Bool {
    methods.contains { $0.command?.path.starts(with: words) == true }
  }
}
