internal import CLinux
internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// The configuration that a daemon would start with: one that cannot be read keeps it from starting.
///
/// What its members mean the daemon alone knows, and says where it does not start.
extension Findings {
  /// As the daemons have it, in bytes.
  private static let longestConfiguration = 16 << 20

  mutating func look(atConfigurationOf domain: DomainDescription, ofSystem isSystem: Bool) {
    let daemon = domain.exec.split(separator: "/").last.map(String.init) ?? domain.exec
    for path in Self.configurations(daemon, domain.instance, ofSystem: isSystem) {
      var status = stat()
      guard lstat(path, &status) == 0 || errno != ENOENT else { continue }
      return judge(configuration: path, ofSystem: isSystem)
    }
  }

  /// In the order in which the daemon looks; docs/protocol.md, section 6.
  private static func configurations(
    _ daemon: String, _ instance: InstanceName?, ofSystem isSystem: Bool
  ) -> [String] {
    let home = Environment["XDG_CONFIG_HOME"] ?? Environment["HOME"].map { "\($0)/.config" }
    let own = isSystem ? [] : [home].compactMap(\.self).map { "\($0)/mate" }
    let names = (instance.map { ["\(daemon)@\($0)"] } ?? []) + [daemon]
    return names.flatMap { name in (own + ["/etc/mate"]).map { "\($0)/\(name).json" } }
  }

  private mutating func judge(configuration path: String, ofSystem isSystem: Bool) {
    let edit = "\(isSystem ? "sudo " : "")editor \(path)"
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try InputFile.readOrdinary(path, limit: Self.longestConfiguration)
    } catch {
      // The system's may be the daemon's alone to see.
      guard !isSystem || error.code != EACCES else { return }
      return add(
        "configuration", .broken, "\(path) cannot be read: \(error.reason)",
        "\(path, .object) 읽을 수 없습니다: \(error.reason)", command: "ls -l \(path)")
    }
    do throws(JSONSyntaxError) {
      guard try JSON.parse(bytes).objectValue != nil else {
        return add(
          "configuration", .broken, "\(path) is no object of JSON, and the daemon does not start",
          "\(path, .subject) JSON 객체가 아니어서 데몬이 시작하지 않습니다", command: edit)
      }
    } catch {
      let line = bytes.prefix(error.offset).count { $0 == 0x0A } + 1
      return add(
        "configuration", .broken,
        "\(path) is no JSON at line \(line) (\(whole: error.reason)), and the daemon does not start",
        "\(path) \(line)번째 줄이 JSON이 아니어서 데몬이 시작하지 않습니다: \(whole: error.reason)",
        command: edit)
    }
    add("configuration", .fine, "configured by \(path)", "설정 파일 \(path)")
  }
}
