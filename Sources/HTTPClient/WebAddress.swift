internal import CCurl

/// A URL taken apart by libcurl's own parser, so that no two parsers disagree about it.
struct WebAddress {
  let scheme: String
  let host: String
  let port: String

  /// Nil where it is no absolute http or https URL.
  init?(_ url: String) {
    guard let handle = curl_url() else { return nil }
    defer { curl_url_cleanup(handle) }
    guard curl_url_set(handle, CURLUPART_URL, url, 0) == CURLUE_OK,
      let scheme = Self.part(handle, CURLUPART_SCHEME)?.lowercased(),
      scheme == "http" || scheme == "https", let host = Self.part(handle, CURLUPART_HOST),
      let port = Self.part(handle, CURLUPART_PORT, UInt32(CURLU_DEFAULT_PORT))
    else { return nil }
    self.scheme = scheme
    self.host = host.lowercased()
    self.port = port
  }

  /// The same without user and password; as it is where it cannot be read.
  static func withoutUser(_ url: String) -> String {
    guard let handle = curl_url() else { return url }
    defer { curl_url_cleanup(handle) }
    guard curl_url_set(handle, CURLUPART_URL, url, UInt32(CURLU_NON_SUPPORT_SCHEME)) == CURLUE_OK,
      curl_url_set(handle, CURLUPART_USER, nil, 0) == CURLUE_OK,
      curl_url_set(handle, CURLUPART_PASSWORD, nil, 0) == CURLUE_OK
    else { return url }
    return part(handle, CURLUPART_URL) ?? url
  }

  private static func part(
    _ handle: OpaquePointer, _ part: CURLUPart, _ flags: UInt32 = 0
  ) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard curl_url_get(handle, part, &text, flags) == CURLUE_OK, let text else { return nil }
    defer { curl_free(text) }
    return String(cString: text)
  }

  /// The host, with the port where it is not the scheme's own; never user or path.
  var name: String {
    let isUsual = port == (scheme == "https" ? "443" : "80")
    return isUsual ? host : "\(host):\(port)"
  }

  /// Credentials stay within one scheme, host and port (RFC 9110, 4.3.1).
  func hasOrigin(of other: WebAddress) -> Bool {
    scheme == other.scheme && host == other.host && port == other.port
  }

  var isLoopback: Bool {
    host == "localhost" || host == "[::1]" || host.hasPrefix("127.")
  }
}
