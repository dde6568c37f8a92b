internal import LinuxSystem

/// Who may change something: links that `matectl web open` got, and browsers that have used one.
///
/// A link lasts as long as this program at most; a browser goes on with the next one (``SessionFile``).
/// Both belong to the user of the kernel's who asked for the link. What they may do never goes beyond
/// `write`, whatever that user may do elsewhere.
final class Writers {
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
  /// Cookies that could not be written down: they end with this program.
  private var unwritten: Set<String> = []
  /// Cookies that were left, though the file has them still.
  private var left: Set<String> = []
  /// Where cookies outlive this program; nil keeps them in memory.
  private let file: SessionFile?
  private var stamp: SessionFile.Stamp?
  /// Whether what it holds was read since it was written here: others may have changed it too.
  private var isRead = false
  /// The wall clock, in milliseconds since 1970.
  private let wall: () -> Int64
  /// Why cookies could not be written down the last time; nil where they were.
  private(set) var problem: String?

  init(_ file: SessionFile? = nil, wall: @escaping () -> Int64 = { 0 }) {
    self.file = file
    self.wall = wall
  }

  /// A word that opens the page for writing, once.
  func link(for user: UInt32, at now: Int64) -> String {
    Self.add(&links, user, until: now + Self.linkLasts * 1000, at: now)
  }

  /// What a link is worth, which is then worth nothing more; nil for one that never was or is over.
  func exchange(_ link: String, at now: Int64) -> (cookie: String, user: UInt32)? {
    guard let grant = links.removeValue(forKey: link), grant.end > now else { return nil }
    read(at: now)
    let before = Set(cookies.keys)
    let cookie = Self.add(&cookies, grant.user, until: now + Self.cookieLasts * 1000, at: now)
    let (gone, wall) = (before.subtracting(cookies.keys), wall())
    let isWritten = write { content in
      content.sessions = content.sessions.filter { $0.value.end > wall && !gone.contains($0.key) }
      content.sessions[cookie] = SessionFile.Session(
        user: grant.user, end: wall + Self.cookieLasts * 1000)
    }
    if !isWritten { unwritten.insert(cookie) }
    return (cookie, grant.user)
  }

  /// The user behind a cookie; nil where nobody is.
  func user(of cookie: String?, at now: Int64) -> UInt32? {
    guard let cookie else { return nil }
    read(at: now)
    guard let grant = cookies[cookie], grant.end > now else { return nil }
    return grant.user
  }

  /// Whether a link or a cookie is worth something still.
  func isAnybodyTrusted(at now: Int64) -> Bool {
    links.values.contains { $0.end > now } || cookies.values.contains { $0.end > now }
  }

  /// Ends what a cookie allows; false where that could not be written down, and another start would allow it.
  func leave(_ cookie: String?) -> Bool {
    guard let cookie else { return true }
    cookies[cookie] = nil
    if unwritten.remove(cookie) != nil || write({ $0.sessions[cookie] = nil }) { return true }
    left.insert(cookie)
    return false
  }

  // MARK: What outlives this program

  /// The port that browsers know us by, where one is to be had again.
  func port(at now: Int64) -> UInt16? {
    read(at: now)
    return isAnybodyTrusted(at: now) ? file?.content()?.port : nil
  }

  /// Another start is to listen there as well.
  func keep(port: UInt16) { _ = write { $0.port = port } }

  /// Reads what another program, or an administrator, has made of the file since it was read.
  private func read(at now: Int64) {
    // What cannot be read now is read the next time.
    guard let file, case let found = file.stamp, !isRead || found != stamp,
      let content = file.content()
    else { return }
    (stamp, isRead) = (found, true)
    let wall = wall()
    var read: [String: Grant] = [:]
    for (word, session) in content.sessions where !left.contains(word) {
      // A clock that was set back makes no session longer than it is to be.
      let end = now + min(session.end - wall, Self.cookieLasts * 1000)
      read[word] = Grant(user: session.user, end: min(end, cookies[word]?.end ?? end))
    }
    for word in unwritten { read[word] = cookies[word] }
    cookies = read.filter { $0.value.end > now }
  }

  /// False where it could not be written; in memory it holds nonetheless.
  private func write(_ change: (inout SessionFile.Content) -> Void) -> Bool {
    guard let file else { return true }
    do throws(FolderFailure) {
      isRead = false
      try file.change(change)
      problem = nil
      return true
    } catch {
      problem = "\(error)"
      return false
    }
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
