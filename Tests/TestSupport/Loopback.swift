internal import Foundation

/// A server that does exactly what a test says, one connection after another.
///
/// It speaks the wire of ``WireClient``, which shares no code with the product.
package final class Loopback: Sendable {
  package typealias Script = @Sendable (WireClient) throws -> Void

  package let directory: TemporaryDirectory
  package let path: String
  private let listener: Int32
  private let finished = DispatchGroup()

  /// Listens, and serves one connection by each script; then nobody is accepted any more.
  package convenience init(_ scripts: Script...) throws { try self.init(scripts: scripts) }

  /// The same with a list.
  package init(scripts: [Script]) throws {
    directory = try TemporaryDirectory()
    path = directory.file("loop.sock")
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0, listen(listener, 16) == 0 else {
      throw TestFailure("cannot listen at \(path): errno \(errno)")
    }
    finished.enter()
    let (accepting, done) = (listener, finished)
    Thread.detachNewThread {
      defer { done.leave() }
      for script in scripts {
        let descriptor = accept(accepting, nil, nil)
        guard descriptor >= 0 else { return }
        // A client that goes away in the middle of a script is what many tests are about.
        try? script(WireClient(accepted: descriptor))
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// Waits until every script has run; false where one is still waiting after some seconds.
  package func isFinished() -> Bool { finished.wait(timeout: .now() + 10) == .success }
}

extension WireClient {
  /// Answers a request with a result.
  package func answer(_ request: Object, _ result: Object) throws {
    try send(["jsonrpc": "2.0", "id": request["id"] ?? NSNull(), "result": result])
  }

  /// Answers a request with an error; without a request, with the id `null`.
  package func refuse(
    _ request: Object?, _ code: Int, _ name: String, _ data: Object = [:]
  ) throws {
    let error: Object = [
      "code": code, "message": "no", "data": data.merging(["name": name]) { $1 },
    ]
    try send(["jsonrpc": "2.0", "id": request?["id"] ?? NSNull(), "error": error])
  }
}

/// What scripts on other threads have seen.
package final class Record<Element: Sendable>: @unchecked Sendable {
  // Only touched under the lock.
  private var elements: [Element] = []
  private let lock = NSLock()

  package init() {}

  package func add(_ element: Element) { lock.withLock { elements.append(element) } }

  package var all: [Element] { lock.withLock { elements } }
}
