internal import Glibc

/// Fetches over HTTP on a thread of its own, which starts with the first request.
///
/// Connections are kept and shared; any number of requests run at once. Redirects are followed
/// here and not by libcurl: counted, never to another scheme than http and https, never from https
/// down to http, and without the credentials where the origin changes.
package final class HTTPFetcher: Sendable {
  private let thread = TransferThread()

  package init() {}

  deinit { thread.stop() }

  /// Sends a request and returns the answer, whatever its status.
  ///
  /// - Throws: ``HTTPError``, or `CancellationError` where the task was cancelled.
  package func fetch(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await follow(request, into: .memory)
  }

  /// Writes the body of a successful answer to a file; of any other status nothing is written.
  ///
  /// - Parameters:
  ///   - request: What to ask for.
  ///   - descriptor: Open for writing; stays open.
  ///   - progress: Called with the bytes so far, on the fetcher's thread.
  /// - Returns: The answer without its body.
  /// - Throws: As ``fetch(_:)``; the file may then hold a part of the body.
  package func download(
    _ request: HTTPRequest, to descriptor: Int32,
    progress: @escaping @Sendable (Int64) -> Void = { _ in }
  ) async throws -> HTTPResponse {
    try await follow(request, into: .file(descriptor: descriptor, progress: progress))
  }

  private func follow(_ first: HTTPRequest, into sink: BodySink) async throws -> HTTPResponse {
    guard let origin = WebAddress(first.url) else {
      throw HTTPError.badRequest("the URL is not one of http or https")
    }
    var request = first
    var address = origin
    var followed = 0
    let deadline = Self.now + first.limits.totalSeconds
    while true {
      request.limits.totalSeconds = max(0.001, deadline - Self.now)
      let answer = try await thread.transfer(request, at: address, into: sink)
      guard let target = answer.redirect else {
        return HTTPResponse(
          status: answer.status, headers: answer.headers, body: answer.body, url: request.url,
          redirects: followed)
      }
      followed += 1
      guard followed <= first.limits.redirects else {
        throw HTTPError.tooManyRedirects(host: origin.name, limit: first.limits.redirects)
      }
      let next = try Self.next(after: address, to: target)
      request = Self.redirected(request, by: answer.status, to: target)
      if !next.hasOrigin(of: origin) { request.leaveCredentials() }
      address = next
    }
  }

  private static func next(after address: WebAddress, to url: String) throws -> WebAddress {
    guard let next = WebAddress(url), next.scheme == "https" || address.scheme == "http" else {
      throw HTTPError.redirectRefused(host: address.name)
    }
    return next
  }

  /// The request that a redirect asks for (RFC 9110, 15.4): 303 turns into GET, 301 and 302 only
  /// for POST, as browsers have always done; all else stays as it was.
  private static func redirected(
    _ request: HTTPRequest, by status: Int, to url: String
  ) -> HTTPRequest {
    var next = request
    next.url = url
    let turnsIntoGet = status == 303 ? request.method != "HEAD" : request.method == "POST"
    if turnsIntoGet, status <= 303 {
      next.method = "GET"
      next.body = nil
      next.headers.removeAll { $0.name.lowercased() == "content-type" }
    }
    return next
  }

  /// CLOCK_MONOTONIC in seconds.
  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension HTTPRequest {
  fileprivate mutating func leaveCredentials() {
    credentials = nil
    headers.removeAll { ["authorization", "cookie"].contains($0.name.lowercased()) }
  }
}
