internal import Glibc

/// A blocking client of the wire protocol that shares no code with the project's own.
package final class WireClient {
  private let descriptor: Int32
  private var input: [UInt8] = []
  private var nextID = 1
  /// Long enough for a loaded machine, short enough to fail a test.
  package static let patience = 30.0

  /// - Parameter receiveBuffer: Bytes the kernel keeps for us, to be a slow reader with.
  package init(path: String, receiveBuffer: Int32? = nil) throws(HarnessFailure) {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .errno("socket") }
    if var size = receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    do {
      try UnixAddress.connect(descriptor, to: path)
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  // MARK: Sending

  package func send(raw bytes: [UInt8]) throws(HarnessFailure) {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL.rawValue))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .errno("send") }
      start += count
    }
  }

  package static func frame(_ payload: [UInt8]) -> [UInt8] {
    let length = UInt32(payload.count)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + payload
  }

  /// Sends one text as one frame.
  package func send(_ text: String) throws(HarnessFailure) {
    try send(raw: Self.frame(Array(text.utf8)))
  }

  /// The text of a request; without an id it is a notification.
  package static func text(_ method: String, _ params: String?, id: Int?) -> String {
    let id = id.map { "\"id\":\($0)," } ?? ""
    let params = params.map { ",\"params\":\($0)" } ?? ""
    return "{\"jsonrpc\":\"2.0\",\(id)\"method\":\"\(method)\"\(params)}"
  }

  /// Sends a request without waiting, and returns its id.
  @discardableResult
  package func start(_ method: String, _ params: String? = nil) throws(HarnessFailure) -> Int {
    defer { nextID += 1 }
    try send(Self.text(method, params, id: nextID))
    return nextID
  }

  package func notify(_ method: String, _ params: String? = nil) throws(HarnessFailure) {
    try send(Self.text(method, params, id: nil))
  }

  /// Nothing more will be sent; replies can still be read.
  package func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  // MARK: Receiving

  /// Sends a request and returns the reply with its id; other messages in between are dropped.
  @discardableResult
  package func call(_ method: String, _ params: String? = nil) throws(HarnessFailure)
    -> WireMessage
  {
    let id = try start(method, params)
    while true {
      let message = try receive()
      if message.id == id { return message }
    }
  }

  /// The next message.
  ///
  /// - Throws: Where the other side closed, or nothing came in time.
  package func receive(within seconds: Double = patience) throws(HarnessFailure) -> WireMessage {
    guard let message = try receiveOrEnd(within: seconds) else {
      throw HarnessFailure("the connection was closed")
    }
    return message
  }

  /// The next message, or nil at the end of the connection.
  package func receiveOrEnd(within seconds: Double = patience) throws(HarnessFailure)
    -> WireMessage?
  {
    let deadline = Moment.now + seconds
    while true {
      if let payload = takeFrame() { return try WireMessage(payload) }
      guard try readMore(until: deadline) else {
        guard input.isEmpty else { throw HarnessFailure("the connection ended inside a frame") }
        return nil
      }
    }
  }

  /// Whether nothing at all comes for so long.
  package func isSilent(for seconds: Double) -> Bool {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return input.isEmpty && Glibc.poll(&poll, 1, Int32(seconds * 1000)) == 0
  }

  private func takeFrame() -> [UInt8]? {
    guard input.count >= 4 else { return nil }
    let length = input[..<4].reduce(0) { $0 << 8 | Int($1) }
    guard input.count >= 4 + length else { return nil }
    defer { input.removeFirst(4 + length) }
    return Array(input[4..<4 + length])
  }

  /// Waits for bytes; false at the end of the connection.
  private func readMore(until deadline: Double) throws(HarnessFailure) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let left = deadline - Moment.now
      guard left > 0 else { throw HarnessFailure("no message came in time") }
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard Glibc.poll(&poll, 1, Int32(left * 1000) + 1) > 0 else { continue }
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      if count == 0 || (count < 0 && errno == ECONNRESET) { return false }
      guard count > 0 else { throw .errno("recv") }
      input += buffer[..<count]
      return true
    }
  }
}

/// Seconds of a clock that only goes forward.
package enum Moment {
  package static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

enum UnixAddress {
  static func connect(_ descriptor: Int32, to path: String) throws(HarnessFailure) {
    guard try with(path, { Glibc.connect(descriptor, $0, $1) }) == 0 else {
      throw .errno("connect \(path)")
    }
  }

  static func listener(at path: String) throws(HarnessFailure) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0, try with(path, { bind(descriptor, $0, $1) }) == 0,
      listen(descriptor, 4096) == 0
    else { throw .errno("listen \(path)") }
    return descriptor
  }

  private static func with(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(HarnessFailure) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw HarnessFailure("the path of the socket is too long: \(path)")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
