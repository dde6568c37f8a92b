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
    WireError(reason.kind, BankText.filled(reason.text.en, from: data), data: data)
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

    /// 1001 for the first, and so on.
    var code: Int { 1001 + (Self.allCases.firstIndex(of: self) ?? 0) }

    var kind: WireError.Kind { WireError.Kind(code: code, name: "bank.\(rawValue)") }
  }
}

/// The smallest templates: `{name}` is a member.
enum BankText {
  /// The text with every `{name}` replaced; a name that is no member stays as it is.
  static func filled(_ template: String, from data: JSONObject) -> String {
    var text = ""
    var name: String?
    for character in template {
      switch (character, name) {
      case ("{", _): name = ""
      case ("}", let member?):
        text += data[member].map(plain) ?? "{\(member)}"
        name = nil
      case (_, let member?): name = member + String(character)
      case (_, nil): text.append(character)
      }
    }
    return text
  }

  private static func plain(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    case .double(let number): String(number)
    case .bool(let flag): String(flag)
    default: ""
    }
  }
}
