internal import CLinux
internal import Glibc

/// Reads SQLite's write-ahead log before SQLite does, and tells damage from a torn end.
///
/// SQLite takes a log for ended at the first frame that is not as it was written, which is right for a
/// transaction that was being written when the power failed, and silent about a flipped bit before a
/// hundred others. A transaction is on disk before the next one begins. So what a power failure leaves
/// is whole transactions and then pieces of one; a frame that follows the end of a transaction, by
/// checksum, proves that all before it was on disk. What is not readable before such a frame was
/// acknowledged, and is damaged.
///
/// - A header that is not as it was written is made again from the first frame, which proves it.
/// - One flipped bit is put right where the checksum says which it was: three of four times. That is
///   right also where it is no damage: a transaction that is whole may count.
/// - The index of the log (`-shm`) outlives a kill and knows the last frame that was on disk. So after
///   a kill a lost end is told too. After a power failure the index is as old as it may be.
/// - Not told: other damage to the last transaction, or to the end of the one before it, after a power
///   failure. It looks as one that was being written.
///
/// Source: https://sqlite.org/fileformat2.html#the_write_ahead_log and
/// https://sqlite.org/walformat.html (the index).
struct WALScan {
  /// Frames up to the end of the last transaction that is whole.
  private(set) var committedFrames = 0
  /// The pages in those frames.
  private(set) var pages: Set<UInt32> = []
  /// Bytes of the file with the values that they should have: of the header, or one flipped bit each.
  private(set) var mends: [(offset: Int, byte: UInt8)] = []
  /// What is proved to be lost; nil for a log that is as a kill or a power failure may leave it.
  private(set) var damage: String?

  /// Whether it is too short for anything.
  var isEmpty: Bool { size < Self.headerBytes }

  private let descriptor: Int32
  private let size: Int
  private var header: [UInt8] = []
  private var pageBytes = 0
  private var isBigEndian = false

  private static let headerBytes = 32
  private static let magic: UInt32 = 0x377F_0682
  private static let version: UInt32 = 3_007_000

