internal import Glibc

/// Bytes that a thread of its own puts where they belong, while the caller reads those that are
/// there: copying out of the kernel, and clearing the pages for it, costs half as much as reading.
///
/// Unchecked: what both threads change is touched between lock and unlock; of the room the thread
/// writes only behind `count` and the caller reads only before it, and `source` is the thread's
/// alone. The lock is pthread's, as Synchronization's has no condition to wait for.
package final class ArrivingBytes: @unchecked Sendable {
  /// Takes some more bytes into the front of a room; nil where no more will come.
  package typealias Source = (UnsafeMutableRawBufferPointer) -> Int?

  /// Reads the room, of which so many bytes are there; the way to wait for more returns how many are
  /// there then, no more than before where the rest does not come.
  package typealias Reading = (
    _ room: UnsafeRawBufferPointer, _ arrived: Int, _ more: (_ needed: Int) -> Int
  ) -> Void

  /// So many bytes to come are worth a thread.
  private static let worthThread = 1 << 20
  /// Taken at once: what has come is told before more is taken, however fast it comes.
  private static let piece = 128 << 10

  private let room: UnsafeMutableRawBufferPointer
  private let source: Source
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var thread = pthread_t()
  /// These three are touched with the lock only.
  private var count: Int
  private var hasEnded = false
  private var wanted = Int.max

  /// Fills a room, and lets the caller read what is there meanwhile.
  ///
  /// - Parameters:
  ///   - room: For all bytes that come.
  ///   - start: How many of them are there already.
  ///   - source: Called until the room is full or nothing more comes, perhaps by another thread,
  ///     which has ended when this returns.
  ///   - reading: Called once, before all of it has come.
  /// - Returns: How many bytes are there.
  package static func fill(
    _ room: UnsafeMutableRawBufferPointer, from start: Int, by source: @escaping Source,
    while reading: Reading
  ) -> Int {
    let hasMuch = room.count - start >= worthThread
    let arriving = hasMuch ? ArrivingBytes(room: room, count: start, source: source) : nil
    guard let arriving else { return fillAlone(room, from: start, by: source, while: reading) }
    reading(UnsafeRawBufferPointer(room), start, arriving.wait)
    return arriving.finish()
  }

  /// The same without another thread: more is taken where it is waited for, and the rest at the end.
  private static func fillAlone(
    _ room: UnsafeMutableRawBufferPointer, from start: Int, by source: @escaping Source,
    while reading: Reading
  ) -> Int {
    var (count, hasEnded) = (start, false)
    func wait(for needed: Int) -> Int {
      while count < needed, !hasEnded {
        let more = source(UnsafeMutableRawBufferPointer(rebasing: room[count...]))
        count += more ?? 0
        hasEnded = more == nil
      }
      return count
    }
    reading(UnsafeRawBufferPointer(room), start, wait)
    return wait(for: room.count)
  }

  /// Nil where there is no thread to be had; else ``finish()`` must be called before the room goes.
  private init?(room: UnsafeMutableRawBufferPointer, count: Int, source: @escaping Source) {
    self.room = room
    self.count = count
    self.source = source
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
    let code = pthread_create(
      &thread, nil,
      { bytes in
        if let bytes { Unmanaged<ArrivingBytes>.fromOpaque(bytes).takeRetainedValue().run() }
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    guard code == 0 else {
      Unmanaged.passUnretained(self).release()
      return nil
    }
  }

  deinit {
    pthread_mutex_destroy(lock)
    pthread_cond_destroy(changed)
    lock.deallocate()
    changed.deallocate()
  }

  private func withLock<T>(_ body: () -> T) -> T {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body()
  }

  private func run() {
    var arrived = withLock { count }
    while arrived < room.count {
      let end = min(arrived + Self.piece, room.count)
      let more = source(UnsafeMutableRawBufferPointer(rebasing: room[arrived..<end]))
      arrived += more ?? 0
      withLock {
        count = arrived
        hasEnded = more == nil
        if count >= wanted || hasEnded { pthread_cond_signal(changed) }
      }
      if more == nil { return }
    }
  }

  /// Waits until so many bytes are there, or no more will come; returns how many are.
  private func wait(for needed: Int) -> Int {
    withLock {
      wanted = min(needed, room.count)
      while count < wanted, !hasEnded { pthread_cond_wait(changed, lock) }
      wanted = .max
      return count
    }
  }

  /// Waits for the end of the thread, which is near: the bytes have come, or will not.
  private func finish() -> Int {
    pthread_join(thread, nil)
    return withLock { count }
  }
}
