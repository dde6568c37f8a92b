internal import IPCProtocol
internal import Queueing
internal import Values

/// What the calls are given.
enum Params {
  struct Run: Shape {
    let customers: Int?
    let seed: Int64?

    static let shape = ShapeOf<Run>([
      Member(
        "customers", \.customers, "1 to 10000 customers; 10 to 30 at random if left out",
        ko: "고객 수; 없으면 10~30명"),
      Member(
        "seed", \.seed, .within(0...Int64.max), "the same seed gives the same run on every machine",
        ko: "같은 시드는 같은 결과"),
    ])
  }

  struct Close: Shape {
    let clearLine: Bool
    let keepLine: Bool

    static let shape = ShapeOf<Close>([
      Member(
        "clearLine", \.clearLine, default: false, "send those who wait home",
        ko: "대기 중인 고객을 돌려보냄"),
      Member(
        "keepLine", \.keepLine, default: false,
        "those who wait keep their tickets for the next day", ko: "대기줄을 다음 날로 넘김"),
    ])
  }

  struct Add: Shape {
    let count: Int
    let service: String?
    let grade: Grade

    static let shape = ShapeOf<Add>([
      // Without bounds: what is out of bounds is refused with a sentence of its own.
      Member("count", \.count, default: 10, "1 to 10000 customers", ko: "고객 수 (1~10000)"),
      Member(
        "service", \.service, serviceName, "what all of them want; at random if left out",
        ko: "업무; 없으면 무작위", completes: services),
      Member("grade", \.grade, default: .normal, gradeEnglish, ko: gradeKorean),
    ])
  }

  struct Take: Shape {
    let service: String
    let grade: Grade

    static let shape = ShapeOf<Take>([
      Member(
        "service", \.service, serviceName, "what the customer wants", ko: "업무",
        completes: services),
      Member("grade", \.grade, default: .normal, gradeEnglish, ko: gradeKorean),
    ])
  }

  /// A ticket in the line.
  struct Waiting: Shape {
    let ticket: Int

    static let shape = ShapeOf<Waiting>([
      Member(
        "ticket", \.ticket, "the ticket's number", ko: "번호표 번호",
        completes: CompletionSource(method: "bank.board", values: "/waiting/*/number"))
    ])
  }

  struct Leave: Shape {
    let ticket: Int
    let reason: String?

    static let shape = ShapeOf<Leave>([
      Member(
        "ticket", \.ticket, "the ticket's number", ko: "번호표 번호",
        completes: CompletionSource(method: "bank.board", values: "/waiting/*/number")),
      // Without bounds, as for the count.
      Member(
        "reason", \.reason, "left, no-show, wrong-service, or words of one's own",
        ko: "left(떠남), no-show(부재), wrong-service(다른 업무) 또는 직접 쓴 말"),
    ])
  }

  /// A ticket that was called.
  struct Called: Shape {
    let ticket: Int

    static let shape = ShapeOf<Called>([
      Member(
        "ticket", \.ticket, "the ticket's number", ko: "번호표 번호",
        completes: CompletionSource(method: "bank.board", values: "/serving/*/number"))
    ])
  }

  struct Teller: Shape {
    let teller: Int

    static let shape = ShapeOf<Teller>([
      Member("teller", \.teller, "the teller's number", ko: "창구 번호", completes: tellers)
    ])
  }

  /// A person's own desk.
  struct Desk: Shape {
    let teller: Int?
    let serving: Int?

    static let shape = ShapeOf<Desk>([
      Member(
        "teller", \.teller, "the teller's number; if left out the only manual teller who can",
        ko: "창구 번호; 없으면 할 수 있는 하나뿐인 수동 창구", completes: manualTellers),
      Member("serving", \.serving, .from(0), servingTicket.en, ko: servingTicket.ko ?? ""),
    ])
  }

  /// Two who drive one desk do not end what the other has begun.
  private static let servingTicket = LocalizedText(
    en: "the ticket that is in hand, 0 for none; nothing is done where it is another by now",
    ko: "응대 중인 번호표, 없으면 0; 그사이 달라졌으면 아무것도 하지 않음")

  struct CallTicket: Shape {
    let ticket: Int
    let teller: Int?

    static let shape = ShapeOf<CallTicket>([
      Member(
        "ticket", \.ticket, "the ticket's number", ko: "번호표 번호",
        completes: CompletionSource(method: "bank.board", values: "/waiting/*/number")),
      Member(
        "teller", \.teller, "who calls it; if left out the only manual teller who is free",
        ko: "부르는 창구; 없으면 비어 있는 하나뿐인 수동 창구", completes: manualTellers),
    ])
  }

  struct SetTeller: Shape {
    let teller: Int
    let services: [String]?
    let name: String?

    static let shape = ShapeOf<SetTeller>([
      Member("teller", \.teller, "the teller's number", ko: "창구 번호", completes: tellers),
      Member(
        "services", \.services, .of(.text(length: 1 ... .max), count: 1...64),
        "what the teller serves from now on", ko: "이제부터 보는 업무", completes: Params.services),
      Member(
        "name", \.name, .text(length: 0...64), "who sits there; empty for nobody's name",
        ko: "창구 이름; 비우면 이름 없음"),
    ])
  }

