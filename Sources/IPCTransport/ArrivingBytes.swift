internal import Glibc

/// Bytes that a thread of its own puts where they belong, while the caller reads those that are
/// there: copying out of the kernel, and clearing the pages for it, costs half as much as reading.
///
/// The caller must call ``finish()`` before the memory goes.
///
/// Unchecked: what both threads change is touched between lock and unlock; of the room the thread
/// writes only behind `count` and the caller reads only before it, and `source` is the thread's
/// alone. The lock is pthread's, as Synchronization's has no condition to wait for.
final class ArrivingBytes: @unchecked Sendable {
  /// Takes some more bytes into the front of a room.
  typealias Source = (UnsafeMutableRawBufferPointer) throws(ReceiveFailure) -> Int

  /// Taken at once: what has come is told before more is taken, however fast it comes.
  private static let piece = 128 << 10

  private let room: UnsafeMutableRawBufferPointer
  private let source: Source
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var thread = pthread_t()
  /// These three are touched with the lock only.
  private var count: Int
  private var failure: ReceiveFailure?
  private var wanted = Int.max

  /// Nil where there is no thread to be had.
  ///
  /// - Parameters:
  ///   - room: For all bytes that come.
  ///   - count: How many of them are there already.
  ///   - source: Called from the thread until the room is full or it throws.
  init?(room: UnsafeMutableRawBufferPointer, count: Int, source: @escaping Source) {
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
      var failure: ReceiveFailure?
      do throws(ReceiveFailure) {
        let end = min(arrived + Self.piece, room.count)
        arrived += try source(UnsafeMutableRawBufferPointer(rebasing: room[arrived..<end]))
      } catch {
        failure = error
      }
      withLock {
        count = arrived
        self.failure = failure
        if count >= wanted || failure != nil { pthread_cond_signal(changed) }
      }
      if failure != nil { return }
    }
  }

  /// Waits until so many bytes are there, or no more will come; returns how many are.
  func wait(for needed: Int) -> Int {
    withLock {
      wanted = min(needed, room.count)
      while count < wanted, failure == nil { pthread_cond_wait(changed, lock) }
      wanted = .max
      return count
    }
  }

  /// Waits for the end of the thread, which is near: the bytes have come, or will not.
  func finish() -> (count: Int, failure: ReceiveFailure?) {
    pthread_join(thread, nil)
    return withLock { (count, failure) }
  }
}
