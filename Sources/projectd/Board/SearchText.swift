internal import LinuxSystem

/// Titles and descriptions of all projects, one behind the other: a search goes through one piece of
/// memory, and not from project to project.
///
/// It is made for the first search. Later changes are put behind it; when there are many, the next
/// search has it made again.
struct SearchText: Sendable {
  private var text = FoldedText()
  /// Where the text of each entry begins; it ends where the next one's does.
  private var starts: ContiguousArray<UInt32> = []
  /// Of each entry whose it is.
  private var places: ContiguousArray<Int32> = []
  /// Of each place its entry: older ones of the same place count no more.
  private var entries: ContiguousArray<UInt32> = []
  /// Places whose texts are compared as characters, or are too long to be kept twice.
  private var others: Set<Int32> = []

  /// Between texts, and between title and description: no UTF-8 has it.
  private static let end: UInt8 = 0xFF
  /// Longer descriptions are looked at where they are, in bytes.
  private static let longest = 1000
  private static let most = Int(UInt32.max)

  init(_ projects: ContiguousArray<Project>) {
    starts.reserveCapacity(projects.count)
    places.reserveCapacity(projects.count)
    entries.reserveCapacity(projects.count)
    for project in projects { put(project) }
  }

  /// Whether so much of it counts no more, or it is so long, that it is better made again.
  var isWorn: Bool { starts.count > entries.count * 2 + 1000 || text.bytes.count > Self.most }

  /// Puts in the text of a changed or new project; new ones come in the order of their places.
  mutating func put(_ project: Project) {
    let place = project.number - 1
    let entry = UInt32(truncatingIfNeeded: starts.count)
    starts.append(UInt32(truncatingIfNeeded: text.bytes.count))
    places.append(Int32(truncatingIfNeeded: place))
    if place == entries.count { entries.append(entry) } else { entries[place] = entry }
    others.remove(Int32(truncatingIfNeeded: place))
    guard !project.isRemoved else { return }
    let start = text.bytes.count
    var isWhole = text.append(project.title)
    text.bytes.append(Self.end)
    if let body = project.body {
      isWhole = isWhole && body.utf8.count <= Self.longest && text.append(body)
      text.bytes.append(Self.end)
    }
    guard !isWhole else { return }
    text.bytes.removeLast(text.bytes.count - start)
    others.insert(Int32(truncatingIfNeeded: place))
  }

  /// Of each place whether all of some texts stand in its title or description.
  func places(saying matches: [TextMatch], in projects: ContiguousArray<Project>) -> [Bool] {
    var found = [Bool](repeating: false, count: entries.count)
    let needles = matches.compactMap(\.folded)
    guard needles.count == matches.count, needles.allSatisfy({ !$0.isEmpty }) else {
      return projects.map { project in matches.allSatisfy { project.says($0) } }
    }
    text.bytes.withUnsafeBytes { bytes in
      let first = rarest(needles, bytes)
      var (entry, start) = (0, 0)
      while let hit = Memory.place(of: first, in: bytes, from: start, to: bytes.count) {
        // Hits are seldom far from one another, or seldom at all.
        while end(of: entry) <= hit { entry += 1 }
        let place = Int(places[entry])
        if entries[place] == entry {
          found[place] = needles.allSatisfy { says($0, entry, bytes) }
        }
        start = end(of: entry)
        entry += 1
      }
    }
    for place in others {
      let project = projects[Int(place)]
      found[Int(place)] = matches.allSatisfy { project.says($0) }
    }
    return found
  }

  /// Looked at to see which of several texts is found least often.
  private static let sampled = 1 << 14

  private func rarest(_ needles: [[UInt8]], _ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    if needles.count == 1 { return needles[0] }
    let end = min(Self.sampled, bytes.count)
    let counts = needles.map { needle in
      var (count, start) = (0, 0)
      while let hit = Memory.place(of: needle, in: bytes, from: start, to: end) {
        (count, start) = (count + 1, hit + needle.count)
      }
      return count
    }
    return zip(counts, needles).min { $0.0 < $1.0 }?.1 ?? []
  }

  /// Whether a text stands in the title or description of a project.
  func says(_ match: TextMatch, at place: Int, in projects: ContiguousArray<Project>) -> Bool {
    guard let needle = match.folded, !others.contains(Int32(truncatingIfNeeded: place)) else {
      return projects[place].says(match)
    }
    return text.bytes.withUnsafeBytes { says(needle, Int(entries[place]), $0) }
  }

  private func end(of entry: Int) -> Int {
    entry + 1 < starts.count ? Int(starts[entry + 1]) : text.bytes.count
  }

  private func says(_ needle: [UInt8], _ entry: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
    Memory.place(of: needle, in: bytes, from: Int(starts[entry]), to: end(of: entry)) != nil
  }
}

extension Project {
  /// Whether a text stands in its title or description.
  func says(_ text: TextMatch) -> Bool {
    text.matches(title) || (body.map { text.matches($0) } ?? false)
  }
}
