internal import PostgreSQL
internal import Storage
internal import Values

/// Why a machine cannot own its branch now, as a sentence for status, journal and doctor.
struct BranchTrouble: Error, Hashable {
  /// A word for programs.
  let reason: String
  let sentence: LocalizedText

  init(_ reason: String, _ en: String, _ ko: String) {
    self.reason = reason
    sentence = LocalizedText(en: en, ko: ko)
  }

  static let connecting = BranchTrouble(
    "connecting", "the database server has not answered yet", "데이터베이스 서버의 응답을 기다리고 있습니다")

  static let ending = BranchTrouble("ending", "the daemon is stopping", "데몬이 끝나고 있습니다")

  /// Another one has raised the epoch.
  static let fenced = BranchTrouble(
    "fenced", "another machine has taken the branch over; this one stands in line again by itself",
    "다른 컴퓨터가 지점을 넘겨받았습니다. 이 컴퓨터는 저절로 다시 대기합니다")

  /// The server has what this store, which owned the branch, does not have.
  static let overtaken = BranchTrouble(
    "overtaken",
    "the database server has changes of this branch that the store here does not have, as where it was put "
      + "back from a backup",
    "데이터베이스 서버에는 이 저장소에 없는 지점의 변경이 있습니다(백업에서 되돌린 경우 등)")

  /// Nothing is set aside before the store has everything that was acknowledged.
  static func notSettled(_ path: String) -> BranchTrouble {
    BranchTrouble(
      "notSettled",
      "another machine has taken the branch over, and \(path) cannot take in what was acknowledged here; make "
        + "room on the disk",
      "다른 컴퓨터가 지점을 넘겨받았는데 \(path, .topic) 여기서 확인한 기록을 받아들이지 못합니다. 디스크 공간을 확보하십시오")
  }

  /// The server has not noticed that a session of ours is over, as while it waits for its standby.
  static let ownSession = BranchTrouble(
    "ownSession",
    "the database server still has an earlier session of this machine, as while it waits for its "
      + "synchronous standby",
    "데이터베이스 서버에 이 컴퓨터의 이전 세션이 남아 있습니다(동기 대기 서버를 기다리는 중일 수 있음)")

  /// A turn that was sent and not answered: a standby that is away, a cut line.
  static func silent(seconds: Int) -> BranchTrouble {
    BranchTrouble(
      "silent",
      "the database server has not said within \(seconds) s that it has a change; look whether its "
        + "synchronous standby is there (`SELECT * FROM pg_stat_replication`)",
      "데이터베이스 서버가 변경을 받았다는 응답을 \(seconds)초 안에 하지 않았습니다. 동기 대기 서버가 있는지 "
        + "확인하십시오(`SELECT * FROM pg_stat_replication`)")
  }

  /// It takes turns, and where its disk fails they are gone.
  static let serverStandsAlone = BranchTrouble(
    "serverStandsAlone",
    "the database server waits for no standby (synchronous_standby_names is empty), so that what is acknowledged "
      + "is on its disk alone; name one there",
    "데이터베이스 서버가 대기 서버를 기다리지 않아(synchronous_standby_names가 비어 있음) 확인한 기록이 그 디스크 하나에만 "
      + "있습니다. 서버에 대기 서버를 지정하십시오")

  /// The branch in the server is none that this store is a copy of.
  static func stranger(_ path: String) -> BranchTrouble {
    BranchTrouble(
      "stranger",
      "the database server has this branch already, and \(path) is no copy of it but has a history "
        + "of its own; move it away to have the branch of the server here, or give this one another name",
      "데이터베이스 서버에 이미 이 지점이 있는데 \(path, .topic) 그 사본이 아니라 따로 쌓인 기록입니다. 서버의 지점을 쓰려면 "
        + "파일을 옮기고, 아니면 지점 이름을 바꾸십시오")
  }

  /// A copy of a branch that the server does not have.
  static func forgotten(_ path: String, of branch: String, in domain: String) -> BranchTrouble {
    let command = "matectl --at \(branch) \(domain) store leave"
    return BranchTrouble(
      "forgotten",
      "the database server does not know this branch, and \(path) is a copy of it; look whether the "
        + "address is right. Where somebody has removed it there, `\(command)` on the machine that owned it last "
        + "lets the store stand alone again, and a start with \"postgresql\" in the configuration then begins the "
        + "branch anew with it",
      "데이터베이스 서버에 이 지점이 없는데 \(path, .topic) 그 사본입니다. 주소가 맞는지 확인하십시오. 누군가 서버에서 지점을 "
        + "지웠다면 마지막으로 맡았던 컴퓨터에서 `\(command)` 명령으로 저장소를 독립시킨 뒤 설정에 \"postgresql\"을 둔 채 "
        + "시작하면 그 저장소로 지점을 새로 시작합니다")
  }

