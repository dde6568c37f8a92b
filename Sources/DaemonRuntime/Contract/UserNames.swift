internal import LinuxSystem

/// Names of users for lists: each is looked up once.
package struct UserNames: Sendable {
  private var names: [UInt32: String] = [:]

  package init() {}

  /// The user's name, or the number where there is none.
  package mutating func name(of uid: UInt32) -> String {
    if let known = names[uid] { return known }
    let name = LinuxAccounts.name(ofUser: uid)
    names[uid] = name
    return name
  }
}
