internal import CLinux
internal import Glibc
package import IPCProtocol
internal import LinuxSystem

/// A connection to a daemon for who waits for other things as well: nothing here waits.
///
/// The owner polls ``descriptor`` for input, and for room while ``wantsRoom``, and gives each answer
/// its request by the id.
package final class FrameChannel {
  package let descriptor: Int32
  private var input: [UInt8] = []
  private var output: [UInt8] = []
  private var sent = 0
  private var chunk = [UInt8](repeating: 0, count: 65536)
  private var lastID: Int64 = 0
  /// Hears how far a request is that was sent with ``CallRequest/wantsProgress``, by its id.
  package var onProgress: ((_ id: Int64, _ notice: ProgressNotice) -> Void)?

  /// What a reply may have at most, as in ``FrameConnection``.
  private static let maximumReply = 256 << 20

  /// Takes ownership of a connected socket.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Whether something is left to send that did not fit.
  package var wantsRoom: Bool { sent < output.count }

  /// What a daemon says.
  package enum Message {
    case result(id: Int64, JSONValue)
    case refusal(id: Int64, WireError)
    case event(id: Int64, JSONValue)
    /// It ends, or wants nothing more of us: an error without a request.
    case farewell(WireError)
  }

  /// Sends a request, or as much of it as there is room for.
  ///
  /// - Returns: Its id.
  package func send(_ request: CallRequest) -> Int64 {
    lastID += 1
    enqueue(request.payload(id: lastID))
    return lastID
  }

  /// Asks the daemon to end a request; its answer still comes.
  package func cancel(_ id: Int64) {
    var writer = JSONWriter()
    writer.value(
      .object(["jsonrpc": "2.0", "method": "$/cancel", "params": ["id": .integer(id)]]))
    enqueue(writer.bytes)
  }

  private func enqueue(_ payload: [UInt8]) {
    var writer = JSONWriter()
    let start = writer.beginFrame()
    writer.bytes.append(contentsOf: payload)
    writer.endFrame(start)
    output += writer.bytes
    flush()
  }

  /// Sends what there is room for; a connection that is gone says so to who receives.
  package func flush() {
    while sent < output.count {
      let count = output[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if count > 0 { sent += count } else if errno != EINTR { return }
    }
    output.removeAll(keepingCapacity: true)
    sent = 0
  }

  /// What has come; nil where the connection has ended, or what came is no protocol.
  package func receive() -> [Message]? {
    var hasEnded = false
    while true {
      let count = recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
      if count > 0 {
        input.append(contentsOf: chunk[..<count])
        if count == chunk.count { continue }
        break
      }
      if count < 0, errno == EINTR { continue }
      hasEnded = !(count < 0 && errno == EAGAIN)
      break
    }
    guard let messages = takeMessages() else { return nil }
    // What was said before the end is heard first.
    return hasEnded && messages.isEmpty ? nil : messages
  }

  private func takeMessages() -> [Message]? {
    var messages: [Message] = []
    var used = 0
    defer { input.removeFirst(used) }
    while true {
      let scan = input.withUnsafeBytes {
        FrameScanner.next(in: $0, from: used, maximumPayload: Self.maximumReply)
      }
      switch scan {
      case .incomplete: return messages
      case .zeroLength, .tooLarge: return nil
      case .frame(let range):
        guard let value = try? JSON.parse(Array(input[range])) else { return nil }  // no protocol
        used = range.upperBound
        if let message = Message(value) { messages.append(message) } else { tellProgress(value) }
      }
    }
  }
}

extension FrameChannel {
  private func tellProgress(_ value: JSONValue) {
    guard let onProgress, value["method"]?.stringValue == "$/progress",
      let params = value["params"], let id = params["id"]?.integerValue,
      let notice = ProgressNotice(params)
    else { return }
    onProgress(id, notice)
  }
}

extension FrameChannel.Message {
  /// Nil for what is no answer and no event, as how far something is.
  init?(_ value: JSONValue) {
    if let method = value["method"]?.stringValue {
      guard method == "$/event", let id = value["params"]?["id"]?.integerValue,
        let event = value["params"]?["event"]
      else { return nil }
      self = .event(id: id, event)
      return
    }
    let id = value["id"]?.integerValue
    if let error = value["error"] {
      let read = WireError(value: error)
      self = id.map { .refusal(id: $0, read) } ?? .farewell(read)
    } else if let id, let result = value["result"] {
      self = .result(id: id, result)
    } else {
      return nil
    }
  }
}
