internal import IPCProtocol

/// What is refused; nothing has changed then.
struct TransitError: WireErrorConvertible, Hashable {
  let reason: Reason
  /// What the sentences of ``Reason`` speak of, for programs.
  let data: JSONObject

  init(_ reason: Reason, _ data: JSONObject = [:]) {
    self.reason = reason
    self.data = data
  }

  var wireError: WireError {
    WireError(reason.kind, RefusalText.filled(reason.text.en, from: data), data: data)
  }
}

extension TransitError {
  /// Codes and names are for ever: a new reason is added at the end.
  enum Reason: Int, CaseIterable, Sendable {
    case unknownStation = 1001
    case unknownStop
    case unknownLine
    case unknownFavourite
    case favouritesFull
    case favouriteKnown
    case noKey
    case keyRefused
    case quotaExhausted
    case upstreamFailed
    case noFavourites
    case unknownAlarm
    case alarmKnown
    case unknownLeave
    case leavesFull
    case invalidWindow
    case invalidKey
    case invalidURL
    case invalidPosition
    case feedUnreadable
    case feedInvalid
    case feedTooLarge
    case unknownFeed
    case feedsFull
    case importRunning
    case unknownFeedStop
    case ambiguousStop
    case invalidTime
    case downloadFailed
    case nothingToConfigure
    case invalidRoute

    var kind: WireError.Kind { WireError.Kind(code: rawValue, name: "transit.\(self)") }
  }
}
