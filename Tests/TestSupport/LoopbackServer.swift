internal import Foundation
internal import Synchronization

/// A server on 127.0.0.1 that answers each request with bytes that the test chooses.
///
/// It writes what it is told and nothing else, so that broken answers can be tested as well.
package final class LoopbackServer: Sendable {
  package struct Request: Sendable {
    /// `GET /path HTTP/1.1`.
    package let line: String
    /// Names in lower case.
    package let headers: [String: String]
    package let body: String

    package var path: String { line.split(separator: " ").dropFirst().first.map(String.init) ?? "" }
  }

  package enum Reaction: Sendable {
    /// Written as they are; the connection stays open for the next request.
    case bytes(String)
    /// Written, and then the connection is closed.
    case last(String)
    /// Nothing, until the client goes away.
    case silence
  }

  /// Shared by the threads of the connections.
  private final class Log: Sendable {
    let requests = Mutex<[Request]>([])
  }

  package let port: Int
  private let listener: Int32
  private let seen = Log()

  package init(_ react: @escaping @Sendable (Request) -> Reaction) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { [listener] pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isListening else { throw TestFailure("cannot listen on 127.0.0.1: errno \(errno)") }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [listener, seen] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else {
          close(listener)
          return
        }
        Thread.detachNewThread {
          Self.serve(connection, react) { request in seen.requests.withLock { $0.append(request) } }
        }
      }
    }
  }

  /// The accepting thread closes the descriptor, which nobody else may be given before that.
  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  package var url: String { "http://127.0.0.1:\(port)" }

  /// Every request so far.
  package var requests: [Request] { seen.requests.withLock { $0 } }

  /// An answer with its length.
  package static func answer(
    _ status: String = "200 OK", headers: [String] = [], body: String = ""
  ) -> String {
    (["HTTP/1.1 \(status)"] + headers + ["Content-Length: \(body.utf8.count)", "", body])
      .joined(separator: "\r\n")
  }

  private static func serve(
    _ connection: Int32, _ react: (Request) -> Reaction, _ note: (Request) -> Void
  ) {
    defer { close(connection) }
    var unread = Data()
    while let request = read(from: connection, &unread) {
      note(request)
      switch react(request) {
      case .bytes(let text): guard write(text, to: connection) else { return }
      case .last(let text):
        _ = write(text, to: connection)
        return
      case .silence:
        var byte: UInt8 = 0
        _ = recv(connection, &byte, 1, 0)
        return
      }
    }
  }

  private static func write(_ text: String, to connection: Int32) -> Bool {
    let bytes = Array(text.utf8)
    return send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }

  private static func read(from connection: Int32, _ unread: inout Data) -> Request? {
    let end = Data("\r\n\r\n".utf8)
    func more() -> Bool {
      var chunk = [UInt8](repeating: 0, count: 65536)
      let count = recv(connection, &chunk, chunk.count, 0)
      if count > 0 { unread.append(contentsOf: chunk[..<count]) }
      return count > 0
    }
    while unread.range(of: end) == nil { guard more() else { return nil } }
    guard let head = unread.range(of: end) else { return nil }
    let lines = String(decoding: unread[..<head.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    let length = headers["content-length"].flatMap(Int.init) ?? 0
    unread = Data(unread[head.upperBound...])
    while unread.count < length { guard more() else { return nil } }
    let body = String(decoding: unread.prefix(length), as: UTF8.self)
    unread = Data(unread.dropFirst(length))
    return Request(line: lines.first ?? "", headers: headers, body: body)
  }
}
