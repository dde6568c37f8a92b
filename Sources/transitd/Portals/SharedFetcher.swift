internal import HTTPClient

extension HTTPFetcher {
  /// The daemon's own; libcurl starts with the first request, not with the daemon.
  static let shared = HTTPFetcher()

  /// An answer of whatever status.
  ///
  /// - Throws: ``UpstreamFault``, or `CancellationError`.
  func answer(to request: HTTPRequest) async throws -> HTTPResponse {
    do {
      return try await fetch(request)
    } catch let error as HTTPError {
      throw UpstreamFault.transport(error)
    }
  }
}
