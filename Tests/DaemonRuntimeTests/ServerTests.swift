import Glibc
import LinuxSystem
import Loop
import LoopSupport
import Testing

@testable import DaemonRuntime

/// Connections as pairs of sockets, turn by turn: what is read, what is taken, and what leaves when.
@Suite("Server", .serialized)
struct ServerTests {
  init() { RunningLoop.start() }

  /// The test is the loop: it says when bytes are read and when a turn ends.
  @LoopActor
  private final class World {
    let wire: WireWorld
    let server: Server
    private var ends: [Int32] = []

    init(limits: Limits = Limits()) throws {
      // As a daemon does: to write to one who is gone is an error and no end.
      signal(SIGPIPE, SIG_IGN)
      wire = try WireWorld(limits: limits)
      server = Server(
        listeners: [], turn: wire.turn, dispatcher: wire.dispatcher, limits: limits,
        policy: AccessPolicy())
    }

    /// A client's end, and the server's connection.
    func connect() throws -> (Int32, Connection) {
      var pair: [Int32] = [-1, -1]
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
      try #require(socketpair(AF_UNIX, kind, 0, &pair) == 0)
      ends.append(pair[0])
      server.add(pair[1], Peer(pid: 1, uid: getuid(), gid: getgid()))
      let connection = try #require(server.connections.first { $0.descriptor == pair[1] })
      return (pair[0], connection)
    }

    func write(_ bytes: [UInt8], to end: Int32) {
      #expect(Glibc.write(end, bytes, bytes.count) > 0)
    }

    /// One turn of the loop.
    func turn(_ connections: Connection...) {
      server.serveRunnable()
      for connection in connections where connection.isOpen { server.receive(connection) }
      wire.endTurn()
      server.flush()
    }

    /// What has arrived at a client: a word for each frame.
    func arrived(at end: Int32) throws -> [String] {
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(end, &bytes, bytes.count)
      guard count > 0 else { return count == 0 ? ["the end"] : [] }
      return try WireWorld.said(in: bytes[..<count])
    }

    /// Turns until so many frames have arrived: on a busy machine somebody may have to wait for one.
    func arrived(_ count: Int, at end: Int32, _ connections: Connection...) throws -> [String] {
      var words: [String] = []
      for _ in 0..<100 where words.count < count {
        for connection in connections where connection.isOpen { server.receive(connection) }
        turn()
        words += try arrived(at: end)
      }
      return words
    }

    func close() {
      for connection in server.connections { server.close(connection) }
      for end in ends { Glibc.close(end) }
    }
  }

  private static func frame(_ text: String) -> [UInt8] {
    let count = UInt32(text.utf8.count)
    return withUnsafeBytes(of: count.bigEndian) { Array($0) } + Array(text.utf8)
  }

  @LoopActor
  @Test("nothing of a connection is sent while its change is in flight; others go on")
  func heldBack() throws {
    let world = try World()
    defer { world.close() }
    let (one, first) = try world.connect()
    let (other, second) = try world.connect()
    world.write(Self.frame(world.wire.request(1, "n.watch")), to: one)
    world.turn(first)
    world.write(Self.frame(world.wire.request(2, "n.add", 2)), to: one)
    world.write(Self.frame(world.wire.request(3, "n.nothing")), to: one)
    world.write(Self.frame(world.wire.request(4, "n.nothing")), to: other)
    for _ in 0..<100 where world.wire.log.owed == 0 { world.turn(first) }
    #expect(try world.arrived(1, at: other, first, second) == ["4: mate.methodNotFound"])
    #expect(first.awaitsCommit)
    #expect(try world.arrived(at: one) == [])
    world.wire.log.answer()
    let words = try world.arrived(3, at: one, first)
    #expect(words.first == "2: 2", "\(words)")
    #expect(Set(words) == ["2: 2", "3: mate.methodNotFound", "event 2"])
  }

  @LoopActor
  @Test("a frame is taken when all of it is there, however it was cut")
  func cutFrames() throws {
    let world = try World()
    defer { world.close() }
    world.wire.log.isImmediate = true
    let (one, first) = try world.connect()
    let frames = (1...3).flatMap { Self.frame(world.wire.request($0, "n.add", Int64($0 * 2))) }
    for byte in frames.dropLast() {
      world.write([byte], to: one)
      world.turn(first)
    }
    #expect(try world.arrived(2, at: one) == ["1: 2", "2: 4"])
    world.write([frames[frames.count - 1]], to: one)
    #expect(try world.arrived(1, at: one, first) == ["3: 6"])
  }

  @LoopActor
  @Test("a turn takes a quota of a connection, and the next turn goes on")
  func quota() throws {
    var limits = Limits()
    limits.requestsPerTurn = 4
    let world = try World(limits: limits)
    defer { world.close() }
    let (one, first) = try world.connect()
    world.write((1...10).flatMap { Self.frame(world.wire.request($0, "n.sum")) }, to: one)
    var counts: [Int] = []
    // On a busy machine a turn takes fewer, and never more.
    while counts.reduce(0, +) < 10, counts.count < 100 {
      world.turn(first)
      counts.append(try world.arrived(at: one).count)
    }
    #expect(counts.reduce(0, +) == 10 && counts.allSatisfy { $0 <= 4 }, "\(counts)")
  }

  @LoopActor
  @Test("a client that is gone has done what it sent, and is told nothing")
  func gone() throws {
    let world = try World()
    defer { world.close() }
    let (one, first) = try world.connect()
    world.write(Self.frame(world.wire.request(1, "n.add", 2)), to: one)
    shutdown(one, Int32(SHUT_RDWR))
    for _ in 0..<100 where world.wire.log.owed == 0 { world.turn(first) }
    #expect(world.wire.counter.values == [2] && world.server.connectionCount == 1)
    world.wire.log.answer()
    // The end of its input is read, then nothing is left to do for it.
    for _ in 0..<100 where world.server.connectionCount > 0 { world.turn(first) }
    #expect(world.server.connectionCount == 0)
  }
}
