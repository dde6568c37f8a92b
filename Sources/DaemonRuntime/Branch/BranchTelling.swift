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

/// What others are told of it.
extension BranchMember {
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
    case .owner:
      LocalizedText(
        en: "owner of \(settings.branch)", ko: "\(settings.branch) 지점을 맡고 있음")
    case .standby:
      LocalizedText(
        en: "standing by for \(settings.branch), which \(known?.holder ?? "nobody") owns",
        ko: "\(settings.branch) 지점 대기 중(\(known?.holder ?? "없음")에서 맡음)")
    case .apart(let trouble): trouble.sentence
    }
  }
}
