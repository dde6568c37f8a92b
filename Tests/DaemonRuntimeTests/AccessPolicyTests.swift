import IPCProtocol
import Testing

@testable import DaemonRuntime

@Suite("AccessPolicy")
struct AccessPolicyTests {
  private let daemon: UInt32 = 990

  private func grant(
    _ policy: AccessPolicy, uid: UInt32, gid: UInt32 = 100, groups: [UInt32] = []
  ) -> AccessPolicy.Grant {
    policy.grant(to: Peer(pid: 1, uid: uid, gid: gid), ownUser: daemon) { groups }
  }

  @Test("root and the daemon's own user may do everything, whatever is configured")
  func owners() {
    var policy = AccessPolicy()
    policy.users = [0: [], 990: []]
    #expect(grant(policy, uid: 0) == .all)
    #expect(grant(policy, uid: daemon) == .all)
  }

  @Test("others may read and write by default, and not administer")
  func others() {
    let granted = grant(AccessPolicy(), uid: 1000)
    #expect(granted.allows(.read) && granted.allows(.write) && !granted.allows(.admin))
  }

  @Test("a line for the user wins over lines for groups")
  func userBeforeGroup() {
    var policy = AccessPolicy()
    policy.users = [1000: .init(upTo: .read)]
    policy.groups = [100: .all]
    #expect(grant(policy, uid: 1000) == .read)
    #expect(grant(policy, uid: 1001) == .all)
  }

  @Test("rights of several groups add up, supplementary ones too")
  func groupsAddUp() {
    var policy = AccessPolicy()
    policy.others = []
    policy.groups = [100: .init(upTo: .read), 7: .init(upTo: .write)]
    #expect(grant(policy, uid: 1000) == .read)
    #expect(grant(policy, uid: 1000, groups: [7]) == [.read, .write])
    #expect(grant(policy, uid: 1000, gid: 5) == [])
  }

  @Test(
    "where groups count and the kernel does not tell them, nobody is taken for one of the others"
  )
  func unknownGroups() {
    let peer = Peer(pid: 1, uid: 1000, gid: 100)
    var policy = AccessPolicy()
    policy.groups = [7: []]
    // No descriptor has this number, so there is nobody to ask about.
    #expect(policy.grant(to: peer, descriptor: -1) == [])
    policy.users = [1000: .init(upTo: .read)]
    #expect(policy.grant(to: peer, descriptor: -1) == .read)
    #expect(AccessPolicy().grant(to: peer, descriptor: -1) == [.read, .write])
  }
}