  struct Watch: Shape {
    let ticket: Int?

    static let shape = ShapeOf<Watch>([
      Member(
        "ticket", \.ticket, "only this ticket, until it is called or gone",
        ko: "이 번호표만, 부르거나 떠날 때까지",
        completes: CompletionSource(method: "bank.board", values: "/waiting/*/number"))
    ])
  }

  struct OneService: Shape {
    let service: String

    static let shape = ShapeOf<OneService>([
      Member(
        "service", \.service, serviceName, "its word or its name", ko: "업무",
        completes: services)
    ])
  }

  struct Transfer: Shape {
    let teller: Int
    let service: String
    let serving: Int?

    static let shape = ShapeOf<Transfer>([
      Member("teller", \.teller, "the teller's number", ko: "창구 번호", completes: tellers),
      Member(
        "service", \.service, serviceName, "where the customer goes", ko: "이관할 업무",
        completes: services),
      Member("serving", \.serving, .from(0), servingTicket.en, ko: servingTicket.ko ?? ""),
    ])
  }

  struct NewTeller: Shape {
    let services: [String]
    let mode: bankd.Teller.Mode
    let name: String?

    static let shape = ShapeOf<NewTeller>([
      Member(
        "services", \.services, .of(.text(length: 1 ... .max), count: 1...64),
        "what the teller serves", ko: "창구가 보는 업무", completes: Params.services),
      Member(
        "mode", \.mode, default: .automatic, "automatic, or driven by a person", ko: "자동 또는 수동"),
      Member("name", \.name, serviceName, "who sits there", ko: "창구 이름"),
    ])
  }

  struct SetSpread: Shape {
    let by: Spread

    static let shape = ShapeOf<SetSpread>([
      Member(
        "by", \.by, "longestIdle, so that all work as much, or lowestNumber",
        ko: "longestIdle: 가장 오래 쉰 창구, lowestNumber: 번호가 가장 낮은 창구")
    ])
  }

  struct SetService: Shape {
    let service: String
    let durationSeconds: Double?
    let distribution: String?
    let minimumSeconds: Double?
    let maximumSeconds: Double?
    let samplesSeconds: [Double]?
    let name: String?
    let nameKo: String?
    let target: String?

    static let shape = ShapeOf<SetService>([
      Member(
        "service", \.service, serviceName, "the word for it, as deposit", ko: "업무를 나타내는 낱말",
        completes: services),
      Member(
        "durationSeconds", \.durationSeconds, anySeconds,
        "how long it takes; the mean for exponential", ko: "업무 시간; 지수 분포에서는 평균"),
      Member(
        "distribution", \.distribution, .words(ServiceTime.kinds),
        "how the time varies; fixed if left out", ko: "시간 분포; 없으면 고정"),
      Member(
        "minimumSeconds", \.minimumSeconds, anySeconds, "the shortest time of uniform",
        ko: "균등 분포의 최소 시간"),
      Member(
        "maximumSeconds", \.maximumSeconds, anySeconds, "the longest time of uniform",
        ko: "균등 분포의 최대 시간"),
      Member(
        "samplesSeconds", \.samplesSeconds,
        .of(anySeconds, count: 0...ServiceTime.maximumSamples), "measured times, for empirical",
        ko: "실측 시간, 경험 분포에 사용"),
      Member("name", \.name, serviceName, "name in English", ko: "영어 이름"),
      Member("nameKo", \.nameKo, serviceName, "name in Korean", ko: "한국어 이름"),
      Member(
        "target", \.target, .text(length: 1...100),
        "how long its customers may wait: 10m, '90% within 10m', or none",
        ko: "고객이 기다려도 되는 시간: 10m, '90% within 10m', '90% 10분 이내', 없음"),
    ])

    var time: Branch.TimeRequest {
      Branch.TimeRequest(
        kind: distribution, durationSeconds: durationSeconds, minimumSeconds: minimumSeconds,
        maximumSeconds: maximumSeconds, samplesSeconds: samplesSeconds)
    }
  }

  /// Days in words are those of the branch, whose clocks the client does not know.
  static let dayWords = TextRule.text(length: 1...40)

  struct Report: Shape {
    let from: String?
    let to: String?

    static let shape = ShapeOf<Report>([
      Member(
        "from", \.from, dayWords,
        "first date (2026-11-21, yesterday); without dates the current or last day",
        ko: "시작일 (예: 2026-11-21, 어제); 없으면 지금이나 마지막 영업일"),
      Member("to", \.to, dayWords, "last date", ko: "종료일"),
    ])
  }

  // MARK: What several of them say

  private static let serviceName = TextRule.text(length: 1...64)
  /// Without bounds, as for the count.
  private static let anySeconds = NumberRule.seconds()
  static let services = CompletionSource(
    method: "bank.service.list", values: "/services/*/service", aliases: "/services/*/name/*")
  static let tellers = CompletionSource(
    method: "bank.teller.list", values: "/tellers/*/teller")
  private static let manualTellers = CompletionSource(
    method: "bank.teller.list", values: "/tellers/*/teller", where: ["mode": "manual"])
  private static let gradeEnglish = "rank within the service: vvip before vip before normal"
  private static let gradeKorean = "등급: VVIP, VIP, 일반 순서"
}
