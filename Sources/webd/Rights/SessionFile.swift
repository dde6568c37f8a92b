internal import CLinux
internal import Glibc
internal import IPCProtocol
internal import LinuxSystem

/// What a browser may do outlives this program: its sessions in a file that its user alone reads.
///
/// Programs that share the file share the sessions. Who removes it has ended all of them.
struct SessionFile {
  struct Session: Equatable {
    let user: UInt32
    /// When it ends, in milliseconds since 1970: the one clock that counts on after a start.
    let end: Int64
  }

  struct Content: Equatable {
    /// By the word of the cookie.
    var sessions: [String: Session] = [:]
    /// The port of loopback that was opened for a link; nil where none was.
    var port: UInt16?
  }

  /// Which file it was that was read: each change is another file.
  struct Stamp: Equatable {
    private let inode: UInt64
    private let seconds: Int
    private let nanoseconds: Int

    fileprivate init(_ status: stat) {
      inode = UInt64(status.st_ino)
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
  }

  /// Of a word, in hexadecimal digits.
  static let wordLength = 64
  private static let name = "sessions.json"

  private let folder: String
  private var path: String { "\(folder)/\(Self.name)" }

  init(folder: String) { self.folder = folder }

  /// Where systemd says, else in the state of the user.
  static var own: SessionFile {
    let given = Environment["STATE_DIRECTORY"].map { String($0.prefix { $0 != ":" }) }
    return SessionFile(folder: given ?? StateHome.folder(ofDomain: "web"))
  }

  /// The wall clock, in milliseconds since 1970.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Nil where there is no such file.
  var stamp: Stamp? {
    var status = stat()
    return lstat(path, &status) == 0 ? Stamp(status) : nil
  }

  /// What the file holds: nothing where there is none, and where others may have written it or have read it; nil
  /// where it cannot be read.
  func content() -> Content? {
    do throws(FolderFailure) {
      return try read(in: try OwnedFolder(folder, owners: .caller))
    } catch {
      guard case .system(let error) = error, ![ENOENT, EPERM, ELOOP].contains(error.code) else {
        return Content()
      }
      return nil
    }
  }

  private func read(in place: borrowing OwnedFolder) throws(FolderFailure) -> Content {
    do throws(SystemError) {
      let descriptor = try place.open(Self.name, O_RDONLY)
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, let bytes = SmallFile.read(descriptor: descriptor)
      else { throw SystemError("read", path, code: EIO) }
      guard status.st_mode & 0o077 == 0, let value = try? JSON.parse(bytes) else {
        return Content()
      }
      return Content(value)
    } catch {
      throw .system(error)
    }
  }

  /// Changes what the file holds, as it is now, so that it lasts; others who do that wait.
  ///
  /// - Throws: ``FolderFailure`` where it cannot; then the old content lasts.
  func change(_ body: (inout Content) -> Void) throws(FolderFailure) {
    let place = try OwnedFolder.made(folder, owners: .caller)
    do throws(SystemError) {
      let lock = try place.open("\(Self.name).lock", O_RDWR | O_CREAT)
      defer { close(lock) }
      while flock(lock, LOCK_EX) != 0 {
        guard errno == EINTR else { throw SystemError("lock", path) }
      }
      guard let before = content() else { throw SystemError("read", path, code: EIO) }
      var content = before
      body(&content)
      guard content != before else { return }
      try WholeFile.replace(path, with: Array(JSON.text(content.json).utf8), isDurable: true)
    } catch {
      throw .system(error)
    }
  }
}

extension SessionFile.Content {
  fileprivate init(_ value: JSONValue) {
    for (word, session) in value["sessions"]?.objectValue ?? [:] {
      guard word.utf8.count == SessionFile.wordLength, let end = session["end"]?.integerValue,
        end > 0, let user = session["user"]?.integerValue.flatMap({ UInt32(exactly: $0) })
      else { continue }
      sessions[word] = SessionFile.Session(user: user, end: end)
    }
    port = value["port"]?.integerValue.flatMap { UInt16(exactly: $0) }
  }

  fileprivate var json: JSONValue {
    let sessions = sessions.sorted { $0.key < $1.key }.map { word, session -> (String, JSONValue) in
      (word, ["user": .integer(Int64(session.user)), "end": .integer(session.end)])
    }
    var object: JSONObject = ["sessions": .object(JSONObject(sessions))]
    object["port"] = port.map { .integer(Int64($0)) }
    return .object(object)
  }
}
