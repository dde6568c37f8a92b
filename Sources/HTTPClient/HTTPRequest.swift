/// One request; what it may cost is part of it.
package struct HTTPRequest: Sendable {
  /// User and password for Basic authentication (RFC 7617), sent at once and only to the origin
  /// of the request's own URL.
  package struct Credentials: Sendable {
    package let user: String
    package let password: String

    package init(user: String, password: String) {
      self.user = user
      self.password = password
    }
  }

  /// What a request may take; each limit has a case of ``HTTPError`` of its own.
  package struct Limits: Sendable {
    /// Seconds until the connection stands.
    package var connectSeconds = 5.0
    /// Seconds for everything, redirects included.
    package var totalSeconds = 15.0
    /// Seconds without a byte; for long downloads, where the whole may take an hour.
    package var stallSeconds = 15.0
    /// Bytes of the body, after decompression.
    package var bodyBytes = 8 << 20
    /// Bytes of all header lines.
    package var headerBytes = 64 << 10
    package var redirects = 5

    package init() {}
  }

  /// A token of RFC 9110, as `GET` or `PROPFIND`.
  package var method: String
  /// With a scheme of `http` or `https`; it may hold a key, so it is in no error.
  package var url: String
  package var headers: [(name: String, value: String)]
  package var body: [UInt8]?
  package var credentials: Credentials?
  package var limits = Limits()

  package init(
    _ method: String = "GET", _ url: String, headers: [(name: String, value: String)] = [],
    body: [UInt8]? = nil, credentials: Credentials? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.credentials = credentials
  }
}

extension HTTPRequest {
  /// - Throws: ``HTTPError/badRequest(_:)`` where a part would end a line or is no token, and so
  ///   could be read as another request.
  func check() throws(HTTPError) {
    guard Self.isToken(method) else { throw .badRequest("the method is no token") }
    for (name, value) in headers {
      guard Self.isToken(name) else { throw .badRequest("the name of a header is no token") }
      guard !value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
        throw .badRequest("the header \(name) has a control character in it")
      }
    }
    guard !url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else {
      throw .badRequest("the URL has a space or a control character in it")
    }
    if let credentials, credentials.user.utf8.contains(UInt8(ascii: ":")) {
      throw .badRequest("the user name has a colon in it")
    }
  }

  /// `token` of RFC 9110, 5.6.2.
  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
