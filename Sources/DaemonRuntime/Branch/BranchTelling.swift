internal import IPCProtocol
internal import Values

extension BranchMember.Role {
  var name: String {
    switch self {
    case .apart: "apart"
    case .standby: "standby"
    case .owner: "owner"
    }
  }
}

extension BranchTrouble {
  /// For who has asked this machine for something that another one cannot do for it: nobody is sent on.
  var refusal: WireError {
    var data: JSONObject = ["reason": .string(reason), "sentence": sentence.jsonValue]
    if isForPeople { data["isFinal"] = true }
    return WireError(.notOwner, "nothing was changed: \(sentence.en)", data: data)
  }
}

/// What others are told of it.
extension BranchMember {
  /// Tells of the role, or of the trouble: when it begins and ends, and ever more rarely while it stays.
  func tell() {
    let trouble = trouble
    guard reminder.isDue(trouble?.reason) else { return }
    Journal.shared.log(
      trouble == nil ? .notice : .warning, statusText.en, id: .branchRole,
      fields: [("MATE_BRANCH_ROLE", role.name), ("MATE_BRANCH", settings.branch)])
  }

  /// Why this machine does not have the branch as it should; nil where it has.
  var trouble: BranchTrouble? {
    if case .apart(let trouble) = role { return trouble }
    return hindrance
  }

  /// Why a change is refused; nil where none is.
  var refusal: WireError? {
    switch role {
    case .owner: nil
    case .standby:
      WireError(
        .notOwner,
        "nothing was done: \(known?.holder ?? "another machine") owns \(settings.domain)@\(settings.branch)",
        data: data("standby"))
    case .apart(let trouble): refusal(for: trouble)
    }
  }

  func refusal(for trouble: BranchTrouble) -> WireError {
    WireError(
      .notOwner, "nothing was changed: \(trouble.sentence.en)",
      data: data(trouble.reason, trouble.sentence))
  }

  private func data(_ reason: String, _ sentence: LocalizedText? = nil) -> JSONObject {
    var data: JSONObject = ["reason": .string(reason)]
    // The one who was the owner last may be this machine itself, or gone.
    if case .standby = role, let holder = known?.holder { data["at"] = .string(holder) }
    if let sentence { data["sentence"] = sentence.jsonValue }
    return data
  }

  /// Why a request is refused; nil where it is not.
  func refusal(ofChange isChange: Bool) -> WireError? {
    if case .apart = role, isLoaded, !isChange { return nil }
    return refusal
  }

  /// How the branch is here, for people.
  var statusText: LocalizedText {
    switch role {
    case .owner where hindrance != nil: behindText
    case .owner:
      LocalizedText(
        en: "owner of \(settings.branch)", ko: "\(settings.branch) 지점을 맡고 있음")
    case .standby where known?.worksAlone == true:
      LocalizedText(
        en:
          "standing by for \(settings.branch), which \(known?.holder ?? "nobody") owns and keeps while it is "
          + "cut off; where it does not come back, take over with `\(Self.takeCommand(settings))`",
        ko: "\(settings.branch) 지점 대기 중(\(known?.holder ?? "없음")에서 맡으며 연결이 끊겨도 계속 일함). 그 "
          + "컴퓨터가 돌아오지 않으면 `\(Self.takeCommand(settings))` 명령으로 넘겨받으십시오")
    case .standby:
      LocalizedText(
        en: "standing by for \(settings.branch), which \(known?.holder ?? "nobody") owns",
        ko: "\(settings.branch) 지점 대기 중(\(known?.holder ?? "없음")에서 맡음)")
    case .apart(let trouble): trouble.sentence
    }
  }

  static func takeCommand(_ settings: BranchSettings) -> String {
    "matectl --at \(settings.branch) \(settings.domain) store take"
  }

  /// What the database server does not have, since when, and why.
  private var behindText: LocalizedText {
    let turns = ahead.turnsBehind
    let reason = hindrance?.sentence ?? LocalizedText(en: "")
    let since = ahead.behindSince.map { $0.description.prefix(16) + "Z" }
    let count =
      if turns == 0 {
        LocalizedText(en: "nothing has to follow yet", ko: "아직 따라올 변경은 없음")
      } else if ahead.unsent.isIncomplete {
        LocalizedText(
          en:
            "\(turns) turns have not followed, more than are kept, and it gets a whole copy when it is back",
          ko: "변경 \(turns)개가 전해지지 않았고 보관 한도를 넘어, 서버가 돌아오면 저장소 전체를 보냄")
      } else {
        LocalizedText(
          en:
            "\(turns) \(turns == 1 ? "turn has" : "turns have") not followed (\(ahead.unsent.bytes) bytes) "
            + "since \(since ?? "")",
          ko: "\(since ?? "")부터 변경 \(turns)개(\(ahead.unsent.bytes)바이트)가 전해지지 않음")
      }
    return LocalizedText(
      en: "owner of \(settings.branch), without the database server: \(count.en); \(reason.en)",
      ko:
        "\(settings.branch) 지점을 데이터베이스 서버 없이 맡고 있음: \(count.ko ?? count.en). \(reason.ko ?? reason.en)"
    )
  }
}
