internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// What `webd.json` says besides what every daemon knows (`access`, `idleExitSeconds`, `logPriority`).
struct WebSettings: Sendable {
  /// Of 127.0.0.1; nil is none.
  var port: UInt16?
  /// Addresses that strangers may reach, as `0.0.0.0:8080`; only where nothing can be changed.
  var addresses: [NetworkAddress] = []
  var isDisplayOnly = false
  /// Where browsers find the page, as `https://board.example`; nil is the port of loopback.
  var url: String?
  var hosts = HostList.own
  /// What may be seen without a link of `matectl web open`: `bank/line`, `bank/*`, `*`.
  var screens = ScreenPatterns()

  private static let known = ["addresses", "displayOnly", "hosts", "port", "screens", "url"]

  /// - Throws: ``ConfigurationError``.
  init(_ members: JSONObject) throws(ConfigurationError) {
    for (name, value) in members {
      switch name {
      case "port":
        guard let number = value.integerValue, let port = UInt16(exactly: number), port > 0 else {
          throw ConfigurationError(path: "/port", expected: "a port, 1 to 65535", "포트 번호(1~65535)")
        }
        self.port = port
      case "displayOnly":
        guard let flag = value.boolValue else {
          throw ConfigurationError(path: "/displayOnly", expected: "true or false", "true 또는 false")
        }
        isDisplayOnly = flag
      case "url": url = try Self.url(value)
      case "hosts": hosts = try HostList(try Self.texts(value, "/hosts"))
      case "screens": screens = try ScreenPatterns(try Self.texts(value, "/screens"))
      case "addresses": addresses = try Self.addresses(value)
      default: throw ConfigurationError.unknown(name, known: Self.known)
      }
    }
    guard addresses.isEmpty || isDisplayOnly else {
      throw ConfigurationError(
        path: "/addresses",
        expected: "\"displayOnly\": true beside it: there is no encryption here",
        "함께 쓰는 \"displayOnly\": true (여기에는 암호화가 없습니다)")
    }
    if let url, let host = Self.host(of: url) { hosts = hosts.adding(host) }
  }

  private static func texts(
    _ value: JSONValue, _ path: String
  ) throws(ConfigurationError) -> [String] {
    let texts = value.arrayValue?.compactMap(\.stringValue)
    guard let texts, texts.count == value.arrayValue?.count else {
      throw ConfigurationError(path: path, expected: "an array of texts", "문자열 배열")
    }
    return texts
  }

  private static func addresses(
    _ value: JSONValue
  ) throws(ConfigurationError) -> [NetworkAddress] {
    var addresses: [NetworkAddress] = []
    for (index, text) in try texts(value, "/addresses").enumerated() {
      guard let address = NetworkAddress(text) else {
        throw ConfigurationError(
          path: "/addresses/\(index)",
          expected: "an address with a port, as 0.0.0.0:8080 or [::]:8080",
          "포트가 있는 주소(예: 0.0.0.0:8080, [::]:8080)")
      }
      addresses.append(address)
    }
    return addresses
  }

  private static func url(_ value: JSONValue) throws(ConfigurationError) -> String {
    guard let text = value.stringValue, let host = host(of: text), HostList.isHost(host) else {
      throw ConfigurationError(
        path: "/url", expected: "the origin of the page, as https://board.example",
        "페이지의 주소(예: https://board.example)")
    }
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  /// What stands between the scheme and the end of an origin.
  private static func host(of url: String) -> String? {
    for scheme in ["https://", "http://"] where url.hasPrefix(scheme) {
      let rest = url.dropFirst(scheme.count)
      return String(rest.hasSuffix("/") ? rest.dropLast() : rest)
    }
    return nil
  }
}
