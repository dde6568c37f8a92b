internal import CMicroHTTPD
internal import Loop

/// One request and its answer.
@LoopActor
final class Exchange {
  let head: RequestHead
  let guest: Guest
  private(set) var body: [UInt8] = []
  private(set) var isTooLong = false
  /// What is known to be sent; nil until then.
  private var answer: Answer?
  /// Whether libmicrohttpd waits for us, with the connection put aside.
  private var isSuspended = false
  /// Whether the connection is gone, so that nobody takes an answer.
  private var isOver = false
  private nonisolated(unsafe) let connection: OpaquePointer
  private unowned let server: HTTPServer

  init(_ head: RequestHead, _ guest: Guest, _ connection: OpaquePointer, _ server: HTTPServer) {
    self.head = head
    self.guest = guest
    self.connection = connection
    self.server = server
  }

  func receive(_ bytes: UnsafeRawBufferPointer) {
    guard !isTooLong else { return }
    guard body.count + bytes.count <= Gate.longestBody else {
      isTooLong = true
      body = []
      return
    }
    body.append(contentsOf: bytes)
  }

  /// Sends the answer, once it is known; the first one counts.
  func finish(_ answer: Answer) {
    guard self.answer == nil, !isOver else { return }
    var answer = answer
    if let korean = answer.korean, head.isKorean { answer.body = .bytes(korean) }
    self.answer = answer
    if isSuspended {
      isSuspended = false
      server.resume(connection)
    }
  }

  /// The answer where it is there; else the connection is put aside until it is.
  func takeAnswer() -> Answer? {
    if let answer { return answer }
    if !isSuspended {
      isSuspended = true
      MHD_suspend_connection(connection)
    }
    return nil
  }

  func end() { isOver = true }
}
