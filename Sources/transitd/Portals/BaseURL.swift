/// The address in front of a portal's paths.
enum BaseURL {
  /// Without a last slash; nil for what is no http address, or holds a user, a question mark or a
  /// fragment, which no base has.
  static func checked(_ text: String) -> String? {
    var url = text.trimmed
    while url.hasSuffix("/") { url.removeLast() }
    guard let scheme = scheme(of: url) else { return nil }
    let rest = url.dropFirst(scheme.count)
    guard let first = rest.first, first != "/", url.utf8.count <= 512,
      rest.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      !rest.contains(where: { "?#@\\\"<>".contains($0) })
    else { return nil }
    return url
  }

  /// `http://` or `https://`; nil for anything else.
  static func scheme(of url: String) -> String? {
    ["http://", "https://"].first { url.hasPrefix($0) }
  }
}
