internal import IPCProtocol
internal import Values

/// How a branch is that several machines share, as this one sees it.
struct BranchStatus: Shape {
  let name: String
  /// `owner`, `standby` or `apart`.
  let role: String
  /// `all`: an answer leaves when the server has the turn; `own`: when the disk here has it.
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
  /// Of an owner that does not wait for the server: what that does not have.
  let unsent: Unsent?
  /// Files with what this machine had acknowledged and the branch never got; absent where there are none.
  let aside: [String]?
  let sentence: LocalizedText
  /// Why it is apart, as a word.
  let reason: String?

  static let shape = ShapeOf<BranchStatus>([
    Member("name", \.name), Member("role", \.role), Member("acknowledge", \.acknowledge),
    Member("machine", \.machine), Member("owner", \.owner), Member("epoch", \.epoch),
    Member("turn", \.turn), Member("mirrored", \.mirrored), Member("sentence", \.sentence),
    Member("reason", \.reason), Member("unsent", \.unsent), Member("aside", \.aside),
  ])

  /// What the server does not have yet.
  struct Unsent: Shape {
    let turns: Int64
    /// Of their changes, where they are kept: beyond a bound a whole copy is sent instead.
    let bytes: Int
    let isCopyDue: Bool
    let since: Timestamp?
    /// Why it does not follow, as a word and in languages; absent where it does.
    let reason: String?
    let sentence: LocalizedText?

    static let shape = ShapeOf<Unsent>([
      Member("turns", \.turns), Member("bytes", \.bytes), Member("isCopyDue", \.isCopyDue),
      Member("since", \.since), Member("reason", \.reason), Member("sentence", \.sentence),
    ])
  }
}

extension BranchMember {
  var status: BranchStatus {
    var reason: String?
    if case .apart(let trouble) = role { reason = trouble.reason }
    let aside = aside
    return BranchStatus(
      name: settings.branch, role: role.name, acknowledge: settings.acknowledge.rawValue,
      machine: settings.machine, owner: known?.holder, epoch: known?.epoch, turn: Int64(turn),
      mirrored: (mirror?.mirrored ?? known?.mirrored).map { Int64($0) }, unsent: unsent,
      aside: aside.isEmpty ? nil : aside, sentence: statusText, reason: reason)
  }

  private var unsent: BranchStatus.Unsent? {
    guard role == .owner, worksAlone else { return nil }
    return BranchStatus.Unsent(
      turns: Int64(ahead.turnsBehind), bytes: ahead.unsent.bytes,
      isCopyDue: ahead.unsent.isIncomplete, since: ahead.behindSince,
      reason: hindrance?.reason, sentence: hindrance?.sentence)
  }

  private var aside: [String] { AsideFile.all(of: store.path) }

  /// With what a person has to look at, where there is something.
  func withMore(_ text: LocalizedText) -> LocalizedText {
    let file = aside.last.map { AsideFile.sentence($0, settings) }
    let all = [file, mirror?.trouble?.sentence, lackOfStandby]
    return all.compactMap { $0 }.reduce(text) { text, more in
      LocalizedText(
        en: "\(text.en); \(more.en)", ko: "\(text.ko ?? text.en). \(more.ko ?? more.en)")
    }
  }

  /// An owner that answers by its own disk counts on no other one.
  private var lackOfStandby: LocalizedText? {
    guard settings.acknowledge == .all, mirror?.serverStandsAlone == true else { return nil }
    return BranchTrouble.serverStandsAlone.sentence
  }

  /// What doctor says of it.
  var checks: [HealthCheck] {
    let state: HealthCheck.State = if case .apart = role { .broken } else { .fine }
    var checks = [
      HealthCheck("branch", role == .owner && hindrance != nil ? .warning : state, statusText)
    ]
    for file in aside {
      checks.append(HealthCheck("aside", .warning, AsideFile.sentence(file, settings)))
    }
    if let trouble = mirror?.trouble {
      checks.append(HealthCheck("headOffice", .warning, trouble.sentence))
    }
    if let lack = lackOfStandby { checks.append(HealthCheck("standby", .warning, lack)) }
    return checks
  }
}
