import Glibc

/// Whose tests these are, as programs name the user at the other end of a socket: as the account
/// database does, or by number where that has no entry, as in a container.
package func accountName() -> String {
  getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? String(geteuid())
}
