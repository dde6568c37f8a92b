import Foundation
import TestSupport
import Testing

@Suite("Passed files", .serialized, .timeLimit(.minutes(2)))
struct PassedFileTests {
  private let probe: DaemonHarness
  private let client: WireClient
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    probe = try DaemonHarness("probed", domain: "probe")
    client = try probe.connect()
  }

  /// How many of our files the daemon has open.
  private var openFiles: Int {
    get throws { try probe.descriptors(below: folder.path) }
  }

  /// A file of so many bytes, open for reading.
  private func file(_ count: Int, flags: Int32 = O_RDONLY) throws -> Int32 {
    let path = folder.file("file-\(count)")
    try Data((0..<count).map { UInt8(truncatingIfNeeded: $0) })
      .write(to: URL(fileURLWithPath: path))
    return open(path, flags | O_CLOEXEC)
  }

  private func frame(_ method: String, _ params: [String: Any]?, id: Any?) throws -> Data {
    WireClient.frame(
      try JSONSerialization.data(
        withJSONObject: WireClient.message(method, params, id: id)))
  }

  /// One random conversation: frames with and without a file, some in one piece with those before
  /// them, some cut anywhere, the file with a random one of the pieces.
  @Test("a file is its frame's, however frames are joined and cut", arguments: UInt64(1)...8)
  func belongs(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    var expected: [Int: Int] = [:]
    var plain = Data()
    var open: [Int32] = []
    defer { for descriptor in open { close(descriptor) } }
    for id in 1...40 {
      var bytes = try frame("probe.file", ["file": "/f"], id: "\(id)")
      guard Bool.random(using: &random) else {
        expected[id] = -1
        plain += bytes
        continue
      }
      let count = Int.random(in: 0...500, using: &random) + id * 1000
      open.append(try file(count))
      expected[id] = count
      // What comes before may be sent by itself, or stand in the socket already.
      try client.send(bytes: plain)
      plain = Data()
      let cut = Int.random(in: 0..<bytes.count, using: &random)
      try client.send(bytes: bytes.prefix(cut))
      bytes = bytes.dropFirst(cut)
      let end = Int.random(in: 1...bytes.count, using: &random)
      try client.send(bytes: Data(bytes.prefix(end)), passing: [open[open.count - 1]])
      try client.send(bytes: Data(bytes.dropFirst(end)))
    }
    try client.send(bytes: plain)
    var seen: [Int: Int] = [:]
    for _ in expected {
      let reply = try client.receive()
      let id = try #require(Int(reply["id"] as? String ?? ""))
      seen[id] = (reply["result"] as? [String: Any])?["count"] as? Int ?? -2
    }
    #expect(seen == expected)
    try probe.waitForNoDescriptors(below: folder.path, asking: client)
  }

  @Test("whatever is passed with whatever, nothing stays open, and never more than a few at once")
  func leaks() throws {
    let descriptor = try file(10)
    defer { close(descriptor) }
    var most = 0
    var own: WireClient? = try probe.connect()
    for number in 0..<1000 {
      // A connection that is closed in the middle of everything, each twenty frames.
      let other = try number % 20 == 0 ? probe.connect() : nil
      guard let target = other ?? own else { break }
      let payload: Data =
        switch number % 8 {
        case 0: try frame("probe.file", ["file": "x"], id: number)
        case 1: try frame("mate.ping", nil, id: number)
        case 2: WireClient.frame(Data("no json".utf8))
        case 3: try frame("probe.none", nil, id: number)
        case 4: try frame("probe.file", ["file": "x"], id: nil)
        case 5: try frame("probe.file", ["file": 7], id: number)
        case 6: WireClient.frame(Data(#"[{"jsonrpc":"2.0","method":"mate.ping","id":1}]"#.utf8))
        default: try frame("probe.keepFile", ["name": "\(number)", "file": "x"], id: number)
        }
      try target.send(
        bytes: payload, passing: Array(repeating: descriptor, count: number % 3 == 0 ? 1 : 10))
      if let other { try other.send(bytes: payload.prefix(7), passing: [descriptor]) }
      most = max(most, try openFiles)
    }
    #expect(most <= 64)
    own = nil
    try probe.waitForNoDescriptors(below: folder.path, asking: client)
  }

  @Test("files of unfinished frames are bounded, and end with their connection")
  func unfinished() throws {
    let descriptor = try file(10)
    defer { close(descriptor) }
    var others = try (0..<20).map { _ in try probe.connect() }
    for other in others {
      try other.send(bytes: Data([0, 0, 1, 0]))
      // As many as wait on one connection: a ninth would close the eighth, and how many are open then
      // depends on whose turn it is.
      for _ in 0..<8 { try other.send(bytes: Data("x".utf8), passing: [descriptor]) }
    }
    while try openFiles < 64 { try client.result("mate.ping") }
    for _ in 0..<100 { try client.result("mate.ping") }
    #expect(try openFiles == 64)
    // Others of the same user wait for their turn, with a word for it.
    let reply = try client.reply("probe.file", ["file": "x"], passing: descriptor)
    let failure = try WireFailure(reply)
    #expect(failure.name == "mate.busy" && failure.data["retryAfterMs"] as? Int == 500)
    others = []
    try probe.waitForNoDescriptors(below: folder.path, asking: client)
    let again = try client.reply("probe.file", ["file": "x"], passing: descriptor)
    #expect((again["result"] as? [String: Any])?["count"] as? Int == 10)
  }

  @Test("several files are always too many, and nothing to a method that takes none")
  func several() throws {
    let descriptor = try file(10)
    defer { close(descriptor) }
    for (count, cut) in [(2, 1), (3, 1), (10, 1), (1, 2), (2, 2)] {
      let bytes = try frame("probe.file", ["file": "x"], id: count)
      let passed = Array(repeating: descriptor, count: count)
      // With one piece of the frame, or with each of two.
      let size = bytes.count / cut
      for part in 0..<cut {
        let piece = part == cut - 1 ? bytes.dropFirst(part * size) : bytes.prefix(size)
        try client.send(bytes: Data(piece), passing: passed)
      }
      let failure = try WireFailure(try client.receive())
      #expect(failure.name == "mate.busy")
      #expect(failure.data["retryAfterMs"] == nil && failure.data["limit"] as? Int == 1)
      try client.send(bytes: try frame("mate.ping", nil, id: "p"), passing: passed)
      #expect(try client.receive()["result"] != nil)
    }
    try probe.waitForNoDescriptors(below: folder.path, asking: client)
  }

  @Test("a call that is cancelled or whose client is gone keeps no file")
  func cancelled() throws {
    let descriptor = try file(10)
    defer { close(descriptor) }
    var other: WireClient? = try probe.connect()
    let params = ["name": "other", "file": "x"]
    try other?.send(bytes: try frame("probe.keepFile", params, id: 1), passing: [descriptor])
    try client.send(
      bytes: try frame("probe.keepFile", ["name": "own", "file": "x"], id: "k"),
      passing: [descriptor])
    while try client.result("probe.seen")["waiting"] as? Int != 2 {}
    #expect(try openFiles == 2)
    try client.send(WireClient.message("$/cancel", ["id": "k"], id: nil))
    #expect(try WireFailure(try client.receive()).name == "mate.cancelled")
    other = nil
    try probe.waitForNoDescriptors(below: folder.path, asking: client)
  }

  /// The problem that the copying ends with.
  private func problem(_ descriptor: Int32) throws -> String {
    defer { close(descriptor) }
    let reply = try client.reply("probe.file", ["file": "x"], passing: descriptor)
    return try WireFailure(reply).data["problem"] as? String ?? "\(reply)"
  }

  @Test("pipes, folders, devices, sockets and what is not open for reading are no files")
  func notOrdinary() throws {
    mkfifo(folder.file("pipe"), 0o600)
    var pair: [Int32] = [0, 0]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)
    defer { close(pair[1]) }
    for descriptor in [
      open(folder.file("pipe"), O_RDONLY | O_NONBLOCK), open(folder.path, O_RDONLY),
      open("/dev/zero", O_RDONLY), pair[0], try file(5, flags: O_WRONLY),
      open(folder.file("file-5"), 0o10_000_000),
    ] {
      #expect(try problem(descriptor) == "notOrdinary")
    }
    try probe.waitForNoDescriptors(below: folder.path, asking: client)
  }

  @Test("a file of holes costs no room, and one that is too large is not read")
  func sparse() throws {
    let descriptor = open(folder.file("sparse"), O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    ftruncate(descriptor, 1 << 40)
    #expect(try problem(dup(descriptor)) == "tooLarge(limit: 1048576)")
    ftruncate(descriptor, 1 << 20)
    let reply = try client.reply("probe.file", ["file": "x"], passing: descriptor)
    close(descriptor)
    #expect((reply["result"] as? [String: Any])?["count"] as? Int == 1 << 20)
  }

  @Test(
    "a client that may not administer names no path and no address, whether it is there or not",
    .enabled(if: OtherUser.isPossible, "only root can be another user"))
  func noPaths() throws {
    chmod(probe.directory.path, 0o755)
    chmod(probe.socketPath, 0o666)
    var messages: Set<String> = []
    for word in ["/etc/shadow", "/nowhere", "http://127.0.0.1:22/x", "file:///etc/passwd", "x"] {
      let failure = try WireFailure(
        OtherUser.reply(at: probe.socketPath, "probe.file", ["file": word]))
      #expect(failure.name == "mate.permissionDenied")
      #expect(failure.data["needs"] as? String == "admin")
      messages.insert(failure.message)
    }
    #expect(messages.count == 1)
  }
}
