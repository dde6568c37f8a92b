internal import IPCProtocol
internal import Loop

/// Where the events of one stream go: what is written already, so that it knows no type of a domain.
@LoopActor
protocol EventSink: AnyObject, Sendable {
  /// Whether it has not ended.
  var isOpen: Bool { get }

  /// Sends one event after the commit of this turn; nil for one that could not be written.
  func send(_ event: [UInt8]?)

  /// Sends one event now.
  func deliver(_ event: [UInt8]?)

  /// Ends with a result after the commit of this turn.
  func finish(_ result: [UInt8]?)

  /// Ends with an error after the commit of this turn.
  func fail(_ error: WireError)

  /// Sends the whole state after the commit of this turn, and again after each gap.
  func begin(with state: @escaping @LoopActor () -> [UInt8]?)

  /// Calls `action` once at the end; at once where it has ended.
  func onEnd(_ action: @escaping @LoopActor () -> Void)
}

/// The bytes of an event; nil, and an entry in the journal, where it is not what its shape says.
@LoopActor
func written(_ value: some WireWritable) -> [UInt8]? {
  var writer = JSONWriter()
  do throws(JSONEncodingFailure) {
    try value.write(to: &writer)
  } catch {
    Journal.shared.critical("an event cannot be written: \(error.reason)")
    return nil
  }
  return writer.bytes
}
