internal import DaemonRuntime
internal import IPCProtocol

/// What each part of the urgency counts, as the configuration says it: `{"due": 20, "age": 0}`.
extension Urgency.Weights {
  /// So much a part may count at most, also against.
  private static let limit = 1000.0

  init(_ value: JSONValue, at path: String) throws(ConfigurationError) {
    self.init()
    let names = Self.names.map(\.name).sorted().joined(separator: ", ")
    guard let members = value.objectValue else {
      throw ConfigurationError(
        path: path, expected: "an object with \(names)", "\(names) 값이 있는 객체")
    }
    for (name, value) in members {
      guard let weight = Self.names.first(where: { $0.name == name }) else {
        throw ConfigurationError(
          path: "\(path)/\(name)", expected: "one of \(names) here", "\(names) 중 하나")
      }
      guard let number = value.doubleValue, abs(number) <= Self.limit else {
        throw ConfigurationError(
          path: "\(path)/\(name)", expected: "a number from -1000 to 1000", "-1000부터 1000까지의 수")
      }
      self[keyPath: weight.path] = number
    }
  }
}
