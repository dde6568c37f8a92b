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
    let sentence =
      session.language == .korean
      ? error.korean(of: method, session.whole(domain).schemas) : error.message
    // A person who fills in a field knows it by what is written there.
    guard error.kind == .invalidParams, let path = error.data["path"]?.stringValue,
      let name = path.split(separator: "/").first.flatMap({ called[String($0)] }),
      sentence.hasPrefix("\(path):")
    else { return sentence }
    return name + sentence.dropFirst(path.count)
  }

  static func status(_ kind: WireError.Kind) -> ExitStatus {
    switch kind {
    case .busy, .shuttingDown, .deadlineExceeded, .notOwner: .unreachable
    case .permissionDenied, .cancelled: .refused
    case .invalidParams, .methodNotFound, .invalidRequest, .parseError, .frameTooLarge: .usage
    default: kind.code > 0 ? .refused : .fault
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
