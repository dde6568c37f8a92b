import IPCProtocol
import LinuxSystem
import Loop
import LoopSupport
import Storage
import Testing

@testable import DaemonRuntime

/// Streams of a large state whose clients never read: what they cost is counted in states that are
/// made, not in time.
@Suite("Streams that nobody reads", .serialized)
struct UnreadStreamTests {
  init() { RunningLoop.start() }

  private struct State: Shape {
    let customers: [String]

    static let shape = ShapeOf<State>([Member("customers", \.customers)])
  }

  /// Something large that many follow, and that takes longer to write down than a turn has for it.
  @LoopActor
  private final class World {
    let turn: Turn
    private let store: NumberStore
    let topic = Topic<State, NoResult>()
    private(set) var connections: [Connection] = []
    private(set) var made = 0

    private static let state = State(
      customers: [String](repeating: "a customer in a long line", count: 40_000))
    private static let limit = 256 << 10

    init() throws {
      store = try NumberStore(Database(path: ":memory:"), gathers: false)
      turn = Turn(store.commit)
    }

    func connect(_ count: Int, streams: Int) {
      let user = UserShare(uid: 1000)
      for _ in 0..<count {
        let connection = Connection(
          descriptor: -1, peer: Peer(pid: 1, uid: 1000, gid: 1000), access: .all, user: user,
          token: 0)
        connections.append(connection)
        for number in 1...streams { follow(.integer(Int64(number)), on: connection) }
      }
    }

    private func follow(_ id: RequestID, on connection: Connection) {
      let context = RequestContext(
        method: "line.watch", peer: connection.peer, access: .all, now: SteadyClock().now,
        isDryRun: false, startedAt: 0, givenTrace: "t", traceNumber: 0)
      let stream = EventStream(
        connection: connection, id: id, context: context, turn: turn, limit: Self.limit)
      turn.requestBegan(id, .stream(stream), of: connection)
      StreamOf<State, NoResult>(stream).follow(topic) { [unowned self] in
        made += 1
        let beginning = MonotonicClock.nanoseconds()
        while MonotonicClock.nanoseconds() - beginning < 5_000_000 {}
        return Self.state
      }
    }

    /// One turn; how many states were made in it.
    func go() -> Int {
      let before = made
      turn.begins(at: MonotonicClock.nanoseconds())
      turn.runDeferred()
      turn.publications.deliver()
      turn.drainDirty { _ in }
      turn.ends()
      return made - before
    }

    /// Turns until nothing is left to do; the most states of one of them.
    func goOn(atMost turns: Int) -> Int {
      var most = go()
      var count = 1
      while turn.hasDeferred, count < turns {
        most = max(most, go())
        count += 1
      }
      #expect(!turn.hasDeferred, "after \(turns) turns there is still work")
      return most
    }

    func change() {
      let bytes = written(State(customers: ["something has changed"]))
      turn.publications.publish { [topic] in topic.deliver(bytes) }
    }

    /// The client takes what there is, as after a write of all of it at the end of a turn.
    func read(_ connection: Connection) {
      connection.output.bytes.removeAll()
      for case .stream(let stream) in connection.inFlight.values { stream.catchUp() }
      turn.ends()
    }

    /// As the server does with a connection whose client is gone.
    func close(_ connection: Connection) {
      for case .stream(let stream) in connection.inFlight.values { stream.abandon() }
    }
  }

  @LoopActor
  @Test("one state a turn, one for a connection, and none for what changes meanwhile")
  func unread() throws {
    let world = try World()
    world.connect(10, streams: 50)
    #expect(world.goOn(atMost: 1000) == 1)
    #expect(world.made == 10)
    for connection in world.connections {
      #expect(connection.unsentBytes > 0 && connection.unsentBytes < 2_000_000)
    }
    for _ in 0..<100 {
      world.change()
      #expect(world.go() == 0)
    }
    #expect(world.made == 10)
  }

  @LoopActor
  @Test("who reads gets its states, one a turn, and who has gone costs nothing more")
  func readAndGone() throws {
    let world = try World()
    world.connect(4, streams: 20)
    // A turn that loses the processor before it has begun makes none.
    for _ in 0..<1000 where world.made == 0 { _ = world.go() }
    #expect(world.made == 1)
    // Three of four go while their states still wait.
    for connection in world.connections.dropFirst() { world.close(connection) }
    #expect(world.goOn(atMost: 1000) <= 1)
    #expect(world.made == 1)
    let reader = world.connections[0]
    for _ in 0..<19 {
      world.read(reader)
      #expect(world.goOn(atMost: 1000) <= 1)
    }
    #expect(world.made == 20)
    world.read(reader)
    #expect(world.goOn(atMost: 10) == 0)
    #expect(world.made == 20)
  }
}
