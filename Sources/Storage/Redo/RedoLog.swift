internal import CLinux
internal import CSQLite
internal import Glibc

/// A short log in front of a store: what is in it is on disk, and the store takes it in later.
///
/// A commit of SQLite writes every page that a change touches, and an index into them. Here a change
/// is one write of what it says, over blocks that the file has had from its first day, so no file
/// system has to note a new length: half the time of the shortest commit. The file is written from
/// its start again whenever the store holds everything that is in it (``rewind()``).
///
/// Format of a record, in whole blocks of ``blockBytes``, little-endian: magic (4 bytes), length of
/// the payload (4), the store's number (8), the record's number (8), FNV-1a of those 24 bytes and the
/// payload (8), the payload, zeros. Records are numbered without gaps from 1 on; those that follow
/// the number the store has taken in count, up to the first that is none.
///
/// For one thread, as the store is.
package final class RedoLog {
  package static let blockBytes = 4096
  package static let usualBytes = 2 << 20

  private static let headerBytes = 32
  private static let checkedBytes = 24
  /// "MRL1".
  private static let magic: UInt32 = 0x314C_524D

  package let path: String
  /// The number of the newest record.
  package private(set) var last: UInt64
  private let descriptor: Int32
  private let store: UInt64
  /// Bytes of all its blocks.
  package let capacity: Int
  private let block: UnsafeMutableRawBufferPointer
  private var offset = 0
  /// Whether a person has said that what can be read is enough.
  package var acceptsLoss = false
  private var isDirect = true

  /// Opens the log of a store, or makes it, written in full once.
  ///
  /// - Parameters:
  ///   - path: Beside the store.
  ///   - store: A number that no other store has: a log beside the wrong store is not for it.
  ///   - applied: The number of the newest record that the store has taken in.
  ///   - bytes: The size of a new log, in whole blocks. None was ever made shorter.
  ///   - mayBeCut: Whether a shorter one is taken and made whole: nothing of it counts, or a person
  ///     has said that what can be read is enough.
  /// - Throws: Where there is no room for it, or it cannot be written; the store needs no log. Where
  ///   it was cut off, too.
  package init(
    path: String, store: UInt64, applied: UInt64, bytes: Int = RedoLog.usualBytes,
    mayBeCut: Bool = false
  ) throws(SQLiteError) {
    self.path = path
    self.store = store
    last = applied
    descriptor = try Self.open(path, bytes, mayBeCut)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let error = SQLiteError.failed("fstat", path)
      close(descriptor)
      throw error
    }
    capacity = Int(status.st_size) / Self.blockBytes * Self.blockBytes
    block = UnsafeMutableRawBufferPointer.allocate(
      byteCount: capacity, alignment: Self.blockBytes)
  }

  deinit {
    close(descriptor)
    block.deallocate()
  }

  // MARK: Writing

  /// Bytes of whole blocks that are left.
  package var room: Int { capacity - offset }

  /// Whether a payload of so many bytes fits behind what is there.
  package func hasRoom(for count: Int) -> Bool {
    Self.blocks(count) <= room
  }

  /// Writes a record, which is on disk when this returns.
  ///
  /// - Precondition: ``hasRoom(for:)``.
  /// - Throws: Where the disk failed. Its number is then used up, as its bytes may be on disk all
  ///   the same: they count no more as soon as the store says that it has taken in ``last``, and
  ///   until then nothing may be appended.
  package func append(_ payload: [UInt8]) throws(SQLiteError) {
    precondition(hasRoom(for: payload.count), "no room for a record of \(payload.count) bytes")
    last += 1
    let count = Self.blocks(payload.count)
    block.storeBytes(of: Self.magic.littleEndian, toByteOffset: 0, as: UInt32.self)
    block.storeBytes(of: UInt32(payload.count).littleEndian, toByteOffset: 4, as: UInt32.self)
    block.storeBytes(of: store.littleEndian, toByteOffset: 8, as: UInt64.self)
    block.storeBytes(of: last.littleEndian, toByteOffset: 16, as: UInt64.self)
    UnsafeMutableRawBufferPointer(rebasing: block[Self.headerBytes...]).copyBytes(from: payload)
    let end = Self.headerBytes + payload.count
    UnsafeMutableRawBufferPointer(rebasing: block[end..<count]).initializeMemory(
      as: UInt8.self, repeating: 0)
    let sum = Self.checksum(UnsafeRawBufferPointer(rebasing: block[..<end]))
    block.storeBytes(of: sum.littleEndian, toByteOffset: Self.checkedBytes, as: UInt64.self)
    guard write(count, at: offset) else { throw .failed("write", path) }
    offset += count
  }

  /// Writes so many bytes of the block, in one piece or not at all.
  private func write(_ count: Int, at place: Int) -> Bool {
    while true {
      let written = pwrite(descriptor, block.baseAddress, count, off_t(place))
      if written >= 0 { return written == count }
      switch errno {
      case EINTR: continue
      // Some file systems open a file for writes without a copy and then want other alignments.
      case EINVAL where isDirect:
        isDirect = false
        guard mate_fcntl(descriptor, F_SETFL, 0) == 0 else { return false }
      default: return false
      }
    }
  }

  /// Begins at the start again; the store must have taken in ``last``, on disk.
  package func rewind() { offset = 0 }

  private static func blocks(_ payload: Int) -> Int {
    (headerBytes + payload + blockBytes - 1) / blockBytes * blockBytes
  }

  // MARK: Reading

  /// The payloads of the records that the store has not taken in, in order; what is written next
  /// stands behind them.
  ///
  /// They are on disk when this returns, also where they were only in the memory of a kernel whose
  /// sync had failed.
  ///
  /// - Throws: Where records are missing that were acknowledged, as later ones prove.
  package func recover() throws(SQLiteError) -> [[UInt8]] {
    try readAll()
    let bytes = UnsafeRawBufferPointer(block)
    let payloads = try payloads(in: bytes)
    if !payloads.isEmpty, !write(offset, at: 0) { throw .failed("write", path) }
    return payloads
  }

  /// Reads the whole log into the block.
  private func readAll() throws(SQLiteError) {
    let reader = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard reader >= 0 else { throw .failed("open", path) }
    defer { close(reader) }
    var done = 0
    while done < capacity {
      let rest = UnsafeMutableRawBufferPointer(rebasing: block[done...])
      let count = pread(reader, rest.baseAddress, rest.count, off_t(done))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .failed("read", path) }
      done += count
    }
  }

  /// Walks the records from the start: first those that the store has, then those that it has not.
  ///
  /// A record is appended behind one that is on disk, and the log begins anew only when the store has
  /// all of it. So a record behind a place where nothing can be read proves that something was there;
  /// one that stands at once behind a smaller number does not: the number between was of a write that
  /// failed, and nobody was told of it.
  private func payloads(in bytes: UnsafeRawBufferPointer) throws(SQLiteError) -> [[UInt8]] {
    let applied = last
    var payloads: [[UInt8]] = []
    var newest: UInt64?
    offset = 0
    while let record = record(in: bytes, at: offset) {
      // The first may be one that the store has, and else follows what it has.
      guard record.number > newest ?? 0, newest != nil || record.number <= applied + 1
      else { break }
      if record.number > applied { payloads.append([UInt8](record.payload)) }
      newest = record.number
      offset += Self.blocks(record.payload.count)
    }
    last = max(applied, newest ?? applied)
    for place in stride(from: offset, to: bytes.count, by: Self.blockBytes) where !acceptsLoss {
      guard let record = record(in: bytes, at: place), record.number > last else { continue }
      throw .lostRecords(path, "record \(last + 1) cannot be read, but \(record.number) can")
    }
    // Where the store has everything, the next record begins the log anew.
    if payloads.isEmpty { rewind() }
    return payloads
  }

  private func record(
    in bytes: UnsafeRawBufferPointer, at place: Int
  ) -> (number: UInt64, payload: Slice<UnsafeRawBufferPointer>)? {
    guard place + Self.headerBytes <= bytes.count else { return nil }
    func number<T: FixedWidthInteger>(_ offset: Int, as type: T.Type) -> T {
      T(littleEndian: bytes.loadUnaligned(fromByteOffset: place + offset, as: type))
    }
    let start = place + Self.headerBytes
    let count = Int(number(4, as: UInt32.self))
    guard number(0, as: UInt32.self) == Self.magic, number(8, as: UInt64.self) == store,
      count <= bytes.count - start,
      Self.checksum(UnsafeRawBufferPointer(rebasing: bytes[place..<start + count]))
        == number(Self.checkedBytes, as: UInt64.self)
    else { return nil }
    return (number(16, as: UInt64.self), bytes[start..<start + count])
  }

  /// Over a record without its checksum.
  private static func checksum(_ record: UnsafeRawBufferPointer) -> UInt64 {
    var hash = FNV1a()
    hash.mix(UnsafeRawBufferPointer(rebasing: record[..<checkedBytes]))
    hash.mix(UnsafeRawBufferPointer(rebasing: record[headerBytes...]))
    return hash.value
  }
}

extension SQLiteError {
  /// A log that has lost what was acknowledged: there is no way on that would not lose more.
  static func lostRecords(_ path: String, _ detail: String) -> SQLiteError {
    SQLiteError(
      extendedCode: SQLITE_CORRUPT, message: detail, path: path,
      remedy: "\(path) has lost changes that were acknowledged, and holds others that are nowhere "
        + "else; copy its whole folder to a safe place before anything else, look at the kernel's "
        + "log for errors of the disk, then put back a backup of the whole folder",
      problem: .recordsLost(file: path))
  }
}
