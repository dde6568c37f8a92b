internal import IPCProtocol
internal import Loop

/// A frame that is too long to be parsed on the loop: everybody would wait for it.
///
/// Its bytes are counted until it is carried out, also where the connection is closed while it is
/// parsed: who comes back has no more room than before.
@LoopActor
final class LongFrame {
  let request: OwnedRequest
  /// The file that came with it.
  let arrival: ArrivedFiles.Arrival?
  let bytesCounted: Int
  var isParsed = false

  /// Bytes of a frame from which on it is parsed beside the loop: about a millisecond's work.
  nonisolated static let leastBytes = 1 << 20

  init(_ request: OwnedRequest, arrival: ArrivedFiles.Arrival?) {
    self.request = request
    self.arrival = arrival
    bytesCounted = request.bytesHeld
  }
}

extension Server {
  /// Where the long frame stands that a connection's input begins with, if it does.
  func longFrame(in input: InputBuffer) -> Range<Int>? {
    guard input.count > LongFrame.leastBytes,
      case .frame(let range) = FrameScanner.next(
        in: input.bytes, from: 0, maximumPayload: limits.frameBytes),
      range.count > LongFrame.leastBytes
    else { return nil }
    return range
  }

  /// Takes a long frame out of the input and has it parsed; what is behind it waits.
  func parseBeside(_ range: Range<Int>, of input: InputBuffer, from connection: Connection) {
    let rest = InputBuffer()
    if input.count > range.upperBound {
      rest.append(UnsafeRawBufferPointer(rebasing: input.bytes[range.upperBound...]))
    }
    connection.input = rest
    let arrival = connection.arrived.arrival(before: range.upperBound)
    connection.arrived.remove(before: range.upperBound)
    connection.arrived.advance(by: range.upperBound)
    let long = LongFrame(OwnedRequest(input, payload: range), arrival: arrival)
    connection.longFrame = long
    settleInput(connection)
    Task { @LoopActor [self] in
      await long.request.parse(maximumValues: limits.frameValues)
      long.isParsed = true
      if connection.isOpen {
        makeRunnable(connection)
      } else {
        connection.besideBytes -= long.bytesCounted
        dispatcher.ledger.count(connection, at: dispatcher.latestMoment)
      }
    }
  }

  /// Carries a frame out that was parsed beside the loop.
  func process(_ long: LongFrame, from connection: Connection) {
    guard mayTake(connection) else { return settleInput(connection) }
    outputs.borrow(for: &connection.output.bytes)
    turn.begins(at: dispatcher.lookAtClock())
    connection.arrival = long.arrival
    defer { connection.arrival = nil }
    // From here on its bytes are the request's own to count.
    connection.longFrame = nil
    let count = dispatcher.handle(long.request, from: connection)
    guard connection.isOpen else { return }
    (connection.isHeavy, connection.isKnown) = (true, true)
    connection.awaitsEnd = count == 0
    if count == 0 { connection.longFrame = long }
    settleInput(connection)
    // Also where there is no answer yet: what comes next, as a cancellation, is read.
    rewatch(connection)
  }
}
