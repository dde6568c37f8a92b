internal import IPCProtocol
internal import TaskFormats

/// What the calls take.
enum Params {
  struct Add: Shape {
    let title: String
    let due: String?
    let body: String?
    let tags: [String]
    let group: String?
    let state: ProjectState
    let repeats: String?
    let zone: String?

    static let shape = ShapeOf<Add>([
      Member("title", \.title, "one line, up to 1000 characters", ko: "제목 (1000자까지)"),
      Member(
        "due", \.due, dueText,
        "deadline: 2026-11-21, tomorrow, fri, +3d, eom, \"fri 15:00\", none",
        ko: "마감: 2026-11-21, 내일, 금요일, 3일 후, 월말, \"금요일 15:00\", 없음"),
      Member("body", \.body, "what it is about", ko: "설명"),
      Member("tags", \.tags, default: [], "a tag; repeat for more", ko: "태그; 여러 번 쓸 수 있음"),
      Member("group", \.group, "the larger project it belongs to", ko: "그룹"),
      Member("state", \.state, default: .todo, "the list", ko: "상태"),
      Params.repeats(\.repeats), Params.zone(\.zone),
    ])
  }

  struct List: Shape {
    let state: ProjectState?
    let all: Bool
    let done: Bool
    let tag: String?
    let group: String?
    let text: String?
    let due: String?
    let overdue: Bool
    let sort: SortKey
    let reverse: Bool
    let limit: Int?
    let zone: String?

    static let shape = ShapeOf<List>([
      Member("state", \.state, "one of the three lists", ko: "상태"),
      Member("all", \.all, default: false, "what is done too", ko: "끝난 것도 함께"),
      Member("done", \.done, default: false, "only what is done", ko: "끝난 것만"),
      Member(
        "tag", \.tag, .text(length: 0...4000), "with this tag; with all of a,b",
        ko: "태그; a,b는 모두 붙은 것"),
      Member("group", \.group, "in this group", ko: "그룹"),
      Member(
        "text", \.text, .text(length: 0...1000), "in the title or the description",
        ko: "제목이나 설명에 든 말"),
      Member(
        "due", \.due, dueText, "a day or a range: today, ..fri, 2026-11-01..eom, none",
        ko: "마감일이나 기간: 오늘, ..금요일, 2026-11-01..월말, 없음"),
      Member("overdue", \.overdue, default: false, "only what is overdue", ko: "마감 지난 것만"),
      Member("sort", \.sort, default: .due, "the order", ko: "정렬 기준"),
      Member("reverse", \.reverse, default: false, "the other way round", ko: "거꾸로"),
      Member("limit", \.limit, .within(1...1_000_000), "so many at most", ko: "최대 개수"),
      Params.zone(\.zone),
    ])
  }

  struct Show: Shape {
    let id: ProjectID
    let zone: String?

    static let shape = ShapeOf<Show>([Params.id(\.id), Params.zone(\.zone)])
  }

  struct Edit: Shape {
    let id: ProjectID
    let title: String?
    let due: String?
    let body: String?
    let tags: [String]
    let untag: [String]
    let group: String?
    let repeats: String?
    let zone: String?

    static let shape = ShapeOf<Edit>([
      Params.id(\.id), Member("title", \.title, "a new title", ko: "새 제목"),
      Member(
        "due", \.due, dueText, "a new deadline; none takes it away", ko: "새 마감; 없음이면 지움"),
      Member("body", \.body, "a new description; \"\" takes it away", ko: "새 설명; \"\"이면 지움"),
      Member("tags", \.tags, default: [], "a tag to add", ko: "붙일 태그"),
      Member("untag", \.untag, default: [], "a tag to take away", ko: "뗄 태그"),
      Member("group", \.group, "a new group; \"\" takes it away", ko: "새 그룹; \"\"이면 지움"),
      Params.repeats(\.repeats), Params.zone(\.zone),
    ])
  }

  struct Move: Shape {
    let ids: [ProjectID]
    let to: ProjectState

