/// Why there is no answer.
///
/// No case holds the URL, which may carry a key, nor any text that the other side sent; `host` is
/// a name with a port, for a person.
package enum HTTPError: Error, Equatable, Sendable {
  /// The request itself cannot be sent: what is wrong with it.
  case badRequest(String)
  case hostNotFound(host: String)
  case cannotConnect(host: String)
  /// TLS failed: the certificate, the protocol.
  case untrusted(host: String)
  /// Longer than `connectSeconds` or `totalSeconds`, or nothing for `stallSeconds`.
  case timedOut(host: String)
  /// The connection ended inside the answer, or before one.
  case truncated(host: String)
  /// The other side does not speak HTTP, or breaks it.
  case malformed(host: String)
  case tooLarge(host: String, limit: Int)
  case tooManyRedirects(host: String, limit: Int)
  /// To a scheme other than http and https, or from https down to http.
  case redirectRefused(host: String)
  /// The file that takes the body could not be written: its errno.
  case cannotStore(code: Int32)
  /// Anything else, in libcurl's constant words.
  case failed(host: String, reason: String)

  /// Whether the same request may succeed a little later.
  package var isTransient: Bool {
    switch self {
    case .hostNotFound, .cannotConnect, .timedOut, .truncated, .failed: true
    case .badRequest, .untrusted, .malformed, .tooLarge, .tooManyRedirects, .redirectRefused,
      .cannotStore:
      false
    }
  }
}

extension HTTPError: CustomStringConvertible {
  /// One clause for a person or a journal, without a URL.
  package var description: String {
    switch self {
    case .badRequest(let reason): "the request cannot be sent: \(reason)"
    case .hostNotFound(let host): "\(host) is not known to the name service"
    case .cannotConnect(let host): "\(host) does not take connections"
    case .untrusted(let host): "the certificate of \(host) is not trusted"
    case .timedOut(let host): "\(host) did not answer in time"
    case .truncated(let host): "\(host) broke off in the middle of its answer"
    case .malformed(let host): "\(host) did not answer in HTTP"
    case .tooLarge(let host, let limit): "\(host) sent more than \(limit) bytes"
    case .tooManyRedirects(let host, let limit): "\(host) redirected more than \(limit) times"
    case .redirectRefused(let host): "\(host) redirected to where we do not follow"
    case .cannotStore(let code): "the answer could not be written (errno \(code))"
    case .failed(let host, let reason): "\(host): \(reason)"
    }
  }
}
