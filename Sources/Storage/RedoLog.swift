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
  private let capacity: Int
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
  ///   - bytes: The size of a new log, in whole blocks.
  /// - Throws: Where there is no room for it, or it cannot be written; the store needs no log.
  package init(
    path: String, store: UInt64, applied: UInt64, bytes: Int = RedoLog.usualBytes
  ) throws(SQLiteError) {
    self.path = path
    self.store = store
    last = applied
    descriptor = try Self.open(path, bytes)
    var status = stat()
    capacity = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    block = UnsafeMutableRawBufferPointer.allocate(
      byteCount: capacity, alignment: Self.blockBytes)
  }

  deinit {
    close(descriptor)
    block.deallocate()
  }

  // MARK: The file

  /// Every write is on disk when it returns, and goes there without a copy where the file system
  /// can do that.
  private static func open(_ path: String, _ bytes: Int) throws(SQLiteError) -> Int32 {
    try fill(path, bytes)
    for flags in [O_DSYNC | mate_direct_flag(), O_DSYNC] {
      let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC | flags)
      if descriptor >= 0 { return descriptor }
      guard errno == EINVAL else { break }
    }
    throw failure("open", path)
  }

  /// A log of full length, of zeros; one that is there is left as it is.
  private static func fill(_ path: String, _ bytes: Int) throws(SQLiteError) {
    var status = stat()
    if stat(path, &status) == 0, status.st_size >= blockBytes { return }
    // Under another name until it is whole: half a log would be taken for a short one.
    let name = "\(path).new"
    let descriptor = Glibc.open(name, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("open", path) }
    defer { close(descriptor) }
    let zeros = [UInt8](repeating: 0, count: bytes)
    guard Glibc.write(descriptor, zeros, bytes) == bytes, fsync(descriptor) == 0,
      rename(name, path) == 0
    else {
      let error = failure("write", path)
      unlink(name)
      throw error
    }
    syncFolder(of: path)
  }

  /// The name of a new file is on disk once its folder is.
  private static func syncFolder(of path: String) {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let descriptor = Glibc.open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private static func failure(_ call: String, _ path: String) -> SQLiteError {
    let code = errno == ENOSPC || errno == EDQUOT ? SQLITE_FULL : SQLITE_IOERR
    return SQLiteError(
      extendedCode: code, message: "\(call): \(String(cString: strerror(errno)))", path: path)
  }

  /// Whether there is a log: one that is there has to be read, whatever it takes.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0
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
  /// - Throws: Where the disk failed. Its number is then used up: what of it may be on disk counts
  ///   no more as soon as the store says that it has taken in ``last``.
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
    guard write(count) else { throw Self.failure("write", path) }
    offset += count
  }

  /// Writes so many bytes of the block at the end of the log.
  private func write(_ count: Int) -> Bool {
    while true {
      let written = pwrite(descriptor, block.baseAddress, count, off_t(offset))
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
  /// - Throws: Where a record is damaged that later ones prove to have been acknowledged.
  package func recover() throws(SQLiteError) -> [[UInt8]] {
    var bytes = [UInt8](repeating: 0, count: capacity)
    let reader = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard reader >= 0 else { throw Self.failure("open", path) }
    defer { close(reader) }
    guard read(reader, &bytes, capacity) == capacity else { throw Self.failure("read", path) }
    return try bytes.withUnsafeBytes { bytes in
      Result { () throws(SQLiteError) in try payloads(in: bytes) }
    }.get()
  }

  private func payloads(in bytes: UnsafeRawBufferPointer) throws(SQLiteError) -> [[UInt8]] {
    var payloads: [[UInt8]] = []
    while let record = record(in: bytes, at: offset), record.number == last + 1 {
      payloads.append([UInt8](record.payload))
      last += 1
      offset += Self.blocks(record.payload.count)
    }
    if acceptsLoss { return payloads }
    for place in stride(from: offset, to: bytes.count, by: Self.blockBytes) {
      guard let record = record(in: bytes, at: place), record.number > last else { continue }
      throw .damaged(
        path: path, detail: "record \(last + 1) cannot be read, but \(record.number) can")
    }
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
