import DaemonRuntime
import IPCProtocol
import IPCTransport
import TestSupport
import Testing
import Values

@testable import webd

/// What is let in, of all that can be sent: a table of hostile requests.
@Suite("Gate")
struct GateTests {
  private let gate: Gate

  init() throws { gate = Gate(hosts: try HostList(["board.example", "proxied.example:8443"])) }

  private static let post = RequestHead(
    method: "POST", path: "/call", host: "localhost:8080", origin: "http://localhost:8080",
    contentType: "application/json")

  private func status(_ head: RequestHead) -> Int {
    do throws(Gate.Refusal) { try gate.check(head) } catch { return error.status }
    return 200
  }

  @Test(
    "only names of ours are answered, with any port where none was configured",
    arguments: [
      ("localhost", 200), ("LOCALHOST:1", 200), ("127.0.0.1:65535", 200), ("[::1]", 200),
      ("[::1]:8080", 200), ("board.example", 200), ("Board.Example:80", 200),
      ("proxied.example:8443", 200), ("proxied.example", 421), ("proxied.example:80", 421),
      ("evil.example", 421), ("localhost.evil.example", 421), ("evil.example:8080", 421),
      ("127.0.0.2", 421), ("[::2]", 421), ("::1", 421), ("[::1", 421), ("[::1]x", 421), ("", 421),
      ("localhost:", 421), ("localhost:port", 421), ("localhost:123456", 421),
      ("localhost evil", 421), ("localhost,evil.example", 421), ("user@localhost", 421),
      ("localhost/", 421), ("localhost\u{0}", 421), ("0x7f.1", 421), ("127.1", 421),
      (String(repeating: "a", count: 300), 421),
    ])
  func hosts(host: String, expected: Int) {
    #expect(status(RequestHead(method: "GET", path: "/", host: host)) == expected)
  }

  @Test("a request without a name is not answered")
  func noHost() { #expect(status(RequestHead(method: "GET", path: "/")) == 421) }

  @Test("other methods are not known", arguments: ["PUT", "DELETE", "OPTIONS", "TRACE", "get", ""])
  func methods(method: String) {
    #expect(status(RequestHead(method: method, path: "/", host: "localhost")) == 405)
  }

  @Test(
    "a change comes from the page itself",
    arguments: [
      ("http://localhost:8080", 200), ("https://localhost:8080", 200),
      ("HTTP://LOCALHOST:8080", 200), (nil, 403), ("null", 403), ("", 403),
      ("http://localhost", 403), ("http://localhost:8081", 403), ("http://evil.example", 403),
      ("http://localhost:8080.evil.example", 403), ("http://localhost:8080/", 403),
      ("ftp://localhost:8080", 403), ("localhost:8080", 403), ("file://", 403),
      ("http://127.0.0.1:8080", 403),
    ] as [(String?, Int)])
  func origins(origin: String?, expected: Int) {
    var head = Self.post
    head.origin = origin
    #expect(status(head) == expected)
  }

  @Test(
    "what a browser says of its request counts",
    arguments: [
      (nil, 200), ("same-origin", 200), ("same-site", 403), ("cross-site", 403), ("none", 403),
      ("SAME-ORIGIN", 403),
    ] as [(String?, Int)])
  func sites(site: String?, expected: Int) {
    var head = Self.post
    head.site = site
    #expect(status(head) == expected)
  }

  @Test(
    "only JSON is taken",
    arguments: [
      ("application/json", 200), ("Application/JSON", 200),
      ("application/json; charset=utf-8", 200),
      ("application/json;charset=UTF-8", 200), (nil, 415), ("", 415), ("text/plain", 415),
      ("application/x-www-form-urlencoded", 415), ("multipart/form-data", 415),
      ("application/jsonp", 415), ("application/json, text/plain", 415),
      ("text/plain; application/json", 415), ("application/json; charset=utf-7", 415),
      ("application/json; charset=utf-8; x=y", 415), (" application/json/", 415),
    ] as [(String?, Int)])
  func types(type: String?, expected: Int) {
    var head = Self.post
    head.contentType = type
    #expect(status(head) == expected)
  }

  @Test(
    "a body has a length, and a bound",
    arguments: [
      ("0", 200), ("65536", 200), ("65537", 413), ("9223372036854775807", 413),
      ("9223372036854775808", 400), ("-1", 400), ("1x", 400), ("", 400), ("0x10", 400),
    ])
  func lengths(length: String, expected: Int) {
    var head = Self.post
    head.length = length
    #expect(status(head) == expected)
  }

  @Test("a page that only shows takes nothing, not even its own requests")
  func displayOnly() throws(Gate.Refusal) {
    let gate = Gate(hosts: .own, isDisplayOnly: true)
    #expect(throws: Gate.Refusal.onlyShows) {
      try gate.check(Self.post)
    }
    try gate.check(RequestHead(method: "GET", path: "/", host: "localhost"))
  }

