internal import Glibc

/// Users and groups by name or number.
package enum LinuxAccounts {
  package static func user(_ name: String) -> UInt32? {
    UInt32(name) ?? getpwnam(name)?.pointee.pw_uid
  }

  package static func group(_ name: String) -> UInt32? {
    UInt32(name) ?? getgrnam(name)?.pointee.gr_gid
  }

  /// Whether the caller's account is a member of a group, also where the login is older than that.
  package static func isMember(ofGroup name: String) -> Bool {
    guard let wanted = group(name), let account = getpwuid(geteuid())?.pointee,
      let user = account.pw_name
    else { return false }
    // As many as the kernel gives to a process.
    var count = Int32(65_536)
    var groups = [gid_t](repeating: 0, count: Int(count))
    guard getgrouplist(user, account.pw_gid, &groups, &count) >= 0 else { return false }
    return groups.prefix(Int(count)).contains(wanted)
  }

  /// The name of a user, or the number where it has none.
  package static func name(ofUser uid: UInt32) -> String {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    // Larger than any line of /etc/passwd that useradd writes.
    var buffer = [CChar](repeating: 0, count: 16_384)
    guard getpwuid_r(uid, &entry, &buffer, buffer.count, &found) == 0, found != nil,
      let name = entry.pw_name
    else { return String(uid) }
    return String(cString: name)
  }

  /// The name of a group, or the number where it has none.
  package static func name(ofGroup gid: UInt32) -> String {
    var entry = Glibc.group()
    var found: UnsafeMutablePointer<Glibc.group>?
    // Members stand in the same line; with more than fit the number is told.
    var buffer = [CChar](repeating: 0, count: 65_536)
    guard getgrgid_r(gid, &entry, &buffer, buffer.count, &found) == 0, found != nil,
      let name = entry.gr_name
    else { return String(gid) }
    return String(cString: name)
  }
}
