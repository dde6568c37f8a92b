package import HTTPClient
package import Values

/// Why a server could not be talked to, or what it said instead.
package enum CalDAVError: Error, Equatable, Sendable {
  /// Not the address of a server: http or https, a host.
  case badAddress(String)
  /// A user or a password before the host; the address is not repeated anywhere.
  case secretInAddress
  /// A password would go over the network in the clear.
  case insecure(host: String)
  /// The answer sends us to a host that the password was not meant for.
  case foreignHost(String)
  case unauthorized(host: String)
  case forbidden(path: String)
  case notFound(path: String)
  /// The condition of a change did not hold: somebody else was there first.
  case changed(path: String)
  /// The server takes this one resource not at all; others may do.
  case refused(path: String, status: Int)
  /// Too much for the server; again after so many seconds where it says so.
  case busy(host: String, retryAfterSeconds: Int?)
  case serverFailed(host: String, status: Int)
  /// The answer cannot be understood: what of it, in English.
  case malformed(String)
  /// There is something, and it holds no tasks.
  case noTasks(path: String)
  /// The server has forgotten what it last told us; everything is to be compared.
  case staleToken
  /// None of the tasks that were there is there any more; nothing is removed here for that.
  case everythingGone(count: Int)
  /// There was no answer.
  case transport(HTTPError)

  /// Whether the machine or the server is off the network, or the server off.
  package var isOffline: Bool {
    switch self {
    case .transport(let error): error.isTransient
    case .busy, .serverFailed: true
    default: false
    }
  }

  /// Whether it is about one resource, so that others may go on.
  var isOfOneResource: Bool {
    switch self {
    case .forbidden, .refused, .notFound: true
    default: false
    }
  }
}

extension CalDAVError {
  /// A sentence for people.
  package var text: LocalizedText {
    switch self {
    case .badAddress(let text):
      LocalizedText(
        en: "“\(text)” is not the address of a server; write it as https://host/path",
        ko: "\("‘\(text)’", .topic) 서버 주소가 아닙니다. https://호스트/경로처럼 쓰십시오")
    case .secretInAddress:
      LocalizedText(
        en: "an address has no user or password in it; use --user with --password-file",
        ko: "주소에는 사용자나 비밀번호를 쓰지 않습니다. --user와 --password-file을 쓰십시오")
    case .insecure(let host):
      LocalizedText(
        en: "the password is not sent to \(host) without https",
        ko: "https가 아니므로 \(host)에 비밀번호를 보내지 않습니다")
    case .foreignHost(let host):
      LocalizedText(
        en: "the server refers to another host, \(host), which is not followed",
        ko: "서버가 다른 호스트(\(host))를 가리켜 따라가지 않습니다")
    case .unauthorized(let host):
      LocalizedText(
        en: "\(host) does not accept the user name and password",
        ko: "\(host)에서 사용자 이름과 비밀번호를 받아들이지 않습니다")
    case .forbidden(let path):
      LocalizedText(en: "the server forbids \(path)", ko: "서버가 \(path) 접근을 막았습니다")
    case .notFound(let path):
      LocalizedText(en: "the server has no \(path)", ko: "서버에 \(path, .subject) 없습니다")
    case .changed(let path):
      LocalizedText(
        en: "\(path) was changed elsewhere at the same time",
        ko: "\(path, .subject) 동시에 다른 곳에서 변경되었습니다")
    case .refused(let path, let status):
      LocalizedText(
        en: "the server refuses \(path) (status \(status))",
        ko: "서버가 \(path, .object) 거부했습니다(상태 \(status))")
    case .busy(let host, let seconds):
      LocalizedText(
        en: "\(host) is busy" + (seconds.map { "; again in \($0) s" } ?? ""),
        ko: "\(host, .subject) 바쁩니다" + (seconds.map { ". \($0)초 후에 다시 시도하십시오" } ?? ""))
    case .serverFailed(let host, let status):
      LocalizedText(
        en: "\(host) failed (status \(status))", ko: "\(host)에서 오류가 났습니다(상태 \(status))")
    case .malformed(let detail):
      LocalizedText(
        en: "the server's answer cannot be understood: \(detail)",
        ko: "서버의 응답을 이해할 수 없습니다: \(detail)")
    case .noTasks(let path):
      LocalizedText(en: "\(path) holds no tasks", ko: "\(path)에는 할 일 목록이 없습니다")
    case .staleToken:
      LocalizedText(
        en: "the server has forgotten the last synchronisation",
        ko: "서버가 지난 동기화 기록을 잊었습니다")
    case .everythingGone(let count):
      LocalizedText(
        en: "all \(count) tasks are gone from the server; nothing was removed here",
        ko: "서버에서 할 일 \(count)개가 모두 사라졌습니다. 여기서는 아무것도 지우지 않았습니다")
    case .transport(let error):
      LocalizedText(en: "\(error)", ko: error.korean)
    }
  }
}

extension HTTPError {
  fileprivate var korean: String {
    switch self {
    case .badRequest(let reason): "요청을 보낼 수 없습니다: \(reason)"
    case .hostNotFound(let host): "\(host)의 주소를 찾을 수 없습니다"
    case .cannotConnect(let host): "\(host)에 연결할 수 없습니다"
    case .untrusted(let host): "\(host)의 인증서를 믿을 수 없습니다"
    case .timedOut(let host): "\(host)에서 제때 답이 없습니다"
    case .truncated(let host): "\(host)의 응답이 중간에 끊겼습니다"
    case .malformed(let host): "\(host)의 응답이 HTTP가 아닙니다"
    case .tooLarge(let host, let limit): "\(host)에서 \(limit)바이트가 넘게 보냈습니다"
    case .tooManyRedirects(let host, let limit): "\(host)에서 \(limit)번 넘게 다른 주소로 보냈습니다"
    case .redirectRefused(let host): "\(host)에서 따라갈 수 없는 주소로 보냈습니다"
    case .cannotStore(let code): "응답을 저장할 수 없습니다(errno \(code))"
    case .failed(let host, let reason): "\(host): \(reason)"
    }
  }
}
