internal import Glibc
package import IPCProtocol
internal import LinuxSystem

/// What a call ended with that is not a result.
package enum CallFailure: Error, Sendable {
  /// The daemon answered with an error.
  case refused(WireError, raw: [UInt8])
  case unreachable(StartFailure)
  /// The connection broke, and the call could not or must not be repeated.
  case connectionLost
  case timedOut
  case interrupted
  /// The request has more bytes than the daemon takes; nothing of it took effect.
  case requestTooLarge(bytes: Int, limit: Int64)
  /// What came was no reply of the protocol.
  case protocolViolation(String)
}

/// What a failure means for the call: whether it is sent again, when, and over which connection.
extension CallFailure {
  init(_ failure: ReceiveFailure) {
    switch failure {
    case .closed: self = .connectionLost
    case .timedOut: self = .timedOut
    case .interrupted: self = .interrupted
    case .notAFrame(.zeroLength): self = .protocolViolation("a frame of 0 bytes")
    case .notAFrame(.tooLarge(let length)):
      self = .protocolViolation("a frame of \(length) bytes, which no reply has")
    }
  }

  /// An error about a frame that was too long, with what was too long about it.
  func tellingSize(_ bytes: Int) -> CallFailure {
    guard case .refused(let error, _) = self, error.kind == .frameTooLarge,
      let limit = error.data["limit"]?.integerValue
    else { return self }
    return .requestTooLarge(bytes: bytes, limit: limit)
  }

  var isOutcomeUnknown: Bool {
    guard case .refused(let error, _) = self else { return false }
    return error.kind == .outcomeUnknown
  }

  /// Whether it says what became of the same call with the same key before: a domain looks at a
  /// request only where its key has not been kept; and who interrupts wants no more to be said.
  var tellsOutcome: Bool {
    switch self {
    case .refused(let error, _): error.kind.code > 0
    case .interrupted: true
    default: false
    }
  }

  var keepsConnection: Bool {
    guard case .refused(let error, _) = self else { return false }
    // A daemon that says so is about to end.
    return error.kind != .shuttingDown && error.kind != .outcomeUnknown
  }

  /// How long to wait before the same call is sent again; nil where it is not.
  func pauseBeforeRepeating(_ request: CallRequest, standard: Int64) -> Int64? {
    switch self {
    case .connectionLost: request.isRepeatable ? standard : nil
    // As where the connection broke: a change with a key has effect once, whatever became of it.
    case .refused(let error, _) where error.kind == .outcomeUnknown:
      request.isRepeatable ? standard : nil
    case .refused(let error, _) where error.kind == .shuttingDown: standard
    // The branch is just being handed on, or its server promoted; who is elsewhere stays there, and what a
    // person has to do first is not done by asking again.
    case .refused(let error, _) where error.kind == .notOwner:
      error.data["at"] == nil && error.data["isFinal"] != true ? standard : nil
    // What is too much will be too much again.
    case .refused(let error, _)
    where error.kind == .busy && error.data["limit"] != nil && error.data["retryAfterMs"] == nil:
      nil
    case .refused(let error, _) where error.kind == .busy:
      max(1, min(error.data["retryAfterMs"]?.integerValue ?? standard, 5000))
    case .unreachable(.notRunning(let error)):
      // A socket whose daemon is just ending or starting.
      error.code == EAGAIN || error.code == ECONNRESET || error.code == EPIPE ? standard : nil
    default: nil
    }
  }
}
