internal import DaemonRuntime
internal import Glibc
internal import LinuxSystem
internal import Loop
internal import Storage
internal import Values

/// The imported feeds: one file each, beside the store.
@LoopActor
final class FeedLibrary {
  static let maximum = 32
  private static let suffix = ".feed"

  private let host: DomainHost
  let folder: String
  private var files: [String: FeedFile] = [:]
  /// What the store says of timetables that were removed: when each was imported.
  var removals: [String: Timestamp] = [:]
  /// Those of them whose files are gone, which is on disk.
  private var finished: [String: Timestamp] = [:]

  init(host: DomainHost) {
    self.host = host
    let path = host.database.path
    let end = path.lastIndex(of: "/") ?? path.startIndex
    folder = "\(path[..<end])/feeds"
  }

  /// All feeds by name; those that another version has written are told once and left out.
  var feeds: [FeedFile] { files.keys.sorted().compactMap { self[$0] } }

  /// A feed that is there; one that the store calls removed is not, whether its file is or not.
  subscript(name: String) -> FeedFile? {
    guard let file = files[name], removals[name] != file.facts.importedAt else { return nil }
    return file
  }

  /// Finds what is there; what an import left behind that did not end is removed, and so is what a
  /// removal left.
  ///
  /// Nothing is shown that a power cut could still take away.
  func load() {
    files = [:]
    do {
      try Self.sync(folder)
    } catch {
      return host.log(.error, "it is not known which timetables are on disk: \(error)")
    }
    for name in Directory.names(in: folder) {
      if name.hasSuffix(Self.suffix) {
        open(String(name.dropLast(Self.suffix.count)))
      } else if name.hasSuffix(".new") || name.hasSuffix(".zip") || name.hasSuffix(".new.lock") {
        unlink("\(folder)/\(name)")
      }
    }
    // In the middle of a transaction a removal that is read may be undone.
    if !host.database.isInTransaction { finishRemovals() }
  }

  private func open(_ name: String) {
    do {
      files[name] = try FeedFile(path: path(of: name))
    } catch is FeedFile.Outdated {
      host.log(.warning, "the timetable \(name) was written by another version; import it again")
    } catch {
      host.log(.error, "the timetable \(name) cannot be opened: \(error)")
    }
  }

  func path(of name: String) -> String { "\(folder)/\(name)\(Self.suffix)" }

  /// Where an import of this name is written until it is complete.
  func draft(of name: String) -> String { "\(folder)/\(name).new" }

  /// Makes the folder where it is missing; a feed in it is on disk once the folder's own name is.
  func makeFolder() throws(SystemError) {
    try Directory.create(folder)
    // A folder that is there may have been made by a daemon that did not come to this.
    try Directory.sync(String(folder.dropLast("/feeds".count)))
  }

  /// Nobody knows whether a new feed is in its place, now or after a power cut.
  struct InDoubt: Error {
    let cause: SystemError
  }

  /// Takes a complete draft under its name, and waits for the disk.
  ///
  /// From one moment to the next the new feed is there and the old one is not.
  ///
  /// - Throws: ``InDoubt``; any other error means that everything is as it was.
  func adopt(_ name: String) throws -> FeedFile {
    let draft = draft(of: name)
    let file = try FeedFile(path: path(of: name), draft: draft)
    guard rename(draft, path(of: name)) == 0 else {
      let error = SystemError("rename", path(of: name))
      // A call that failed may have been carried out all the same.
      guard access(draft, F_OK) == 0 else { throw InDoubt(cause: error) }
      throw error
    }
    do {
      try Directory.sync(folder)
    } catch {
      throw InDoubt(cause: error)
    }
    unlink("\(draft).lock")
    files[name] = file
    return file
  }

  // MARK: Removals

  /// The removals whose files may be there still: the store has to know of no others.
  func unfinished(of removals: [String: Timestamp]) -> [String: Timestamp] {
    removals.filter { finished[$0.key] != $0.value }
  }

  /// Removes the files of what the store calls removed; where that fails a start tries again.
  func finishRemovals() {
    let removals = unfinished(of: removals)
    guard !removals.isEmpty else { return }
    do {
      for (name, importedAt) in removals where files[name]?.facts.importedAt == importedAt {
        guard unlink(path(of: name)) == 0 || errno == ENOENT else {
          throw SystemError("unlink", path(of: name))
        }
        files[name] = nil
      }
      try Self.sync(folder)
      finished.merge(removals) { $1 }
    } catch {
      host.log(.error, "the file of a removed timetable could not be removed: \(error)")
    }
  }

  /// The names in a folder are on disk when this returns; none are in one that was never made.
  private static func sync(_ folder: String) throws(SystemError) {
    do {
      try Directory.sync(folder)
    } catch  where error.code == ENOENT {
      return
    }
  }

  // MARK: Stops

  /// One place of one feed.
  struct Match {
    let feed: FeedFile
    let stops: [FeedStop]

    /// What names this place and no other.
    var name: String { "\(feed.facts.name):\(stops.first?.id ?? "")" }

    /// Whether it can be the place at a point.
    func isNear(_ point: GeoPoint, metres: Double) -> Bool {
      let points = stops.compactMap(\.point)
      return points.isEmpty || points.contains { $0.metres(to: point) <= metres }
    }
  }

  /// The stops that a word names, `FEED:STOP` or in any feed.
  func stops(_ word: String) throws -> [Match] {
    if let colon = word.firstIndex(of: ":"), let feed = files[String(word[..<colon])] {
      let stops = try feed.stops(String(word[word.index(after: colon)...]))
      return Self.matches(stops, feed)
    }
    return try feeds.flatMap { Self.matches(try $0.stops(word), $0) }
  }

  /// The places of some stops, those with most poles first.
  private static func matches(_ stops: [FeedStop], _ feed: FeedFile) -> [Match] {
    StopGroups.places(stops).map { Match(feed: feed, stops: $0) }
  }

  /// `seattle` of `/home/me/Seattle.zip`: lower case letters, digits and dashes.
  static func name(of source: String) -> String {
    var file = source.split(separator: "?").first.map(String.init) ?? source
    while file.hasSuffix("/") { file.removeLast() }
    file = file.split(separator: "/").last.map(String.init) ?? file
    if file.lowercased().hasSuffix(".zip") { file = String(file.dropLast(4)) }
    var name = ""
    for character in file.lowercased() {
      if character.isASCII, character.isLetter || character.isNumber {
        name.append(character)
      } else if !name.hasSuffix("-"), !name.isEmpty {
        name.append("-")
      }
    }
    while name.hasSuffix("-") { name.removeLast() }
    return name.isEmpty ? "feed" : String(name.prefix(32))
  }
}
