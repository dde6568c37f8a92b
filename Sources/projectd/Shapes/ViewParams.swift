internal import IPCProtocol

/// What the calls that only look take.
extension Params {
  struct List: Shape {
    let state: ProjectState?
    let words: [String]
    let all: Bool
    let done: Bool
    let tag: String?
    let group: String?
    let text: String?
    let due: String?
    let overdue: Bool
    let waiting: Bool
    let blocked: Bool
    let blocking: Bool
    let priority: String?
    let assigned: String?
    let `where`: String?
    let sort: SortKey
    let reverse: Bool
    let limit: Int?
    let zone: String?

    static let shape = ShapeOf<List>([
      Member("state", \.state, "one of the three lists", ko: "상태"),
      Member(
        "words", \.words, .count(0...100), default: [],
        "a filter as --where has it: +group @tag due:..fri p:H word",
        ko: "--where처럼 쓰는 조건: +그룹 @태그 due:..금요일 p:H 낱말"),
      Member("all", \.all, default: false, "what is done too", ko: "끝난 것도 함께"),
      Member("done", \.done, default: false, "only what is done", ko: "끝난 것만"),
      Member(
        "tag", \.tag, .text(length: 0...4000), "with this tag; with all of a,b",
        ko: "태그; a,b는 모두 붙은 것"),
      Member("group", \.group, "in this group, or one below it", ko: "그룹 (아래 그룹도)"),
      Member(
        "text", \.text, .text(length: 0...1000), "in the title or the description",
        ko: "제목, 설명의 말"),
      Member(
        "due", \.due, dueText, "a day or a range: today, ..fri, 2026-11-01..eom, none",
        ko: "마감일이나 기간: 오늘, ..금요일, 2026-11-01..월말, 없음"),
      Member("overdue", \.overdue, default: false, "only what is overdue", ko: "마감 지난 것만"),
      Member(
        "waiting", \.waiting, default: false, "only what was put off until later",
        ko: "미뤄 둔 것만"),
      Member(
        "blocked", \.blocked, default: false, "only what something else must be done before",
        ko: "선행 작업이 남은 것만"),
      Member(
        "blocking", \.blocking, default: false, "only what others wait for",
        ko: "다른 일이 기다리는 것만"),
      Member(
        "priority", \.priority, .text(length: 0...40), "of this priority: 1 to 9, H, M, L, none",
        ko: "우선순위: 1~9, H, M, L, 없음"),
      Member(
        "assigned", \.assigned, .text(length: 1...400), "for whom: a name, me, none",
        ko: "담당자: 이름, 나, 없음"),
      Member(
        "where", \.where, .text(length: 0...4000),
        "a filter: +group @tag due:..fri p:H assigned:kim is:overdue word, with and, or, not, ( )",
        ko: "조건: +그룹 @태그 due:..금요일 p:H is:overdue 낱말, and, or, not, ( )"),
      Member("sort", \.sort, default: .due, "the order", ko: "정렬 기준"),
      Member("reverse", \.reverse, default: false, "the other way round", ko: "거꾸로"),
      Member("limit", \.limit, .within(1...1_000_000), "so many at most", ko: "최대 개수"),
      Params.zone(\.zone),
    ])
  }

  struct Search: Shape {
    let words: [String]
    let limit: Int?
    let zone: String?

    static let shape = ShapeOf<Search>([
      Member(
        "words", \.words, .count(1...20), "in the title or the description: all of them",
        ko: "제목이나 설명에 모두 든 말"),
      Member("limit", \.limit, .within(1...1_000_000), "so many at most", ko: "최대 개수"),
      Params.zone(\.zone),
    ])
  }

  struct Show: Shape {
    let id: ProjectID
    let zone: String?

    static let shape = ShapeOf<Show>([Params.id(\.id), Params.zone(\.zone)])
  }

  struct Board: Shape {
    let limit: Int
    let zone: String?

    static let shape = ShapeOf<Board>([
      Member(
        "limit", \.limit, .within(1...10_000), default: 50,
        "cards of a list; the counts say how many there are", ko: "카드 수 (목록마다)"),
      Params.zone(\.zone),
    ])
  }

  struct Next: Shape {
    let limit: Int
    let zone: String?

    static let shape = ShapeOf<Next>([
      Member("limit", \.limit, .within(1...1000), default: 10, "so many at most", ko: "최대 개수"),
      Params.zone(\.zone),
    ])
  }

  struct Today: Shape {
    let limit: Int
    let zone: String?

    static let shape = ShapeOf<Today>([
      Member(
        "limit", \.limit, .within(0...1000), default: 5, "so many that are not due yet",
        ko: "최대 개수 (아직 마감이 아닌 일)"),
      Params.zone(\.zone),
    ])
  }

  struct History: Shape {
    let id: ProjectID?
    let limit: Int
    let zone: String?

    static let shape = ShapeOf<History>([
      Member(
        "id", \.id, "of this project alone: the number, the UUID, or how it starts",
        ko: "이 프로젝트만: 번호, UUID 또는 UUID의 앞부분", completes: Params.everyID),
      Member(
        "limit", \.limit, .within(1...100_000), default: 50, "so many lines at most", ko: "최대 줄 수"),
      Params.zone(\.zone),
    ])
  }
}
