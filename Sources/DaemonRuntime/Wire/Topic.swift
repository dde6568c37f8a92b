package import IPCProtocol

/// A stream as its call declares it: nothing but its events can be sent, and nothing but its result
/// ends it well.
@LoopActor
package struct StreamOf<Event: WireWritable, Result: WireWritable>: Sendable {
  let stream: EventStream

  nonisolated init(_ stream: EventStream) { self.stream = stream }

  /// Whether it has not ended.
  package var isOpen: Bool { stream.isOpen }

  /// Sends one event after the commit of this turn.
  package func send(_ event: Event) { stream.send(event) }

  /// Ends the stream with its result after the commit of this turn.
  package func finish(_ result: Result) { stream.finish(result) }

  /// Ends the stream with an error after the commit of this turn.
  package func fail(_ error: some WireErrorConvertible) { stream.fail(error) }

  /// Sends the whole state, then every event of a topic; after a gap the whole state again.
  package func follow(
    _ topic: Topic<Event, Result>, startingWith state: @escaping @LoopActor () -> Event
  ) {
    stream.follow(topic, startingWith: state)
  }

  /// Sends every event of a topic from now on.
  package func follow(_ topic: Topic<Event, Result>) { stream.follow(topic) }

  /// Calls `action` once when the stream ends for whatever reason; at once where it has ended.
  package func onEnd(_ action: @escaping @LoopActor () -> Void) { stream.onEnd(action) }

  /// Whether this is the stream of the same request.
  package func isSame(as other: StreamOf?) -> Bool { stream === other?.stream }
}

/// Something that happens, and the streams that follow it.
@LoopActor
package final class Topic<Event: WireWritable, Result: WireWritable> {
  private var followers: [EventStream] = []

  package init() {}

  package var isFollowed: Bool { !followers.isEmpty }

  func add(_ stream: EventStream) { followers.append(stream) }

  func remove(_ stream: EventStream) { followers.removeAll { $0 === stream } }

  /// Sends an event, written once, to all followers.
  func deliver(_ event: [UInt8]?) {
    for follower in followers { follower.deliver(event) }
  }

  /// Ends every follower with a result, after the commit of this turn.
  package func finish(_ result: Result) {
    for follower in followers { follower.finish(result) }
  }
}
