internal import Glibc

/// A directory that exists as long as this object.
package final class TemporaryDirectory: Sendable {
  package let path: String

  /// Made in `/tmp`, whatever `TMPDIR` says: a socket's path has room for 107 bytes only.
  package init() throws(HarnessFailure) {
    var template = Array("/tmp/mate-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .errno("mkdtemp") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  /// Removes a file, or a directory with everything in it; what is absent is no error.
  package static func remove(_ path: String) {
    if let directory = opendir(path) {
      while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { remove("\(path)/\(name)") }
      }
      closedir(directory)
      rmdir(path)
    } else {
      unlink(path)
    }
  }

  /// Writes a file, making the directories above it.
  package func write(_ text: String, to name: String) throws(HarnessFailure) {
    var folder = path
    for part in name.split(separator: "/").dropLast() {
      folder += "/\(part)"
      mkdir(folder, 0o700)
    }
    guard let file = fopen("\(path)/\(name)", "w") else { throw .errno("open \(name)") }
    defer { fclose(file) }
    let bytes = Array(text.utf8)
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw .errno("write \(name)") }
  }

  /// The text of a file, or nil where there is none.
  package static func text(of path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Why the test's own machinery could not go on.
package struct HarnessFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }

  package static func errno(_ what: String) -> HarnessFailure {
    HarnessFailure("\(what): \(String(cString: strerror(Glibc.errno)))")
  }
}
