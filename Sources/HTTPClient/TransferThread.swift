internal import CCurl
internal import Glibc
internal import Synchronization

/// The thread on which libcurl runs all transfers, with one multi handle.
///
/// Tasks hand transfers over through the inbox and are resumed from the thread; nothing else is
/// shared. The thread ends with ``stop()``.
final class TransferThread: Sendable {
  private struct Inbox {
    var added: [Transfer] = []
    var cancelled: [Transfer] = []
    var isStarted = false
    var isStopped = false
  }

  private let inbox = Mutex(Inbox())
  /// Made once before the thread starts.
  ///
  /// Other threads only call `curl_multi_wakeup` on it, the one
  /// function that libcurl allows from any thread; all else happens on the transfer thread.
  nonisolated(unsafe) private let multi: UnsafeMutableRawPointer

  /// `curl_global_init` is safe from any thread since 7.84, and is done once here.
  private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  /// Idle connections kept open.
  private static let keptConnections = 8

  init() {
    guard Self.isReady, let multi = curl_multi_init() else {
      preconditionFailure("libcurl cannot be initialised")
    }
    self.multi = multi
    mate_curl_multi_long(multi, CURLMOPT_MAXCONNECTS, Self.keptConnections)
  }

  // MARK: From tasks

  func transfer(
    _ request: HTTPRequest, at address: WebAddress, into sink: BodySink
  ) async throws -> Transfer.Answer {
    let transfer = try Transfer(request, at: address, into: sink)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        transfer.continuation = continuation
        hand { $0.added.append(transfer) }
      }
    } onCancel: {
      hand { $0.cancelled.append(transfer) }
    }
  }

  private func hand(_ change: (inout sending Inbox) -> Void) {
    let mustStart = inbox.withLock { inbox in
      change(&inbox)
      defer { inbox.isStarted = true }
      return !inbox.isStarted
    }
    if mustStart { start() } else { curl_multi_wakeup(multi) }
  }

  /// Ends the thread; what is under way is answered as cancelled.
  func stop() {
    let isStarted = inbox.withLock { inbox in
      inbox.isStopped = true
      return inbox.isStarted
    }
    if isStarted { curl_multi_wakeup(multi) }
  }

  deinit { curl_multi_cleanup(multi) }

  // MARK: On the thread

  private func start() {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self)
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<TransferThread>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    precondition(code == 0, "pthread_create failed")
    pthread_detach(thread)
  }

  private func run() {
    var active: [UnsafeMutableRawPointer: Transfer] = [:]
    while true {
      let (added, cancelled, isStopped) = take()
      for transfer in added { begin(transfer, &active) }
      for transfer in cancelled {
        transfer.isCancelled = true
        if active[transfer.handle] === transfer { end(transfer, CURLE_OK, &active) }
      }
      if isStopped {
        for transfer in active.values { transfer.isCancelled = true }
        for transfer in Array(active.values) { end(transfer, CURLE_OK, &active) }
        return
      }
      var running: Int32 = 0
      curl_multi_perform(multi, &running)
      endFinished(&active)
      // Woken by sockets, by libcurl's own timers, and by `curl_multi_wakeup`.
      curl_multi_poll(multi, nil, 0, 60_000, nil)
    }
  }

  private func take() -> (added: [Transfer], cancelled: [Transfer], isStopped: Bool) {
    inbox.withLock { inbox in
      defer {
        inbox.added = []
        inbox.cancelled = []
      }
      return (inbox.added, inbox.cancelled, inbox.isStopped)
    }
  }

  private func begin(_ transfer: Transfer, _ active: inout [UnsafeMutableRawPointer: Transfer]) {
    guard !transfer.isCancelled else { return transfer.finish(CURLE_OK) }
    active[transfer.handle] = transfer
    curl_multi_add_handle(multi, transfer.handle)
  }

  private func endFinished(_ active: inout [UnsafeMutableRawPointer: Transfer]) {
    var code = CURLE_OK
    while let handle = mate_curl_next_done(multi, &code) {
      if let transfer = active[handle] { end(transfer, code, &active) }
    }
  }

  private func end(
    _ transfer: Transfer, _ code: CURLcode,
    _ active: inout [UnsafeMutableRawPointer: Transfer]
  ) {
    active[transfer.handle] = nil
    curl_multi_remove_handle(multi, transfer.handle)
    transfer.finish(code)
  }
}
