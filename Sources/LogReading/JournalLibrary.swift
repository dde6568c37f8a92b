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
    func symbol<T>(_ name: String, as type: T.Type) -> T? {
      // The types are those of sd-journal.h; the library's symbol versions keep them.
      dlsym(library, name).map { unsafeBitCast($0, to: type) }
    }
    guard let open = symbol("sd_journal_open", as: Open.self),
      let close = symbol("sd_journal_close", as: Close.self),
      let addMatch = symbol("sd_journal_add_match", as: AddMatch.self),
      let next = symbol("sd_journal_next", as: Step.self),
      let previous = symbol("sd_journal_previous", as: Step.self),
      let seekTail = symbol("sd_journal_seek_tail", as: Step.self),
      let seekRealtime = symbol("sd_journal_seek_realtime_usec", as: Seek.self),
      let realtime = symbol("sd_journal_get_realtime_usec", as: Realtime.self),
      let restartData = symbol("sd_journal_restart_data", as: Restart.self),
      let enumerateData = symbol("sd_journal_enumerate_data", as: Enumerate.self),
      let wait = symbol("sd_journal_wait", as: Wait.self)
    else { return nil }
    self.open = open
    self.close = close
    self.addMatch = addMatch
    self.next = next
    self.previous = previous
    self.seekTail = seekTail
    self.seekRealtime = seekRealtime
    self.realtime = realtime
    self.restartData = restartData
    self.enumerateData = enumerateData
    self.wait = wait
  }
}
