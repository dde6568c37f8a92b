import DiskFaults
import Foundation
import Testing

@testable import Storage

@Suite("RedoLog")
struct RedoLogTests {
  private let files = TemporaryStore()

  private var path: String { "\(files.folder)/log" }

  /// Sixteen blocks.
  private func open(applied: UInt64 = 0, store: UInt64 = 7) throws -> RedoLog {
    try RedoLog(path: path, store: store, applied: applied, bytes: 16 * RedoLog.blockBytes)
  }

  private func recover(applied: UInt64 = 0, store: UInt64 = 7) throws -> [[UInt8]] {
    try open(applied: applied, store: store).recover()
  }

  /// Changes a byte of the file behind the log's back.
  private func damage(block: Int, byte: Int) throws {
    let file = try FileHandle(forUpdating: URL(filePath: path))
    try file.seek(toOffset: UInt64(block * RedoLog.blockBytes + byte))
    let old = try #require(try file.read(upToCount: 1)?.first)
    try file.seek(toOffset: UInt64(block * RedoLog.blockBytes + byte))
    try file.write(contentsOf: [old ^ 1])
  }

  @Test("one that was cut off is refused, and made whole where nothing of it can be missed")
  func cut() throws {
    let whole = 16 * RedoLog.blockBytes
    do {
      let log = try open()
      for payload: [UInt8] in [[1], [2], [3]] { try log.append(payload) }
    }
    for length in [0, 1, 100, RedoLog.blockBytes, 2 * RedoLog.blockBytes, whole - 1] {
      truncate(path, off_t(length))
      let error = #expect(throws: SQLiteError.self) { _ = try recover() }
      #expect(error?.problem == .recordsLost(file: path))
      let log = try RedoLog(path: path, store: 7, applied: 0, bytes: whole, mayBeCut: true)
      // Each has 33 bytes of its block.
      let records = (length + RedoLog.blockBytes - 33) / RedoLog.blockBytes
      let expected: [[UInt8]] = Array([[1], [2], [3]].prefix(records))
      #expect(try log.recover() == expected, "of \(length) bytes")
      #expect(log.capacity == whole)
      #expect(try recover() == expected, "again of \(length) bytes")
      try FileManager.default.removeItem(atPath: path)
      let next = try open()
      for payload: [UInt8] in [[1], [2], [3]] { try next.append(payload) }
    }
  }

  @Test("what was appended comes back in order, whatever its length, and nothing else")
  func recovers() throws {
    let log = try open()
    #expect(try log.recover() == [])
    // 4064 bytes fill a block behind the header of 32, one more needs a second block.
    let payloads: [[UInt8]] = [
      [1, 2, 3], [], Array(repeating: 4, count: 4064), Array(repeating: 5, count: 4065),
    ]
    for payload in payloads { try log.append(payload) }
    #expect(log.last == 4)
    #expect(log.room == (16 - 5) * RedoLog.blockBytes)
    #expect(try recover() == payloads)
    #expect(try recover() == payloads)
  }

  @Test("what is appended after a recovery stands behind what was there")
  func goesOn() throws {
    try open().append([1])
    let log = try open()
    #expect(try log.recover() == [[1]])
    try log.append([2])
    #expect(try recover() == [[1], [2]])
  }

  @Test("what the store has taken in does not come again, also where newer records stand before it")
  func applied() throws {
    let log = try open()
    for number in 1...5 { try log.append([UInt8(number)]) }
    #expect(try recover(applied: 5) == [])
    log.rewind()
    try log.append([6])
    try log.append([7])
    #expect(try recover(applied: 5) == [[6], [7]])
    // The store has taken in 6 and 7, and the log was not begun again yet.
    #expect(try recover(applied: 7) == [])
  }

  @Test("the last record counts only whole, and another store's not at all")
  func torn() throws {
    let log = try open()
    try log.append([1])
    try log.append([2, 2])
    #expect(try recover(store: 8) == [])
    // The second byte of the second payload never came to the disk.
    try damage(block: 1, byte: 33)
    let again = try open()
    #expect(try again.recover() == [[1]])
    try again.append([3])
    #expect(try recover() == [[1], [3]])
  }

  @Test(
    "a damaged record before one that is whole is no torn one: nobody goes on without it",
    arguments: [0, 4, 8, 16, 24, 32])
  func damaged(byte: Int) throws {
    let log = try open()
    for number in 1...3 { try log.append([UInt8(number)]) }
    try damage(block: 1, byte: byte)
    let error = #expect(throws: SQLiteError.self) { try recover() }
    #expect(error?.isCorrupt == true)
    #expect(error?.message == "record 2 cannot be read, but 3 can")
  }

