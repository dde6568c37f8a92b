internal import IPCProtocol
internal import IPCTransport
internal import Values

/// Errors that a daemon has answered with, in the user's language, and what they mean for a script.
extension ErrorText {
  /// The domain's own translation, ours for the protocol's errors, else the English sentence.
  func translated(_ error: WireError) -> String {
    var data = error.data
    data["message"] = .string(error.message)
    if let known = session.whole(domain).errors.first(where: { $0.kind.name == error.kind.name }) {
      return Template(known.message.text(in: session.language))
        .filled(with: .object(data), session.printer.values)
    }
    let sentence = session.language == .korean ? korean(error) : error.message
    // A person who fills in a field knows it by what is written there.
    guard error.kind == .invalidParams, let path = error.data["path"]?.stringValue,
      let name = path.split(separator: "/").first.flatMap({ called[String($0)] }),
      sentence.hasPrefix("\(path):")
    else { return sentence }
    return name + sentence.dropFirst(path.count)
  }

  private func korean(_ error: WireError) -> String {
    func data(_ name: String) -> String {
      error.data[name].map(WordValue.text) ?? ""
    }
    switch error.kind {
    case .invalidParams: return koreanMismatch(data("path"), data("expected"), data("got"))
    case .methodNotFound: return "\(data("method")) 메서드는 없습니다"
    case .permissionDenied: return "권한이 없습니다 (필요한 권한: \(data("needs")))"
    case .busy: return "데몬이 바쁩니다. 잠시 후 다시 하십시오"
    case .shuttingDown: return "데몬이 종료하는 중입니다. 다시 하십시오"
    case .deadlineExceeded where error.hasBegun:
      return "시간 안에 끝나지 않았습니다. 시작된 일은 그대로이며 이어질 수 있습니다"
    case .deadlineExceeded: return "시간 안에 끝나지 않았습니다. 바뀐 것은 없습니다"
    case .cancelled: return "요청이 취소되었습니다"
    case .storageFailed where data("operation") == "read":
      return "저장소를 읽지 못했습니다. \(koreanCause(error))"
    case .storageFailed: return "저장하지 못했습니다. 바뀐 것은 없습니다. \(koreanCause(error))"
    case .outcomeUnknown where data("reason") == "serverLost":
      return "저장하는 중에 데이터베이스 서버와 연결이 끊어져 처리되었는지 알 수 없습니다. 다시 하기 전에 확인하십시오"
    case .outcomeUnknown:
      return
        "저장하는 중에 디스크가 실패하여 처리되었는지 알 수 없습니다. 다시 하기 전에 확인하십시오. \(koreanCause(error))"
    case .notOwner:
      guard let machine = error.data["at"]?.stringValue else {
        let reason = error.data["sentence"]?["ko"]?.stringValue ?? error.message
        return "바뀐 것은 없습니다. \(reason)"
      }
      return "이 지점은 \(machine)에서 맡고 있습니다"
    case .internal: return "데몬의 결함입니다"
    default: return error.message
    }
  }

  /// What a parameter has to be, by the method's own description, as a word of a command is told.
  private func koreanMismatch(_ path: String, _ expected: String, _ got: String) -> String {
    let tokens = path.split(separator: "/").map(String.init)
    let received: String =
      switch got {
      case "nothing": "없음"
      case "an object": "JSON 객체"
      case "an array": "목록"
      case _ where got.hasSuffix(" items"): "\(got.dropLast(6))개"
      default: got
      }
    let schemas = session.whole(domain).schemas
    guard let first = tokens.first, let method,
      let parameter = method.parameters.first(where: { $0.name == first }),
      let rules = Self.rules(at: tokens.dropFirst(), in: parameter.schema, schemas)
    else { return "\(path): 쓸 수 없는 값입니다 (받은 값: \(received))" }
    if tokens.last == got, rules.properties.isEmpty, tokens.count > 1 {
      return "\(path): 없는 항목입니다"
    }
    let phrase = rules.named(first, in: schemas).told(to: got).wordPhrase.text(in: .korean)
    return "\(path): 필요한 값은 \(phrase), 받은 값은 \(received)"
  }

  private static func rules(
    at tokens: ArraySlice<String>, in schema: JSONSchema, _ schemas: [NamedSchema]
  ) -> JSONSchema.Rules? {
    let rules = schema.rules(in: schemas)
    guard let token = tokens.first else { return rules }
    let next = rules.properties.first { $0.name == token }?.schema ?? rules.items
    return next.flatMap { Self.rules(at: tokens.dropFirst(), in: $0, schemas) }
  }

  static func status(_ kind: WireError.Kind) -> ExitStatus {
    switch kind {
    case .busy, .shuttingDown, .deadlineExceeded, .notOwner: .unreachable
    case .permissionDenied, .cancelled: .refused
    case .invalidParams, .methodNotFound, .invalidRequest, .parseError, .frameTooLarge: .usage
    default: kind.code > 0 ? .refused : .fault
    }
  }

  /// Why a store failed, by the word that the daemon has for it, else in its own words.
  private func koreanCause(_ error: WireError) -> String {
    let store = error.data["store"]?.stringValue ?? "저장소"
    switch error.data["cause"]?.stringValue {
    case "full": return "디스크가 가득 찼습니다. \(store, .subject) 있는 파일 시스템에 공간을 비우십시오"
    case "readOnly":
      return "\(store)에 쓸 수 없습니다. 파일 시스템이 읽기 전용인지, 파일이 누구의 것인지 확인하십시오"
    case "diskFailed":
      return "\(store)의 디스크가 실패했습니다. 계속하기 전에 커널 로그를 보십시오"
    case "damaged":
      return "저장소 \(store, .subject) 손상되었습니다. `matectl restore`로 백업을 되돌리십시오"
    case "busy": return "다른 프로그램이 \(store, .object) 쓰고 있습니다. 그것을 닫고 다시 하십시오"
    case "replaced":
      return "\(store, .subject) 지워지거나 바뀌었습니다. 데몬이 끝나고 다음 호출이 지금 있는 것으로 시작합니다"
    default: return error.data["reason"]?.stringValue ?? error.message
    }
  }

  /// Says where a daemon is older than its description: what it does not know is then no mistake of
  /// the person who typed it.
  func protocolGap(_ error: WireError) -> String? {
    guard error.kind == .methodNotFound || error.kind == .invalidParams,
      let needed = domain.protocolVersion, needed > .first,
      let client = try? session.client(domain)  // said already where it fails
    else { return nil }
    var request = CallRequest(method: "mate.status")
    request.timeoutMilliseconds = 1000
    // A daemon that does not even say how it is has no version to tell.
    guard let status = try? JSON.parse(client.call(request)) else { return nil }
    let spoken = status["protocol"]?.stringValue.flatMap { ProtocolVersion($0) } ?? .first
    guard spoken < needed else { return nil }
    return session.text(
      "\(domain.exec) speaks protocol \(spoken), and this needs \(needed); install a newer \(domain.exec)",
      "\(domain.exec)의 프로토콜은 \(spoken)인데 \(needed, .subject) 필요합니다. 새 \(domain.exec, .object) 설치하십시오"
    )
  }
}

extension WireError {
  /// Whether it ends a stream that has changed something already.
  var hasBegun: Bool { data["begun"]?.boolValue == true }
}
