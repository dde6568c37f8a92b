internal import IPCProtocol
internal import Values

/// Refusals as the page tells them: in both languages, whoever reads them.
extension WireError {
  /// A refusal of our own.
  init(_ kind: Kind, _ en: String, ko: String, data: JSONObject = [:]) {
    self.init(kind, en, data: data)
    add(ko)
  }

  /// With its Korean, by the description of the method that was called; what a domain refuses has sentences in that.
  func told(of method: String, _ domain: DomainDescription) -> WireError {
    guard kind.name.hasPrefix("mate.") else { return self }
    var told = self
    told.add(korean(of: domain.methods.first { $0.name == method }, domain.schemas))
    return told
  }

  private mutating func add(_ ko: String) {
    data["sentence"] = LocalizedText(en: message, ko: ko).jsonValue
  }

  /// As an answer of JSON-RPC has it.
  var page: JSONValue {
    var data = data
    data["name"] = .string(kind.name)
    return [
      "code": .integer(Int64(kind.code)), "message": .string(message), "data": .object(data),
    ]
  }
}
