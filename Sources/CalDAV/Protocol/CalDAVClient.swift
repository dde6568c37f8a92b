package import HTTPClient
internal import Values

/// Speaks CalDAV (RFC 4791) with a server: requests and answers, no state of its own.
package struct CalDAVClient: Sendable {
  /// Resources asked for at once.
  static let chunk = 50
  /// Bytes of a listing: some 100,000 resources.
  private static let listingBytes = 64 << 20

  private let fetcher: HTTPFetcher
  private let credentials: HTTPRequest.Credentials?
  /// The address that the user gave; the password is meant for it.
  let home: DAVAddress

  /// - Throws: ``CalDAVError/badAddress(_:)``; ``CalDAVError/insecure(host:)`` where a password
  ///   would leave the machine without encryption.
  package init(
    url: String, credentials: HTTPRequest.Credentials?, fetcher: HTTPFetcher
  ) throws(CalDAVError) {
    home = try Self.address(url, hasPassword: credentials != nil)
    self.credentials = credentials
    self.fetcher = fetcher
  }

  /// The address of a server that can be talked to with a password, or without one.
  ///
  /// - Throws: As ``init(url:credentials:fetcher:)``.
  @discardableResult
  package static func address(
    _ url: String, hasPassword: Bool
  ) throws(CalDAVError) -> DAVAddress {
    let address = try DAVAddress(url)
    guard !hasPassword || address.isEncrypted || address.isLoopback else {
      throw .insecure(host: address.host)
    }
    return address
  }

  // MARK: Requests

  /// Sends a request and returns its answer where that is a success.
  ///
  /// - Throws: ``CalDAVError``, or `CancellationError`.
  func send(
    _ method: String, _ address: DAVAddress, headers: [(name: String, value: String)] = [],
    body: String? = nil, contentType: String = "application/xml; charset=utf-8"
  ) async throws -> HTTPResponse {
    guard home.trusts(address) else { throw CalDAVError.foreignHost(address.host) }
    var request = HTTPRequest(
      method, address.url, headers: headers, body: body.map { Array($0.utf8) },
      credentials: credentials)
    if body != nil { request.headers.append(("Content-Type", contentType)) }
    request.limits.bodyBytes = Self.listingBytes
    request.limits.totalSeconds = 120
    let response: HTTPResponse
    do {
      response = try await fetcher.fetch(request)
    } catch let error as HTTPError {
      throw CalDAVError.transport(error)
    }
    guard response.isSuccess else { throw Self.error(response, address) }
    return response
  }

  /// What a status means that is no success.
  private static func error(_ response: HTTPResponse, _ address: DAVAddress) -> CalDAVError {
    switch response.status {
    case 401: .unauthorized(host: address.host)
    case 403 where isStaleToken(response), 409 where isStaleToken(response): .staleToken
    case 403: .forbidden(path: address.path)
    case 404, 410: .notFound(path: address.path)
    case 412: .changed(path: address.path)
    case 429, 503: .busy(host: address.host, retryAfterSeconds: response.headers.retryAfterSeconds)
    case 400..<500, 501, 507: .refused(path: address.path, status: response.status)
    case 500...: .serverFailed(host: address.host, status: response.status)
    default: .malformed("status \(response.status)")
    }
  }

  /// RFC 6578, section 3.2: the precondition `valid-sync-token` failed.
  private static func isStaleToken(_ response: HTTPResponse) -> Bool {
    // What cannot be read is another kind of refusal.
    guard let error = try? DAVElement(answer: response.body) else { return false }
    return error.isNamed("error") && error.first("valid-sync-token") != nil
  }

  /// A PROPFIND or REPORT.
  func report(
    _ method: String, _ address: DAVAddress, depth: String, _ body: String
  ) async throws -> Multistatus {
    let response = try await send(method, address, headers: [("Depth", depth)], body: body)
    guard response.status == 207 else {
      throw CalDAVError.malformed("status \(response.status) in place of 207")
    }
    return try Multistatus(response.body, at: try DAVAddress(response.url))
  }
}

/// The bodies of requests.
enum DAVBody {
  static func propfind(_ properties: String) -> String {
    document("propfind", "<d:prop>\(properties)</d:prop>")
  }

  static func syncCollection(token: String?) -> String {
    document(
      "sync-collection",
      "<d:sync-token>\((token ?? "").escapedForMarkup)</d:sync-token><d:sync-level>1</d:sync-level>"
        + "<d:prop><d:getetag/></d:prop>")
  }

  /// The tags of every task.
  static let allTasks = """
    <?xml version="1.0" encoding="utf-8"?>
    <c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">\
    <d:prop><d:getetag/></d:prop><c:filter><c:comp-filter name="VCALENDAR">\
    <c:comp-filter name="VTODO"/></c:comp-filter></c:filter></c:calendar-query>
    """

  static func multiget(_ addresses: [DAVAddress]) -> String {
    let references = addresses.map { "<d:href>\($0.path.escapedForMarkup)</d:href>" }.joined()
    return """
      <?xml version="1.0" encoding="utf-8"?>
      <c:calendar-multiget xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">\
      <d:prop><d:getetag/><c:calendar-data/></d:prop>\(references)</c:calendar-multiget>
      """
  }

  private static func document(_ name: String, _ content: String) -> String {
    """
    <?xml version="1.0" encoding="utf-8"?>
    <d:\(name) xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" \
    xmlns:cs="http://calendarserver.org/ns/">\(content)</d:\(name)>
    """
  }
}
