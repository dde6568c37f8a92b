internal import HTTPClient
internal import Values

/// What went wrong, as a clause for a person.
extension UpstreamFault {
  var problem: LocalizedText {
    switch self {
    case .key(let trouble): trouble.problem
    case .quotaExhausted:
      LocalizedText(en: "the calls of the day are used up", ko: "오늘 호출 횟수 초과")
    case .tooFast: LocalizedText(en: "too many calls in a second", ko: "초당 호출 횟수 초과")
    case .badRequest(let code):
      LocalizedText(en: "the portal does not take our question (\(code))", ko: "잘못된 요청(\(code))")
    case .serverFault(let code):
      LocalizedText(en: "the portal has trouble of its own (\(code))", ko: "서버 오류(\(code))")
    case .noSuchService(let status):
      LocalizedText(
        en: "there is no such service at this address (\(status))",
        ko: "이 주소에 서비스 없음(\(status))")
    case .html:
      LocalizedText(en: "the portal sent a web page, as it does under repair", ko: "웹 페이지 응답(점검 중)")
    case .truncated: LocalizedText(en: "the answer broke off", ko: "응답이 중간에 끊김")
    case .malformed(let reason):
      LocalizedText(en: "the answer cannot be read (\(reason))", ko: "응답을 읽을 수 없음(\(reason))")
    case .transport(let error):
      LocalizedText(en: "\(error)", ko: error.korean)
    case .relay(let fault): fault.problem
    }
  }
}

extension HTTPError {
  /// What `description` says, in Korean.
  fileprivate var korean: String {
    switch self {
    case .badRequest: "요청을 보낼 수 없음"
    case .hostNotFound(let host): "\(host) 주소를 찾을 수 없음"
    case .cannotConnect(let host): "\(host) 연결이 안 됨"
    case .untrusted(let host): "\(host) 인증서를 믿을 수 없음"
    case .timedOut(let host): "\(host) 응답 시간 초과"
    case .truncated(let host): "\(host) 응답이 중간에 끊김"
    case .malformed(let host): "\(host) 응답이 HTTP가 아님"
    case .tooLarge(let host, let limit): "\(host) 응답이 \(limit)바이트를 넘음"
    case .tooManyRedirects(let host, let limit): "\(host) 리디렉션이 \(limit)번을 넘음"
    case .redirectRefused(let host): "\(host) 리디렉션 대상이 허용되지 않음"
    case .cannotStore(let code): "응답을 저장할 수 없음(errno \(code))"
    case .failed(let host, let reason): "\(host): \(reason)"
    }
  }
}

extension UpstreamFault.KeyTrouble {
  var problem: LocalizedText {
    switch self {
    case .unregistered: LocalizedText(en: "it is not registered", ko: "등록되지 않음")
    case .expired: LocalizedText(en: "it has expired", ko: "기간 만료")
    case .denied: LocalizedText(en: "it has no right to this service", ko: "이 서비스 권한 없음")
    case .blocked: LocalizedText(en: "it is blocked for now", ko: "일시 중지됨")
    case .noRealtimeRight:
      LocalizedText(
        en: "it is a general key, and arrivals need a realtime key", ko: "실시간 지하철 인증키가 아님")
    case .noBulkRight:
      LocalizedText(en: "it has no right to all stations at once", ko: "일괄 조회 권한 없음")
    case .sampleOnly: LocalizedText(en: "the sample key shows five rows only", ko: "샘플 키는 5건까지")
    }
  }
}
