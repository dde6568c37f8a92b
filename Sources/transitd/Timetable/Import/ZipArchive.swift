internal import CZip
internal import Glibc
internal import Values

/// A feed's archive, opened for reading; nothing is ever unpacked to disk.
///
/// An archive is from outside: what it declares is checked before anything is read, and what is
/// read is held to what it declared.
final class ZipArchive {
  struct Entry: Equatable {
    let name: String
    let size: Int
    let packed: Int
    fileprivate let index: UInt64
  }

  /// Files of a feed are a dozen; folders of other things are no feed.
  static let maximumEntries = 10_000
  /// All entries together, unpacked.
  static let maximumBytes = 4 << 30
  /// Text packs ten to twenty times; a bomb a thousand times.
  static let maximumRatio = 100
  /// Below this nothing is a bomb.
  static let harmlessBytes = 16 << 20

  let entries: [Entry]
  private let handle: OpaquePointer

  /// - Throws: ``FeedProblem``.
  init(path: String) throws(FeedProblem) {
    var code: Int32 = 0
    guard access(path, R_OK) == 0 else {
      let reason = String(cString: strerror(errno))
      throw .unreadable("transitd cannot read it (\(reason))", "transitd가 읽을 수 없음: \(reason)")
    }
    guard let handle = zip_open(path, ZIP_RDONLY, &code) else {
      throw .unreadable("it is no zip archive", "zip 파일이 아님")
    }
    self.handle = handle
    do throws(FeedProblem) {
      entries = try Self.checkedEntries(handle)
    } catch {
      zip_discard(handle)
      throw error
    }
  }

  deinit { zip_discard(handle) }

  private static func checkedEntries(_ handle: OpaquePointer) throws(FeedProblem) -> [Entry] {
    let count = zip_get_num_entries(handle, 0)
    guard count <= maximumEntries else {
      throw .tooLarge("it has \(count) entries", "항목이 \(count)개")
    }
    var entries: [Entry] = []
    var total = 0
    for index in 0..<UInt64(max(0, count)) {
      let entry = try entry(handle, index)
      try check(entry)
      let (sum, overflow) = total.addingReportingOverflow(entry.size)
      guard !overflow, sum <= maximumBytes else {
        throw .tooLarge("it unpacks to more than 4 GiB", "풀면 4 GiB를 넘음")
      }
      total = sum
      entries.append(entry)
    }
    return entries
  }

  private static func entry(
    _ handle: OpaquePointer, _ index: UInt64
  ) throws(FeedProblem) -> Entry {
    var name: UnsafePointer<CChar>?
    var size: UInt64 = 0
    var packed: UInt64 = 0
    guard mate_zip_entry(handle, index, &name, &size, &packed) == 0, let name,
      let size = Int(exactly: size), let packed = Int(exactly: packed)
    else { throw .unreadable("its directory is damaged", "목차가 손상됨") }
    return Entry(name: String(cString: name), size: size, packed: packed, index: index)
  }

  private static func check(_ entry: Entry) throws(FeedProblem) {
    let parts = entry.name.split(separator: "/", omittingEmptySubsequences: false)
    let leaves =
      entry.name.hasPrefix("/") || entry.name.contains("\\") || parts.contains("..")
      || entry.name.prefix(3).contains(":")
    guard !leaves else {
      throw .tooLarge(
        "\(entry.name.prefix(64)) lies outside of the archive",
        "\(entry.name.prefix(64)) 경로가 밖을 가리킴")
    }
    guard entry.size <= harmlessBytes || entry.size / max(1, entry.packed) <= maximumRatio else {
      throw .tooLarge(
        "\(entry.name.prefix(64)) unpacks to \(entry.size) bytes from \(entry.packed)",
        "\(entry.name.prefix(64), .subject) \(entry.packed)바이트에서 \(entry.size)바이트로 풀림")
    }
  }

  /// The entry of a file name, at the root or in the one folder that many feeds are packed with.
  func entry(named name: String) -> Entry? {
    entries.first { $0.name == name } ?? entries.first { $0.name.hasSuffix("/\(name)") }
  }

  /// Opens an entry for reading from its start.
  func reader(_ entry: Entry) throws(FeedProblem) -> ZipEntryReader {
    guard let file = zip_fopen_index(handle, entry.index, 0) else {
      throw .unreadable("\(entry.name) cannot be unpacked", "\(entry.name) 압축을 풀 수 없음")
    }
    return ZipEntryReader(self, entry, file)
  }
}

/// The bytes of one entry, in order.
final class ZipEntryReader {
  let entry: ZipArchive.Entry
  private let archive: ZipArchive
  private let file: OpaquePointer
  private(set) var bytesRead = 0

  fileprivate init(_ archive: ZipArchive, _ entry: ZipArchive.Entry, _ file: OpaquePointer) {
    self.archive = archive
    self.entry = entry
    self.file = file
  }

  deinit { zip_fclose(file) }

  /// Fills a part of the buffer; 0 at the end, where libzip has compared the checksum.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedProblem) -> Int {
    let count = zip_fread(file, buffer.baseAddress, UInt64(buffer.count))
    guard count >= 0 else {
      throw .unreadable("\(entry.name) is damaged", "\(entry.name, .subject) 손상됨")
    }
    bytesRead += Int(count)
    guard bytesRead <= entry.size else {
      throw .tooLarge("\(entry.name) is longer than it declares", "\(entry.name, .subject) 표시보다 큼")
    }
    return Int(count)
  }
}
