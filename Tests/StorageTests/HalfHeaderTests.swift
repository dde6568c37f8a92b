import DiskFaults
import Glibc
import Testing

@testable import Storage

/// The header of a log that was written in part: it costs nothing where all of the log is in the
/// store, and is told where it is not.
@Suite("Half a header of the log", .serialized)
struct HalfHeaderTests {
  private let files = TemporaryStore()

  /// The files of the store at one moment; they are put back where they were, as copies of a store
  /// that is open are refused.
  private struct Moment {
    let store: [UInt8]
    var log: [UInt8]?
    var index: [UInt8]?

    func with(log: some Sequence<UInt8>, index: [UInt8]? = nil) -> Moment {
      Moment(store: store, log: Array(log), index: index)
    }
  }

  private enum Outcome: Equatable {
    case refused
    case opened([Int])
  }

  private func open() throws -> Database {
    let database = try Database(path: files.path, pageBytes: 512)
    try database.claim(domain: "test")
    return database
  }

  private func add(_ number: Int, to database: Database) throws(SQLiteError) {
    try database.begin()
    do throws(SQLiteError) {
      try database.execute("CREATE TABLE IF NOT EXISTS item (n INTEGER PRIMARY KEY)")
      try database.run("INSERT INTO item VALUES (?)", .integer(number))
      try database.commit()
    } catch {
      if database.isInTransaction { try database.rollback() }
      throw error
    }
  }

  private func bytes(_ suffix: String) -> [UInt8]? {
    access(files.path + suffix, F_OK) == 0 ? TemporaryStore.read(files.path + suffix) : nil
  }

  private var now: Moment {
    Moment(store: bytes("") ?? [], log: bytes("-wal"), index: bytes("-shm"))
  }

  private func put(_ moment: Moment) {
    TemporaryStore.write(moment.store, to: files.path)
    for (suffix, bytes) in [("-wal", moment.log), ("-shm", moment.index)] {
      unlink(files.path + suffix)
      if let bytes { TemporaryStore.write(bytes, to: files.path + suffix) }
    }
  }

  /// What a start makes of it; one that refuses does so again and again, and changes nothing.
  private func outcome(_ moment: Moment) throws -> Outcome {
    put(moment)
    for start in 1...3 {
      do {
        let rows = try open().query("SELECT n FROM item ORDER BY n") { Int($0.integer(0)) }
        #expect(start == 1, "start \(start) went on with \(rows)")
        return .opened(rows)
      } catch is SQLiteError {
        let left = now
        #expect(left.store == moment.store && left.log == moment.log && left.index == moment.index)
      }
    }
    return .refused
  }

  @Test("of a fresh log it is no loss: everything is in the store")
  func fresh() throws {
    do {
      let database = try open()
      try add(1, to: database)
      try database.endCleanly()
    }
    let closed = now
    #expect(closed.log == nil)
    do { try add(2, to: open()) }
    let header = try #require(bytes("-wal")).prefix(32)
    for cut in 0...32 {
      #expect(try outcome(closed.with(log: header.prefix(cut))) == .opened([1]), "\(cut)")
    }
  }

  @Test("over a log that is in the store it is no loss, also where the count of logs has a carry")
  func copied() throws {
    do { try add(0, to: open()) }
    for number in 1...513 {
      var database: Database? = try open()
      try database?.beforeChange()
      let before = now
      try database.map { try add(number, to: $0) }
      let after = now
      database = nil
      guard [1, 2, 256, 511, 512, 513].contains(number) else { continue }
      let (old, new) = (try #require(before.log), try #require(after.log))
      #expect(old[8..<12] == new[8..<12] && old[16..<24] != new[16..<24])
      for cut in 0...32 {
        for index in [before.index, nil] {
          let half = before.with(log: new.prefix(cut) + old.dropFirst(cut), index: index)
          let found = try outcome(half)
          #expect(found == .opened(Array(0..<number)), "\(cut) bytes of header \(number)")
        }
      }
      put(after)
    }
  }

  @Test("over a log with commits it is put right or told, and so is a log that ends in its header")
  func withCommits() throws {
    do {
      let database = try open()
      for number in 1...5 { try add(number, to: database) }
    }
    let whole = now
    let log = try #require(whole.log)
    let all = Outcome.opened([1, 2, 3, 4, 5])
    #expect(try outcome(whole) == all)
    var refused = 0
    for cut in 0...32 {
      for byte: UInt8 in [0, 0xFF, 0x37] {
        let damaged = [UInt8](repeating: byte, count: cut) + log.dropFirst(cut)
        let found = try outcome(whole.with(log: damaged))
        #expect(found == all || found == .refused, "\(cut) bytes of \(byte)")
        if found == .refused { refused += 1 }
      }
      // A whole header without a frame is what a full disk leaves; the index knows what was behind it.
      let indices = cut < 32 ? [whole.index, nil] : [whole.index]
      for index in indices {
        let found = try outcome(whole.with(log: log.prefix(cut), index: index))
        #expect(found == .refused, "\(cut) bytes are left")
      }
    }
    #expect(refused > 0)
    put(Moment(store: whole.store))
    #expect(try outcome(now) == .refused)
  }

  @Test("a disk that is full where a log begins anew leaves a store that opens")
  func full() throws {
    for mode in [disk_fault_undone, disk_fault_done, disk_fault_half] {
      var refused = 0
      for spared in 0..<100 {
        // A sync that fails leaves a store of which nobody knows: each begins anew.
        for suffix in ["", "-wal", "-shm"] { unlink(files.path + suffix) }
        var database: Database? = try open()
        try database.map { try add(1, to: $0) }
        try database?.checkpoint()
        disk_fault_arm(Int32(spared), 0, ENOSPC, mode)
        var isFull = false
        do { try database.map { try add(2, to: $0) } } catch let error as SQLiteError {
          isFull = error.isFull
        }
        let hits = disk_fault_disarm()
        database = nil
        guard hits > 0 else { break }
        guard isFull else { continue }
        refused += 1
        #expect(try outcome(now) == .opened([1]), "after \(spared) calls")
      }
      #expect(refused > 2)
    }
  }
}
