import Glibc
import TestSupport
import Testing

@testable import webd

@Suite("Writers")
struct WritersTests {
  @Test("a link is worth one cookie, for a minute, of the user who asked")
  func links() throws {
    let writers = Writers()
    let link = writers.link(for: 7, at: 0)
    #expect(link.count == 64)
    #expect(writers.user(of: link, at: 0) == nil)
    let unknown = writers.exchange("x", at: 1)
    #expect(unknown == nil)
    let exchanged = writers.exchange(link, at: 59_999)
    let (cookie, user) = try #require(exchanged)
    #expect(user == 7)
    #expect(cookie != link)
    let (second, ofCookie) = (
      writers.exchange(link, at: 59_999), writers.exchange(cookie, at: 59_999)
    )
    #expect(second == nil)
    #expect(ofCookie == nil)
    let late = writers.link(for: 7, at: 0)
    let tooLate = writers.exchange(late, at: 60_000)
    #expect(tooLate == nil)
    #expect(writers.user(of: cookie, at: 60_000) == 7)
    let end = 59_999 + Writers.cookieLasts * 1000
    #expect(writers.user(of: cookie, at: end - 1) == 7)
    #expect(writers.user(of: cookie, at: end) == nil)
    #expect(writers.isAnybodyTrusted(at: end - 1))
    #expect(!writers.isAnybodyTrusted(at: end))
    #expect(writers.leave(cookie))
    #expect(writers.user(of: cookie, at: 60_000) == nil)
  }

  @Test("who asks for many links pushes out their own, and nobody else's")
  func many() {
    let writers = Writers()
    let others = writers.link(for: 1, at: 0)
    let first = writers.link(for: 2, at: 1)
    for _ in 0..<1000 { _ = writers.link(for: 2, at: 2) }
    let (pushedOut, kept) = (writers.exchange(first, at: 3), writers.exchange(others, at: 3))
    #expect(pushedOut == nil)
    #expect(kept?.user == 1)
  }
}

/// Sessions outlive the program that gave them, and nobody else makes or prolongs one.
@Suite("Sessions on disk")
struct SessionFileTests {
  private let folder: TemporaryDirectory
  private static let lasts = Writers.cookieLasts * 1000
  private static let today: Int64 = 1_764_000_000_000

  init() throws { folder = try TemporaryDirectory() }

  private var place: String { "\(folder.path)/web" }
  private var path: String { "\(place)/sessions.json" }

  /// A program that was just started, at a time of day.
  private func started(_ wall: Int64 = today) -> Writers {
    Writers(SessionFile(folder: place)) { wall }
  }

  private func session(_ writers: Writers, of user: UInt32, at now: Int64 = 0) throws -> String {
    try #require(writers.exchange(writers.link(for: user, at: now), at: now)).cookie
  }

  @Test("a browser goes on with the next start, and no longer than its twelve hours")
  func restart() throws {
    let cookie = try session(started(), of: 7, at: 5000)
    #expect(started().user(of: cookie, at: 0) == 7)
    let late = started(Self.today + Self.lasts - 1000)
    #expect(late.user(of: cookie, at: 1_000_000) == 7)
    #expect(late.user(of: cookie, at: 1_000_999) == 7)
    #expect(late.user(of: cookie, at: 1_001_000) == nil)
    #expect(started(Self.today + Self.lasts).user(of: cookie, at: 0) == nil)
    // A clock that was set back by a year gives nobody a year.
    let before = started(Self.today - 365 * 86_400_000)
    #expect(before.user(of: cookie, at: 0) == 7)
    #expect(before.user(of: cookie, at: Self.lasts) == nil)
  }

  @Test("a link is worth nothing to the next start")
  func links() {
    let link = started().link(for: 7, at: 0)
    #expect(started().exchange(link, at: 1) == nil)
  }