  /// Reads a log in one pass with the memory of two frames; nil where there is none.
  ///
  /// - Throws: Where it cannot be read.
  init?(store path: String) throws(SQLiteError) {
    let name = "\(path)-wal"
    let descriptor = open(name, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw Self.failure("open", name) }
      return nil
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.failure("stat", name) }
    (self.descriptor, size) = (descriptor, Int(status.st_size))
    guard size >= Self.headerBytes, let bytes = read(Self.headerBytes, at: 0) else { return }
    header = bytes
    guard readHeader() else {
      // A header is on disk before the first frame behind it is written.
      if size > Self.headerBytes { damage = "its header cannot be read" }
      return
    }
    walk()
    compare(WALIndex(store: path))
  }

  static func failure(_ call: String, _ path: String) -> SQLiteError {
    .system("\(call) \(path)", path: path)
  }

  /// Writes the bytes that are to be mended, and waits for the disk.
  func mend(store path: String) throws(SQLiteError) {
    guard !mends.isEmpty else { return }
    let name = "\(path)-wal"
    let descriptor = open(name, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure("open", name) }
    defer { close(descriptor) }
    for mend in mends {
      guard pwrite(descriptor, [mend.byte], 1, off_t(mend.offset)) == 1 else {
        throw Self.failure("write", name)
      }
    }
    guard fsync(descriptor) == 0 else { throw Self.failure("fsync", name) }
  }

  // MARK: Reading

  private func read(_ count: Int, at offset: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return pread(descriptor, &bytes, count, off_t(offset)) == count ? bytes : nil
  }

  /// The frame of a number, counted from 1; nil where the file does not hold it whole.
  private func frame(_ number: Int) -> WALFrame? {
    let count = WALFrame.headerBytes + pageBytes
    return read(count, at: place(of: number)).map { WALFrame(bytes: $0, isBigEndian: isBigEndian) }
  }

  private func place(of frame: Int) -> Int {
    Self.headerBytes + (frame - 1) * (WALFrame.headerBytes + pageBytes)
  }

  private var salts: ArraySlice<UInt8> { header[16..<24] }
  private var headerSum: WALChecksum {
    WALChecksum(first: header.bigEndianNumber(24), second: header.bigEndianNumber(28))
  }

  /// Checks the header, or puts its one wrong bit right.
  private mutating func readHeader() -> Bool {
    for isBigEndian in [false, true] {
      var sum = WALChecksum()
      sum.mix(header[..<24], bigEndian: isBigEndian)
      var mended = header
      if sum != headerSum {
        let mend = sum.mend(header, checked: [0..<24], isBigEndian, storedAt: 24)
        guard let mend else { continue }
        mended[mend.offset] = mend.byte
      }
      let page = Int(mended.bigEndianNumber(8))
      guard mended.bigEndianNumber(0) == Self.magic + (isBigEndian ? 1 : 0), page >= 512,
        page <= 65536, page.nonzeroBitCount == 1
      else { continue }
      accept(mended, page, isBigEndian)
      return true
    }
    return rebuildHeader()
  }

  /// The header that the first frame proves, whose checksum goes on from the header's.
  ///
  /// SQLite begins a log anew by writing its header over the old one. Where that was cut off, the
  /// frames behind it are the old ones still, and all of them are in the store: read once more they
  /// change nothing. So the old header is right again, as it is where it was damaged.
  private mutating func rebuildHeader() -> Bool {
    let pages = [Int(header.bigEndianNumber(8))] + (9...16).map { 1 << $0 }
    let count = header.bigEndianNumber(12)
    for page in pages where page >= 512 && page <= 65536 && page.nonzeroBitCount == 1 {
      pageBytes = page
      guard let frame = frame(1) else { continue }
      for isBigEndian in [false, true] {
        let first = WALFrame(bytes: frame.bytes, isBigEndian: isBigEndian)
        for checkpoints in Self.countsBefore(count) {
          let rebuilt = Self.header(page, checkpoints, first.salts, isBigEndian)
          let seed = WALChecksum(
            first: rebuilt.bigEndianNumber(24), second: rebuilt.bigEndianNumber(28))
          guard first.isValid(after: seed, salts: first.salts) else { continue }
          accept(rebuilt, page, isBigEndian)
          return true
        }
      }
    }
    return false
  }

  /// What the number of beginnings may have been that is now partly the next one: each counts one up,
  /// and a carry changes bytes that may be written when the last one is not.
  private static func countsBefore(_ count: UInt32) -> [UInt32] {
    [count] + [0, 8, 16, 24].map { count &- 1 << $0 }
  }

  private static func header(
    _ page: Int, _ checkpoints: UInt32, _ salts: ArraySlice<UInt8>, _ isBigEndian: Bool
  ) -> [UInt8] {
    var bytes = [magic + (isBigEndian ? 1 : 0), version, UInt32(page), checkpoints]
      .flatMap(\.bigEndianBytes)
    bytes += salts
    var sum = WALChecksum()
    sum.mix(bytes[...], bigEndian: isBigEndian)
    return bytes + sum.bytes
  }

  private mutating func accept(_ right: [UInt8], _ page: Int, _ isBigEndian: Bool) {
    for (offset, byte) in right.enumerated() where byte != header[offset] {
      mends.append((offset, byte))
    }
    (header, pageBytes, self.isBigEndian) = (right, page, isBigEndian)
  }

  // MARK: Frames

  private mutating func walk() {
    var seed = headerSum
    var number = 1
    var unfinished: [UInt32] = []
    while var next = frame(number) {
      if !next.isValid(after: seed, salts: salts) {
        guard let mend = next.mend(after: seed, salts: salts) else {
          return findProof(from: number, next, seed)
        }
        next.bytes[mend.offset] = mend.byte
        guard next.isValid(after: seed, salts: salts) else {
          return findProof(from: number, next, seed)
        }
        mends.append((place(of: number) + mend.offset, mend.byte))
      }
      seed = next.stored
      unfinished.append(next.page)
      if next.isCommit {
        committedFrames = number
        pages.formUnion(unfinished)
        unfinished.removeAll(keepingCapacity: true)
      }
      number += 1
    }
  }

  /// Looks behind a frame that cannot be read for one that follows the end of a transaction.
  private mutating func findProof(from broken: Int, _ frame: WALFrame, _ seed: WALChecksum) {
    // What the broken frame says counts where the next one goes on from it: then only its own
    // checksum, or its salts, are damaged.
    var ends = frame.isCommit ? [frame.checksum(after: seed)] : []
    if frame.isCommit, frame.salts == salts, isInOneSector(broken) { ends.append(frame.stored) }
    var number = broken + 1
    while let next = self.frame(number) {
      if ends.contains(where: { next.isValid(after: $0, salts: salts) }) {
        damage = "frame \(broken) cannot be read, but a transaction follows that came after it"
        return
      }
      ends = next.isCommit && next.salts == salts && isInOneSector(number) ? [next.stored] : []
      number += 1
    }
  }

  /// Whether a frame's header is written by a disk whole or not at all: of one in two sectors the
  /// beginning, which says whether a transaction ends there, may be of the log before.
  private func isInOneSector(_ frame: Int) -> Bool {
    place(of: frame) % 512 <= 512 - WALFrame.headerBytes
  }

  // MARK: The index

  private mutating func compare(_ index: WALIndex?) {
    guard damage == nil, let index, index.salts == salts, index.lastFrame > committedFrames else {
      return
    }
    damage = "it ends at frame \(committedFrames), and had \(index.lastFrame)"
  }
}
