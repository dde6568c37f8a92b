internal import Glibc

/// Users and groups by name or number.
package enum LinuxAccounts {
  package static func user(_ name: String) -> UInt32? {
    UInt32(name) ?? getpwnam(name)?.pointee.pw_uid
  }

  package static func group(_ name: String) -> UInt32? {
    UInt32(name) ?? getgrnam(name)?.pointee.gr_gid
  }
}
