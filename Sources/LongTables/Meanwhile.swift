internal import Glibc

/// What a thread of its own makes while the caller makes something else.
///
/// Unchecked: the thread alone touches `result` until it was joined.
final class Meanwhile<Result>: @unchecked Sendable {
  private var result: Result?
  private var thread: pthread_t?

  /// Nil where there is no thread to be had; else ``finish()`` must be called before what `make`
  /// reads changes or goes.
  init?(_ make: @escaping () -> Result) {
    let work = Work { self.result = make() }
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { place in
        if let place { Unmanaged<Work>.fromOpaque(place).takeRetainedValue().body() }
        return nil
      }, Unmanaged.passRetained(work).toOpaque())
    guard code == 0 else {
      Unmanaged.passUnretained(work).release()
      return nil
    }
    self.thread = thread
  }

  /// Waits for the end of the thread; nil where it was waited for before.
  func finish() -> Result? {
    guard let thread else { return nil }
    pthread_join(thread, nil)
    self.thread = nil
    return result
  }
}

/// What a thread is to do, in a form that C can carry.
private final class Work {
  let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }
}
