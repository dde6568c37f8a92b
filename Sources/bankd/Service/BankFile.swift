internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// The branch as a file, and back.
extension Bank {
  /// Takes a file over, whole or not at all.
  ///
  /// - Throws: ``BankReason/notClosed`` while people are in the branch.
  func take(_ wanted: BranchFile, at now: Timestamp) throws -> BranchFilePlan {
    guard branch.phase == .closed else {
      throw BankError(.notClosed, branch.phase.members)
    }
    if let problem = wanted.history?.problem(at: now) { throw problem.refusal }
    let present = try file()
    let next = try wanted.completed(from: present)
    let plan = BranchFilePlan(from: present, to: next)
    if next != present { try replace(by: next, at: now) }
    return plan
  }
}
