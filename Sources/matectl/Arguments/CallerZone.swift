internal import CivilTime
internal import IPCProtocol

/// Parameters that stand for the caller's time zone (`"x-mate-from": "timeZone"`).
enum CallerZone {
  /// The params with the caller's zone where nobody named another.
  static func filled(_ params: JSONObject, for method: MethodDescription) -> JSONObject {
    var params = params
    for parameter in method.parameters
    where parameter.source == .timeZone && params[parameter.name] == nil {
      params[parameter.name] = name.map(JSONValue.string)
    }
    return params
  }

  /// Nil where the machine's zone has no name, as the daemon then knows it as well as we do.
  static var name: String? {
    let name = TimeZoneRules.local.identifier
    return name.hasPrefix("/") ? nil : name
  }
}
