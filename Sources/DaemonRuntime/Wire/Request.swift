internal import IPCProtocol
internal import LinuxSystem
internal import Loop

/// One admitted request on its way to its handler.
@LoopActor
struct Request {
  let entry: MethodEntry
  let id: RequestID?
  let params: JSONCursor
  let meta: RequestMeta
  let context: RequestContext
  let startedAt: UInt64
  let target: Dispatcher.Target

  var timeLimit: TimeLimit {
    TimeLimit(milliseconds: meta.timeoutMilliseconds, startedAt: startedAt)
  }
}

/// How long a client wants to wait.
struct TimeLimit: Sendable {
  /// Nil for as long as it takes.
  let milliseconds: Int64?
  /// CLOCK_MONOTONIC, nanoseconds.
  let startedAt: UInt64

  /// - Throws: ``WireError`` where this took longer.
  func check() throws(WireError) {
    guard let milliseconds,
      MonotonicClock.nanoseconds() - startedAt > UInt64(milliseconds) * 1_000_000
    else { return }
    throw WireError(.deadlineExceeded, "not done within \(milliseconds) ms")
  }
}

/// The params of a request that has none: a document that lives as long as the process.
@LoopActor
enum EmptyParams {
  private static let document: JSONDocument = {
    let text = UnsafeMutableRawBufferPointer.allocate(byteCount: 2, alignment: 1)
    text[0] = UInt8(ascii: "{")
    text[1] = UInt8(ascii: "}")
    let document = JSONDocument()
    do { try document.parse(UnsafeRawBufferPointer(text)) } catch { preconditionFailure("{}") }
    return document
  }()

  static var cursor: JSONCursor { document.root }
}

extension RequestID {
  /// The id of a request that was read already.
  init?(in request: JSONCursor) {
    guard let id = request.member(literal: "id") else { return nil }
    self.init(id)
  }
}
