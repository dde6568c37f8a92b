internal import CLinux
internal import Glibc

/// Whether the file of a store has all of its pages.
///
/// SQLite reads what is missing of a last page as zeros: numbers of a row that was cut off are 0 then,
/// and no check of its pages tells. Where the log has nothing for the store, its file has as many pages
/// as it says, as the last checkpoint has made it so long. Else whole pages at its end may be in the
/// log, or free and in neither: then only half a page is nothing that a kill or a power cut leaves.
///
/// Source: https://sqlite.org/fileformat2.html#the_database_header, offsets 16, 24, 28 and 92.
enum StoreLength {
  private static let headerBytes = 100

  /// - Throws: ``SQLiteError`` where something is missing.
  static func check(_ path: String, _ log: FoundLog) throws(SQLiteError) {
    // A store that was being made is undone by its journal, before there is a log.
    guard access("\(path)-journal", F_OK) != 0 else { return }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    // What cannot be opened is told where it is opened to be used.
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    var header = [UInt8](repeating: 0, count: headerBytes)
    guard fstat(descriptor, &status) == 0,
      pread(descriptor, &header, headerBytes, 0) == headerBytes
    else { return }
    let pageBytes = pageBytes(header)
    guard pageBytes >= 512 else { return }
    let whole = Int(status.st_size) / pageBytes
    var pages = whole
    if log.committedFrames == 0 {
      pages = max(whole, storePages(header))
    } else if Int(status.st_size) % pageBytes != 0, !log.pages.contains(UInt32(whole + 1)) {
      pages = whole + 1
    }
    guard pages > whole else { return }
    throw .damaged(path: path, detail: "it has \(status.st_size) bytes of \(pages * pageBytes)")
  }

  private static func pageBytes(_ header: [UInt8]) -> Int {
    let bytes = Int(header[16]) << 8 | Int(header[17])
    return bytes == 1 ? 65536 : bytes
  }

  /// How many pages the file says that it has; 0 where an old version has written it since it did.
  private static func storePages(_ header: [UInt8]) -> Int {
    header.bigEndianNumber(24) == header.bigEndianNumber(92) ? Int(header.bigEndianNumber(28)) : 0
  }
}
