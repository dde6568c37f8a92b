internal import Glibc
internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem

/// The systemd that manages a domain's daemon: the machine's, or the caller's own.
struct Systemd {
  let isSystem: Bool
  /// The name of the units, without their kind.
  let unit: String

  init(_ domain: DomainDescription, _ endpoint: Endpoint) {
    isSystem = endpoint.isSystem
    unit = domain.unit
  }

  /// The machine's, of a domain that the caller reaches elsewhere.
  init(ofMachine domain: DomainDescription) {
    isSystem = true
    unit = domain.unit
  }

  /// Whether systemd runs this machine at all; `sd_booted(3)`.
  static var isBooted: Bool { access("/run/systemd/system", F_OK) == 0 }

  /// The words of `systemctl` for it.
  func words(_ words: String...) -> [String] {
    ["systemctl"] + (isSystem ? [] : ["--user"]) + words
  }

  /// As a person types it: what is the machine's needs rights.
  func command(_ words: String...) -> String {
    ((isSystem ? ["sudo", "systemctl"] : ["systemctl", "--user"]) + words).joined(separator: " ")
  }

  /// Whether it listens for a daemon that does not run: whoever connects would start that.
  var isResting: Bool {
    guard properties("socket", ["ActiveState"])?["ActiveState"] == "active" else { return false }
    return properties("service", ["ActiveState"])?["ActiveState"] != "active"
  }

  /// The properties of a unit by their names; nil where systemd cannot be asked.
  ///
  /// - Parameters:
  ///   - kind: `service` or `socket`.
  ///   - names: As `systemctl show` has them.
  /// - Returns: Those that the unit has.
  func properties(_ kind: String, _ names: [String]) -> [String: String]? {
    let words =
      words("show", "\(unit).\(kind)", "--property=\(names.joined(separator: ","))")
    guard let program = try? SocketProgram("/usr/bin/systemctl", words) else { return nil }
    let output = program.output(while: { !Interrupt.wasPressed })
    guard program.end(waitingMilliseconds: Self.patience) == 0 else { return nil }
    var properties: [String: String] = [:]
    for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { properties[String(parts[0])] = String(parts[1]) }
    }
    return properties
  }

  private static let patience = 5000
}
