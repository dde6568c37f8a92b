package import IPCProtocol
package import Loop

/// A stream as its call declares it: nothing but its events can be sent, and nothing but its result
/// ends it well.
@LoopActor
package struct StreamOf<Event: WireWritable, Result: WireWritable>: Sendable {
  let sink: any EventSink

  nonisolated init(_ sink: any EventSink) { self.sink = sink }

  /// Whether it has not ended.
  package var isOpen: Bool { sink.isOpen }

  /// Sends one event after the commit of this turn.
  package func send(_ event: Event) { sink.send(written(event)) }

  /// Ends the stream with its result after the commit of this turn.
  package func finish(_ result: Result) { sink.finish(written(result)) }

  /// Ends the stream with an error after the commit of this turn.
  package func fail(_ error: some WireErrorConvertible) { sink.fail(error.wireError) }

  /// Sends the whole state, then every event of a topic; after a gap the whole state again.
  package func follow(
    _ topic: Topic<Event, Result>, startingWith state: @escaping @LoopActor () -> Event
  ) {
    sink.begin { written(state()) }
    follow(topic)
  }

  /// Sends every event of a topic from now on.
  package func follow(_ topic: Topic<Event, Result>) {
    topic.add(sink)
    sink.onEnd { [unowned topic, unowned sink] in topic.remove(sink) }
  }

  /// Calls `action` once when the stream ends for whatever reason; at once where it has ended.
  package func onEnd(_ action: @escaping @LoopActor () -> Void) { sink.onEnd(action) }

  /// Whether this is the stream of the same request.
  package func isSame(as other: StreamOf?) -> Bool { sink === other?.sink }
}

/// Something that happens, and the streams that follow it.
@LoopActor
package final class Topic<Event: WireWritable, Result: WireWritable> {
  private var followers: [any EventSink] = []

  package init() {}

  package var isFollowed: Bool { !followers.isEmpty }

  func add(_ follower: any EventSink) { followers.append(follower) }

  func remove(_ follower: any EventSink) { followers.removeAll { $0 === follower } }

  /// Sends an event, written once, to all followers.
  func deliver(_ event: [UInt8]?) {
    for follower in followers { follower.deliver(event) }
  }

  /// Ends every follower with a result, after the commit of this turn.
  package func finish(_ result: Result) {
    let bytes = written(result)
    for follower in followers { follower.finish(bytes) }
  }
}
