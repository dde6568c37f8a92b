/// What is looked at before anything is done for a request: cheap, in one place, and the same for all
/// paths.
struct Gate: Sendable {
  /// Why a request is not answered.
  struct Refusal: Error, Hashable, Sendable {
    let status: Int
    let reason: String
    /// The same in Korean, where people see it.
    let korean: String?

    init(_ status: Int, _ reason: String, ko korean: String? = nil) {
      (self.status, self.reason, self.korean) = (status, reason, korean)
    }
  }

  /// Of a body, in bytes.
  static let longestBody = 64 << 10

  let hosts: HostList
  /// Whether nothing may be changed, whoever asks: where strangers can reach a port.
  var isDisplayOnly = false

  /// - Throws: ``Refusal``.
  func check(_ head: RequestHead) throws(Refusal) {
    guard ["GET", "HEAD", "POST"].contains(head.method) else {
      throw Refusal(405, "GET and POST are answered here")
    }
    guard hosts.allows(head.host) else {
      throw Refusal(421, "this name is not among `hosts` in webd.json")
    }
    if let length = head.length {
      guard let bytes = Int(length), bytes >= 0 else { throw Refusal(400, "a length is a number") }
      guard bytes <= Self.longestBody else {
        throw Refusal(413, "at most \(Self.longestBody) bytes are taken")
      }
    }
    if head.method == "POST" { try checkPost(head) }
  }

  private func checkPost(_ head: RequestHead) throws(Refusal) {
    guard !isDisplayOnly else { throw Refusal(403, "this page only shows (`displayOnly`)") }
    guard Self.isJSON(head.contentType) else {
      throw Refusal(415, "Content-Type: application/json is expected")
    }
    if head.door == .local, head.path == Self.linkPath { return try checkLink(head) }
    guard let origin = head.origin, Self.isSame(origin, host: head.host) else {
      throw Refusal(403, "only this page itself may ask for that (Origin)")
    }
    guard head.site == nil || head.site == "same-origin" else {
      throw Refusal(403, "only this page itself may ask for that (Sec-Fetch-Site)")
    }
  }

  /// Where `matectl web open` asks for a link.
  static let linkPath = "/link"

  /// A browser names its origin, and a proxy for whom it asks: neither is the person who sits at this
  /// machine.
  private func checkLink(_ head: RequestHead) throws(Refusal) {
    guard head.origin == nil, head.site == nil, !head.isForwarded, head.cookie == nil else {
      throw Refusal(403, "links are for `matectl web open`")
    }
  }

  /// Only JSON: what a form of another page can send is never that.
  private static func isJSON(_ type: String?) -> Bool {
    guard let type = type?.lowercased() else { return false }
    let parts = type.split(separator: ";", omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " } }
    guard parts.first.map({ $0.trimmedEnd }) == "application/json" else { return false }
    return parts.count == 1 || parts.count == 2 && parts[1].trimmedEnd == "charset=utf-8"
  }

  private static func isSame(_ origin: String, host: String?) -> Bool {
    guard let host = host?.lowercased() else { return false }
    let origin = origin.lowercased()
    return origin == "http://\(host)" || origin == "https://\(host)"
  }
}

extension Substring {
  fileprivate var trimmedEnd: Substring {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
