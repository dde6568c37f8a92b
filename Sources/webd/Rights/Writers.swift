internal import LinuxSystem

/// Who may change something: links that `matectl web open` got, and browsers that have used one.
///
/// Both belong to the user of the kernel's who asked for the link. What they may do never goes beyond
/// `write`, whatever that user may do elsewhere.
struct Writers {
  /// What somebody holds, until when.
  private struct Grant {
    let user: UInt32
    /// In milliseconds of CLOCK_MONOTONIC.
    let end: Int64
  }

  /// In seconds.
  static let linkLasts: Int64 = 60
  static let cookieLasts: Int64 = 12 * 3600
  /// Of all users; the oldest of the same user makes room, else the oldest of all.
  static let most = 256

  static let cookieName = "mate-web"

  private var links: [String: Grant] = [:]
  private var cookies: [String: Grant] = [:]

  /// A word that opens the page for writing, once.
  mutating func link(for user: UInt32, at now: Int64) -> String {
    Self.add(&links, user, until: now + Self.linkLasts * 1000, at: now)
  }

  /// What a link is worth, which is then worth nothing more; nil for one that never was or is over.
  mutating func exchange(_ link: String, at now: Int64) -> (cookie: String, user: UInt32)? {
    guard let grant = links.removeValue(forKey: link), grant.end > now else { return nil }
    let cookie = Self.add(&cookies, grant.user, until: now + Self.cookieLasts * 1000, at: now)
    return (cookie, grant.user)
  }

  /// The user behind a cookie; nil where nobody is.
  func user(of cookie: String?, at now: Int64) -> UInt32? {
    guard let cookie, let grant = cookies[cookie], grant.end > now else { return nil }
    return grant.user
  }

  /// Whether a link or a cookie is worth something still.
  func isAnybodyTrusted(at now: Int64) -> Bool {
    links.values.contains { $0.end > now } || cookies.values.contains { $0.end > now }
  }

  /// Ends what a cookie allows.
  mutating func leave(_ cookie: String?) {
    if let cookie { cookies[cookie] = nil }
  }

  private static func add(
    _ grants: inout [String: Grant], _ user: UInt32, until end: Int64, at now: Int64
  ) -> String {
    grants = grants.filter { $0.value.end > now }
    if grants.count >= most {
      let own = grants.filter { $0.value.user == user }
      let oldest = (own.isEmpty ? grants : own).min { $0.value.end < $1.value.end }
      if let oldest { grants[oldest.key] = nil }
    }
    let word = secret()
    grants[word] = Grant(user: user, end: end)
    return word
  }

  /// 256 bits of the kernel's as hexadecimal digits.
  private static func secret() -> String {
    (0..<4).map { _ in
      let digits = String(SystemRandom.number(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
