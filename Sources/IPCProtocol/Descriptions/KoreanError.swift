internal import Values

extension WireError {
  /// Whether it ends a stream that has changed something already.
  package var hasBegun: Bool { data["begun"]?.boolValue == true }

  /// What a refusal of the protocol says in Korean, by the description of the method that was called.
  package func korean(
    of method: MethodDescription?, _ schemas: @autoclosure () -> [NamedSchema]
  ) -> String {
    func data(_ name: String) -> String {
      self.data[name].map { $0.stringValue ?? JSON.text($0) } ?? ""
    }
    switch kind {
    case .invalidParams: return koreanMismatch(data("path"), data("got"), method, schemas)
    case .methodNotFound: return "\(data("method")) 메서드는 없습니다"
    case .permissionDenied: return "권한이 없습니다 (필요한 권한: \(data("needs")))"
    case .busy: return "데몬이 바쁩니다. 잠시 후 다시 하십시오"
    case .shuttingDown: return "데몬이 종료하는 중입니다. 다시 하십시오"
    case .deadlineExceeded where hasBegun:
      return "시간 안에 끝나지 않았습니다. 시작된 일은 그대로이며 이어질 수 있습니다"
    case .deadlineExceeded: return "시간 안에 끝나지 않았습니다. 바뀐 것은 없습니다"
    case .cancelled: return "요청이 취소되었습니다"
    case .storageFailed where data("operation") == "read":
      return "저장소를 읽지 못했습니다. \(koreanCause)"
    case .storageFailed: return "저장하지 못했습니다. 바뀐 것은 없습니다. \(koreanCause)"
    case .outcomeUnknown where data("reason") == "serverLost":
      return "저장하는 중에 데이터베이스 서버와 연결이 끊어져 처리되었는지 알 수 없습니다. 다시 하기 전에 확인하십시오"
    case .outcomeUnknown:
      return
        "저장하는 중에 디스크가 실패하여 처리되었는지 알 수 없습니다. 다시 하기 전에 확인하십시오. \(koreanCause)"
    case .notOwner:
      guard let machine = self.data["at"]?.stringValue else {
        let reason = self.data["sentence"]?["ko"]?.stringValue ?? message
        return "바뀐 것은 없습니다. \(reason)"
      }
      return "이 지점은 \(machine)에서 맡고 있습니다"
    case .internal: return "데몬의 결함입니다"
    case .parseError: return "요청이 JSON이 아닙니다"
    case .invalidRequest: return "요청의 꼴이 맞지 않습니다"
    case .frameTooLarge: return "요청이 너무 큽니다"
    default: return message
    }
  }

  /// What a parameter has to be, by the method's own description, as a word of a command is told.
  private func koreanMismatch(
    _ path: String, _ got: String, _ method: MethodDescription?, _ schemas: () -> [NamedSchema]
  ) -> String {
    let tokens = path.split(separator: "/").map(String.init)
    let received: String =
      switch got {
      case "nothing": "없음"
      case "an object": "JSON 객체"
      case "an array": "목록"
      case _ where got.hasSuffix(" items"): "\(got.dropLast(6))개"
      default: got
      }
    let schemas = schemas()
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

  /// Why a store failed, by the word that the daemon has for it, else in its own words.
  private var koreanCause: String {
    let store = data["store"]?.stringValue ?? "저장소"
    switch data["cause"]?.stringValue {
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
    default: return data["reason"]?.stringValue ?? message
    }
  }
}
