internal import DaemonRuntime
internal import Glibc
internal import IPCProtocol
internal import LinuxSystem
internal import Storage

/// The imported feeds: one file each, beside the store.
@LoopActor
final class FeedLibrary {
  static let maximum = 32
  private static let suffix = ".feed"

  private let host: DomainHost
  let folder: String
  private var files: [String: FeedFile] = [:]

  init(host: DomainHost) {
    self.host = host
    let path = host.database.path
    let end = path.lastIndex(of: "/") ?? path.startIndex
    folder = "\(path[..<end])/feeds"
  }

  /// All feeds by name; those that another version has written are told once and left out.
  var feeds: [FeedFile] { files.keys.sorted().compactMap { files[$0] } }

  subscript(name: String) -> FeedFile? { files[name] }

  /// Finds what is there; what an import left behind that did not end is removed.
  func load() {
    files = [:]
    for name in Self.names(in: folder) {
      if name.hasSuffix(Self.suffix) {
        open(String(name.dropLast(Self.suffix.count)))
      } else if name.hasSuffix(".new") || name.hasSuffix(".zip") || name.hasSuffix(".new.lock") {
        unlink("\(folder)/\(name)")
      }
    }
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

  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names.sorted()
  }

  func path(of name: String) -> String { "\(folder)/\(name)\(Self.suffix)" }

  /// Where an import of this name is written until it is complete.
  func draft(of name: String) -> String { "\(folder)/\(name).new" }

  /// Makes the folder where it is missing; a feed in it is on disk once the folder's own name is.
  func makeFolder() throws {
    try Directory.create(folder)
  }

  /// Takes a complete draft under its name: from one moment to the next the new feed is there and
  /// the old one is not.
  func adopt(_ name: String) throws -> FeedFile {
    guard rename(draft(of: name), path(of: name)) == 0 else {
      throw SystemError("rename", path(of: name))
    }
    Self.sync(folder)
    unlink("\(draft(of: name)).lock")
    let file = try FeedFile(path: path(of: name))
    files[name] = file
    return file
  }

  func remove(_ name: String) throws(SystemError) {
    files[name] = nil
    guard unlink(path(of: name)) == 0 else { throw SystemError("unlink", path(of: name)) }
    Self.sync(folder)
  }

  /// What is in a file or a folder is on disk when this returns.
  nonisolated static func sync(_ path: String) {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  // MARK: Stops

  struct Match {
    let feed: FeedFile
    let stops: [FeedStop]
  }

  /// The stops that a word names, `FEED:STOP` or in any feed.
  func stops(_ word: String) throws -> [Match] {
    if let colon = word.firstIndex(of: ":"), let feed = files[String(word[..<colon])] {
      let stops = try feed.stops(String(word[word.index(after: colon)...]))
      return stops.isEmpty ? [] : [Match(feed: feed, stops: stops)]
    }
    return try feeds.compactMap { feed in
      let stops = try feed.stops(word)
      return stops.isEmpty ? nil : Match(feed: feed, stops: stops)
    }
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
