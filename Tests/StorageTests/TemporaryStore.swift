import Glibc
import Testing

@testable import Storage

/// A folder that is gone after the test, and what is done to files in it.
final class TemporaryStore {
  let folder: String

  init() {
    var template = Array("/tmp/mate-store-XXXXXX".utf8CString)
    folder = mkdtemp(&template).map { String(cString: $0) } ?? ""
    precondition(!folder.isEmpty, "mkdtemp failed")
  }

  var path: String { "\(folder)/state/store.sqlite" }

  deinit {
    for name in Self.names(in: "\(folder)/state") { unlink("\(folder)/state/\(name)") }
    rmdir("\(folder)/state")
    for name in Self.names(in: folder) { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  static func read(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      bytes.append(contentsOf: chunk.prefix(count))
    }
    return bytes
  }

  static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "wb") else { return }
    defer { fclose(file) }
    fwrite(bytes, 1, bytes.count, file)
  }

  static func mode(of path: String) -> mode_t {
    var status = stat()
    guard stat(path, &status) == 0 else { return 0 }
    return status.st_mode & 0o777
  }
}
