internal import DaemonRuntime
internal import LinuxSystem

extension AccessPolicy {
  /// Who gets a link for writing where the configuration does not say: members of the group of the
  /// daemons' sockets, who can write without us.
  static var ofPage: AccessPolicy {
    var policy = AccessPolicy()
    policy.others = .read
    if let group = LinuxAccounts.group("mate") { policy.groups = [group: [.read, .write]] }
    return policy
  }
}
