internal import IPCProtocol
internal import Values

/// To finish one of a series and to make the next one is one deed: it is taken back whole, or not at all.
extension Projects {
  /// What keeps a change from going back, with what is said of that once for both halves of a deed.
  struct Bond {
    var sentence: LocalizedText?
  }

  /// - Returns: Nil of a change that goes back as far as its own fields do.
  func bond(of change: ChangeLog.Kept, _ reversing: Reversing) throws -> Bond? {
    if let predecessor = change.predecessor {
      guard let finish = reversing.kept.first(where: { board[$0.project].id == predecessor })
      else { return nil }
      if reversing.isUndo { return try stays(finish, change, reversing) ? Bond() : nil }
      return try isOpen(after: finish, reversing) ? Bond() : nil
    }
    let id = board[change.project].id
    guard reversing.isUndo, let birth = reversing.kept.first(where: { $0.predecessor == id }),
      try stays(change, birth, reversing)
    else { return nil }
    let others = [birth, change].compactMap { reversing.foreign[$0.project] }
    let who = others.first(where: \.isWork)?.who ?? others.first?.who ?? .machine
    return Bond(sentence: Self.staysDone(board[change.project].title, who))
  }

  /// Whether one is still done, and cannot be opened again: somebody else has finished it too, or has worked
  /// on the next one, which would be beside it then, or lost.
  private func stays(
    _ finish: ChangeLog.Kept, _ birth: ChangeLog.Kept, _ reversing: Reversing
  ) throws -> Bool {
    let isThere = !board[birth.project].isRemoved
    guard isThere, board[finish.project].state == .done else { return false }
    if reversing.foreign[birth.project]?.isWork ?? false { return true }
    return try !isFree(finish, reversing)
  }

  /// Whether one is not done, and will not be when the step is done again.
  private func isOpen(after finish: ChangeLog.Kept, _ reversing: Reversing) throws -> Bool {
    try board[finish.project].state != .done && !isFree(finish, reversing)
  }

  /// Whether the state of one that was finished is ours to change.
  private func isFree(_ finish: ChangeLog.Kept, _ reversing: Reversing) throws -> Bool {
    guard
      let state = Self.values(of: finish, isUndo: reversing.isUndo).first(where: {
        $0.field == .state
      })
    else { return true }
    return isFree(
      state, of: finish, in: try registers(of: finish.project),
      reversing.foreign[finish.project] ?? ChangeLog.Foreign(), isUndo: reversing.isUndo)
  }

  private static func staysDone(
    _ title: String, _ who: ChangeLog.Foreign.Who
  ) -> LocalizedText {
    let name = name(of: who)
    return LocalizedText(
      en: "'\(title)' stays done, and the next one stays: \(name.en) has finished it as well, "
        + "or worked on the next one.",
      ko: "'\(title)' 완료 유지, 다음 차례도 유지: \(name.ko ?? name.en)에서도 끝냈거나 다음 차례를 고쳤습니다.")
  }
}