  /// Who sits at this machine names no origin and nobody he asks for; a browser and a proxy do.
  @Test("a link is for a program of this machine")
  func links() {
    var head = RequestHead(
      method: "POST", path: Gate.linkPath, door: .local, host: "localhost",
      contentType: "application/json")
    #expect(status(head) == 200)
    for change in [
      { $0.origin = "http://localhost" }, { $0.site = "same-origin" }, { $0.isForwarded = true },
      { $0.cookie = "a=b" }, { $0.door = .network }, { $0.contentType = "text/plain" },
      { $0.host = "evil.example" },
    ] as [(inout RequestHead) -> Void] {
      var changed = head
      change(&changed)
      #expect(status(changed) >= 400)
    }
    head.path = "/call"
    #expect(status(head) == 403)
  }

  @Test(
    "a cookie is found by its whole name",
    arguments: [
      ("mate-web=a", "a"), ("x=1; mate-web=a", "a"), ("x=1;mate-web=a", "a"),
      ("mate-web=a; mate-web=b", "a"), ("xmate-web=a", nil), ("mate-web", nil),
      ("mate-web-x=a", nil), ("mate-web=a=b", "a=b"), ("", nil), (";;;=", nil),
    ] as [(String, String?)])
  func cookies(header: String, expected: String?) {
    let head = RequestHead(method: "GET", path: "/", cookie: header)
    #expect(head.cookie(named: "mate-web") == expected)
  }
}

@Suite("Calls of the page")
struct PageCallTests {
  private static let domain = DomainDescription(
    domain: "tea", version: "1", exec: "tead", summary: LocalizedText(en: "Tea"),
    methods: [
      MethodDescription("tea.list", summary: LocalizedText(en: "list")),
      MethodDescription("tea.start", summary: LocalizedText(en: "start"), access: .write),
      MethodDescription("tea.reset", summary: LocalizedText(en: "reset"), access: .admin),
      MethodDescription("tea.watch", summary: LocalizedText(en: "watch"), isStream: true),
      MethodDescription(
        "tea.read", summary: LocalizedText(en: "read"), access: .write,
        parameters: [
          ParameterDescription(
            "file", .string(), LocalizedText(en: "file"), source: .descriptor)
        ]),
    ])

  private func refusal(_ body: String) -> String? {
    do throws(PageCall.Refusal) {
      _ = try PageCall(Array(body.utf8), of: 7) { $0 == "tea" ? Self.domain : nil }
    } catch {
      return error.error.kind.name
    }
    return nil
  }

  private static let key = #""_meta":{"idempotencyKey":"k"}"#

