internal import Glibc

/// The jobs that other threads have handed over, until the loop takes them.
///
/// Unchecked, as everything below is only touched between lock and unlock. The lock is pthread's
/// and not `Mutex`, which ThreadSanitizer does not know: it would report every use as a race.
final class Inbox: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var jobs: [UnownedJob] = []
  private var isSignalled = false

  init() { pthread_mutex_init(mutex, nil) }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  private func locked<T>(_ body: () -> T) -> T {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Adds a job; true where the loop must be told, as nobody has told it since it last took.
  func add(_ job: UnownedJob) -> Bool {
    locked {
      jobs.append(job)
      defer { isSignalled = true }
      return !isSignalled
    }
  }

  func take() -> [UnownedJob] {
    locked {
      defer {
        jobs = []
        isSignalled = false
      }
      return jobs
    }
  }
}
