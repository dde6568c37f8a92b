internal import Loop
internal import Storage
internal import Values

/// A daemon that shares its branch with other machines.
extension Daemon {
  /// Opens the store of a domain.
  ///
  /// - Throws: ``SQLiteError``; ``StartError`` where a copy of a branch is damaged, which needs no backup.
  static func open(_ options: DaemonOptions, joins: Bool) throws -> DomainStore {
    let domain = Service.identity.domain
    do throws(SQLiteError) {
      return try DomainStore(
        domain: domain, migrations: Service.migrations, acceptsLoss: options.acceptsLoss,
        joins: joins)
    } catch {
      guard joins, error.problem == .damaged else { throw error }
      throw StartError.isDamagedCopy(StateDirectory.store(domain: domain))
    }
  }

  /// Opens the logs, and reads the state where no other machine may have the branch.
  static func begin(
    _ commit: Commit, _ store: DomainStore, _ branch: BranchSettings?
  ) throws -> BranchMember? {
    let isCopy = try AheadTurn(store.database).origin != nil
    guard let branch else {
      guard !isCopy else { throw StartError.isCopy(of: store.path) }
      try commit.openRedoLog()
      try commit.start()
      return nil
    }
    // What a redo log has of the time before belongs to what the branch begins with.
    let member = try BranchMember(branch, store, commit, views: Service.branchViews)
    guard branch.acknowledge == .own || member.worksAlone else {
      if !isCopy, try store.version() > 0 { try commit.takeInRedoLog() }
      return member
    }
    try commit.openRedoLog()
    if !member.worksAlone { try commit.takeInRecords() }
    return member
  }

  /// Whether the state is ours to change, as it always is on one machine.
  var isOwner: Bool { member.map { $0.role == .owner } ?? true }

  var statusText: LocalizedText {
    guard let member, member.role != .owner || member.hindrance != nil else {
      return service.statusText
    }
    return member.statusText
  }

  /// Whether an end has to wait until the server has what it could have in a moment: whoever takes over then
  /// has everything.
  func waitsForServer(_ drain: Drain) -> Bool {
    drain.maySend && member?.hasToSend() == true
  }

  /// What somebody follows goes on in another state, or on another machine.
  func roleChanged(_ role: BranchMember.Role) {
    if let refusal = member?.refusal(ofChange: true) {
      dispatcher.endStreams(of: server.connections, with: refusal)
    }
    armWake()
    updateStatus()
  }
}

extension StartError {
  /// A copy is made anew; what a store has that was no copy yet is nowhere else.
  static func isDamagedCopy(_ path: String) -> StartError {
    StartError(
      "the store \(path) is damaged, and the configuration says that several machines share the branch; "
        + "move its files away (do not remove them) and start again: where the database server has the "
        + "branch it is copied anew, else restore a backup with `matectl restore`",
      "저장소 \(path, .subject) 손상되었고, 설정에 따르면 여러 컴퓨터가 함께 쓰는 지점입니다. 그 파일들을 다른 곳으로 옮기고(지우지 "
        + "마십시오) 다시 시작하십시오. 데이터베이스 서버에 지점이 있으면 새로 복사되고, 없으면 `matectl restore`로 백업을 "
        + "되돌리십시오")
  }

  /// A copy that went on alone would have another history than the branch.
  static func isCopy(of path: String) -> StartError {
    StartError(
      "the store \(path) is the copy of a branch that several machines share, and the configuration does "
        + "not say so any more; put its line \"postgresql\" back, and have the store stand alone with "
        + "`store leave` where that is wanted",
      "저장소 \(path, .topic) 여러 컴퓨터가 함께 쓰는 지점의 사본인데 설정에 그 줄이 없습니다. \"postgresql\" 줄을 되돌리고, "
        + "독립시키려면 그 뒤에 `store leave`를 쓰십시오")
  }
}