  @Test(
    "only single requests of what the page may do are passed on",
    arguments: [
      (#"{"jsonrpc":"2.0","id":1,"method":"tea.list"}"#, nil),
      (#"{"jsonrpc":"2.0","id":"x","method":"tea.list","params":{}}"#, nil),
      (#"{"jsonrpc":"2.0","id":1,"method":"tea.start","params":{\#(key)}}"#, nil),
      (#"{"jsonrpc":"2.0","id":1,"method":"tea.start","params":{"_meta":{"dryRun":true}}}"#, nil),
      (#"{"jsonrpc":"2.0","id":1,"method":"tea.start"}"#, "mate.invalidParams"),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"tea.start","params":{"_meta":{"dryRun":false}}}"#,
        "mate.invalidParams"
      ),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"tea.start","params":{"_meta":{"idempotencyKey":""}}}"#,
        "mate.invalidParams"
      ),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"tea.start","params":{"_meta":{"idempotencyKey":"k","timeoutMs":1}}}"#,
        "mate.invalidParams"
      ),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"tea.start","params":{"_meta":[]}}"#,
        "mate.invalidParams"
      ),
      (#"{"jsonrpc":"2.0","id":1,"method":"tea.list","params":[]}"#, "mate.invalidParams"),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"tea.reset","params":{\#(key)}}"#,
        "mate.permissionDenied"
      ),
      (#"{"jsonrpc":"2.0","id":1,"method":"tea.watch"}"#, "mate.permissionDenied"),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"tea.read","params":{"file":"/etc/shadow",\#(key)}}"#,
        "mate.permissionDenied"
      ),
      (#"{"jsonrpc":"2.0","id":1,"method":"mate.status"}"#, "mate.methodNotFound"),
      (#"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"#, "mate.methodNotFound"),
      (#"{"jsonrpc":"2.0","id":1,"method":"mate.backup"}"#, "mate.methodNotFound"),
      (#"{"jsonrpc":"2.0","id":1,"method":"../tea.list"}"#, "mate.methodNotFound"),
      (#"{"jsonrpc":"2.0","id":1,"method":"tea"}"#, "mate.methodNotFound"),
      (#"{"jsonrpc":"2.0","id":1,"method":""}"#, "mate.methodNotFound"),
      (#"{"jsonrpc":"2.0","method":"tea.list"}"#, "mate.invalidRequest"),
      (#"{"jsonrpc":"2.0","id":null,"method":"tea.list"}"#, "mate.invalidRequest"),
      (#"{"jsonrpc":"2.0","id":{},"method":"tea.list"}"#, "mate.invalidRequest"),
      (#"{"id":1,"method":"tea.list"}"#, "mate.invalidRequest"),
      (#"[{"jsonrpc":"2.0","id":1,"method":"tea.list"}]"#, "mate.invalidRequest"),
      ("[]", "mate.invalidRequest"), ("null", "mate.invalidRequest"), ("", "mate.parseError"),
      ("{", "mate.parseError"), ("method=tea.list", "mate.parseError"),
      (String(repeating: "[", count: 60_000), "mate.parseError"),
    ] as [(String, String?)])
  func calls(body: String, expected: String?) { #expect(refusal(body) == expected) }

  @Test("a key counts among those of its user, and a rehearsal has none")
  func keys() throws {
    func request(_ user: UInt32, _ meta: String) throws -> PageCall {
      let body = #"{"jsonrpc":"2.0","id":1,"method":"tea.start","params":{"a":1,"_meta":\#(meta)}}"#
      return try PageCall(Array(body.utf8), of: user) { _ in Self.domain }
    }
    let (one, other) = (
      try request(1, #"{"idempotencyKey":"k"}"#), try request(2, #"{"idempotencyKey":"k"}"#)
    )
    #expect(one.request.idempotencyKey != nil)
    #expect(one.request.idempotencyKey != other.request.idempotencyKey)
    #expect(one.request.params == ["a": 1])
    let rehearsal = try request(1, #"{"idempotencyKey":"k","dryRun":true}"#)
    #expect(rehearsal.request.idempotencyKey == nil)
    #expect(rehearsal.request.isDryRun)
  }
}
