internal import Glibc
internal import IPCProtocol

/// The configuration's `postgresql`: where a branch is kept that several machines share.
extension BranchSettings {
  init(_ value: JSONValue) throws(ConfigurationError) {
    guard let object = value.objectValue else {
      throw ConfigurationError(path: "/postgresql", expected: "an object", "객체")
    }
    for key in object.keys where !["url", "acknowledge", "machine"].contains(key) {
      throw ConfigurationError(
        path: "/postgresql/\(key)", expected: "one of acknowledge, machine, url here",
        "acknowledge, machine, url 중 하나")
    }
    guard let address = object["url"]?.stringValue, !address.isEmpty, !address.utf8.contains(0)
    else {
      throw ConfigurationError(
        path: "/postgresql/url",
        expected: "an address of PostgreSQL, as \"\(Self.example)\"",
        "PostgreSQL 주소(예: \"\(Self.example)\")")
    }
    var acknowledge = Acknowledge.all
    if let value = object["acknowledge"] {
      guard let known = value.stringValue.flatMap(Acknowledge.init) else {
        throw ConfigurationError(
          path: "/postgresql/acknowledge", expected: "all or own", "all 또는 own")
      }
      acknowledge = known
    }
    var machine = Self.hostName
    if let value = object["machine"] {
      guard let name = value.stringValue, Self.isHostName(name) else {
        throw ConfigurationError(
          path: "/postgresql/machine", expected: "a name by which ssh reaches this machine",
          "ssh로 이 컴퓨터에 연결할 때 쓰는 이름")
      }
      machine = name
    }
    self.init(address: address, acknowledge: acknowledge, machine: machine)
  }

  private static let example = "host=db1,db2 dbname=mate target_session_attrs=read-write"

  /// What a word of a command line may be that is no option.
  private static func isHostName(_ name: String) -> Bool {
    (1...253).contains(name.utf8.count) && !name.hasPrefix("-")
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 48...57, 65...90, 97...122, 45, 46, 58, 64, 91, 93, 95: true
        default: false
        }
      }
  }

  private static var hostName: String {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return "localhost" }
    let name = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: name, as: UTF8.self)
  }
}

extension DomainService {
  /// The settings of a branch that this daemon may share; nil where it stands alone.
  nonisolated static func branch(
    of configuration: Configuration, instance: String?
  ) throws(ConfigurationError) -> BranchSettings? {
    guard var settings = configuration.branch else { return nil }
    guard sharesBranch else {
      throw ConfigurationError(
        path: "/postgresql", expected: "nothing, as \(identity.exec) has one machine",
        "설정하지 않음(\(identity.exec)는 한 컴퓨터에서만 작동)"
      ).inFile(configuration.file)
    }
    guard let instance else {
      throw ConfigurationError(
        path: "/postgresql",
        expected:
          "a branch that has a name, as \(identity.exec)@gangnam; start it as one of several",
        "이름이 있는 지점(예: \(identity.exec)@gangnam)"
      ).inFile(configuration.file)
    }
    (settings.domain, settings.branch) = (identity.domain, instance)
    return settings
  }
}
