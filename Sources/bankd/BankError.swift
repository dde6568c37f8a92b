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
    WireError(reason.kind, RefusalText.filled(reason.text.en, from: data), data: data)
  }
}

extension BankError {
  /// Codes and names are for ever: a new reason is added at the end.
  enum Reason: String, CaseIterable, Sendable {
    case closed
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
    case invalidTitle

    /// 1001 for the first, and so on.
    var code: Int { 1001 + (Self.allCases.firstIndex(of: self) ?? 0) }

    var kind: WireError.Kind { WireError.Kind(code: code, name: "bank.\(rawValue)") }
  }
}
