package import IPCProtocol
internal import Glibc
internal import LinuxSystem
internal import Loop
internal import Values

/// The optional configuration of a daemon: a JSON object, strictly read.
///
/// `limits`, `access`, `idleExitSeconds` and `logPriority` belong to the runtime, all other
/// members to the domain.
package struct Configuration: Sendable {
  var limits = Limits()
  package var access = AccessPolicy()
  /// How long without a client and without work until the daemon exits; 0 is never.
  package var idleExitSeconds: Double = 300
  package var logPriority = Journal.Priority.info
  /// Of a branch that several machines share; nil for one machine, which is the usual case.
  var branch: BranchSettings?
  package var domain: JSONObject = [:]
  /// Where it was read; empty where there is none.
  package private(set) var file = ""

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
            path: "/idleExitSeconds", expected: "a number of seconds, 0 for never",
            "초 단위 수(0은 끝나지 않음)")
        }
        idleExitSeconds = seconds
      case "logPriority":
        guard let name = value.stringValue, let priority = Journal.Priority(name: name) else {
          throw ConfigurationError(
            path: "/logPriority", expected: "one of \(Journal.Priority.names)",
            "\(Journal.Priority.names) 중 하나")
        }
        logPriority = priority
      case "postgresql": branch = try BranchSettings(value)
      default: domain[key] = value
      }
    }
  }

  private mutating func readLimits(_ value: JSONValue) throws(ConfigurationError) {
    guard let object = value.objectValue else {
      throw ConfigurationError(path: "/limits", expected: "an object", "객체")
    }
    for (key, value) in object {
      guard let path = Limits.members.first(where: { $0.key == key })?.value else {
        let known = Limits.members.map(\.key).sorted().joined(separator: ", ")
        throw ConfigurationError(
          path: "/limits/\(key)", expected: "one of \(known) here", "\(known) 중 하나")
      }
      guard let number = value.integerValue, (1...(1 << 30)).contains(number) else {
        throw ConfigurationError(
          path: "/limits/\(key)", expected: "an integer from 1 to \(1 << 30)",
          "1부터 \(1 << 30)까지의 정수")
      }
      limits[keyPath: path] = Int(number)
    }
    limits = limits.consistent
  }

  private mutating func readAccess(_ value: JSONValue) throws(ConfigurationError) {
    guard let object = value.objectValue else {
      throw ConfigurationError(path: "/access", expected: "an object", "객체")
    }
    for (key, value) in object {
      switch key {
      case "others": access.others = try Self.grant(value, "/access/others")
      case "users":
        access.users = try Self.grants(value, "/access/users") { LinuxAccounts.user($0) }
      case "groups":
        access.groups = try Self.grants(value, "/access/groups") { LinuxAccounts.group($0) }
      default:
        throw ConfigurationError(
          path: "/access/\(key)", expected: "one of groups, others, users here",
          "groups, others, users 중 하나")
      }
    }
  }

  private static func grants(
    _ value: JSONValue, _ path: String, number: (String) -> UInt32?
  ) throws(ConfigurationError) -> [UInt32: AccessPolicy.Grant] {
    guard let object = value.objectValue else {
      throw ConfigurationError(
        path: path, expected: "an object of names or numbers", "이름이나 번호의 객체")
    }
    var grants: [UInt32: AccessPolicy.Grant] = [:]
    for (name, value) in object {
      guard let number = number(name) else {
        throw ConfigurationError(
          path: "\(path)/\(name)", expected: "a name or number of this machine", "이 컴퓨터에 있는 이름이나 번호"
        )
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
      throw ConfigurationError(
        path: path, expected: "none, read, write or admin", "none, read, write, admin 중 하나")
    }
    return AccessPolicy.Grant(upTo: access)
  }

  // MARK: Files

  /// The first configuration file that exists, read; defaults where there is none.
  ///
  /// Only a file that is missing means defaults: they let everybody in who can open the socket, and
  /// one that is there was written to say something else.
  ///
  /// - Throws: A sentence that names the file.
  package static func load(
    daemon: String, limits: Limits
  ) throws(ConfigurationError) -> Configuration {
    for path in paths(daemon: daemon) {
      guard let bytes = try bytes(of: path) else { continue }
      do {
        return try read(bytes, limits: limits, file: path)
      } catch {
        throw error.inFile(path)
      }
    }
    return Configuration(limits: limits)
  }

  private static func read(
    _ bytes: [UInt8], limits: Limits, file: String
  ) throws(ConfigurationError) -> Configuration {
    let value: JSONValue
    do {
      value = try JSON.parse(bytes)
    } catch {
      throw ConfigurationError(
        path: "", expected: "JSON; at byte \(error.offset), \(error.reason)",
        "JSON(바이트 \(error.offset): \(error.reason))")
    }
    guard let object = value.objectValue else {
      throw ConfigurationError(path: "", expected: "an object", "객체")
    }
    var configuration = try Configuration(object, limits: limits)
    configuration.file = file
    return configuration
  }

  /// Gives a domain its own members; what is wrong with one is told with the file.
  @LoopActor
  func configure(_ service: some DomainService) throws {
    do {
      try service.configure(domain)
    } catch let error as ConfigurationError {
      throw error.inFile(file)
    }
  }

  private static func bytes(of path: String) throws(ConfigurationError) -> [UInt8]? {
    do throws(SystemError) {
      return try SmallFile.contents(of: path)
    } catch {
      let reason = Self.reason(error)
      throw ConfigurationError(
        path: "",
        expected:
          "a file that can be read: \(reason.en); remove it to have the defaults",
        "읽을 수 있는 파일: \(reason.text(in: .korean)); 지우면 기본값이 쓰입니다"
      ).inFile(path)
    }
  }

  /// Why a file that is there cannot be read.
  private static func reason(_ error: SystemError) -> LocalizedText {
    switch error.code {
    case EFBIG: LocalizedText(en: "\(error.reason); at most \(SmallFile.limit) bytes")
    case EINVAL:
      LocalizedText(
        en: "this is a pipe, a socket or a device", ko: "이것은 파이프, 소켓 또는 장치입니다")
    default: LocalizedText(en: error.reason)
    }
  }

  private static func paths(daemon: String) -> [String] {
    // What is said of one of several comes first.
    let files = (OwnInstance.name == nil ? [] : [OwnInstance.label(daemon)]) + [daemon]
    var folders: [String] = []
    // systemd.exec(5): several folders are separated by colons.
    folders += (Environment["CONFIGURATION_DIRECTORY"] ?? "").split(separator: ":").map(String.init)
    if let folder = Environment["XDG_CONFIG_HOME"] {
      folders.append("\(folder)/mate")
    } else if let home = Environment["HOME"] {
      folders.append("\(home)/.config/mate")
    }
    folders.append("/etc/mate")
    return files.flatMap { file in folders.map { "\($0)/\(file).json" } }
  }
}
