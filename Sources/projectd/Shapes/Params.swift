internal import IPCProtocol
internal import TaskFormats

/// What the calls take.
enum Params {
  struct Add: NewProjectParams {
    let words: [String]
    let title: String?
    let due: String?
    let body: String?
    let tags: [String]
    let group: String?
    let state: ProjectState
    let repeats: String?
    let priority: String?
    let wait: String?
    let scheduled: String?
    let depends: [ProjectID]
    let parent: ProjectID?
    let fromDone: Bool?
    let assigned: String?
    let remind: [String]
    let zone: String?

    static let shape = ShapeOf<Add>(
      [
        Params.words(\.words),
        Member(
          "title", \.title,
          "one line, up to 1000 characters; +group @tag due:fri are read in a typed `add` alone",
          ko: "제목 (1000자까지). +그룹 @태그 due:금요일은 `add` 명령에서 읽습니다"),
        Member(
          "due", \.due, dueText,
          "deadline: 2026-11-21, tomorrow, fri, +3d, eom, \"fri 15:00\", none",
          ko: "마감: 2026-11-21, 내일, 금요일, 3일 후, 월말, \"금요일 15:00\", 없음"),
        Member("body", \.body, "what it is about", ko: "설명", hasLines: true),
        Member("tags", \.tags, default: [], "a tag; repeat for more", ko: "태그; 여러 번 쓸 수 있음"),
        Member("group", \.group, "the larger project it belongs to", ko: "그룹"),
        Member("state", \.state, default: .todo, "the list", ko: "상태"),
        Params.repeats(\.repeats), Params.zone(\.zone),
      ]
        + Params.planned(
          \.priority, \.wait, \.scheduled, \.depends, \.parent, \.fromDone, \.assigned,
          \.remind))
  }

  /// What is done already; it has no list to be put into.
  struct Log: NewProjectParams {
    let words: [String]
    let title: String?
    let due: String?
    let body: String?
    let tags: [String]
    let group: String?
    let zone: String?
    var repeats: String? { nil }
    var priority: String? { nil }
    var wait: String? { nil }
    var scheduled: String? { nil }
    var depends: [ProjectID] { [] }
    var parent: ProjectID? { nil }
    var fromDone: Bool? { nil }
    var assigned: String? { nil }
    var remind: [String] { [] }

    static let shape = ShapeOf<Log>([
      Params.words(\.words),
      Member("title", \.title, "one line, up to 1000 characters", ko: "제목 (1000자까지)"),
      Member("due", \.due, dueText, "when it was due", ko: "마감"),
      Member("body", \.body, "what it is about", ko: "설명", hasLines: true),
      Member("tags", \.tags, default: [], "a tag; repeat for more", ko: "태그; 여러 번 쓸 수 있음"),
      Member("group", \.group, "the larger project it belongs to", ko: "그룹"),
      Params.zone(\.zone),
    ])
  }

  struct Edit: PlannedParams {
    let id: ProjectID
    let words: [String]
    let title: String?
    let due: String?
    let body: String?
    let tags: [String]
    let untag: [String]
    let group: String?
    let repeats: String?
    let priority: String?
    let wait: String?
    let scheduled: String?
    let depends: [ProjectID]
    let parent: ProjectID?
    let fromDone: Bool?
    let assigned: String?
    let remind: [String]
    let undepend: [ProjectID]
    let zone: String?

    static let shape = ShapeOf<Edit>(
      [
        Params.id(\.id), Params.words(\.words),
        Member("title", \.title, "a new title", ko: "새 제목"),
        Member(
          "due", \.due, dueText, "a new deadline; none takes it away", ko: "새 마감; 없음이면 지움"),
        Member(
          "body", \.body, "a new description; empty for none", ko: "새 설명; 비우면 지움",
          hasLines: true),
        Member("tags", \.tags, default: [], "a tag to add", ko: "붙일 태그"),
        Member("untag", \.untag, default: [], "a tag to take away", ko: "뗄 태그"),
        Member("group", \.group, "a new group; empty for none", ko: "새 그룹; 비우면 지움"),
        Member(
          "undepend", \.undepend, default: [], "what need not be done first any more",
          ko: "더는 먼저 끝나지 않아도 될 것"),
        Params.repeats(\.repeats), Params.zone(\.zone),
      ]
        + Params.planned(
          \.priority, \.wait, \.scheduled, \.depends, \.parent, \.fromDone, \.assigned,
          \.remind))
  }

  struct Move: Shape {
    let ids: [ProjectID]
    let to: ProjectState
    let zone: String?

    static let shape = ShapeOf<Move>([
      Member("ids", \.ids, .count(bulk), idsEnglish, ko: idsKorean, completes: everyID),
      Member("to", \.to, "the list", ko: "옮길 목록"),
      Params.zone(\.zone),
    ])
  }

  /// What is done, started or stopped.
  struct Named: Shape {
    let ids: [ProjectID]
    let zone: String?

    static let shape = ShapeOf<Named>([
      Member("ids", \.ids, .count(bulk), idsEnglish, ko: idsKorean, completes: everyID),
      Params.zone(\.zone),
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

  static let dueText = TextRule.text(length: 0...400)
  /// So many projects are changed in one step at most.
  static let bulk = 1...100_000
  static let everyID = CompletionSource(method: "project.board", values: "/*/items/*/id")
  static let idsEnglish = "numbers (3 4, 1-3, 5,6), UUIDs, or how they start"
  static let idsKorean = "번호(3 4, 1-3, 5,6), UUID 또는 UUID의 앞부분"

  static func id<Root>(_ path: KeyPath<Root, ProjectID>) -> Member<Root> {
    Member(
      "id", path, "the number, the UUID, or how it starts", ko: "번호, UUID 또는 UUID의 앞부분",
      completes: everyID)
  }

  static func words<Root>(_ path: KeyPath<Root, [String]>) -> Member<Root> {
    Member(
      "words", path, .count(0...1000), default: [],
      "the title, with +group @tag due:fri p:1 wait:mon sched:tue depends:3 rec:weekly; "
        + "\\+word stays a word",
      ko: "제목. +그룹 @태그 due:금요일 p:1 wait:월 sched:화 depends:3 rec:매주를 섞어 쓸 수 있고 "
        + "\\+말은 제목에 남음")
  }

  static func repeats<Root>(_ path: KeyPath<Root, String?>) -> Member<Root> {
    Member(
      "repeats", path, .text(length: 0...1000),
      "daily, weekly, \"every 2 weeks\", \"every mon\", an RRULE (RFC 5545), none",
      ko: "매일, 매주, 2주마다, 매주 월요일, RRULE(RFC 5545), 없음")
  }

  static func zone<Root>(_ path: KeyPath<Root, String?>) -> Member<Root> {
    Member(
      "zone", path, .text(length: 1...128),
      "the time zone of whoever asks, as Asia/Seoul; days and times are meant in it",
      ko: "날짜와 시각의 기준 시간대 (예: Asia/Seoul)", from: .timeZone)
  }
}

/// What makes a new project, whichever list it comes into.
protocol NewProjectParams: PlannedParams {
  var title: String? { get }
  var due: String? { get }
  var body: String? { get }
  var tags: [String] { get }
  var group: String? { get }
  var repeats: String? { get }
  var zone: String? { get }
}

extension ProjectState: WireWord {}
extension SortKey: WireWord {}
extension TaskFormat: WireWord {}
