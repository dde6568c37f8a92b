import Glibc
import IPCProtocol
import Loop
import Storage

@testable import DaemonRuntime

/// A daemon's inside without sockets: a counter as a domain, a store in memory, a log of turns that
/// answers when the test wants, and connections whose bytes are looked at.
@LoopActor
final class WireWorld {
  /// Numbers that can be added, written at once, read and followed.
  @LoopActor
  final class Counter: Sendable {
    struct Number: Shape {
      let value: Int64

      static let shape = ShapeOf<Number>([Member("value", \.value, .within(0...2_000_000))])
    }

    struct Refused: Error, WireErrorConvertible {
      var wireError: WireError { WireError(.invalidParams, "odd numbers are not taken") }
    }

    let store: NumberStore
    let topic = Topic<Number, NoResult>()
    private(set) var values: [Int64] {
      get { store.state.state }
      set { store.state.state = newValue }
    }

    init(_ store: NumberStore) { self.store = store }

    func keep(_ number: Number, gathers: Bool) throws -> Number {
      // However far a change has come when it is refused, it is undone.
      if gathers { store.numbers.add(GatheredNumber(value: number.value)) }
      values.append(number.value)
      if number.value % 2 == 1 { throw Refused() }
      let (topic, bytes) = (topic, written(number))
      if topic.isFollowed { store.commit.publications.publish { topic.deliver(bytes) } }
      return number
    }

    func readBack() throws {
      values =
        try store.stored
        + store.numbers.elements.map(\.value).filter { number in
          try !store.stored.contains(number)
        }
    }

    nonisolated static let calls: [Call<Counter>] = [
      .change("n.add", "", gathers: true, takes: Number.self, gives: Number.self) {
        counter, number, _ in try counter.keep(number, gathers: true)
      },
      .change("n.write", "", takes: Number.self, gives: Number.self) { counter, number, _ in
        try counter.store.database.run(
          "INSERT INTO t VALUES (?, NULL)", .integer(number.value))
        return try counter.keep(number, gathers: false)
      },
      .read("n.sum", "", takes: NoParams.self, gives: Number.self) { counter, _, _ in
        Number(value: counter.values.reduce(0, +))
      },
      // Beside the loop where there is no number yet.
      .task(
        "n.total", "", takes: NoParams.self, gives: Number.self,
        atHand: { counter, _, _ in
          let sum = counter.values.reduce(0, +)
          if sum > 1000 { throw Refused() }
          return sum > 0 ? Number(value: sum) : nil
        }
      ) { counter, _, _ in Number(value: await counter.values.reduce(0, +)) },
      // A call that says that it reads, and writes.
      .read("n.sneak", "", takes: Number.self, gives: NoResult.self) { counter, number, _ in
        try counter.store.database.run("INSERT INTO t VALUES (?, NULL)", .integer(number.value))
        return NoResult()
      },
      // A stream that changes something, which the table refuses from a million on.
      .stream(
        "n.begin", "", access: .write, takes: Number.self, sends: Number.self, gives: NoResult.self
      ) { counter, number, _, stream in
        try counter.store.database.run(
          "INSERT INTO t VALUES (?, NULL)", .integer(number.value))
        counter.values.append(number.value)
        stream.send(number)
      },
      .stream(
        "n.watch", "", takes: NoParams.self, sends: Number.self, gives: NoResult.self
      ) { counter, _, _, stream in stream.follow(counter.topic) },
    ]
  }

  let log = ToyLog()
  let store: NumberStore
  let turn: Turn
  let counter: Counter
  let dispatcher: Dispatcher

  init(limits: Limits = Limits()) throws {
    store = try NumberStore(Database(path: ":memory:"), log: log)
    let counter = Counter(store)
    self.counter = counter
    store.state.read = { [unowned counter] in try counter.readBack() }
    turn = Turn(store.commit)
    var methods = MethodTable()
    methods.add(Counter.calls, of: counter)
    dispatcher = Dispatcher(
      turn: turn, limits: limits, methods: methods.entries, clock: SteadyClock())
  }

  /// A client's connection, of a socket or of none.
  func connect(_ descriptor: Int32 = -1) -> Connection {
    Connection(
      descriptor: descriptor, peer: Peer(pid: 1, uid: 1000, gid: 1000), access: .all,
      user: UserShare(uid: 1000), token: 0)
  }

  /// Has one payload handled.
  func send(_ text: String, from connection: Connection) {
    _ = Array(text.utf8).withUnsafeBytes { dispatcher.handle($0, from: connection) }
    // On a busy machine a batch takes several turns.
    while turn.hasDeferred { turn.runDeferred() }
  }

  func request(_ id: Int, _ method: String, _ value: Int64? = nil) -> String {
    let params = value.map { #"{"value":\#($0)}"# } ?? "{}"
    return #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
  }

  func send(_ id: Int, _ method: String, _ value: Int64? = nil, from connection: Connection) {
    send(request(id, method, value), from: connection)
  }

  func endTurn() {
    _ = turn.commitAll()
    turn.ends()
  }

  /// What may leave now, of each frame a word; nothing while one of them tells what is not on disk.
  func said(to connection: Connection) throws -> [String] {
    guard !connection.awaitsCommit else { return [] }
    defer { connection.output.bytes = [] }
    return try Self.said(in: connection.output.bytes[...])
  }

  /// Each frame as its id and what was said: a value, the name of an error, or an event.
  static func said(in bytes: ArraySlice<UInt8>) throws -> [String] {
    var rest = bytes
    var words: [String] = []
    while rest.count >= 4 {
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      words.append(short(try JSON.parse(Array(rest.dropFirst(4).prefix(length)))))
      rest = rest.dropFirst(4 + length)
    }
    return words
  }

  private static func short(_ frame: JSONValue) -> String {
    if case .array(let frames) = frame {
      return "[\(frames.map(short).joined(separator: " "))]"
    }
    if let event = frame["params"]?["event"]?["value"] { return "event \(number(event))" }
    let id = frame["id"].map(number) ?? "?"
    if let value = frame["result"]?["value"] { return "\(id): \(number(value))" }
    if case .string(let name)? = frame["error"]?["data"]?["name"] { return "\(id): \(name)" }
    return "\(id): done"
  }

  private static func number(_ value: JSONValue) -> String {
    if case .integer(let number) = value { "\(number)" } else { "?" }
  }
}
