internal import IPCProtocol
internal import Values

/// Why a place has no fresh arrivals.
enum PortalTrouble: Error, Equatable {
  case noKey(Portal)
  case quota(QuotaExhausted)
  case upstream(UpstreamFault, Portal)

  /// The same as a refusal, for whoever asked and can be shown nothing older.
  var refusal: TransitError {
    switch self {
    case .noKey(let portal): TransitError(.noKey, Self.data(portal))
    case .quota(let exhausted):
      TransitError(
        .quotaExhausted,
        Self.data(exhausted.portal).adding([
          "until": LocalizedText(en: "midnight in Korea", ko: "한국 시각 자정").jsonValue,
          "resetsAt": .string(exhausted.until.description),
        ]))
    case .upstream(.key(let trouble), let portal):
      TransitError(.keyRefused, Self.data(portal).adding(Self.problem(trouble.problem)))
    case .upstream(let fault, let portal):
      TransitError(
        .upstreamFailed,
        Self.data(portal).adding(Self.problem(fault.problem)).adding(["fault": .string(fault.word)])
      )
    }
  }

  private static func data(_ portal: Portal) -> JSONObject {
    [
      "portal": .string(portal.rawValue), "portalName": portal.title.jsonValue,
      "site": .string(portal.site), "option": .string(portal.option),
    ]
  }

  private static func problem(_ text: LocalizedText) -> JSONObject { ["problem": text.jsonValue] }
}

extension JSONObject {
  func adding(_ other: JSONObject) -> JSONObject {
    var all = self
    for (key, value) in other { all[key] = value }
    return all
  }
}
