/// What the configuration says of a branch that several machines share: its `postgresql`.
struct BranchSettings: Sendable, Hashable {
  /// When an answer to a change leaves.
  enum Acknowledge: String, CaseIterable, Sendable {
    /// When the server, with its synchronous standby, has the turn.
    case all
    /// When the disk of this machine has it; the server follows when it can be reached.
    case own
  }

  /// As libpq has it; it may hold a password, so it is never shown.
  let address: String
  let acknowledge: Acknowledge
  /// By which name others reach this machine over ssh.
  let machine: String
  var domain = ""
  /// The name of the instance.
  var branch = ""
}
