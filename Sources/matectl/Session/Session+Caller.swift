internal import IPCProtocol
internal import Values

extension Session {
  /// The params with what is the caller's own (`"x-mate-from": "timeZone"` and `"language"`) where
  /// nobody named another.
  func filled(_ params: JSONObject, for method: MethodDescription) -> JSONObject {
    var params = params
    for parameter in method.parameters where params[parameter.name] == nil {
      switch parameter.source {
      case .timeZone: params[parameter.name] = CallerZone.name.map(JSONValue.string)
      case .language: params[parameter.name] = .string(language.rawValue)
      case .file, .fileOrWord, .path, .past, .descriptor, nil: break
      }
    }
    return params
  }
}
