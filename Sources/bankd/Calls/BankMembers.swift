internal import DaemonRuntime
internal import Values

/// What members of the bank's rows are called that no table has a head for.
extension Bank {
  nonisolated static let members: [String: LocalizedText] = [
    "grade": .init(en: "Grade", ko: "등급"),
    "rank": .init(en: "Shown as", ko: "표시"),
    "waitedSeconds": .init(en: "Waited", ko: "기다린 시간"),
    "overTarget": .init(en: "Over target", ko: "목표 초과"),
    "desk": .init(en: "Where to", ko: "갈 곳"),
    "timer": .init(en: "Business time", ko: "업무시간"),
    "recalls": .init(en: "Called again", ko: "다시 부름"),
    "kind": .init(en: "Kind", ko: "종류"),
    "services": .init(en: "Services", ko: "업무"),
    "mode": .init(en: "Mode", ko: "방식"),
    "state": .init(en: "State", ko: "상태"),
    "outcome": .init(en: "Outcome", ko: "결과"),
    "reason": .init(en: "Reason", ko: "사유"),
    "distribution": .init(en: "Distribution", ko: "분포"),
    "tellers": .init(en: "Tellers", ko: "창구"),
    "samples": .init(en: "Samples", ko: "표본"),
    "hasTarget": .init(en: "Has a target", ko: "목표 있음"),
    "targetSeconds": .init(en: "Target wait", ko: "목표 대기"),
    "targetShare": .init(en: "Target share", ko: "목표 비율"),
    "transferred": .init(en: "Transferred", ko: "이관"),
    "busySeconds": .init(en: "Busy", ko: "업무 시간 합"),
    "dutySeconds": .init(en: "On duty", ko: "근무 시간"),
    "isTargetMissed": .init(en: "Target missed", ko: "목표 미달"),
    "estimates": .init(en: "Estimates", ko: "예측"),
    "exactEstimates": .init(en: "Exact estimates", ko: "정확한 예측"),
  ]
}
