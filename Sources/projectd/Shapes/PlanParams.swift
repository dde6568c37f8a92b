internal import IPCProtocol

/// Calls that take a plan, and how they say so.
protocol PlannedParams: Shape {
  var words: [String] { get }
  var priority: String? { get }
  var wait: String? { get }
  var scheduled: String? { get }
  var depends: [ProjectID] { get }
  var parent: ProjectID? { get }
  var fromDone: Bool? { get }
  var assigned: String? { get }
  var remind: [String] { get }
}

extension Params {
  static func planned<Root: PlannedParams>(
    _ priority: KeyPath<Root, String?>, _ wait: KeyPath<Root, String?>,
    _ scheduled: KeyPath<Root, String?>, _ depends: KeyPath<Root, [ProjectID]>,
    _ parent: KeyPath<Root, ProjectID?>, _ fromDone: KeyPath<Root, Bool?>,
    _ assigned: KeyPath<Root, String?>, _ remind: KeyPath<Root, [String]>
  ) -> [Member<Root>] {
    [
      Member(
        "priority", priority, .text(length: 0...40), "1 (highest) to 9, H, M, L, A to I, none",
        ko: "우선순위: 1(가장 높음)~9, H, M, L, A~I, 없음"),
      Member("wait", wait, dueText, "out of the way until: fri, +3d, none", ko: "이때까지 미룸"),
      Member(
        "scheduled", scheduled, dueText, "can be worked on from: mon, 2026-11-30, none",
        ko: "이때부터 시작할 수 있음"),
      Member(
        "depends", depends, default: [], "what must be done first; repeat for more",
        ko: "먼저 끝나야 할 것; 여러 번 쓸 수 있음", completes: everyID),
      Member("parent", parent, "what it is a part of; none for nothing", ko: "상위 작업; 없음이면 지움"),
      Member(
        "fromDone", fromDone, "repeats from the day on which it is done",
        ko: "끝낸 날부터 세어 반복"),
      Member(
        "assigned", assigned, .text(length: 0...400), "who is to do it; none for nobody",
        ko: "담당자; 없음이면 지움"),
      Member(
        "remind", remind, default: [],
        "when to be reminded: \"1h before\", \"tomorrow 9\"; off takes all away; repeat for more",
        ko: "알림: \"하루 전\", \"내일 9시\"; 끄기로 모두 지움; 여러 번 쓸 수 있음"),
    ]
  }

  struct NewNote: Shape {
    let id: ProjectID
    let words: [String]
    let zone: String?

    static let shape = ShapeOf<NewNote>([
      Params.id(\.id),
      Member("words", \.words, .count(1...1000), "the note, one line", ko: "메모 한 줄"),
      Params.zone(\.zone),
    ])
  }

  struct Assign: Shape {
    let ids: [ProjectID]
    let to: String
    let zone: String?

    static let shape = ShapeOf<Assign>([
      Member("ids", \.ids, .count(bulk), idsEnglish, ko: idsKorean, completes: everyID),
      Member("to", \.to, .text(length: 1...400), "a name, me, or none", ko: "이름, 나, 없음"),
      Params.zone(\.zone),
    ])
  }

  struct Remind: Shape {
    let id: ProjectID
    let when: [String]
    let zone: String?

    static let shape = ShapeOf<Remind>([
      Params.id(\.id),
      Member(
        "when", \.when, .count(1...20),
        "1h before (the deadline), the day before, tomorrow 9, fri 15:00; off takes all away",
        ko: "마감 1시간 전, 하루 전, 내일 9시, 금요일 15:00; 끄기로 모두 지움"),
      Params.zone(\.zone),
    ])
  }

  struct OldNote: Shape {
    let id: ProjectID
    let note: Int
    let zone: String?

    static let shape = ShapeOf<OldNote>([
      Params.id(\.id),
      Member("note", \.note, .within(1...10_000), "its number, as show has it", ko: "메모의 번호"),
      Params.zone(\.zone),
    ])
  }
}
