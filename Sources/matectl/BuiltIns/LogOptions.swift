internal import LogReading
internal import Values

/// The options of `logs`, the global ones taken off already.
struct LogOptions {
  var query = LogQuery()
  var follows = false

  /// systemd's names for syslog's priorities, the most urgent first.
  static let priorities = ["emerg", "alert", "crit", "err", "warning", "notice", "info", "debug"]

  init(_ words: [String], now: Timestamp) throws(UsageError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("-"), word.count > 1 else {
        query.domains.append(word)
        continue
      }
      if word == "-f" || word == "--follow" {
        follows = true
        continue
      }
      let (name, value) = try Self.valued(word, &rest)
      try take(name, value, now: now)
    }
    if follows, query.count == nil, query.since == nil { query.count = 10 }
  }

  /// `-n 5`, `-n5`, `--lines=5`, `--lines 5`: the name in its long form, and the value.
  private static func valued(
    _ word: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> (name: String, value: String) {
    let long = ["-n": "--lines", "-p": "--priority", "-S": "--since"]
    var name = word
    var attached: String?
    if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
      name = String(word[..<equals])
      attached = String(word[word.index(after: equals)...])
    } else if !word.hasPrefix("--"), word.count > 2 {
      name = String(word.prefix(2))
      attached = String(word.dropFirst(2))
    }
    name = long[name] ?? name
    guard long.values.contains(name) else {
      let nearest = nearestNames(to: name, among: long.values.sorted() + ["--follow"]).first
      throw UsageError(
        "logs has no option \(word)", "logs에 \(word) 옵션은 없습니다", nearest: nearest)
    }
    guard let value = attached ?? rest.popFirst() else { throw .missingValue(name) }
    return (name, value)
  }

  private mutating func take(
    _ name: String, _ value: String, now: Timestamp
  ) throws(UsageError) {
    switch name {
    case "--lines":
      guard let count = Int(value), (0...1_000_000).contains(count) else {
        throw .wrongValue(name, value, "0…1000000")
      }
      query.count = count
    case "--priority":
      guard let number = Self.priorities.firstIndex(of: value) ?? Int(value),
        Self.priorities.indices.contains(number)
      else { throw .wrongValue(name, value, Self.priorities.joined(separator: ", ")) }
      query.priority = number
    default:
      guard let since = PastMoment.parse(value, now: now) else {
        throw .wrongValue(name, value, "10m, 2h, today, yesterday, 2026-11-21, 2026-11-21T09:30")
      }
      query.since = since
    }
  }
}
