internal import CLinux
internal import Glibc
internal import LinuxSystem

/// Who listens at the other end of a connection, for a person who wants to look at it or end it.
enum ListeningProcess {
  /// A program's words stand at the beginning of its command line, a script's behind its interpreter's.
  private static let wordsOfName = 3

  /// The process by `SO_PEERCRED`, where it runs that program; nil where systemd or a client that is
  /// gone listens in its stead: a wrong number would have the wrong process ended.
  static func number(behind descriptor: Int32, program: String) -> Int32? {
    var peer = mate_peer_credentials()
    guard mate_peer_credentials(descriptor, &peer) == 0, peer.pid > 0,
      let words = SmallFile.read("/proc/\(peer.pid)/cmdline")
    else { return nil }
    let name = lastName(Array(program.utf8))
    let isProgram = words.split(separator: 0).prefix(wordsOfName)
      .contains { lastName(Array($0)) == name }
    return isProgram ? peer.pid : nil
  }

  private static func lastName(_ path: [UInt8]) -> ArraySlice<UInt8> {
    path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
  }
}
