package import IPCProtocol
package import Values

/// For methods without parameters.
package struct NoParams: Shape {
  package static let shape = ShapeOf<NoParams>([])
  package init() {}
}

/// For methods whose result says nothing beyond "done".
package struct NoResult: Shape {
  package static let shape = ShapeOf<NoResult>([])
  package init() {}
}

/// What a handler may know about the request it answers.
package struct RequestContext: Sendable {
  package let method: String
  package let peer: Peer
  /// What the client may do.
  package let access: AccessPolicy.Grant
  /// When the request was taken, on the daemon's steady clock.
  package let now: Timestamp
  /// Whether the change will be undone as soon as it is answered.
  package let isDryRun: Bool
  /// CLOCK_MONOTONIC in nanoseconds.
  let startedAt: UInt64
  let givenTrace: String?
  let traceNumber: UInt64
  /// What came with the frame, where the method takes a file.
  var arrival: ArrivedFiles.Arrival?
  /// What has the request's memory, where it is long: what reads it beside the loop keeps it.
  var owned: OwnedRequest?

  /// The client's trace id, or one that the daemon made.
  package var traceID: String { givenTrace ?? TraceNumbers.text(traceNumber) }
}

/// Trace ids for requests that bring none: 16 hexadecimal digits, unique per daemon.
enum TraceNumbers {
  static func text(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
