internal import DaemonRuntime
internal import IPCProtocol

/// The domain's members of `transitd.json`.
struct TransitConfiguration {
  var subwayURL: String?
  var busURL: String?
  var quota = QuotaBook.Limits()
  /// An answer this young serves the next who asks, in seconds.
  var freshSeconds = 10.0
  /// Between two calls for a place that somebody watches, while there is plenty, in seconds.
  var watchSeconds = 30.0
  /// `host:port` of gpsd; nil where no position is wanted.
  var gpsd: String? = "127.0.0.1:2947"
  /// Whether GeoClue is followed as well, where the system has it.
  var geoclue = true
  var notifications = true

  private static let members = [
    "subwayURL", "busURL", "dailyCalls", "reserveCalls", "freshSeconds", "watchSeconds", "gpsd",
    "geoclue", "notifications",
  ]

  init() {}

  /// - Throws: ``ConfigurationError`` with the member that is wrong.
  init(_ object: JSONObject) throws {
    for (name, value) in object {
      switch name {
      case "subwayURL": subwayURL = try Self.url(value, "/subwayURL")
      case "busURL": busURL = try Self.url(value, "/busURL")
      case "dailyCalls": quota.daily = try Self.count(value, "/dailyCalls", 1...1_000_000)
      case "reserveCalls": quota.reserve = try Self.count(value, "/reserveCalls", 0...1_000_000)
      case "freshSeconds":
        freshSeconds = try Self.seconds(value, "/freshSeconds", 0...300)
      case "watchSeconds":
        watchSeconds = try Self.seconds(value, "/watchSeconds", 1...600)
      case "gpsd":
        guard let text = value.stringValue else {
          throw ConfigurationError(
            path: "/gpsd", expected: "a text as 127.0.0.1:2947, or \"\"",
            "127.0.0.1:2947 같은 문자열 또는 \"\"")
        }
        gpsd = text.isEmpty ? nil : text
      case "geoclue": geoclue = try Self.flag(value, "/geoclue")
      case "notifications": notifications = try Self.flag(value, "/notifications")
      default:
        throw ConfigurationError.unknown(name, known: Self.members)
      }
    }
    guard quota.reserve < quota.daily else {
      throw ConfigurationError(
        path: "/reserveCalls", expected: "less than dailyCalls", "dailyCalls보다 작은 수")
    }
  }

  private static func seconds(
    _ value: JSONValue, _ path: String, _ range: ClosedRange<Int>
  ) throws -> Double {
    let (low, high) = (range.lowerBound, range.upperBound)
    guard let seconds = value.doubleValue, (Double(low)...Double(high)).contains(seconds) else {
      throw ConfigurationError(
        path: path, expected: "seconds from \(low) to \(high)", "\(low)부터 \(high)까지의 초")
    }
    return seconds
  }

  private static func flag(_ value: JSONValue, _ path: String) throws -> Bool {
    guard let flag = value.boolValue else {
      throw ConfigurationError(path: path, expected: "true or false", "true 또는 false")
    }
    return flag
  }

  private static func url(_ value: JSONValue, _ path: String) throws -> String {
    guard let url = value.stringValue.flatMap({ BaseURL.checked($0) }) else {
      throw ConfigurationError(
        path: path, expected: "an address as http://127.0.0.1:8088/api",
        "http://127.0.0.1:8088/api 같은 주소")
    }
    return url
  }

  private static func count(
    _ value: JSONValue, _ path: String, _ range: ClosedRange<Int64>
  ) throws -> Int {
    guard let number = value.integerValue, range.contains(number) else {
      throw ConfigurationError(
        path: path, expected: "an integer from \(range.lowerBound) to \(range.upperBound)",
        "\(range.lowerBound)부터 \(range.upperBound)까지의 정수")
    }
    return Int(number)
  }
}