  /// Turns that the server should have are not there.
  static func gap(after turn: UInt64) -> BranchTrouble {
    BranchTrouble(
      "gap",
      "the database server has nothing of turn \(turn + 1), but of later ones: it is not as it was; promote its "
        + "standby, or restore its backup",
      "데이터베이스 서버에 \(turn + 1)번째 변경이 없고 그 뒤의 변경만 있어 예전 내용이 아닙니다. 대기 서버를 승격하거나 서버의 "
        + "백업을 되돌리십시오")
  }

  /// Turns that the server should have are not there, and a machine that owned the branch may have them.
  static func gap(after turn: UInt64, lastOwner: String) -> BranchTrouble {
    BranchTrouble(
      "gap",
      "the database server has nothing of turn \(turn + 1), but of later ones, as where somebody has removed some: "
        + "start \(lastOwner), which owned the branch and has them, or promote the server's standby, or restore its "
        + "backup",
      "데이터베이스 서버에 \(turn + 1)번째 변경이 없고 그 뒤의 변경만 있습니다(누군가 지운 경우 등). 지점을 맡았고 그 변경이 있는 "
        + "\(lastOwner, .object) 시작하거나, 대기 서버를 승격하거나 서버의 백업을 되돌리십시오")
  }

  /// What the server has of a turn is not what was sent.
  static func damaged(turn: UInt64) -> BranchTrouble {
    BranchTrouble(
      "damaged",
      "turn \(turn) is damaged in the database server: look at its log and its disk; its standby has a "
        + "copy of its own, so promote that where the disk fails",
      "데이터베이스 서버에 있는 \(turn)번째 변경이 손상되었습니다. 서버의 로그와 디스크를 확인하십시오. 대기 서버에는 따로 "
        + "사본이 있으니 디스크가 고장이면 그쪽을 승격하십시오")
  }

  /// The branch was migrated by a newer program.
  static func newer(found: Int, known: Int) -> BranchTrouble {
    BranchTrouble(
      "newer",
      "the branch was written by a newer version (schema \(found), and this one knows \(known)); this "
        + "machine stands aside until it has that version",
      "지점이 더 새로운 버전으로 기록되었습니다(스키마 \(found), 이 버전은 \(known)까지). 같은 버전을 설치할 때까지 이 "
        + "컴퓨터는 맡지 않습니다")
  }

  /// A table has what no column of the server could hold.
  static func unmirrored(_ table: String, _ what: String) -> BranchTrouble {
    BranchTrouble(
      "unmirrored", "the table \(table) cannot be copied to the database server: \(what)",
      "\(table) 테이블을 데이터베이스 서버에 복사할 수 없습니다: \(what)")
  }

  /// Somebody has dropped, emptied or changed what the server's tables had.
  static func mirrorChanged(_ what: String) -> BranchTrouble {
    BranchTrouble(
      "mirrorChanged",
      "the tables for the head office in the database server are gone or were changed there (\(what)); "
        + "the owner of the branch copies them there anew",
      "데이터베이스 서버에 있는 본사용 테이블이 없어졌거나 바뀌었습니다(\(what)). 지점을 맡은 컴퓨터가 새로 복사합니다")
  }

  static func store(_ error: SQLiteError) -> BranchTrouble {
    if error.isFull {
      return BranchTrouble(
        "full",
        "the disk of this machine is full under \(error.path); free some space there, and it goes on by "
          + "itself",
        "이 컴퓨터의 디스크가 가득 찼습니다(\(error.path)). 공간을 확보하면 저절로 이어집니다")
    }
    if error.isCorrupt {
      return BranchTrouble(
        "copyDamaged",
        "the copy on this machine is damaged: \(error.path); stop the daemon and move that file away, and "
          + "the branch is copied anew from the server",
        "이 컴퓨터의 사본이 손상되었습니다: \(error.path). 데몬을 멈추고 그 파일을 옮기면 서버에서 새로 복사합니다")
    }
    return BranchTrouble(
      "store", "the copy on this machine failed: \(error.remedy)",
      "이 컴퓨터의 사본에 문제가 있습니다: \(error.remedy)")
  }

  init(_ error: any Error) {
    switch error {
    case let trouble as BranchTrouble: self = trouble
    case let error as PostgresError: self = .server(error)
    case let error as SQLiteError: self = .store(error)
    default: self.init("failed", "\(error)", "\(error)")
    }
  }
}
