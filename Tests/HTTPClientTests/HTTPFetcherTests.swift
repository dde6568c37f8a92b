import Glibc
import HTTPClient
import TestSupport
import Testing

@Suite("HTTPFetcher", .timeLimit(.minutes(1)))
struct HTTPFetcherTests {
  private let fetcher = HTTPFetcher()

  private func error(
    _ request: HTTPRequest, sourceLocation: SourceLocation = #_sourceLocation
  ) async -> HTTPError? {
    await #expect(throws: HTTPError.self, sourceLocation: sourceLocation) {
      _ = try await fetcher.fetch(request)
    }
  }

  @Test("an answer comes with its status, its headers and its body")
  func answer() async throws {
    let server = try LoopbackServer { _ in
      .bytes(LoopbackServer.answer("404 Not Found", headers: ["X-Why: gone"], body: "서울"))
    }
    let response = try await fetcher.fetch(HTTPRequest("GET", "\(server.url)/a?b=c"))
    #expect(response.status == 404)
    #expect(!response.isSuccess)
    #expect(response.headers["x-why"] == "gone")
    #expect(response.body == Array("서울".utf8))
    #expect(server.requests.map(\.line) == ["GET /a?b=c HTTP/1.1"])
  }

  @Test(
    "every method is sent as it is, with the body and the headers it has",
    arguments: [
      ("PROPFIND", "<propfind/>"), ("REPORT", "<query/>"), ("PUT", ""), ("DELETE", nil),
      ("POST", "a=b"),
    ])
  func methods(method: String, body: String?) async throws {
    let server = try LoopbackServer { _ in .bytes(LoopbackServer.answer()) }
    let request = HTTPRequest(
      method, "\(server.url)/c", headers: [("Depth", "1"), ("If-Match", "\"3\"")],
      body: body.map { Array($0.utf8) })
    #expect(try await fetcher.fetch(request).status == 200)
    let seen = try #require(server.requests.first)
    #expect(seen.line == "\(method) /c HTTP/1.1")
    #expect(seen.body == body ?? "")
    #expect(seen.headers["content-length"] == body.map { String($0.utf8.count) })
    #expect(seen.headers["depth"] == "1")
    #expect(seen.headers["if-match"] == "\"3\"")
    #expect(seen.headers["content-type"] == nil)
  }

  @Test("HEAD gets the headers and waits for no body")
  func head() async throws {
    let server = try LoopbackServer { _ in
      .bytes("HTTP/1.1 200 OK\r\nContent-Length: 9\r\nETag: \"7\"\r\n\r\n")
    }
    let response = try await fetcher.fetch(HTTPRequest("HEAD", server.url))
    #expect(response.headers["etag"] == "\"7\"")
    #expect(response.body.isEmpty)
  }

  @Test("user and password are sent at once, as Basic")
  func basic() async throws {
    let server = try LoopbackServer { _ in .bytes(LoopbackServer.answer()) }
    let request = HTTPRequest(
      "GET", server.url, credentials: .init(user: "Aladdin", password: "open sesame"))
    _ = try await fetcher.fetch(request)
    // The example of RFC 7617, section 2.
    #expect(
      server.requests.map { $0.headers["authorization"] }
        == ["Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="])
  }

  // MARK: Redirects

  @Test("a redirect is followed and counted, relative ones too")
  func redirect() async throws {
    let server = try LoopbackServer { request in
      request.path == "/b"
        ? .bytes(LoopbackServer.answer(body: "there"))
        : .bytes(LoopbackServer.answer("307 Temporary Redirect", headers: ["Location: b"]))
    }
    let response = try await fetcher.fetch(HTTPRequest("GET", "\(server.url)/a"))
    #expect(response.redirects == 1)
    #expect(response.body == Array("there".utf8))
  }

  @Test(
    "no address that a redirect leads to has a password in it, and the same origin is sent it",
    arguments: ["/b", "b", "//HOST/b", "http://HOST/b", "http://x:y@HOST/b"])
  func redirectedWithPassword(location: String) async throws {
    let server = try LoopbackServer { request in
      guard request.path != "/b" else { return .bytes(LoopbackServer.answer()) }
      let host = request.headers["host"] ?? ""
      let target = location.replacing("HOST", with: host)
      return .bytes(LoopbackServer.answer("302 Found", headers: ["Location: \(target)"]))
    }
    let response = try await fetcher.fetch(
      HTTPRequest("PROPFIND", "\(server.url)/a", credentials: .init(user: "kim", password: "비밀 p")))
    #expect(response.url == "\(server.url)/b")
    let sent = server.requests.map { $0.headers["authorization"] }
    #expect(sent.count == 2 && sent[0] != nil && sent[0] == sent[1])
  }

  @Test("a circle of redirects ends at the limit")
  func circle() async throws {
    let server = try LoopbackServer { _ in
      .bytes(LoopbackServer.answer("302 Found", headers: ["Location: /again"]))
    }
    var request = HTTPRequest("GET", server.url)
    request.limits.redirects = 3
    let error = await error(request)
    #expect(error == .tooManyRedirects(host: "127.0.0.1:\(server.port)", limit: 3))
    #expect(server.requests.count == 4)
  }

  @Test(
    "a redirect to anything but http and https is refused",
    arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/"])
  func redirectElsewhere(target: String) async throws {
    let server = try LoopbackServer { _ in
      .bytes(LoopbackServer.answer("302 Found", headers: ["Location: \(target)"]))
    }
    let error = await error(HTTPRequest("GET", server.url))
    #expect(error == .redirectRefused(host: "127.0.0.1:\(server.port)"))
  }

  @Test("a redirected REPORT stays one with its body; after 303 it is a GET")
  func redirectedMethod() async throws {
    let server = try LoopbackServer { request in
      switch request.path {
      case "/1": .bytes(LoopbackServer.answer("301 Moved", headers: ["Location: /2"]))
      case "/2": .bytes(LoopbackServer.answer("303 See Other", headers: ["Location: /3"]))
      default: .bytes(LoopbackServer.answer())
      }
    }
    _ = try await fetcher.fetch(HTTPRequest("REPORT", "\(server.url)/1", body: Array("<q/>".utf8)))
    #expect(
      server.requests.map(\.line).map { $0.prefix(8) } == ["REPORT /", "REPORT /", "GET /3 H"])
    #expect(server.requests.map(\.body) == ["<q/>", "<q/>", ""])
  }

  @Test("another origin is sent neither password nor cookie")
  func redirectedCredentials() async throws {
    let other = try LoopbackServer { _ in .bytes(LoopbackServer.answer()) }
    let target = "http://127.0.0.1:\(other.port)/"
    let server = try LoopbackServer { _ in
      .bytes(LoopbackServer.answer("307 Temporary", headers: ["Location: \(target)"]))
    }
    _ = try await fetcher.fetch(
      HTTPRequest(
        "GET", server.url, headers: [("Cookie", "a=b")],
        credentials: .init(user: "u", password: "p")))
    let seen = try #require(other.requests.first)
    #expect(seen.headers["authorization"] == nil)
    #expect(seen.headers["cookie"] == nil)
    #expect(server.requests.first?.headers["authorization"] != nil)
  }

  // MARK: Failures

  @Test("a server that says nothing is given up after the time-out")
  func silence() async throws {
    let server = try LoopbackServer { _ in .silence }
    var request = HTTPRequest("GET", server.url)
    request.limits.totalSeconds = 0.2
    #expect(await error(request) == .timedOut(host: "127.0.0.1:\(server.port)"))
  }

  @Test(
    "an answer that breaks off is told apart from a whole one",
    arguments: [
      "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{\"a\"", "",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
    ])
  func truncated(bytes: String) async throws {
    let server = try LoopbackServer { _ in .last(bytes) }
    #expect(
      await error(HTTPRequest("GET", server.url))
        == .truncated(host: "127.0.0.1:\(server.port)"))
  }

  @Test("a body over the limit is broken off, announced or not")
  func tooLarge() async throws {
    let body = String(repeating: "x", count: 2000)
    let server = try LoopbackServer { request in
      request.path == "/announced"
        ? .bytes(LoopbackServer.answer(body: body)) : .last("HTTP/1.1 200 OK\r\n\r\n\(body)")
    }
    for path in ["/announced", "/not"] {
      var request = HTTPRequest("GET", server.url + path)
      request.limits.bodyBytes = 1000
      #expect(await error(request) == .tooLarge(host: "127.0.0.1:\(server.port)", limit: 1000))
    }
  }

  @Test("what is no HTTP is malformed")
  func malformed() async throws {
    let server = try LoopbackServer { _ in .last("220 mail.example ESMTP\r\n") }
    #expect(
      await error(HTTPRequest("GET", server.url))
        == .malformed(host: "127.0.0.1:\(server.port)"))
  }

  @Test("a port where nobody listens is told as that")
  func nobody() async throws {
    let port = try LoopbackServer { _ in .silence }.port
    #expect(
      await error(HTTPRequest("GET", "http://127.0.0.1:\(port)/"))
        == .cannotConnect(host: "127.0.0.1:\(port)"))
  }

  @Test("a name that cannot exist is told as that")
  func unknownHost() async {
    #expect(
      await error(HTTPRequest("GET", "http://nobody.invalid/"))
        == .hostNotFound(host: "nobody.invalid"))
  }

  @Test(
    "what would be another request, or none of HTTP, is not sent",
    arguments: [
      HTTPRequest("GET", "file:///etc/passwd"), HTTPRequest("GET", "no url"),
      HTTPRequest("GE T", "http://127.0.0.1/"), HTTPRequest("GET", "http://127.0.0.1/a b"),
      HTTPRequest("GET", "http://127.0.0.1/", headers: [("X", "a\r\nHost: b")]),
      HTTPRequest("GET", "http://127.0.0.1/", headers: [("X:", "a")]),
    ])
  func refusedRequests(request: HTTPRequest) async {
    let error = await error(request)
    guard case .badRequest = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("no error repeats the key that a URL holds")
  func secrecy() async throws {
    let server = try LoopbackServer { request in
      switch request.path {
      case "/k3y/long": .bytes(LoopbackServer.answer(body: "more than three"))
      case "/k3y/hang": .silence
      case "/k3y/mail": .last("220 mail\r\n")
      case "/k3y/away": .bytes(LoopbackServer.answer("302 Found", headers: ["Location: file:/k3y"]))
      default: .last("")
      }
    }
    for path in ["long", "hang", "mail", "away", "none", "a b"] {
      var request = HTTPRequest("GET", "http://k3y:k3y@127.0.0.1:\(server.port)/k3y/\(path)?k=k3y")
      request.limits.bodyBytes = 3
      request.limits.totalSeconds = 0.3
      let error = try #require(await error(request))
      #expect(!"\(error) \(String(reflecting: error))".contains("k3y"))
    }
  }

  // MARK: Many at once, and none

  @Test("a cancelled request ends at once")
  func cancelled() async throws {
    let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
    let server = try LoopbackServer { _ in
      arrived.yield()
      return .silence
    }
    let fetcher = fetcher
    let task = Task { try await fetcher.fetch(HTTPRequest("GET", server.url)) }
    for await _ in arrivals { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
  }

  @Test("a request of a task that was cancelled before is not sent")
  func cancelledBefore() async throws {
    let server = try LoopbackServer { _ in .bytes(LoopbackServer.answer()) }
    let fetcher = fetcher
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      for await _ in gate {}
      return try await fetcher.fetch(HTTPRequest("GET", server.url))
    }
    task.cancel()
    open.finish()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
    #expect(server.requests.isEmpty)
  }

  @Test("fifty requests at once each get their own answer")
  func many() async throws {
    let server = try LoopbackServer { .bytes(LoopbackServer.answer(body: $0.path)) }
    let fetcher = fetcher
    try await withThrowingTaskGroup(of: (String, [UInt8]).self) { group in
      for number in 0..<50 {
        group.addTask {
          let path = "/\(number)"
          return (path, try await fetcher.fetch(HTTPRequest("GET", server.url + path)).body)
        }
      }
      var count = 0
      for try await (path, body) in group {
        #expect(body == Array(path.utf8))
        count += 1
      }
      #expect(count == 50)
    }
  }

  // MARK: Downloads

  @Test("a download writes a successful body to its file and nothing of any other")
  func download() async throws {
    let server = try LoopbackServer { request in
      request.path == "/feed"
        ? .bytes(LoopbackServer.answer(body: "feed"))
        : .bytes(LoopbackServer.answer("503 Busy", headers: ["Retry-After: 7"], body: "no"))
    }
    let directory = try TemporaryDirectory()
    let descriptor = open(directory.file("out"), O_RDWR | O_CREAT, 0o600)
    defer { close(descriptor) }
    let busy = try await fetcher.download(HTTPRequest("GET", server.url), to: descriptor)
    #expect(busy.status == 503)
    #expect(busy.headers.retryAfterSeconds == 7)
    #expect(lseek(descriptor, 0, SEEK_END) == 0)
    #expect(
      try await fetcher.download(HTTPRequest("GET", "\(server.url)/feed"), to: descriptor).isSuccess
    )
    #expect(lseek(descriptor, 0, SEEK_END) == 4)
  }

  @Test("a file that cannot be written ends the download with its errno")
  func downloadRefused() async throws {
    let server = try LoopbackServer { _ in .bytes(LoopbackServer.answer(body: "feed")) }
    let descriptor = open("/dev/full", O_WRONLY)
    defer { close(descriptor) }
    await #expect(throws: HTTPError.cannotStore(code: ENOSPC)) {
      _ = try await fetcher.download(HTTPRequest("GET", server.url), to: descriptor)
    }
  }
}
