internal import Glibc

/// Files that a person names: regular ones, pipes, standard input.
package enum InputFile {
  /// - Throws: ``SystemError``; `EFBIG` for more bytes than the limit, `EISDIR` for a folder.
  package static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("open", path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError("read", path) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
      if bytes.count > limit { throw SystemError("read", path, code: EFBIG) }
    }
  }
}