  @Test(
    "programs that run side by side know each other's browsers, and who has left one has left both")
  func sideBySide() throws {
    let (one, other) = (started(), started())
    let cookies = [try session(one, of: 1), try session(other, of: 2), try session(one, of: 3)]
    for writers in [one, other, started()] {
      #expect(cookies.map { writers.user(of: $0, at: 1) } == [1, 2, 3])
    }
    #expect(other.leave(cookies[0]))
    for writers in [one, other, started()] {
      #expect(cookies.map { writers.user(of: $0, at: 2) } == [nil, 2, 3])
    }
  }

  @Test("who removes the file ends all sessions, also of a program that runs")
  func removed() throws {
    let writers = started()
    let cookie = try session(writers, of: 7)
    unlink(path)
    #expect(writers.user(of: cookie, at: 1) == nil)
    #expect(started().user(of: cookie, at: 1) == nil)
    let next = try session(writers, of: 7, at: 2)
    #expect(started().user(of: next, at: 3) == 7)
    // Who leaves as the first of all has left.
    #expect(started().leave(next))
    #expect(started().user(of: next, at: 3) == nil)
  }

  @Test("the file is its user's alone, and one that others can read or write is not believed")
  func mode() throws {
    let cookie = try session(started(), of: 7)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(stat(place, &status) == 0 && status.st_mode & 0o777 == 0o700)
    for mode in [0o640, 0o604, 0o622] as [mode_t] {
      chmod(path, mode)
      #expect(started().user(of: cookie, at: 0) == nil, "\(mode)")
    }
    chmod(path, 0o600)
    #expect(started().user(of: cookie, at: 0) == 7)
    chmod(place, 0o777)
    #expect(started().user(of: cookie, at: 0) == nil)
    chmod(place, 0o700)
    rename(path, path + ".other")
    symlink(path + ".other", path)
    #expect(started().user(of: cookie, at: 0) == nil)
  }

  @Test(
    "what is damaged or forged in the file is nobody",
    arguments: [
      "", "{", "[]", "null", #"{"sessions":[]}"#, #"{"sessions":{"WORD":{"user":7}}}"#,
      #"{"sessions":{"WORD":{"end":99999999999999,"user":-1}}}"#,
      #"{"sessions":{"WORD":{"end":99999999999999,"user":4294967296}}}"#,
      #"{"sessions":{"WORD":{"end":1,"user":7}}}"#,
      #"{"sessions":{"WORD":{"end":-9223372036854775808,"user":7}}}"#,
      #"{"sessions":{"":{"end":99999999999999,"user":7}}}"#,
    ])
  func damaged(text: String) throws {
    let writers = started()
    let cookie = try session(writers, of: 7)
    try #require(writers.leave(cookie))
    let word = String(repeating: "0", count: 64)
    unlink(path)
    try folder.append(text.replacing("WORD", with: word), to: "web/sessions.json")
    chmod(path, 0o600)
    for one in [writers, started()] {
      for forged in ["", word, cookie, "x"] {
        #expect(one.user(of: forged, at: 1) == nil, "\(forged)")
      }
    }
    let next = try session(writers, of: 7, at: 2)
    #expect(started().user(of: next, at: 3) == 7)
  }

  @Test(
    "where nothing can be written the browser writes until the end of the program, which says why")
  func unwritable() throws {
    mkdir(place, 0o700)
    // No file can be put in the place of a folder.
    mkdir(path, 0o700)
    let writers = started()
    let cookie = try session(writers, of: 7)
    #expect(writers.problem != nil)
    #expect(writers.user(of: cookie, at: 1) == 7)
    #expect(started().user(of: cookie, at: 1) == nil)
    #expect(writers.leave(cookie))
    #expect(writers.user(of: cookie, at: 2) == nil)
  }

  @Test("the port that was opened for a link is known as long as a browser is")
  func port() throws {
    let writers = started()
    writers.keep(port: 40_000)
    #expect(started().port(at: 0) == nil)
    let cookie = try session(writers, of: 7)
    #expect(started().port(at: 0) == 40_000)
    #expect(started(Self.today + Self.lasts).port(at: 0) == nil)
    #expect(writers.leave(cookie))
    #expect(started().port(at: 0) == nil)
  }
}