    static let shape = ShapeOf<Move>([
      Member("ids", \.ids, .count(bulk), idsEnglish, ko: idsKorean, completes: everyID),
      Member("to", \.to, "the list", ko: "옮길 목록"),
    ])
  }

  struct Remove: Shape {
    let ids: [ProjectID]?
    let id: ProjectID?

    static let shape = ShapeOf<Remove>([
      Member("ids", \.ids, .count(bulk), idsEnglish, ko: idsKorean, completes: everyID),
      Member("id", \.id, "one project", ko: "프로젝트 하나"),
    ])
  }

  struct Board: Shape {
    let limit: Int
    let zone: String?

    static let shape = ShapeOf<Board>([
      Member(
        "limit", \.limit, .within(1...10_000), default: 50,
        "cards of a list; the counts say how many there are", ko: "목록마다 보이는 카드 수"),
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

  struct History: Shape {
    let limit: Int
    let zone: String?

    static let shape = ShapeOf<History>([
      Member(
        "limit", \.limit, .within(1...100_000), default: 50, "so many lines at most", ko: "최대 줄 수"),
      Params.zone(\.zone),
    ])
  }

  struct Steps: Shape {
    let steps: Int
    let zone: String?

    static let shape = ShapeOf<Steps>([
      Member(
        "steps", \.steps, .within(1...10_000), default: 1, "how many commands", ko: "되돌릴 명령 수"),
      Params.zone(\.zone),
    ])
  }

  struct Import: Shape {
    let text: String
    let format: TaskFormat?
    let skipBad: Bool
    let dryRun: Bool
    let zone: String?

    static let shape = ShapeOf<Import>([
      Member(
        "text", \.text, .text(length: 0...Exchange.textLimit), "the file, or - for standard input",
        ko: "파일; -는 표준 입력", from: .file),
      Member("format", \.format, "guessed from the text if left out", ko: "형식; 없으면 내용으로 판단"),
      Member(
        "skipBad", \.skipBad, default: false, "leave out lines that cannot be read",
        ko: "읽을 수 없는 줄은 건너뜀"),
      Member("dryRun", \.dryRun, default: false, "only say what would be done", ko: "무엇이 바뀌는지만 보기"),
      Params.zone(\.zone),
    ])
  }

  struct Export: Shape {
    let format: TaskFormat
    let state: ProjectState?
    let zone: String?

    static let shape = ShapeOf<Export>([
      Member("format", \.format, default: .json, "json if left out", ko: "형식; 없으면 json"),
      Member("state", \.state, "only this list", ko: "이 목록만"), Params.zone(\.zone),
    ])
  }

  // MARK: What several of them say

  private static let dueText = TextRule.text(length: 0...400)
  /// So many projects are changed in one step at most.
  private static let bulk = 1...100_000
  private static let everyID = CompletionSource(method: "project.board", values: "/*/items/*/id")
  private static let idsEnglish = "numbers, UUIDs, or how they start"
  private static let idsKorean = "번호, UUID 또는 UUID의 앞부분"

  private static func id<Root>(_ path: KeyPath<Root, ProjectID>) -> Member<Root> {
    Member(
      "id", path, "the number, the UUID, or how it starts", ko: "번호, UUID 또는 UUID의 앞부분",
      completes: everyID)
  }

  private static func repeats<Root>(_ path: KeyPath<Root, String?>) -> Member<Root> {
    Member(
      "repeats", path, .text(length: 0...1000),
      "daily, weekly, \"every 2 weeks\", \"every mon\", an RRULE (RFC 5545), none",
      ko: "매일, 매주, 2주마다, 매주 월요일, RRULE(RFC 5545), 없음")
  }

  private static func zone<Root>(_ path: KeyPath<Root, String?>) -> Member<Root> {
    Member(
      "zone", path, .text(length: 1...128),
      "the time zone of whoever asks, as Asia/Seoul; days and times are meant in it",
      ko: "날짜와 시각의 기준 시간대 (예: Asia/Seoul)", from: .timeZone)
  }
}

extension ProjectState: WireWord {}
extension SortKey: WireWord {}
extension TaskFormat: WireWord {}
