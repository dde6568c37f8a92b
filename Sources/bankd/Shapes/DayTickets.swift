internal import IPCProtocol
internal import Values

/// The tickets of some business days: a row for each, and one more for each service that a ticket was
/// sent on to.
struct DayTickets: Shape {
  /// What became of a ticket, or where it is.
  enum State: String, WireWord {
    case served, transferred, noShow, left, sentHome, waiting, serving
  }

  struct Row: Shape, Hashable {
    let day: Int64
    let number: Int
    let service: String
    let serviceName: LocalizedText
    let grade: Grade
    let gradeName: LocalizedText
    let takenAt: Timestamp
    var calledAt: Timestamp?
    /// When the service ended, or the customer went.
    var endedAt: Timestamp?
    var teller: Int?
    /// Until the call; until the end, or now, for whoever was not called.
    let waitSeconds: Double
    /// From the call to the end; nil where nobody called, or the service goes on.
    var serviceSeconds: Double?
    let outcome: State
    let outcomeName: LocalizedText
    var reason: String?
    var reasonName: LocalizedText?

    static let shape = ShapeOf<Row>(
      named: "DayTicket",
      [
        Member("day", \.day, .from(1)), Member("number", \.number, .from(1)),
        Member("service", \.service), Member("serviceName", \.serviceName),
        Member("grade", \.grade), Member("gradeName", \.gradeName),
        Member("takenAt", \.takenAt), Member("calledAt", \.calledAt),
        Member("endedAt", \.endedAt), Member("teller", \.teller, .from(1)),
        Member("waitSeconds", \.waitSeconds, .seconds),
        Member("serviceSeconds", \.serviceSeconds, .seconds), Member("outcome", \.outcome),
        Member("outcomeName", \.outcomeName), Member("reason", \.reason),
        Member("reasonName", \.reasonName),
      ])
  }

  let tickets: [Row]

  static let shape = ShapeOf<DayTickets>([Member("tickets", \.tickets)])
}

extension DayTickets.State {
  init(_ outcome: Outcome) {
    self =
      switch outcome {
      case .served: .served
      case .transferred: .transferred
      case .noShow: .noShow
      case .left: .left
      case .sentHome: .sentHome
      }
  }

  var title: LocalizedText {
    switch self {
    case .served: LocalizedText(en: "served", ko: "완료")
    case .transferred: LocalizedText(en: "sent on", ko: "이관")
    case .noShow: LocalizedText(en: "no-show", ko: "부재")
    case .left: LocalizedText(en: "left", ko: "취소")
    case .sentHome: LocalizedText(en: "sent home", ko: "귀가")
    case .waiting: LocalizedText(en: "waiting", ko: "대기중")
    case .serving: LocalizedText(en: "being served", ko: "업무중")
    }
  }
}

extension Grade {
  /// What people read.
  var title: LocalizedText {
    switch self {
    case .vvip: LocalizedText(en: "VVIP", ko: "VVIP")
    case .vip: LocalizedText(en: "VIP", ko: "VIP")
    case .normal: LocalizedText(en: "normal", ko: "일반")
    }
  }
}
