import Foundation
import TestSupport
import Testing

/// How a daemon asks the one that it takes its arrivals from: side by side, and through ssh.
@Suite("The link of a relay", .serialized, .timeLimit(.minutes(2)))
struct RelayLinkTests {
  private func list(_ value: Any?) -> [[String: Any]] { value as? [[String: Any]] ?? [] }

  private func household(
    _ upstream: String, environment: [String: String] = [:]
  ) throws -> TransitHarness {
    let transit = try TransitHarness(environment: environment, hasKey: false)
    try transit.client.result("transit.configure", ["upstream": upstream])
    return transit
  }

  /// Another transitd that says which places it is asked for, and answers one when it is told so:
  /// that nothing comes there.
  private static let slow = #"""
    import json, socket, struct, sys
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(sys.argv[1])
    listener.listen()
    print("ready", flush=True)
    stream = listener.accept()[0]
    nothing = json.dumps({"status": 500, "code": "INFO-200", "message": "none", "total": 0})
    asked = {}
    def read(count):
        data = b""
        while len(data) < count:
            piece = stream.recv(count - len(data))
            if not piece:
                sys.exit()
            data += piece
        return data
    for order in sys.stdin:
        word, _, place = order.strip().partition(" ")
        if word == "hear":
            request = json.loads(read(struct.unpack(">I", read(4))[0]))
            asked[request["params"]["place"]] = request["id"]
            print(request["params"]["place"], flush=True)
        if word == "answer":
            body = json.dumps({"jsonrpc": "2.0", "id": asked[place],
                               "result": {"body": nothing, "ageSeconds": 0}}).encode()
            stream.sendall(struct.pack(">I", len(body)) + body)
    """#

  @Test(
    "all places are asked at once over one connection, and what is answered first is there first")
  func sideBySide() throws {
    let directory = try TemporaryDirectory()
    let other = try SystemProgram.start(
      SystemProgram.python, ["-c", Self.slow, directory.file("other.sock")], keepsInput: true)
    defer { other.kill() }
    #expect(other.line() == "ready")
    let household = try household(directory.file("other.sock"))
    let places = ["강남", "서울", "시청", "신촌", "홍대입구"]
    let clients = try places.map { _ in try household.daemon.connect() }
    for (place, client) in zip(places, clients) {
      try client.request("transit.arrivals", ["station": place])
    }
    // Every question has come before any is answered.
    for _ in places { try other.write("hear\n") }
    #expect(Set(places.map { _ in other.line() ?? "" }) == Set(places))
    for (place, client) in zip(places, clients).reversed() {
      try other.write("answer \(place)\n")
      let result = try client.receive()["result"] as? [String: Any]
      #expect(result?["name"] as? String == place)
    }
    // The daemon goes on meanwhile: a question that nobody answers holds up nothing else.
    try clients[0].request("transit.arrivals", ["station": "교대"])
    try other.write("hear\n")
    #expect(other.line() == "교대")
    #expect(!list(try household.client.result("transit.quota")["portals"]).isEmpty)
    // Who is gone in the middle of a question is told to be.
    other.kill()
    let error = try clients[0].receive()["error"] as? [String: Any]
    #expect((error?["message"] as? String)?.contains("does not answer") == true)
  }

  @Test(
    "through a real ssh: arrivals come, also after the daemon there has ended, and ssh's reasons are told",
    .enabled(if: SecureShell.isPossible, "NO sshd: apt-get install openssh-server"))
  func secureShell() throws {
    let replay = try ReplayServer()
    let there = try SecureShell()
    let key = there.directory.file("key")
    try TransitHarness.key.write(toFile: key, atomically: true, encoding: .utf8)
    let configured = try there.machine.run(
      "transit", "configure", "--key-file", key, "--bus-key-file", key, "--subway-url",
      "\(replay.url)/api/subway", "--bus-url", "\(replay.url)/api/rest")
    #expect(configured.status == 0, "\(configured.errors)")
    let household = try household("ssh:there", environment: there.environment)
    func arrivals(_ station: String) throws -> [[String: Any]] {
      list(try household.client.result("transit.arrivals", ["station": station])["arrivals"])
    }
    #expect(try !arrivals("강남").isEmpty)
    #expect(try replay.subwayCalls == 1)
    there.machine.endDaemons(SIGKILL)
    #expect(try !arrivals("서울").isEmpty)
    #expect(try household.replay.subwayCalls == 0)
    for (host, reason) in [("unwelcome", "Permission denied"), ("stranger", "verification failed")]
    {
      try household.client.result("transit.configure", ["upstream": "ssh:\(host)"])
      let error = try household.client.error("transit.arrivals", ["station": "신촌"])
      #expect(error.message.contains(reason), "\(error.message)")
    }
  }
}
