internal import IPCProtocol
internal import Values

/// How a branch is that several machines share, as this one sees it.
struct BranchStatus: Shape {
  let name: String
  /// `owner`, `standby` or `apart`.
  let role: String
  /// `all`: an answer leaves when the server has the turn.
  let acknowledge: String
  /// This machine, as others reach it over ssh.
  let machine: String
  /// The machine that owns the branch, or owned it last; absent where the server has not told.
  let owner: String?
  let epoch: Int64?
  /// The newest turn that the store here has.
  let turn: Int64
  /// The newest turn that the server's tables have, for a head office.
  let mirrored: Int64?
  let sentence: LocalizedText
  /// Why it is apart, as a word.
  let reason: String?

  static let shape = ShapeOf<BranchStatus>([
    Member("name", \.name), Member("role", \.role), Member("acknowledge", \.acknowledge),
    Member("machine", \.machine), Member("owner", \.owner), Member("epoch", \.epoch),
    Member("turn", \.turn), Member("mirrored", \.mirrored), Member("sentence", \.sentence),
    Member("reason", \.reason),
  ])
}

extension BranchMember {
  var status: BranchStatus {
    var reason: String?
    if case .apart(let trouble) = role { reason = trouble.reason }
    return BranchStatus(
      name: settings.branch, role: role.name, acknowledge: settings.acknowledge.rawValue,
      machine: settings.machine, owner: known?.holder, epoch: known?.epoch, turn: Int64(turn),
      mirrored: (mirror?.mirrored ?? known?.mirrored).map { Int64($0) }, sentence: statusText,
      reason: reason)
  }

  /// What doctor says of it.
  var checks: [HealthCheck] {
    let state: HealthCheck.State = if case .apart = role { .broken } else { .fine }
    var checks = [HealthCheck("branch", state, statusText)]
    if let trouble = mirror?.trouble {
      checks.append(HealthCheck("headOffice", .warning, trouble.sentence))
    }
    return checks
  }
}
