internal import Values

/// Whether a store may stand alone again for which the server cannot be asked.
extension BranchTrouble {
  /// The server answers, and what it has is nothing of this store.
  var isOfOtherBranch: Bool { ["forgotten", "stranger"].contains(reason) }

  /// Whether the server may be given up for it: not where it has told that others have the branch, and not for
  /// what a person has to mend on this machine first.
  var mayStay: Bool {
    ![
      "fenced", "overtaken", "newer", "notSettled", "full", "copyDamaged", "store", "unmirrored",
      "failed", "ending",
    ].contains(reason)
  }

  /// Whether asking again comes to nothing before a person has done something.
  var isForPeople: Bool {
    ["connected", "taken", "standby", "serverIsThere", "leaving", "older"].contains(reason)
  }

  func withWayOut(_ settings: BranchSettings) -> BranchTrouble {
    let command = "matectl --at \(settings.branch) \(settings.domain) store leave --without-server"
    return BranchTrouble(
      reason,
      "\(sentence.en). Where it does not come back, `\(command)` has this machine go on with what its own store "
        + "has",
      "\(sentence.ko ?? sentence.en). 서버가 돌아오지 않으면 `\(command)` 명령으로 이 컴퓨터의 저장소만으로 이어 갑니다")
  }

  /// What is asked of this machine alone, and another one would have to do.
  static func ownedBy(_ holder: String?) -> BranchTrouble {
    BranchTrouble(
      "standby",
      "\(holder ?? "another machine") owns the branch, and only the owner can leave with it; do it there, or take "
        + "the branch over first",
      "\(holder ?? "다른 컴퓨터")에서 지점을 맡고 있으며, 맡은 컴퓨터만 독립시킬 수 있습니다. 그곳에서 하거나 먼저 지점을 넘겨받으십시오")
  }

  /// Of owners that answer by their own disks only the last one is sure to have everything.
  static func mayBeOlder(
    _ settings: BranchSettings, turn: UInt64, than holder: String?
  ) -> BranchTrouble {
    let command = "matectl --at \(settings.branch) \(settings.domain) store leave"
    let other = holder == settings.machine ? nil : holder
    return BranchTrouble(
      "older",
      "this copy is as of turn \(turn), and \(other ?? "another machine") may have acknowledged later ones: a "
        + "branch that begins with this copy loses them. Leave there (`\(command)`); where it does not come back, "
        + "`\(command) --without-server` has this machine go on with what its own store has",
      "이 사본은 \(turn)번째 변경까지이며 \(other ?? "다른 컴퓨터")에서 그 뒤의 변경을 확인해 주었을 수 있습니다. 이 사본으로 지점을 "
        + "시작하면 그 변경을 잃습니다. 그곳에서 독립시키고(`\(command)`), 그 컴퓨터가 돌아오지 않으면 "
        + "`\(command) --without-server` 명령으로 이 컴퓨터의 저장소만으로 이어 갑니다")
  }

  /// Somebody else was faster.
  static let leaving = BranchTrouble(
    "leaving", "somebody else has asked for that already, and it is being done",
    "이미 다른 사람이 요청하여 진행 중입니다")

  static let serverIsThere = BranchTrouble(
    "serverIsThere", "the database server is there, so it is to be told; leave without that option",
    "데이터베이스 서버가 응답하므로 서버에도 알려야 합니다. 그 옵션 없이 하십시오")

  // MARK: Taking over

  /// The owner cannot be taken over while the server hears of it.
  static func isConnected(_ holder: String) -> BranchTrouble {
    BranchTrouble(
      "connected",
      "\(holder) is connected to the database server and owns the branch; stop it there first, then take over here",
      "\(holder, .subject) 데이터베이스 서버에 연결되어 지점을 맡고 있습니다. 먼저 그곳에서 멈춘 뒤 여기서 넘겨받으십시오")
  }

  /// Another one was faster.
  static func wasTaken(by holder: String) -> BranchTrouble {
    BranchTrouble(
      "taken", "\(holder) has taken the branch over just now, and owns it",
      "방금 \(holder, .subject) 지점을 넘겨받아 맡고 있습니다")
  }
}
