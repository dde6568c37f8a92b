package import Foundation

/// A small client of the wire that shares no code with the product: raw frames, blocking, with
/// deadlines, and Foundation's JSON.
package final class WireClient {
  package typealias Object = [String: Any]

  private let descriptor: Int32
  private var buffer = Data()
  private var lastID = 0

  package init(path: String) throws {
    // No other program that a test starts must keep the connection open.
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw TestFailure("cannot connect to \(path): errno \(errno)") }
  }

  /// The other end: a connection that was accepted.
  package init(accepted descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Sending to a daemon that does not read fails after so long.
  package func waitsToSend(milliseconds: Int) {
    var time = timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
    setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Receives some bytes, which are dropped, and the descriptor that came with them; nil without one.
  package func receivePassed() throws -> Int32? {
    var control = [UInt8](repeating: 0, count: 24)
    var bytes = [UInt8](repeating: 0, count: 4096)
    let received = control.withUnsafeMutableBytes { control in
      bytes.withUnsafeMutableBytes { bytes in
        var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
        return withUnsafeMutablePointer(to: &part) { part in
          var message = msghdr()
          message.msg_iov = part
          message.msg_iovlen = 1
          message.msg_control = control.baseAddress
          message.msg_controllen = control.count
          let count = recvmsg(descriptor, &message, Int32(MSG_CMSG_CLOEXEC))
          return count > 0 ? message.msg_controllen : -1
        }
      }
    }
    guard received >= 0 else { throw TestFailure("nothing came: errno \(errno)") }
    guard received >= 20 else { return nil }
    return control.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 16, as: Int32.self) }
  }

  // MARK: Sending

  package func send(bytes: Data) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[(bytes.startIndex + sent)...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw TestFailure("the connection is closed (errno \(errno))") }
      sent += count
    }
  }

  /// Sends bytes and, with the first of them, descriptors; what the socket takes of them at once.
  package func send(bytes: Data, passing descriptors: [Int32]) throws {
    guard !descriptors.isEmpty else { return try send(bytes: bytes) }
    // cmsg(3): the length as a word, the level and the type as integers, then the descriptors.
    var control = Data()
    let length = 16 + 4 * descriptors.count
    withUnsafeBytes(of: UInt64(length)) { control.append(contentsOf: $0) }
    for number in [SOL_SOCKET, Int32(SCM_RIGHTS)] + descriptors {
      withUnsafeBytes(of: number) { control.append(contentsOf: $0) }
    }
    control.append(Data(count: (8 - length % 8) % 8))
    let sent = bytes.withUnsafeBytes { bytes in
      control.withUnsafeMutableBytes { control in
        var part = iovec(
          iov_base: UnsafeMutableRawBufferPointer(mutating: bytes).baseAddress,
          iov_len: bytes.count)
        return withUnsafeMutablePointer(to: &part) { part in
          var message = msghdr()
          message.msg_iov = part
          message.msg_iovlen = 1
          message.msg_control = control.baseAddress
          message.msg_controllen = control.count
          return sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL))
        }
      }
    }
    guard sent > 0 else { throw TestFailure("nothing was passed: errno \(errno)") }
    try send(bytes: bytes.dropFirst(sent))
  }

  /// Calls with a file and returns the reply, passing over events.
  package func reply(
    _ method: String, _ params: Object, passing file: Int32
  ) throws -> Object {
    lastID += 1
    let message = Self.message(method, params, id: lastID)
    let payload = try JSONSerialization.data(withJSONObject: message)
    try send(bytes: Self.frame(payload), passing: [file])
    while true {
      let message = try receive()
      if message["id"] as? Int == lastID, message["method"] == nil { return message }
    }
  }

  package static func frame(_ payload: Data) -> Data {
    var length = UInt32(payload.count).bigEndian
    return Data(bytes: &length, count: 4) + payload
  }

  package func send(frame payload: String) throws {
    try send(bytes: Self.frame(Data(payload.utf8)))
  }

  package func send(_ message: Any) throws {
    try send(bytes: Self.frame(of: message))
  }

  /// In one order: the same message is the same bytes, however often it is sent.
  package static func frame(of message: Any) throws -> Data {
    frame(try JSONSerialization.data(withJSONObject: message, options: [.sortedKeys]))
  }

  /// Sends a request with a fresh id; returns the id.
  @discardableResult
  package func request(
    _ method: String, _ params: Object? = nil, meta: Object? = nil
  ) throws -> Int {
    lastID += 1
    try send(Self.message(method, params, meta: meta, id: lastID))
    return lastID
  }

  package static func message(
    _ method: String, _ params: Object? = nil, meta: Object? = nil, id: Any?
  ) -> Object {
    var message: Object = ["jsonrpc": "2.0", "method": method]
    var params = params
    if let meta {
      var object = params ?? [:]
      object["_meta"] = meta
      params = object
    }
    if let params { message["params"] = params }
    if let id { message["id"] = id }
    return message
  }

  package func endOutput() { shutdown(descriptor, Int32(SHUT_WR)) }

  // MARK: Receiving

  /// The next payload, or nil where the connection was closed.
  package func receivePayload(within seconds: Double = 20) throws -> Data? {
    let deadline = Date().addingTimeInterval(seconds)
    while true {
      if buffer.count >= 4 {
        let length = Int(buffer.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
        if buffer.count >= 4 + length {
          let payload = Data(buffer.dropFirst(4).prefix(length))
          buffer = Data(buffer.dropFirst(4 + length))
          return payload
        }
      }
      guard try wait(until: deadline) else { throw TestFailure("nothing came in \(seconds) s") }
      var chunk = [UInt8](repeating: 0, count: 65536)
      let count = recv(descriptor, &chunk, chunk.count, 0)
      if count <= 0 { return nil }
      buffer.append(contentsOf: chunk[..<count])
    }
  }

  private func wait(until deadline: Date) throws -> Bool {
    while true {
      let left = Int32(max(0, deadline.timeIntervalSinceNow * 1000))
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = poll(&entry, 1, left)
      // Children that end interrupt the wait.
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }

  /// Whether nothing comes for so long; for promises of silence only.
  package func isSilent(milliseconds: Int32) -> Bool {
    guard buffer.isEmpty else { return false }
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) == 0
  }

  package func receiveAny(within seconds: Double = 20) throws -> Any? {
    try receivePayload(within: seconds).map {
      try JSONSerialization.jsonObject(with: $0, options: .fragmentsAllowed)
    }
  }

  /// The next message.
  package func receive(within seconds: Double = 20) throws -> Object {
    guard let value = try receiveAny(within: seconds) else {
      throw TestFailure("the connection was closed")
    }
    guard let object = value as? Object else { throw TestFailure("no object: \(value)") }
    return object
  }

  package var isClosed: Bool {
    get throws { try receivePayload(within: 20) == nil }
  }

  // MARK: Calls

  /// Calls and returns the whole reply, passing over events.
  package func reply(
    _ method: String, _ params: Object? = nil, meta: Object? = nil
  ) throws -> Object {
    let id = try request(method, params, meta: meta)
    while true {
      let message = try receive()
      if message["id"] as? Int == id, message["method"] == nil { return message }
    }
  }

  /// The result; an error fails the test.
  @discardableResult
  package func result(
    _ method: String, _ params: Object? = nil, meta: Object? = nil
  ) throws -> Object {
    let reply = try reply(method, params, meta: meta)
    guard let result = reply["result"] as? Object else {
      throw TestFailure("\(method) was refused: \(reply)")
    }
    return result
  }

  /// The error; a result fails the test.
  package func error(
    _ method: String, _ params: Object? = nil, meta: Object? = nil
  ) throws -> WireFailure {
    try WireFailure(try reply(method, params, meta: meta))
  }
}

/// The error of a reply.
package struct WireFailure {
  package let code: Int
  package let name: String
  package let message: String
  package let data: [String: Any]

  package init(_ reply: [String: Any]) throws {
    guard let error = reply["error"] as? [String: Any], let code = error["code"] as? Int,
      let data = error["data"] as? [String: Any], let name = data["name"] as? String
    else { throw TestFailure("no error: \(reply)") }
    self.code = code
    self.name = name
    self.data = data
    message = error["message"] as? String ?? ""
  }
}
