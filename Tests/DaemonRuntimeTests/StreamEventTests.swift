import IPCProtocol
import Loop
import LoopSupport
import Storage
import Testing

@testable import DaemonRuntime

/// What becomes of a stream whose event or result is not what its declaration says.
@Suite("Events that cannot be written")
struct StreamEventTests {
  init() { RunningLoop.start() }

  private struct Reading: Shape {
    let value: Double
    static let shape = ShapeOf<Reading>([Member("value", \.value, .within(0...9))])
  }

  /// One stream of a connection whose bytes are looked at.
  @LoopActor
  private final class World {
    let turn: Turn
    private let store: NumberStore
    let topic = Topic<Reading, Reading>()
    let connection = Connection(
      descriptor: -1, peer: Peer(pid: 1, uid: 1000, gid: 1000), access: .all,
      user: UserShare(uid: 1000), token: 0)

    init() throws {
      store = try NumberStore(Database(path: ":memory:"), gathers: false)
      turn = Turn(store.commit)
    }

    func stream() -> StreamOf<Reading, Reading> {
      let context = RequestContext(
        method: "t.watch", peer: connection.peer, access: .all, now: SteadyClock().now,
        isDryRun: false, startedAt: 0, givenTrace: "t", traceNumber: 0)
      let stream = EventStream(
        connection: connection, id: .integer(1), context: context, turn: turn, limit: 1 << 20)
      turn.requestBegan(.integer(1), .stream(stream), of: connection)
      return StreamOf(stream)
    }

    func publish(_ value: Double) {
      let event = written(Reading(value: value))
      turn.publications.publish { [topic] in topic.deliver(event) }
    }

    /// The texts of the frames that a turn has written.
    func sent() throws -> [JSONValue] {
      turn.publications.deliver()
      var rest = connection.output.bytes[...]
      connection.output.bytes = []
      var frames: [JSONValue] = []
      while rest.count > 4 {
        let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        frames.append(try JSON.parse(Array(rest.dropFirst(4).prefix(length))))
        rest = rest.dropFirst(4 + length)
      }
      return frames
    }
  }

  @LoopActor
  @Test("one is left out and counted, and the stream goes on", arguments: [Double.nan, -1, 10])
  func leftOut(value: Double) throws {
    let world = try World()
    let stream = world.stream()
    stream.follow(world.topic)
    world.publish(value)
    stream.send(Reading(value: value))
    #expect(try world.sent().isEmpty)
    world.publish(1)
    let params = try #require(world.sent().first?["params"])
    #expect(params == ["id": 1, "seq": 1, "event": ["value": 1.0], "missed": 2])
    world.publish(2)
    #expect(try world.sent().first?["params"]?["missed"] == nil)
    #expect(stream.isOpen)
  }

  @LoopActor
  @Test("a state or a result that is none ends the stream with an error")
  func ends() throws {
    let world = try World()
    let following = world.stream()
    following.follow(world.topic) { Reading(value: .infinity) }
    #expect(try world.sent().first?["error"]?["message"] != nil)
    #expect(!following.isOpen)
    let finished = world.stream()
    finished.finish(Reading(value: 10))
    let error = try #require(world.sent().first?["error"])
    #expect(error["data"]?["name"] == "mate.internal", "\(error)")
    #expect(!finished.isOpen)
  }
}
