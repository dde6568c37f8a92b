/// The rows of an answer, or that there are none.
struct UpstreamAnswer: Equatable, Sendable {
  var rows: [UpstreamNode]
  /// How many rows the portal has; more than it sent where we asked for fewer.
  var total: Int?
  var emptiness: Snapshot.Emptiness?
  /// As it came; nothing of it is a key.
  var body: [UInt8] = []

  static func empty(_ emptiness: Snapshot.Emptiness) -> UpstreamAnswer {
    UpstreamAnswer(rows: [], total: 0, emptiness: emptiness)
  }
}

/// The subway portal's envelope: nested when it succeeds, flat when it refuses, always HTTP 200.
enum SubwayEnvelope {
  static func answer(_ bytes: [UInt8]) throws(UpstreamFault) -> UpstreamAnswer {
    try answer(UpstreamBody.tree(bytes))
  }

  static func answer(_ root: UpstreamNode) throws(UpstreamFault) -> UpstreamAnswer {
    if let fault = Gateway.fault(in: root) { throw fault }
    let head = root["errorMessage"] ?? root["RESULT"] ?? root
    guard let code = head.field("code") else {
      throw .malformed("a subway answer without a code")
    }
    if code == "INFO-200" { return .empty(.noData) }
    if let fault = fault(code) { throw fault }
    // The list can be absent although the code is INFO-000: that is no data as well.
    let rows = ["realtimeArrivalList", "realtimePositionList", "row"].flatMap { root.all($0) }
    return UpstreamAnswer(
      rows: rows, total: head.field("total").flatMap { Int($0) },
      emptiness: rows.isEmpty ? .noData : nil)
  }

  private static func fault(_ code: String) -> UpstreamFault? {
    switch code {
    case "INFO-000": nil
    case "INFO-100": .key(.unregistered)
    case "ERROR-335": .key(.sampleOnly)
    case "ERROR-337": .quotaExhausted
    case "ERROR-338": .key(.noRealtimeRight)
    case "ERROR-340": .key(.noBulkRight)
    case "ERROR-500", "ERROR-600", "ERROR-601": .serverFault(code: code)
    default: .badRequest(code: code)
    }
  }
}

/// The bus portal's envelope: a number that means several things, and a sentence that says which.
enum BusEnvelope {
  static func answer(_ bytes: [UInt8]) throws(UpstreamFault) -> UpstreamAnswer {
    try answer(UpstreamBody.tree(bytes))
  }

  static func answer(_ root: UpstreamNode) throws(UpstreamFault) -> UpstreamAnswer {
    if let fault = Gateway.fault(in: root) { throw fault }
    guard let header = root["msgHeader"], let code = header.field("headerCd") else {
      throw .malformed("a bus answer without a header")
    }
    let message = header.field("headerMsg") ?? ""
    // A key that failed comes as 7, which is documented as "no path".
    if let fault = keyFault(message) { throw fault }
    if message.contains("결과가 없습니다") { return .empty(.noData) }
    switch code {
    case "0":
      let rows = root["msgBody"]?.all("itemList") ?? []
      return UpstreamAnswer(
        rows: rows.filter { !$0.children.isEmpty }, total: nil,
        emptiness: rows.isEmpty ? .noData : nil)
    case "3": return .empty(.noSuchStop)
    case "4": return .empty(.noSuchRoute)
    case "5", "6", "7": return .empty(.noData)
    case "8": return .empty(.serviceEnded)
    case "1": throw .serverFault(code: "headerCd 1")
    default: throw .badRequest(code: "headerCd \(code)")
    }
  }

  /// "Key인증실패: … [인증모듈 에러코드(NN)]": the number is the gateway's.
  private static func keyFault(_ message: String) -> UpstreamFault? {
    guard message.hasPrefix("Key인증실패") else { return nil }
    let marker = "에러코드("
    guard let start = message.firstRange(of: marker) else { return .key(.unregistered) }
    return Gateway.fault(reason: String(message[start.upperBound...].prefix { $0.isNumber }))
  }
}

/// The errors of data.go.kr's gateway, which come as XML even where JSON was asked for.
enum Gateway {
  static func fault(in root: UpstreamNode) -> UpstreamFault? {
    // As JSON the root has no name, and the document is its only member.
    let document = root.name.isEmpty ? root["OpenAPI_ServiceResponse"] : root
    guard let head = document?["cmmMsgHeader"] else { return nil }
    if let reason = head.field("returnReasonCode") { return fault(reason: reason) }
    return fault(words: head.field("returnAuthMsg") ?? head.field("errMsg") ?? "")
  }

  static func fault(reason: String) -> UpstreamFault {
    switch reason {
    case "20": .key(.denied)
    case "22": .quotaExhausted
    case "23": .tooFast
    case "29": .key(.blocked)
    case "30": .key(.unregistered)
    case "31": .key(.expired)
    case "1", "01", "02", "04", "05": .serverFault(code: "gateway \(reason)")
    case "12": .noSuchService(status: 12)
    default: .badRequest(code: "gateway \(reason)")
    }
  }

  /// Without a number only the words are left, with underscores or with spaces.
  private static func fault(words: String) -> UpstreamFault {
    let name = String(words.map { $0 == " " ? "_" : $0 })
    let known = [
      "SERVICE_ACCESS_DENIED_ERROR": "20",
      "LIMITED_NUMBER_OF_SERVICE_REQUESTS_EXCEEDS_ERROR": "22",
      "LIMITED_NUMBER_OF_SERVICE_REQUESTS_PER_SECOND_EXCEEDS_ERROR": "23",
      "TEMPORARILY_DISABLE_THE_SERVICEKEY_ERROR": "29",
      "SERVICE_KEY_IS_NOT_REGISTERED_ERROR": "30", "DEADLINE_HAS_EXPIRED_ERROR": "31",
    ]
    return known[name].map { fault(reason: $0) } ?? .badRequest(code: "gateway")
  }
}
