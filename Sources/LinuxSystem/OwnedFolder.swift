internal import CLinux
internal import Glibc

/// Why what lies in a folder is not believed, and nothing is put there.
package struct FolderDistrust: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    /// Its owner is neither the caller nor anybody who may be.
    case belongs(to: UInt32)
    /// A group or everybody may put files there, and sockets of their own.
    case writableByOthers
    /// A link that somebody else has made, or no folder at all.
    case noFolder
  }

  package let path: String
  package let reason: Reason

  package init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  package var description: String {
    switch reason {
    case .belongs(let uid):
      "\(path) belongs to \(LinuxAccounts.name(ofUser: uid)), not to "
        + LinuxAccounts.name(ofUser: geteuid())
    case .writableByOthers: "others may write to \(path); take that from them: chmod go-w \(path)"
    case .noFolder: "\(path) is a link of somebody else's or no folder"
    }
  }
}

/// Why a folder cannot be used.
package enum FolderFailure: Error, Hashable, Sendable, CustomStringConvertible {
  case system(SystemError)
  case distrusted(FolderDistrust)

  package var description: String {
    switch self {
    case .system(let error): error.description
    case .distrusted(let distrust): distrust.description
    }
  }
}

/// A folder in which nobody else can have put anything.
///
/// It is held by its descriptor, so that the folder that was looked at is the one that is used.
package struct OwnedFolder: ~Copyable {
  package let path: String
  package let owner: UInt32
  private let descriptor: Int32

  package enum Owners {
    case caller
    case callerOrRoot
    /// For a folder whose parent is root's alone, who then has given it to its owner.
    case anybody
  }

  /// - Throws: ``FolderFailure``; `ENOENT` where it is not there.
  package init(_ path: String, owners: Owners) throws(FolderFailure) {
    var folder = mate_open_folder(path, 0)
    if folder < 0, errno == ENOTDIR, Self.isOwnedLink(path, owners) {
      folder = mate_open_folder(path, 1)
    }
    guard folder >= 0 else {
      guard errno == ENOTDIR || errno == ELOOP else { throw .system(SystemError("open", path)) }
      throw .distrusted(FolderDistrust(path: path, reason: .noFolder))
    }
    var status = stat()
    guard fstat(folder, &status) == 0 else {
      let error = SystemError("stat", path)
      close(folder)
      throw .system(error)
    }
    if let reason = Self.distrust(of: status, owners) {
      close(folder)
      throw .distrusted(FolderDistrust(path: path, reason: reason))
    }
    self.path = path
    owner = status.st_uid
    descriptor = folder
  }

  /// Whether a link leads somewhere else that was made by somebody who may have the folder as well.
  private static func isOwnedLink(_ path: String, _ owners: Owners) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else {
      errno = ENOTDIR
      return false
    }
    return isOwner(status.st_uid, owners)
  }

  private static func isOwner(_ uid: UInt32, _ owners: Owners) -> Bool {
    switch owners {
    case .caller: uid == geteuid()
    case .callerOrRoot: uid == geteuid() || uid == 0
    case .anybody: true
    }
  }

  private static func distrust(of status: stat, _ owners: Owners) -> FolderDistrust.Reason? {
    guard isOwner(status.st_uid, owners) else { return .belongs(to: status.st_uid) }
    // The group's bits are the mask of an access control list as well, where the folder has one.
    return status.st_mode & 0o022 == 0 ? nil : .writableByOthers
  }

  deinit { close(descriptor) }

  // MARK: Making

  /// Makes the folder where it is missing, 0700 as its missing parents, and opens it.
  package static func made(_ path: String, owners: Owners) throws(FolderFailure) -> OwnedFolder {
    try checkPlace(of: path)
    do throws(SystemError) {
      try Directory.create(path)
    } catch {
      throw .system(error)
    }
    return try OwnedFolder(path, owners: owners)
  }

  /// Whether a missing folder may be made where it is to be: what is there already must be the
  /// caller's or root's, and nobody's to write to unless what others own is safe there, as in `/tmp`.
  private static func checkPlace(of path: String) throws(FolderFailure) {
    var place = path
    var status = stat()
    while stat(place, &status) != 0 {
      guard errno == ENOENT, place != "/", place != "." else {
        throw .system(SystemError("stat", place))
      }
      // A link to nowhere is no place of ours.
      guard lstat(place, &status) != 0 else {
        throw .distrusted(FolderDistrust(path: place, reason: .noFolder))
      }
      place = parent(of: place)
    }
    guard place != path else { return }
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw .distrusted(FolderDistrust(path: place, reason: .belongs(to: status.st_uid)))
    }
    guard status.st_mode & 0o022 == 0 || status.st_mode & S_ISVTX != 0 else {
      throw .distrusted(FolderDistrust(path: place, reason: .writableByOthers))
    }
  }

  private static func parent(of path: String) -> String {
    let parts = path.split(separator: "/").dropLast()
    if path.hasPrefix("/") { return "/" + parts.joined(separator: "/") }
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }

  // MARK: Files

  /// Opens an ordinary file of the caller's; never through a link, of either kind.
  ///
  /// - Parameters:
  ///   - name: Its name in the folder.
  ///   - flags: As of `open(2)`; `O_TRUNC` takes effect once the file was looked at. What is made
  ///     has the mode 0600.
  /// - Returns: A descriptor that closes on exec, and that the caller closes.
  /// - Throws: ``SystemError``; `ELOOP` for a link, `EPERM` for what is no such file.
  package func open(_ name: String, _ flags: Int32) throws(SystemError) -> Int32 {
    let subject = "\(path)/\(name)"
    // Without waiting: a pipe would be opened only once somebody has its other end.
    let safe = flags & ~O_TRUNC | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let file = mate_open_in(descriptor, name, safe, 0o600)
    guard file >= 0 else { throw SystemError("open", subject) }
    var status = stat()
    let isOurs =
      fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
      && status.st_uid == geteuid()
    guard isOurs else {
      close(file)
      throw SystemError("use", subject, code: EPERM)
    }
    guard flags & O_TRUNC == 0 || ftruncate(file, 0) == 0 else {
      let error = SystemError("truncate", subject)
      close(file)
      throw error
    }
    return file
  }

  /// Removes a socket that nobody listens at; nothing else has to do with us.
  package func removeSocket(_ name: String) {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
      status.st_mode & S_IFMT == S_IFSOCK
    else { return }
    unlinkat(descriptor, name, 0)
  }
}
