internal import CLinux
internal import Glibc

/// Whether the file of a store has all of its pages.
///
/// SQLite reads what is missing of a last page as zeros: numbers of a row that was cut off are 0 then,
/// and no check of its pages tells. The file says how many pages it has, and each commit in its log
/// how many it has after that.
///
/// Source: https://sqlite.org/fileformat2.html#the_database_header, offsets 16, 24, 28 and 92.
enum StoreLength {
  private static let headerBytes = 100

  /// - Throws: ``SQLiteError`` where pages are missing that are not in the log either.
  static func check(_ path: String, _ log: FoundLog) throws(SQLiteError) {
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
    let pages = log.storePages != 0 ? log.storePages : storePages(header)
    let whole = Int(status.st_size) / pageBytes
    let missing = Int(pages) - whole
    guard missing > 0 else { return }
    // More than the log has cannot all be in it.
    let isInLog =
      missing <= log.pages.count
      && (whole + 1...Int(pages)).allSatisfy { log.pages.contains(UInt32($0)) }
    guard !isInLog else { return }
    throw .damaged(
      path: path, detail: "it has \(status.st_size) bytes of \(Int(pages) * pageBytes)")
  }

  private static func pageBytes(_ header: [UInt8]) -> Int {
    let bytes = Int(header[16]) << 8 | Int(header[17])
    return bytes == 1 ? 65536 : bytes
  }

  /// How many pages the file says that it has; 0 where an old version has written it since it did.
  private static func storePages(_ header: [UInt8]) -> UInt32 {
    header.bigEndianNumber(24) == header.bigEndianNumber(92) ? header.bigEndianNumber(28) : 0
  }
}
