internal import Glibc

/// libsystemd's sd-journal, loaded only when somebody reads logs.
///
/// Linked in, it and the libraries behind it would cost every start of the client more than a
/// whole request takes.
struct JournalLibrary {
  typealias Handle = OpaquePointer
  typealias Open = @convention(c) (UnsafeMutablePointer<Handle?>, Int32) -> Int32
  typealias Close = @convention(c) (Handle) -> Void
  typealias AddMatch = @convention(c) (Handle, UnsafeRawPointer, Int) -> Int32
  typealias Step = @convention(c) (Handle) -> Int32
  typealias Wait = @convention(c) (Handle, UInt64) -> Int32
  typealias Seek = @convention(c) (Handle, UInt64) -> Int32
  typealias Realtime = @convention(c) (Handle, UnsafeMutablePointer<UInt64>) -> Int32
  typealias Enumerate =
    @convention(c) (
      Handle, UnsafeMutablePointer<UnsafeRawPointer?>, UnsafeMutablePointer<Int>
    ) -> Int32
  typealias Restart = @convention(c) (Handle) -> Void

  let open: Open
  let close: Close
  let addMatch: AddMatch
  let next: Step
  let previous: Step
  let seekTail: Step
  let seekRealtime: Seek
  let realtime: Realtime
  let restartData: Restart
  let enumerateData: Enumerate
  let wait: Wait

  /// `SD_JOURNAL_LOCAL_ONLY`.
  static let localOnly: Int32 = 1

  /// Nil where libsystemd is not installed.
  init?() {
    guard let library = dlopen("libsystemd.so.0", RTLD_NOW) else { return nil }
    struct Missing: Error {}
    func symbol<T>(_ name: String) throws(Missing) -> T {
      guard let address = dlsym(library, name) else { throw Missing() }
      // The types are those of sd-journal.h; the library's symbol versions keep them.
      return unsafeBitCast(address, to: T.self)
    }
    do throws(Missing) {
      open = try symbol("sd_journal_open")
      close = try symbol("sd_journal_close")
      addMatch = try symbol("sd_journal_add_match")
      next = try symbol("sd_journal_next")
      previous = try symbol("sd_journal_previous")
      seekTail = try symbol("sd_journal_seek_tail")
      seekRealtime = try symbol("sd_journal_seek_realtime_usec")
      realtime = try symbol("sd_journal_get_realtime_usec")
      restartData = try symbol("sd_journal_restart_data")
      enumerateData = try symbol("sd_journal_enumerate_data")
      wait = try symbol("sd_journal_wait")
    } catch {
      return nil
    }
  }
}
