/// What a request says before its body, and over which socket it came.
struct RequestHead: Sendable {
  /// Whom the socket of a connection is for.
  enum Door: Sendable {
    /// The Unix socket: programs of this machine, and a proxy.
    case local
    /// A port of loopback, or another that systemd gave us.
    case network
  }

  var method: String
  /// Decoded, without the query.
  var path: String
  var door = Door.network
  var host: String?
  var origin: String?
  var contentType: String?
  var cookie: String?
  /// `Accept-Language`: which language is read there.
  var language: String?
  /// `Sec-Fetch-Site`: what a browser says of where a request comes from.
  var site: String?
  /// `Content-Length`; nil where it is not said.
  var length: String?
  /// Whether somebody in between says for whom he asks (`Forwarded`, `X-Forwarded-…`).
  var isForwarded = false

  /// Whether Korean comes first for who asks.
  var isKorean: Bool { language?.lowercased().hasPrefix("ko") ?? false }

  /// The value of a cookie; the first one counts where there are several.
  func cookie(named name: String) -> String? {
    for part in (cookie ?? "").split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2 else { continue }
      // RFC 6265: a blank stands before each cookie but the first.
      if pair[0].drop(while: { $0 == " " }) == name { return String(pair[1]) }
    }
    return nil
  }
}
