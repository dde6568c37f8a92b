internal import Values

/// Why the other transitd gave no arrivals.
enum RelayFault: Error, Equatable {
  /// Nobody answers there; with what was heard of it last.
  case unreachable(String)
  /// It knows nothing of relays.
  case tooOld
  /// It asks us, directly or by others, or the chain is too long.
  case loop
  /// It has none itself, in its own words.
  case refused(String)
  /// What it answers cannot be read.
  case malformed(String)

  var word: String {
    switch self {
    case .unreachable: "unreachable"
    case .tooOld: "tooOld"
    case .loop: "loop"
    case .refused: "refused"
    case .malformed: "malformed"
    }
  }

  var problem: LocalizedText {
    switch self {
    case .unreachable(let reason):
      LocalizedText(
        en: "the transitd whose arrivals are taken does not answer: \(reason)",
        ko: "정보를 나눠 주는 transitd의 응답이 없음: \(reason)")
    case .tooOld:
      LocalizedText(
        en:
          "the transitd whose arrivals are taken is too old to give them; install a newer one there",
        ko: "정보를 나눠 주는 transitd가 오래되어 나눌 수 없음. 새 버전을 설치하십시오")
    case .loop:
      LocalizedText(
        en: "the relays lead back to where they began; one of them has to ask the portals, "
          + "with `matectl transit configure --upstream default`",
        ko: "정보를 나누는 transitd끼리 돌고 돎. 하나는 "
          + "`matectl transit configure --upstream default`로 포털에 물어야 함")
    case .refused(let sentence):
      LocalizedText(
        en: "the transitd whose arrivals are taken has none: \(sentence)",
        ko: "정보를 나눠 주는 transitd에도 없음: \(sentence)")
    case .malformed(let reason):
      LocalizedText(
        en: "what the other transitd answers cannot be read (\(reason))",
        ko: "상대 transitd의 응답을 읽을 수 없음(\(reason))")
    }
  }
}
