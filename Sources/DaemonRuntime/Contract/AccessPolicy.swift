package import IPCProtocol
internal import CLinux
internal import Glibc

/// Who connected, as the kernel says; nothing in a message can claim an identity.
package struct Peer: Sendable, Hashable {
  package let pid: Int32
  package let uid: UInt32
  package let gid: UInt32

  init(pid: Int32, uid: UInt32, gid: UInt32) {
    self.pid = pid
    self.uid = uid
    self.gid = gid
  }

  /// The other end of a connected Unix socket, or nil where it is gone already.
  package init?(of descriptor: Int32) {
    var credentials = mate_peer_credentials()
    guard mate_peer_credentials(descriptor, &credentials) == 0 else { return nil }
    self.init(pid: credentials.pid, uid: credentials.uid, gid: credentials.gid)
  }
}

/// What each user may do: `read`, `write`, `admin`.
///
/// Root and the daemon's own user may do all. Others get what the configuration grants their uid
/// or one of their groups; without such a line, `others`.
package struct AccessPolicy: Sendable, Equatable {
  /// Rights as a set of bits, computed once per connection and policy.
  package struct Grant: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let read = Grant(rawValue: 1)
    package static let write = Grant(rawValue: 2)
    package static let admin = Grant(rawValue: 4)
    package static let all: Grant = [.read, .write, .admin]

    /// A right includes the smaller ones.
    package init(upTo access: Access) {
      switch access {
      case .read: self = .read
      case .write: self = [.read, .write]
      case .admin: self = .all
      }
    }

    package func allows(_ access: Access) -> Bool {
      switch access {
      case .read: contains(.read)
      case .write: contains(.write)
      case .admin: contains(.admin)
      }
    }
  }

  package var users: [UInt32: Grant] = [:]
  package var groups: [UInt32: Grant] = [:]
  /// Whoever can open the socket.
  package var others = Grant(upTo: .write)

  package init() {}

  /// The rights of a peer; `supplementaryGroups` are asked for only where groups are configured.
  package func grant(
    to peer: Peer, ownUser: UInt32, supplementaryGroups: () -> [UInt32]
  ) -> Grant {
    if peer.uid == 0 || peer.uid == ownUser { return .all }
    if let grant = users[peer.uid] { return grant }
    if !groups.isEmpty {
      let granted = ([peer.gid] + supplementaryGroups()).compactMap { groups[$0] }
      if !granted.isEmpty { return granted.reduce([]) { $0.union($1) } }
    }
    return others
  }

  /// The rights of whoever is at the other end of a connection.
  ///
  /// Groups are those that the peer had when it connected: the kernel keeps them with the connection.
  /// Where they cannot be known and would count, there are no rights.
  package func grant(to peer: Peer, descriptor: Int32) -> Grant {
    var isKnown = true
    let grant = grant(to: peer, ownUser: geteuid()) {
      guard let groups = Self.groups(of: descriptor) else {
        isKnown = false
        return []
      }
      return groups
    }
    return isKnown ? grant : []
  }

  private static func groups(of descriptor: Int32) -> [UInt32]? {
    // Nobody has more than NGROUPS_MAX; few have more than the first room is for.
    for room in [64, 65_536] {
      var groups = [UInt32](repeating: 0, count: room)
      let count = mate_peer_groups(descriptor, &groups, UInt32(room))
      if count >= 0 { return Array(groups.prefix(Int(count))) }
      guard errno == ERANGE else { return nil }
    }
    return nil
  }
}
