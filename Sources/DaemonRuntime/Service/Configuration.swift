internal import IPCProtocol
internal import Glibc
internal import LinuxSystem

/// What is wrong in a configuration file, and where.
package struct ConfigurationError: Error, CustomStringConvertible {
  package let path: String
  package let expected: String

  package init(path: String, expected: String) {
    self.path = path
    self.expected = expected
  }

  package var description: String { "\(path): \(expected)" }
}

/// The optional configuration of a daemon: a JSON object, strictly read.
///
/// `limits`, `access`, `idleExitSeconds` and `logPriority` belong to the runtime, all other
/// members to the domain.
struct Configuration: Sendable {
  var limits = Limits()
  var access = AccessPolicy()
  /// How long without a client and without work until the daemon exits; 0 is never.
  var idleExitSeconds: Double = 300
  var logPriority = Journal.Priority.info
  var domain: JSONObject = [:]

  init(limits: Limits = Limits()) { self.limits = limits }

  init(_ object: JSONObject, limits: Limits = Limits()) throws(ConfigurationError) {
    self.limits = limits
    for (key, value) in object {
      switch key {
      case "limits": try readLimits(value)
      case "access": try readAccess(value)
      case "idleExitSeconds":
        guard let seconds = value.doubleValue, (0...31_536_000).contains(seconds) else {
          throw ConfigurationError(
            path: "/idleExitSeconds", expected: "a number of seconds, 0 for never")
        }
        idleExitSeconds = seconds
      case "logPriority":
        guard let name = value.stringValue, let priority = Journal.Priority(name: name) else {
          throw ConfigurationError(
            path: "/logPriority", expected: "one of \(Journal.Priority.names)")
        }
        logPriority = priority
      default: domain[key] = value
      }
    }
  }

  private mutating func readLimits(_ value: JSONValue) throws(ConfigurationError) {
    guard let object = value.objectValue else {
      throw ConfigurationError(path: "/limits", expected: "an object")
    }
    let members: [String: WritableKeyPath<Limits, Int>] = [
      "frameBytes": \.frameBytes, "connections": \.connections,
      "connectionsPerUser": \.connectionsPerUser,
      "requestsPerConnection": \.requestsPerConnection, "requestsInFlight": \.requestsInFlight,
      "streamBufferBytes": \.streamBufferBytes, "outputBytes": \.outputBytes,
      "requestsPerTurn": \.requestsPerTurn, "passedFiles": \.passedFiles,
      "passedFilesPerUser": \.passedFilesPerUser,
    ]
    for (key, value) in object {
      guard let path = members[key] else {
        let known = members.keys.sorted().joined(separator: ", ")
        throw ConfigurationError(path: "/limits/\(key)", expected: "one of \(known)")
      }
      guard let number = value.integerValue, (1...(1 << 30)).contains(number) else {
        throw ConfigurationError(
          path: "/limits/\(key)", expected: "an integer from 1 to \(1 << 30)")
      }
      limits[keyPath: path] = Int(number)
    }
  }

  private mutating func readAccess(_ value: JSONValue) throws(ConfigurationError) {
    guard let object = value.objectValue else {
      throw ConfigurationError(path: "/access", expected: "an object")
    }
    for (key, value) in object {
      switch key {
      case "others": access.others = try Self.grant(value, "/access/others")
      case "users":
        access.users = try Self.grants(value, "/access/users") { LinuxAccounts.user($0) }
      case "groups":
        access.groups = try Self.grants(value, "/access/groups") { LinuxAccounts.group($0) }
      default:
        throw ConfigurationError(path: "/access/\(key)", expected: "one of groups, others, users")
      }
    }
  }

  private static func grants(
    _ value: JSONValue, _ path: String, number: (String) -> UInt32?
  ) throws(ConfigurationError) -> [UInt32: AccessPolicy.Grant] {
    guard let object = value.objectValue else {
      throw ConfigurationError(path: path, expected: "an object of names or numbers")
    }
    var grants: [UInt32: AccessPolicy.Grant] = [:]
    for (name, value) in object {
      guard let number = number(name) else {
        throw ConfigurationError(
          path: "\(path)/\(name)", expected: "a name or number of this machine")
      }
      grants[number] = try grant(value, "\(path)/\(name)")
    }
    return grants
  }

  private static func grant(
    _ value: JSONValue, _ path: String
  ) throws(ConfigurationError) -> AccessPolicy.Grant {
    if value.stringValue == "none" { return [] }
    guard let access = value.stringValue.flatMap(Access.init(rawValue:)) else {
      throw ConfigurationError(path: path, expected: "none, read, write or admin")
    }
    return AccessPolicy.Grant(upTo: access)
  }

  // MARK: Files

  /// The first configuration file that exists, read; defaults where there is none.
  ///
  /// - Throws: A sentence that names the file.
  static func load(
    daemon: String, limits: Limits
  ) throws(ConfigurationError) -> Configuration {
    for path in paths(daemon: daemon) {
      guard let bytes = SmallFile.read(path) else { continue }
      let value: JSONValue
      do {
        value = try JSON.parse(bytes)
      } catch {
        throw ConfigurationError(
          path: path, expected: "JSON; \(error.reason) at byte \(error.offset)")
      }
      guard let object = value.objectValue else {
        throw ConfigurationError(path: path, expected: "an object")
      }
      do {
        return try Configuration(object, limits: limits)
      } catch {
        throw ConfigurationError(path: path + error.path, expected: error.expected)
      }
    }
    return Configuration(limits: limits)
  }

  private static func paths(daemon: String) -> [String] {
    let file = "\(daemon).json"
    var folders: [String] = []
    if let folder = Environment["CONFIGURATION_DIRECTORY"] { folders.append(folder) }
    if let folder = Environment["XDG_CONFIG_HOME"] {
      folders.append("\(folder)/mate")
    } else if let home = Environment["HOME"] {
      folders.append("\(home)/.config/mate")
    }
    folders.append("/etc/mate")
    return folders.map { "\($0)/\(file)" }
  }
}