  @Test("a number without a record is no loss where nothing stands between its neighbours")
  func usedNumber() throws {
    let log = try open()
    try log.append([1])
    disk_fault_arm(0, 0, EIO, disk_fault_undone)
    #expect(throws: SQLiteError.self) { try log.append([2]) }
    #expect(disk_fault_disarm() == 1)
    #expect(log.last == 2)
    // As daemons did that went on behind the failed place.
    try log.append([3])
    #expect(try recover() == [[1], [3]])
    #expect(try open(applied: 2).recover() == [[3]])
    #expect(try recover(applied: 3) == [])
  }

  @Test("a log that goes on behind what the store has is no log of this store's past")
  func storeOfThePast() throws {
    let log = try open(applied: 5)
    try log.append([6])
    let error = #expect(throws: SQLiteError.self) { try recover(applied: 4) }
    #expect(error?.message == "record 5 cannot be read, but 6 can")
    #expect(error?.remedy.contains("copy its whole folder to a safe place") == true)
  }

  @Test("a log that was cut short is not taken for none")
  func cutShort() throws {
    try open().append([1])
    TemporaryStore.write([1, 2, 3], to: path)
    #expect(throws: SQLiteError.self) { try open() }
    #expect(TemporaryStore.read(path) == [1, 2, 3])
  }

  @Test("a log whose making fails anywhere is not used, and the next start makes it")
  func madeAnew() throws {
    // Opening, writing, syncing and renaming it; opening and syncing its folder; opening it again.
    #expect(try failingCalls() == 7)
    try open().append([1])
    #expect(try recover() == [[1]])
  }

  /// How many calls an opening makes; where one of them fails there is no log.
  private func failingCalls() throws -> Int {
    for spared in 0... {
      disk_fault_arm(Int32(spared), 0, EIO, disk_fault_undone)
      let log = try? open()
      guard disk_fault_disarm() > 0 else { return spared }
      #expect(log == nil)
    }
    return 0
  }

  @Test(
    "a log that is there is used only once its name is on disk, which a kill may have prevented"
  )
  func nameOnDisk() throws {
    try open().append([1])
    // Opening and syncing its folder, opening it.
    #expect(try failingCalls() == 3)
    #expect(try recover() == [[1]])
  }

  @Test("what is taken from the log was written again, so that it is there to stay")
  func writtenAgain() throws {
    try open().append([1])
    let log = try open()
    disk_fault_arm(1, 0, EIO, disk_fault_undone)
    #expect(throws: SQLiteError.self) { try log.recover() }
    #expect(disk_fault_disarm() == 1)
    #expect(try recover() == [[1]])
  }

  @Test("there is room to the last block and no further")
  func room() throws {
    let log = try open()
    for _ in 0..<15 { try log.append([1]) }
    #expect(log.hasRoom(for: 4064))
    #expect(!log.hasRoom(for: 4065))
    try log.append(Array(repeating: 9, count: 4064))
    #expect(!log.hasRoom(for: 0))
    log.rewind()
    #expect(log.hasRoom(for: 16 * 4096 - 32))
    #expect(try recover().count == 16)
  }

  @Test("a log that cannot be made leaves nothing behind")
  func cannotBeMade() throws {
    #expect(throws: SQLiteError.self) {
      try RedoLog(path: "\(path)/none", store: 7, applied: 0)
    }
    // A folder in the way of the unfinished log.
    #expect(mkdir("\(path).new", 0o700) == 0)
    #expect(throws: SQLiteError.self) { try open() }
    #expect(!RedoLog.exists(path))
    rmdir("\(path).new")
  }

  @Test("values of every kind and size come back, and bytes that are none are refused")
  func coding() throws {
    var writer = RedoWriter()
    let integers: [Int64] = [0, 1, -1, 63, 64, -64, -65, .max, .min]
    for integer in integers { writer.write(integer) }
    writer.write(UInt64.max)
    writer.write("딸기")
    writer.write([UInt8]())
    // Zigzag: 63 is 126 and takes a byte, 64 is 128 and takes two.
    #expect(writer.bytes.prefix(7) == [0, 2, 1, 126, 0x80, 1, 127])
    var reader = RedoReader(writer.bytes)
    for integer in integers { #expect(try reader.integer() == integer) }
    #expect(try reader.unsigned() == .max)
    #expect(try reader.text() == "딸기")
    #expect(try reader.blob() == [])
    #expect(reader.isAtEnd)
    #expect(throws: RedoDefect()) { try reader.integer() }
    var endless = RedoReader(Array(repeating: 0x80, count: 11))
    #expect(throws: RedoDefect()) { try endless.unsigned() }
    var long = RedoReader([5, 1, 2])
    #expect(throws: RedoDefect()) { try long.blob() }
    var noText = RedoReader([1, 0xFF])
    #expect(throws: RedoDefect()) { try noText.text() }
  }
}
