import Glibc
@testable import CivilTime
@testable import IPCProtocol
@testable import Storage
@testable import Values
@testable import bankd
@testable import juiced

/// A file of the time zone database is read or refused; what is read answers for any point in time.
func fuzzZoneFile(_ bytes: [UInt8]) {
  guard let rules = try? ZoneFile.rules(identifier: "Fuzz/Zone", bytes: bytes) else { return }
  for seconds: Int64 in [-8_000_000_000_000, -1, 0, 1_700_000_000, 1 << 33, 8_000_000_000_000] {
    let instant = Timestamp(microseconds: seconds * 1_000_000)
    _ = rules.type(at: instant)
    _ = rules.resolve(rules.local(at: instant))
  }
}

/// A branch that somebody wrote is taken or refused with words.
func fuzzBranchFile(_ bytes: [UInt8]) {
  do throws(BankError) {
    _ = try BranchFile(String(decoding: bytes, as: UTF8.self))
  } catch {
    precondition(!error.wireError.message.isEmpty, "a refusal without words")
  }
}

/// A bar that somebody wrote, as JSON or CSV.
func fuzzBarFile(_ bytes: [UInt8]) {
  do throws(BarError) {
    _ = try BarFile(String(decoding: bytes, as: UTF8.self), format: nil)
  } catch {
    precondition(!error.wireError.message.isEmpty, "a refusal without words")
  }
}

/// Bytes that are looked at as changes of a store are changes, or SQLite never reads them.
func fuzzChangeset(_ bytes: [UInt8]) { _ = try? ChangesetFormat.check(bytes) }

/// The write-ahead log of a store is judged, whatever it has: it is whole, put right, or damaged.
func fuzzWriteAheadLog(_ bytes: [UInt8]) {
  let store = "/dev/shm/mate-fuzz-log.\(getpid())"
  guard let file = fopen("\(store)-wal", "w") else { fatalError("no file \(store)-wal") }
  fwrite(bytes, 1, bytes.count, file)
  fclose(file)
  atexit { unlink("/dev/shm/mate-fuzz-log.\(getpid())-wal") }
  guard let scan = try? WALScan(store: store) else { return }
  precondition(scan.committedFrames >= 0, "fewer frames than none")
}
