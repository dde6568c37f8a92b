internal import CLinux
internal import Glibc

/// Whole small files: configuration, descriptions, keys.
package enum SmallFile {
  /// What a file may hold at most, in bytes; a larger one is not read.
  package static let limit = 16 << 20

  /// The bytes of an ordinary file, or nil where it does not exist, cannot be read or is too large,
  /// and for a folder, a pipe or a device: nobody is waited for.
  ///
  /// For what one can do without; ``contents(of:)`` tells the reasons apart.
  package static func read(_ path: String) -> [UInt8]? { try? contents(of: path) }

  /// The same of a file that is open; the caller closes it.
  package static func read(descriptor: Int32) -> [UInt8]? { try? contents(of: descriptor, "") }

  /// The bytes of a file that may be missing, but not unreadable.
  ///
  /// - Returns: Nil where there is no such file, as where its folder is none.
  /// - Throws: ``SystemError`` where there is something that cannot be read: no permission for it or
  ///   its folder, a link to nowhere, a folder, a pipe, a failing disk; `EFBIG` where it is too large.
  package static func contents(of path: String) throws(SystemError) -> [UInt8]? {
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try OrdinaryFile.open(path)
    } catch {
      guard error.code == ENOENT || error.code == ENOTDIR, !isLinkToNowhere(path) else {
        throw error
      }
      return nil
    }
    defer { close(descriptor) }
    return try contents(of: descriptor, path)
  }

  /// Whether the file, or a folder that it would be in, is a link behind which there is nothing:
  /// somebody has meant it to be there.
  private static func isLinkToNowhere(_ path: String) -> Bool {
    var place = path[...]
    while !place.isEmpty {
      var (own, target) = (stat(), stat())
      let name = String(place)
      if lstat(name, &own) == 0 {
        return own.st_mode & S_IFMT == S_IFLNK && stat(name, &target) != 0
      }
      guard let end = place.lastIndex(of: "/") else { return false }
      place = place[..<end]
    }
    return false
  }

  private static func contents(
    of descriptor: Int32, _ path: String
  ) throws(SystemError) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SystemError("stat", path) }
    guard status.st_size <= limit else { throw SystemError("read", path, code: EFBIG) }
    var bytes: [UInt8] = []
    // Most are read whole at once; what is behind that has grown since.
    var room = Int(status.st_size)
    while bytes.count <= limit {
      var count = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: room > 0 ? room : 16384) { buffer, filled in
        count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        filled = max(0, count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError("read", path) }
      if count == 0 { return bytes }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      room = 0
    }
    throw SystemError("read", path, code: EFBIG)
  }
}
