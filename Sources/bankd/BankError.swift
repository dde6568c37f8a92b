internal import IPCProtocol

/// What the branch refuses; nothing has changed then.
struct BankError: WireErrorConvertible, Hashable {
  let reason: Reason
  /// What the sentences of ``Reason`` speak of, for programs.
  let data: JSONObject

  init(_ reason: Reason, _ data: JSONObject = [:]) {
    self.reason = reason
    self.data = data
  }

  var wireError: WireError {
    WireError(reason.kind, reason.text.en.filled(from: data), data: data)
  }
}

extension BankError {
  /// Codes and names are for ever: a new reason is added at the end.
  enum Reason: Int, CaseIterable, Sendable {
    case closed = 1001
    case alreadyOpen
    case alreadyClosed
    case alreadyClosing
    case keptOrCleared
    case unknownService
    case unknownTeller
    case unknownTicket
    case ticketGone
    case ticketInService
    case ticketNotCalled
    case invalidCount
    case lineFull
    case invalidDuration
    case invalidDistribution
    case invalidName
    case tooMany
    case serviceUnstaffed
    case tellerNeeded
    case tellerBusy
    case tellerIdle
    case tellerPaused
    case tellerNotPaused
    case tellerAutomatic
    case nobodyWaiting
    case sameService
    case noAutomaticTeller
    case dayReset
    case invalidPeriod
    case noServices

    var kind: WireError.Kind { WireError.Kind(code: rawValue, name: "bank.\(self)") }
  }
}
