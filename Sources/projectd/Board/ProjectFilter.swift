internal import CivilTime
internal import IPCProtocol

/// Which projects a list shows.
struct ProjectFilter: Sendable {
  var state: ProjectState?
  /// All of these.
  var tags: [String] = []
  var group: String?
  var due: DueRange?
  var text: TextMatch?
  var isOverdue = false

  func matches(_ project: Project, _ reader: ReaderDay) -> Bool {
    if let state, project.state != state { return false }
    if isOverdue, !project.isOverdue(reader) { return false }
    if let due, !due.contains(project.due, reader) { return false }
    if let group, project.group != group { return false }
    for tag in tags where !project.tags.contains(tag) { return false }
    if let text {
      return text.matches(project.title) || (project.body.map { text.matches($0) } ?? false)
    }
    return true
  }
}

extension Project {
  /// Not done, and the deadline lies before today.
  func isOverdue(_ reader: ReaderDay) -> Bool {
    guard state != .done, let due else { return false }
    return reader.isPast(due)
  }
}

/// `fri`, `2026-11-01..2026-11-30`, `today..`, `..eom`, `none`: both ends belong to it.
enum DueRange: Hashable, Sendable {
  case none
  case days(from: CivilDate?, to: CivilDate?)

  init(_ text: String, _ words: DeadlineWords) throws(ProjectError) {
    if DeadlineVocabulary.none.contains(text.lowercased()) {
      self = .none
      return
    }
    guard let dots = text.firstRange(of: "..") else {
      guard let day = try words.deadline(text)?.date else { throw words.invalid(text) }
      self = .days(from: day, to: day)
      return
    }
    let parts = [text[..<dots.lowerBound], text[dots.upperBound...]].map {
      TextRules.trimmed(String($0))
    }
    let from = parts[0].isEmpty ? nil : try words.deadline(parts[0])?.date
    let to = parts[1].isEmpty ? nil : try words.deadline(parts[1])?.date
    if let from, let to, from > to {
      throw ProjectError(.invalidRange, ["due": .string(text)])
    }
    self = .days(from: from, to: to)
  }

  func contains(_ due: Due?, _ reader: ReaderDay) -> Bool {
    switch (self, due) {
    case (.none, nil): return true
    case (.none, _), (.days, nil): return false
    case (.days(let from, let to), let due?):
      let date = reader.date(of: due)
      return date >= from ?? .first && date <= to ?? .last
    }
  }
}

/// A part of a text, whatever the case of its letters.
struct TextMatch: Sendable {
  private let needle: [UInt8]
  /// Where it is plain ASCII, bytes are compared; else characters, as Unicode compares them.
  private let characters: [Character]?

  init(_ text: String) {
    let lowered = text.lowercased()
    needle = Array(lowered.utf8)
    characters = needle.allSatisfy { $0 < 0x80 } ? nil : Array(lowered)
  }

  func matches(_ text: String) -> Bool {
    if let characters { return Self.contains(text, characters) }
    var text = text
    return text.withUTF8 { utf8 in contains(utf8) }
  }

  private func contains(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = needle.first else { return true }
    guard utf8.count >= needle.count else { return false }
    for start in 0...(utf8.count - needle.count) where Self.lowered(utf8[start]) == first {
      var length = 1
      while length < needle.count, Self.lowered(utf8[start + length]) == needle[length] {
        length += 1
      }
      if length == needle.count { return true }
    }
    return false
  }

  @inline(__always)
  private static func lowered(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  private static func contains(_ text: String, _ needle: [Character]) -> Bool {
    var rest = Substring(text.lowercased())
    while !rest.isEmpty {
      if rest.starts(with: needle) { return true }
      rest.removeFirst()
    }
    return false
  }
}
