import IPCProtocol
import Testing

@testable import DaemonRuntime

@Suite("Configuration")
struct ConfigurationTests {
  @Test("nothing configured means the defaults")
  func defaults() throws {
    let configuration = try Configuration([:])
    #expect(configuration.limits == Limits())
    #expect(configuration.limits.frameBytes == 1_048_576)
    #expect(configuration.idleExitSeconds == 300)
  }

  @Test("clients leave descriptors for the store and for libraries, however few there are")
  func descriptors() {
    for descriptors in 34...5000 {
      let limits = Limits().fitting(descriptors: descriptors)
      #expect(limits.connections >= 1 && limits.passedFiles >= 1)
      #expect(limits.connections + limits.passedFiles + 32 <= descriptors)
    }
    #expect(Limits().fitting(descriptors: 1 << 20) == Limits())
  }

  @Test("limits, access and the idle time are read; the rest is the domain's")
  func members() throws {
    let configuration = try Configuration([
      "limits": ["connections": 10, "frameBytes": 4096],
      "access": ["others": "none", "users": ["1000": "admin"], "groups": ["0": "read"]],
      "idleExitSeconds": 2.5, "logPriority": "warning", "branch": ["name": "x"],
    ])
    #expect(configuration.limits.connections == 10)
    #expect(configuration.limits.frameBytes == 4096)
    #expect(configuration.access.others == [])
    #expect(configuration.access.users == [1000: .all])
    #expect(configuration.access.groups == [0: .read])
    #expect(configuration.idleExitSeconds == 2.5)
    #expect(configuration.logPriority == .warning)
    #expect(configuration.domain == ["branch": ["name": "x"]])
  }

  @Test(
    "what is wrong is named by its place",
    arguments: [
      (["limits": 3], "/limits"),
      (["limits": ["conections": 3]], "/limits/conections"),
      (["limits": ["connections": 0]], "/limits/connections"),
      (["limits": ["connections": 1.5]], "/limits/connections"),
      (["access": ["others": "all"]], "/access/others"),
      (["access": ["users": ["no such user here": "read"]]], "/access/users/no such user here"),
      (["idleExitSeconds": -1], "/idleExitSeconds"),
      (["logPriority": "loud"], "/logPriority"),
    ] as [(JSONObject, String)])
  func defects(_ object: JSONObject, _ path: String) {
    #expect {
      try Configuration(object)
    } throws: { error in
      (error as? ConfigurationError)?.path == path
    }
  }
}
